"""Object files in this process without LLVM: the same functions as LLVM's execution engine, or a refusal."""

from __future__ import annotations

import ctypes
import gc
import platform
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from xtriton.backends.cpu import loaded
from xtriton.backends.cpu.elf import ElfCode, UnknownObjectError, load_elf
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.loaded import Loaded
from xtriton.backends.cpu.machine import machine_code

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="object files of Linux on x86-64"
)

SOURCE = """
@table = internal constant [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 16
@counter = internal global i32 5, align 4
@zeros = internal global [4096 x i8] zeroinitializer, align 64
@pointers = internal global [2 x ptr] [ptr @one, ptr @two], align 8
@text = private unnamed_addr constant [6 x i8] c"seven\\00"
declare i64 @strlen(ptr)
declare double @cbrt(double)
define internal i32 @one() noinline { ret i32 1 }
define internal i32 @two() noinline { ret i32 2 }
define i32 @lookup(i32 %at) noinline {
  %p = getelementptr [4 x i32], ptr @table, i32 0, i32 %at
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @count() {
  %v = load i32, ptr @counter
  %next = add i32 %v, 1
  store i32 %next, ptr @counter
  store i8 1, ptr getelementptr ([4096 x i8], ptr @zeros, i64 0, i64 4095)
  ret i32 %next
}
define i32 @through(i32 %at) {
  %p = getelementptr [2 x ptr], ptr @pointers, i32 0, i32 %at
  %f = load ptr, ptr %p
  %v = call i32 %f()
  ret i32 %v
}
define i32 @external(i32 %unused) {
  %length = call i64 @strlen(ptr @text)
  %root = call double @cbrt(double 27.0)
  %whole = fptosi double %root to i64
  %sum = add i64 %length, %whole
  %v = trunc i64 %sum to i32
  ret i32 %v
}
define i32 @switched(i32 %at) {
  switch i32 %at, label %other [i32 0, label %a  i32 1, label %b  i32 2, label %c  i32 3, label %d  i32 4, label %e]
a:
  %va = call i32 @lookup(i32 0)
  ret i32 %va
b:
  %vb = call i32 @one()
  ret i32 %vb
c:
  %vc = call i32 @two()
  ret i32 %vc
d:
  %vd = call i32 @lookup(i32 1)
  %wd = mul i32 %vd, %vd
  ret i32 %wd
e:
  %ve = call i32 @count()
  ret i32 %ve
other:
  ret i32 -1
}
"""


def code() -> bytes:
    return machine_code(SOURCE, Host.here()).object


def called(found: Any, name: str, *arguments: int) -> int:
    return ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_int] * len(arguments))(found.address(name))(*arguments)


@pytest.mark.parametrize("load", [load_elf, loaded._ByLlvm], ids=["elf", "llvm"])
def test_functions(load: Callable[[bytes], Any]) -> None:
    found = load(code())
    assert [called(found, "lookup", at) for at in range(4)] == [10, 20, 30, 40]
    assert [called(found, "through", at) for at in range(2)] == [1, 2]
    assert called(found, "external", 0) == 8
    assert [called(found, "switched", at) for at in range(7)] == [10, 1, 2, 400, 6, -1, -1]
    assert [called(found, "count") for _ in range(3)] == [7, 8, 9]
    with pytest.raises(KeyError):
        found.address("missing")


def test_each_load_has_its_own_data() -> None:
    first, second = load_elf(code()), load_elf(code())
    assert [called(first, "count"), called(first, "count"), called(second, "count")] == [6, 7, 6]


def test_no_page_is_writable_and_executable() -> None:
    found = load_elf(code())
    addresses = [found.address(name) for name in ("lookup", "counter", "table")]
    for line in Path("/proc/self/maps").read_text().splitlines():
        bounds, flags = line.split()[:2]
        first, last = (int(bound, 16) for bound in bounds.split("-"))
        inside = [first <= address < last for address in addresses]
        assert not any(inside) or flags[:3] == ("r-x" if inside[0] else "rw-"), line


def test_memory_is_given_back() -> None:
    def mapped() -> int:
        return sum(1 for line in Path("/proc/self/maps").read_text().splitlines() if "r-xp 00000000 00:00" in line)

    text = code()
    load_elf(text)
    gc.collect()
    before = mapped()
    kept = [load_elf(text) for _ in range(20)]
    assert mapped() >= before + 20
    del kept
    gc.collect()
    assert mapped() <= before + 1


def patched(offset: int, format_: str, value: int) -> bytes:
    changed = bytearray(code())
    struct.pack_into(format_, changed, offset, value)
    return bytes(changed)


@pytest.mark.parametrize(
    ("offset", "format_", "value"),
    [(0, "<I", 0), (4, "<B", 1), (16, "<H", 3), (18, "<H", 183), (0x28, "<Q", 1 << 40), (0x3C, "<H", 0)],
    ids=["magic", "32 bits", "shared object", "AArch64", "no table", "no sections"],
)
def test_other_files_are_refused(offset: int, format_: str, value: int) -> None:
    with pytest.raises(UnknownObjectError):
        load_elf(patched(offset, format_, value))


@pytest.mark.parametrize("length", [0, 10, 63, 64, 500, -1])
def test_files_that_end_early_are_refused(length: int) -> None:
    with pytest.raises(UnknownObjectError):
        load_elf(code()[:length])


def test_relocations_that_are_unknown_are_refused() -> None:
    text = code()
    (table,) = struct.unpack_from("<Q", text, 0x28)
    size, count = struct.unpack_from("<HH", text, 0x3A)
    refused = 0
    for number in range(count):
        section = struct.unpack_from("<IIQQQQIIQQ", text, table + size * number)
        if section[1] == 4 and struct.unpack_from("<IIQ", text, table + size * section[7])[2] & 4:
            for kind in (3, 10, 11, 37):
                with pytest.raises(UnknownObjectError, match=f"kind {kind}"):
                    load_elf(patched(section[4] + 8, "<I", kind))
                refused += 1
    assert refused


def test_unknown_functions_are_refused() -> None:
    source = "declare i32 @xtriton_has_none()\ndefine i32 @f() {\n  %v = call i32 @xtriton_has_none()\n  ret i32 %v\n}"
    text = machine_code(source, Host.here()).object
    with pytest.raises(UnknownObjectError, match="no function xtriton_has_none"):
        load_elf(text)
    with pytest.raises(ValueError, match="needs functions that no library here has: xtriton_has_none"):
        Loaded(text)


def test_what_is_refused_is_loaded_by_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: bytes) -> ElfCode:
        raise UnknownObjectError("refused")

    monkeypatch.setattr(loaded, "load_elf", refuse)
    assert called(Loaded(code()), "lookup", 2) == 30


def test_code_that_may_not_be_executed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from xtriton.backends.cpu import elf

    monkeypatch.setattr(elf, "_protect", lambda start, size: -1)
    with pytest.raises(UnknownObjectError, match="does not let code be executed"):
        load_elf(code())
