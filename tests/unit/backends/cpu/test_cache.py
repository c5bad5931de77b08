"""Kernels on disk: files that differ from what this user wrote in any way are not loaded."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from xtriton.backends.cpu import private_folder
from xtriton.backends.cpu.cache import Cache, key_of
from xtriton.backends.cpu.code import Code, CpuKernel, Parameter
from xtriton.backends.cpu.private_folder import UnsafeFolderError
from xtriton.backends.cpu.records import DamagedRecordError, decode, encode

KERNEL = CpuKernel(
    "add\n\0é", (Parameter("f32", pointer=True), Parameter("i32", pointer=False)), 64, ("a check",), "m", "ll",
    Code(bytes(range(256)), "text"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XTRITON_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "cpu"


@pytest.mark.parametrize(
    "value",
    [KERNEL, None, True, 1 << 70, -0.0, "\ud7ff", b"", (1, [2, (3,)], {"a": b"x", 4: ()}), [[], ["list"]], {}],
    ids=repr,
)
def test_entries_round_trip(value: Any) -> None:
    found = decode("key", encode("key", value))
    assert repr(found) == repr(value)


def test_objects_of_other_classes_are_not_written() -> None:
    @dataclass
    class Parameter:  # the name of one that is
        type: str

    for value in (Parameter("f32"), {1, 2}, object(), int):
        with pytest.raises(TypeError, match="cannot be kept in a file"):
            encode("key", [value])


def test_every_damaged_byte_is_noticed() -> None:
    data = encode("key", KERNEL)
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 0x10
        with pytest.raises(DamagedRecordError):
            decode("key", bytes(damaged))
    for length in range(0, len(data), 7):
        with pytest.raises(DamagedRecordError):
            decode("key", data[:length])
    with pytest.raises(DamagedRecordError):
        decode("key", data + b"\0")


def test_a_record_of_another_key_is_refused(folder: Path) -> None:
    Cache().put("one", KERNEL)
    (folder / "one.kernel").rename(folder / "two.kernel")
    assert Cache().get("two") is None
    (folder / "two.kernel").rename(folder / "one.kernel")
    assert Cache().get("one") == KERNEL


@pytest.mark.parametrize(
    "plain", ['["record", "object", {}]', '["record", "Code", {"x": 1}]', '["bytes", 9]', '["new"]', "[]", "[[]]"]
)
def test_headers_that_make_no_sense(plain: str) -> None:
    from hashlib import sha256

    header = f'{{"key": "key", "value": {plain}, "lengths": []}}'.encode()
    body = len(header).to_bytes(8, "little") + header
    with pytest.raises(DamagedRecordError):
        decode("key", b"xtriton kernel 1\n" + sha256(body).digest() + body)


def test_a_pickle_is_not_loaded(folder: Path, tmp_path: Path) -> None:
    import pickle
    from hashlib import sha256

    class Evil:
        def __reduce__(self) -> Any:
            return Path.touch, (tmp_path / "ran",)

    private_folder.write(folder, "key.kernel", b"")
    content = pickle.dumps(Evil())
    (folder / "key.kernel").write_bytes(sha256(content).digest() + content)
    assert Cache().get("key") is None
    assert not (tmp_path / "ran").exists()


def test_the_folder_is_private(folder: Path) -> None:
    old = os.umask(0)
    try:
        Cache().put("key", KERNEL)
    finally:
        os.umask(old)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "key.kernel").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["key.kernel"]


def test_a_folder_that_others_may_read_is_made_private(folder: Path) -> None:
    Cache().put("key", KERNEL)
    folder.chmod(0o755)
    assert Cache().get("key") == KERNEL
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_folder_that_others_may_write_is_refused_once(folder: Path, mode: int) -> None:
    Cache().put("key", KERNEL)
    folder.chmod(mode)
    cache = Cache()
    with pytest.warns(RuntimeWarning, match="is not used: other users may write it") as said:
        assert cache.get("key") is None
        cache.put("other", KERNEL)
    assert len(said) == 1 and "\n" not in str(said[0].message)
    assert not (folder / "other.kernel").exists() and cache.get("other") is KERNEL


def test_a_folder_of_another_user_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache().put("key", KERNEL)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.warns(RuntimeWarning, match="belongs to another user"):
        assert Cache().get("key") is None


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_a_file_that_others_may_write_is_not_read(folder: Path, mode: int) -> None:
    Cache().put("key", KERNEL)
    (folder / "key.kernel").chmod(mode)
    assert Cache().get("key") is None
    Cache().put("key", KERNEL)  # made anew
    assert Cache().get("key") == KERNEL


def test_links_directories_and_pipes_are_not_read(folder: Path, tmp_path: Path) -> None:
    Cache().put("key", KERNEL)
    (folder / "link.kernel").symlink_to(folder / "key.kernel")
    (folder / "folder.kernel").mkdir()
    os.mkfifo(folder / "pipe.kernel")
    assert [Cache().get(name) for name in ("link", "folder", "pipe")] == [None] * 3


def test_a_folder_that_cannot_be_made_is_done_without(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("a file")
    cache = Cache()
    cache.put("key", KERNEL)
    assert cache.get("key") is KERNEL and Cache().get("key") is None


def test_nothing_is_left_of_a_write_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace(*_: Any, **__: Any) -> None:
        raise OSError("no space")

    private_folder.write(folder, "first", b"")
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(OSError, match="no space"):
        private_folder.write(folder, "second", b"x")
    assert [path.name for path in folder.iterdir()] == ["first"]


def test_a_system_without_owners_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid")
    with pytest.raises(UnsafeFolderError, match="this system does not tell whose it is"):
        private_folder.read(folder, "key")


_WRITER = """
import sys
from xtriton.backends.cpu.private_folder import read, write
from pathlib import Path
folder, me = Path(sys.argv[1]), sys.argv[2].encode()
for _ in range(200):
    write(folder, "key", me * 20000)
    found = read(folder, "key")
    assert found is not None and found == found[:1] * 20000, len(found or b"")
