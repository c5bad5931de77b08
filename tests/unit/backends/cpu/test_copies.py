"""Copies and fills of blocks: no calls of the C library, whole rows in vectors, cut rows within their bounds."""

from __future__ import annotations

import numpy as np
import pytest
from selection import slow_unless

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import HOSTS, NAMES, Guarded, can_run, kernel_for

_ROWS = 6


def _copy(element: str, columns: int, stored: bool) -> str:
    """Copies ``%rows`` rows of ``%n`` elements to a block, and all of that, or the same part, to another array."""
    block, whole = f"memref<{_ROWS}x{columns}x{element}>", f"{_ROWS}x{columns}x{element}"
    part = f"memref<?x?x{element}, strided<[{columns}, 1]>>"
    memory = f"memref<{whole}, strided<[{columns}, 1]>>"
    target = ("%out_part", "%block_part", part) if stored else ("%out_all", "%block", memory)
    source = part if stored else block
    sizes = f"offset: [0], sizes: [{_ROWS}, {columns}], strides: [{columns}, 1]"
    cut = "[0, 0] [%rows, %n] [1, 1]"
    zero = "0.0" if element.startswith(("f", "bf")) else "0"
    return f"""
%zero = arith.constant {zero} : {element}
%in_all = memref.reinterpret_cast %in to {sizes} : memref<*x{element}> to {memory}
%out_all = memref.reinterpret_cast %out to {sizes} : memref<*x{element}> to {memory}
%rows = arith.index_cast %r : i32 to index
%n = arith.index_cast %c : i32 to index
%block = memref.alloc() : {block}
linalg.fill ins(%zero : {element}) outs(%block : {block})
%in_part = memref.subview %in_all{cut} : {memory} to {part}
%block_part = memref.subview %block{cut} : {block} to {part}
memref.copy %in_part, %block_part : {part} to {part}
%out_part = memref.subview %out_all{cut} : {memory} to {part}
memref.copy {target[1]}, {target[0]} : {source} to {target[2]}
"""


@pytest.mark.parametrize("host", ["x86-64", "avx2", "avx512"])
@pytest.mark.parametrize("element", slow_unless(["i8", "f16", "f32", "i64"], ["i8", "f32"].__contains__))
@pytest.mark.parametrize("columns", slow_unless([5, 16, 24, 64, 512], [5, 24, 512].__contains__))
@pytest.mark.parametrize("stored", [False, True])
def test_rows_that_are_whole_and_cut(host: str, element: str, columns: int, stored: bool) -> None:
    if not can_run(HOSTS[host]):
        pytest.skip("this processor lacks the instructions")
    arguments = f"%in: memref<*x{element}>, %out: memref<*x{element}>, %r: i32, %c: i32"
    made = kernel_for(HOSTS[host], arguments, _copy(element, columns, stored))
    values = np.random.default_rng(1).integers(1, 100, (_ROWS, columns)).astype(NAMES[element])
    for rows, count in ((_ROWS, columns), (_ROWS, columns - 1), (2, columns), (3, 1), (0, columns), (4, 0)):
        guarded = Guarded()
        given, found = guarded.array(values), guarded.array(np.full((_ROWS, columns), 101, NAMES[element]))
        made[1](given, found, rows, count)
        guarded.check()
        expected = np.full_like(found, 101 if stored else 0)
        expected[:rows, :count] = values[:rows, :count]
        np.testing.assert_array_equal(found, expected)


def test_blocks_are_copied_and_filled_without_calls() -> None:
    arguments = "%in: memref<*xf32>, %out: memref<*xf32>, %r: i32, %c: i32"
    for columns in (64, 1024):
        text = str(kernel_for(HOSTS["avx2"], arguments, _copy("f32", columns, stored=True)).asm["ll"])
        assert '"no-builtin-memcpy"' in text
        made = kernel_for(HOSTS["avx2"], arguments, _copy("f32", columns, stored=True)).kernel.code
        assert not any(name in made.llvm_ir for name in ("@llvm.memcpy", "@llvm.memset", "@llvm.memmove"))
        assert b"memcpy" not in made.object and b"memset" not in made.object
