"""Kernels found in the cache by their source: the right one, and only if nothing that it depends on has changed."""

from __future__ import annotations

import linecache
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xtriton
from xtriton.backends.cpu import process
from xtriton.backends.cpu.cache import Cache
from xtriton.compiler import cpu, from_source
from xtriton.compiler.kept import Link

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

SOURCE = """
import triton
import triton.language as tl

STEP = tl.constexpr(3)


@triton.jit
def helper(x):
    return x + STEP


@triton.jit
def kernel(x, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.device_assert(n < 100)
    tl.store(out + i, helper(tl.load(x + i, mask=i < n)), mask=i < n)
"""
SIGNATURE = "*fp32,*fp32,i32,8"


class Compilations(list[Any]):
    """The kernels compiled, with caches that are those of new processes after :meth:`restart`."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        super().__init__()
        self._patch = patch
        self.folder = folder / "cpu"
        patch.setenv("XTRITON_CACHE_DIR", str(folder))
        original = cpu.compile_for_cpu

        def compile_for_cpu(kernel: Any, *arguments: Any) -> Any:
            self.append(kernel)
            return original(kernel, *arguments)

        patch.setattr(cpu, "compile_for_cpu", compile_for_cpu)
        self.restart()

    def restart(self) -> None:
        """Clear the caches that a new process would not have."""
        fresh = Cache()
        for module in (cpu, from_source):
            self._patch.setattr(module, "CACHE", fresh)
        process._process.cache_clear()
        linecache.clearcache()
        self.clear()


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    yield Compilations(monkeypatch, tmp_path / "cache")
    process._process.cache_clear()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "user.py"
    path.write_text(SOURCE)
    return path


def compiled(file: Path, signature: str = SIGNATURE, **options: Any) -> float:
    """Compile the kernel of a file, and launch it on ones."""
    kernel = xtriton.compile(f"{file}:kernel", signature, target="cpu", **options)
    x, out = np.ones(8, np.float32), np.zeros(8, np.float32)
    kernel[(1,)](x, out, 8)
    assert (out == out[0]).all()
    return float(out[0])


def test_the_second_process_compiles_nothing(compilations: Compilations, file: Path) -> None:
    assert compiled(file) == 4 and len(compilations) == 1
    first = xtriton.compile(f"{file}:kernel", SIGNATURE, target="cpu")
    compilations.restart()
    assert compiled(file) == 4 and not compilations
    second = xtriton.compile(f"{file}:kernel", SIGNATURE, target="cpu")
    assert dict(first.asm) == dict(second.asm) and first.metadata == second.metadata


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [("constexpr(3)", "constexpr(5)", 6), ("return x + STEP", "return x - STEP", -2), ("helper(tl", "-helper(tl", -4)],
)
def test_changes_of_the_source_are_seen(
    compilations: Compilations, file: Path, old: str, new: str, result: float
) -> None:
    assert compiled(file) == 4
    compilations.restart()
    file.write_text(SOURCE.replace(old, new))
    assert compiled(file) == result and len(compilations) == 1
    compilations.restart()
    file.write_text(SOURCE)
    assert compiled(file) == 4 and not compilations


@pytest.mark.parametrize(
    "change",
    [
        {"strict_fp": True},
        {"debug": True},
        {"signature": "*fp32,*fp32,i64,8"},
        {"signature": "*fp32,*fp32,i32,16"},
        {"signature": "*fp32:16,*fp32,i32,8"},
        {"check": True},
    ],
    ids=str,
)
def test_options_and_signatures_are_told_apart(compilations: Compilations, file: Path, change: dict[str, Any]) -> None:
    compiled(file)
    compilations.restart()
    signature = change.pop("signature", SIGNATURE)
    compiled(file, signature, **change)
    assert len(compilations) == 1
    compilations.restart()
    compiled(file, signature, **change)
    assert not compilations


def test_threads_are_no_part_of_the_key(compilations: Compilations, file: Path) -> None:
    compiled(file)
    compilations.restart()
    kernel = xtriton.compile(f"{file}:kernel", SIGNATURE, target="cpu", threads=2)
    assert not compilations and kernel.metadata["options"]["threads"] == 2


def test_assertions_are_those_of_the_options(compilations: Compilations, file: Path) -> None:
    x, out = np.ones(8, np.float32), np.zeros(8, np.float32)
    for _ in range(2):
        compilations.restart()
        xtriton.compile(f"{file}:kernel", SIGNATURE, target="cpu")[(1,)](x, out, 100)
        debug = xtriton.compile(f"{file}:kernel", SIGNATURE, target="cpu", debug=True)
        with pytest.raises(RuntimeError, match=r"user\.py"):
            debug[(1,)](x, out, 100)


def test_what_a_process_depends_on_is_in_the_key(
    compilations: Compilations, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(file)
    packages = process.state_of_package
    changes: list[tuple[Any, str, Any]] = [
        (sys, "version", "3.99"),
        (process, "processor", lambda: "other"),
        (process, "processor", lambda: None),  # then LLVM says which it is
        *(
            (
                process,
                "state_of_package",
                lambda name, changed=changed, **how: "other" if name == changed else packages(name, **how),
            )
            for changed in ("xtriton", "triton", "llvmlite", "xdsl")
        ),
    ]
    variables = {"TRITON_DISABLE_LINE_INFO": "1", "TRITON_DEFAULT_FP_FUSION": "0"}
    function = from_source._Function(
        from_source.load_kernel(f"{file}:kernel"),
        from_source.signature_of(from_source.load_kernel(f"{file}:kernel"), SIGNATURE, "", {}),
        "kernel",
    )
    options = cpu.CpuOptions()
    keys = [from_source._link_of(function, options)]
    for holder, name, value in changes:
        with monkeypatch.context() as patch:
            patch.setattr(holder, name, value)
            process._process.cache_clear()
            keys.append(from_source._link_of(function, options))
    process._process.cache_clear()
    for name, value in variables.items():
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            keys.append(from_source._link_of(function, options))
    assert None not in keys
    assert len(set(keys)) == len(changes) + len(variables) + 1
    assert from_source._link_of(function, options) == keys[0]


def test_nothing_is_found_where_a_package_has_no_files(
    compilations: Compilations, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "state_of_package", lambda name, **how: None)
    for _ in range(2):
        compilations.restart()
        assert compiled(file) == 4 and len(compilations) == 1


def test_damaged_files_are_replaced(compilations: Compilations, file: Path) -> None:
    compiled(file)
    paths = sorted(compilations.folder.glob("*.kernel"))
    assert len(paths) == 2  # a link and a kernel
    for path in paths:
        content = path.read_bytes()
        for damaged in (b"", content[:50], content[:60] + bytes(8) + content[68:], content + b"\0"):
            compilations.restart()
            path.write_bytes(damaged)
            assert compiled(file) == 4 and len(compilations) == 1
            assert path.read_bytes() != damaged
        compilations.restart()
        path.unlink()
        assert compiled(file) == 4 and len(compilations) == 1
        compilations.restart()
        assert compiled(file) == 4 and not compilations


def test_files_under_the_name_of_others_are_not_used(compilations: Compilations, file: Path) -> None:
    compiled(file)
    one, two = sorted(compilations.folder.glob("*.kernel"))
    contents = one.read_bytes(), two.read_bytes()
    one.write_bytes(contents[1])
    two.write_bytes(contents[0])
    compilations.restart()
    assert compiled(file) == 4 and len(compilations) == 1


def test_files_that_others_may_write_are_not_used(compilations: Compilations, file: Path) -> None:
    compiled(file)
    for path in compilations.folder.glob("*.kernel"):
        path.chmod(0o666)
        compilations.restart()
        assert compiled(file) == 4 and len(compilations) == 1


def test_a_link_to_something_else_is_not_followed(compilations: Compilations, file: Path) -> None:
    compiled(file)
    fresh = from_source.CACHE
    (link,) = (key for key, value in fresh._kernels.items() if isinstance(value, Link))
    fresh.put(link, Link(link, {}))
    compilations.clear()
    assert compiled(file) == 4 and len(compilations) == 1


def test_a_new_process_imports_no_compiler(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(SOURCE)
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nimport numpy as np\nimport user\nimport xtriton\n"
        "x, out = np.ones(8, np.float32), np.zeros(8, np.float32)\n"
        "with xtriton.on_cpu():\n    user.kernel[(1,)](x, out, 8, B=8)\n"
        "print(out[0], 'xdsl' in sys.modules, 'torch' in sys.modules)\n"
    )
    paths = os.pathsep.join([str(tmp_path), str(Path(xtriton.__file__).parents[1])])
    environment = {**os.environ, "XTRITON_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": paths}

    def run() -> str:
        command = [sys.executable, str(script)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert run() == "4.0 True False"
    assert run() == "4.0 False False"
    (tmp_path / "user.py").write_text(SOURCE.replace("constexpr(3)", "constexpr(7)"))
    assert run() == "8.0 True False"