"""


def test_processes_at_once_see_whole_files(folder: Path) -> None:
    folder.parent.mkdir()
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, str(folder), name]) for name in "abc"]
    assert [writer.wait(120) for writer in writers] == [0, 0, 0]
    assert [path.name for path in folder.iterdir()] == ["key"]


def test_keys_tell_where_parts_end() -> None:
    assert len({key_of("a", "b"), key_of("a\0b"), key_of("ab"), key_of("a\0", "b"), key_of("a", "\0b")}) == 5


def test_the_folder_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the user's cache folder; an empty variable turns it off."""
    monkeypatch.delenv("XTRITON_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    Cache().put("key", KERNEL)
    assert [path.name for path in (tmp_path / "xdg/xtriton/cpu").iterdir()] == ["key.kernel"]
    assert stat.S_IMODE((tmp_path / "xdg/xtriton/cpu").stat().st_mode) == 0o700
    assert Cache().get("key") == KERNEL
    monkeypatch.setenv("XTRITON_CACHE_DIR", "")
    assert Cache().get("key") is None
    monkeypatch.delenv("XTRITON_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    Cache().put("key", KERNEL)
    assert (tmp_path / "home/.cache/xtriton/cpu/key.kernel").is_file()


def test_the_folder_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files used least recently go, and only those of the cache."""
    cache = Cache()
    for index in range(5):
        cache.put(f"key{index}", KERNEL)
        os.utime(folder / f"key{index}.kernel", (1000 + index, 1000 + index))
    (folder / "other").touch()
    size = (folder / "key0.kernel").stat().st_size
    private_folder.keep_newest(folder, ".kernel", 2 * size)
    assert sorted(path.name for path in folder.iterdir()) == ["key3.kernel", "key4.kernel", "other"]
    from xtriton.backends.cpu import cache as module

    monkeypatch.setattr(module, "MOST_BYTES", size)
    Cache().put("key9", KERNEL)  # the first write of a process checks
    assert sorted(path.name for path in folder.iterdir()) == ["key9.kernel", "other"]
