"""Dots with AMX: the instructions in the assembly, and their results if NumPy executes them."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from semantics.case_kernels import matmul
from semantics.test_cpu_dots import as_bf16, gated, nested, of_bf16, product
from unit.backends.cpu.modules import GRID, product_of_matrices
from unit.backends.cpu.tiles import AMX, Tiles, with_tiles

import xtriton
from xtriton.backends.cpu import host as hosts
from xtriton.backends.cpu import processor as processors
from xtriton.backends.cpu.emit import code_of
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.machine import assembly
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import lower_to_llvm
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

_IS_X86 = llvmlite_binding().get_default_triple().startswith("x86_64")
pytestmark = pytest.mark.skipif(not _IS_X86, reason="LLVM has no other target here")

SAPPHIRE_RAPIDS = Host("sapphirerapids", f"{AMX.features},+avx512bf16,+avx512vnni".replace("+amx-fp16,", ""))
GRANITE_RAPIDS = Host("graniterapids", f"{AMX.features},+avx512bf16,+avx512vnni")


def _text(given: str, made: str, shape: tuple[int, int, int], *, unsigned: bool = False) -> str:
    arguments, body = product_of_matrices(given, made, shape, unsigned=unsigned)
    return f"module {{ func.func @k({arguments}, {GRID}) {{ {body}\n return }} }}"


def _assembly(text: str, host: Host = SAPPHIRE_RAPIDS, *, strict: bool = False) -> str:
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    lower_to_llvm(module, ctx, CpuOptions(strict_fp=strict), host)
    return assembly(code_of(module, host)[1].llvm_ir, host)


@pytest.mark.parametrize(
    ("host", "given", "made", "unsigned", "instruction"),
    [
        (SAPPHIRE_RAPIDS, "bf16", "f32", False, "tdpbf16ps"),
        (SAPPHIRE_RAPIDS, "i8", "i32", False, "tdpbssd"),
        (SAPPHIRE_RAPIDS, "i8", "i32", True, "tdpbuud"),
        (GRANITE_RAPIDS, "f16", "f32", False, "tdpfp16ps"),
    ],
)
def test_instructions(host: Host, given: str, made: str, unsigned: bool, instruction: str) -> None:
    text = _assembly(_text(given, made, (64, 64, 256), unsigned=unsigned), host)
    # Four accumulators are in registers over the loop, two rows and two columns of operands are loaded for them.
    counts = {name: len(re.findall(rf"\b{name}\b", text)) for name in ("ldtilecfg", "tileloadd", "tilestored")}
    assert counts == {"ldtilecfg": 1, "tileloadd": 8, "tilestored": 4}
    assert len(re.findall(rf"\b{instruction}\b", text)) == 4
    assert "tilerelease" in text
    assert not re.search(r"vdpbf16ps|vpdpb", text)


@pytest.mark.parametrize(
    ("given", "made", "shape", "instruction"),
    [
        ("bf16", "f32", (8, 64, 64), "vdpbf16ps"),
        ("bf16", "f32", (64, 64, 16), "vdpbf16ps"),
        ("i8", "i32", (64, 64, 32), "vpdpbusd"),
        ("i8", "i32", (8, 64, 64), "vpdpbusd"),
    ],
)
def test_parts_of_registers_take_other_instructions(
    given: str, made: str, shape: tuple[int, int, int], instruction: str
) -> None:
    text = _assembly(_text(given, made, shape))
    assert instruction in text
    assert "tdp" not in text


def test_f16_takes_other_instructions_without_amx_fp16() -> None:
    assert "tdp" not in _assembly(_text("f16", "f32", (64, 64, 64)))


def test_narrow_outputs_take_other_instructions() -> None:
    assert "tdp" not in _assembly(_text("bf16", "f32", (64, 8, 64)))


def test_strict_sums_of_floats_do_not_use_it() -> None:
    assert "tdp" not in _assembly(_text("bf16", "f32", (64, 64, 64)), strict=True)
    assert "tdp" not in _assembly(_text("f16", "f32", (64, 64, 64)), GRANITE_RAPIDS, strict=True)
    assert "tdpbssd" in _assembly(_text("i8", "i32", (64, 64, 64)), strict=True)


_SHAPES = [(16, 16, 64), (32, 16, 64), (16, 48, 128), (64, 32, 192)]


@pytest.mark.parametrize("shape", _SHAPES)
@pytest.mark.parametrize("unsigned", [False, True])
def test_sums_of_8_bit_integers_are_exact(shape: tuple[int, int, int], unsigned: bool) -> None:
    rows, columns, depth = shape
    random = np.random.default_rng(3)
    numbers = np.array([255, 128, 1, 3], np.uint8) if unsigned else np.array([-128, 127, -1, 3], np.int8)
    left, right = random.choice(numbers, (rows, depth)), random.choice(numbers, (depth, columns))
    start = random.integers(-(1 << 31), 1 << 31, (rows, columns)).astype(np.int32)
    out = np.zeros_like(start)
    kernel, tiles = with_tiles(_text("i8", "i32", shape, unsigned=unsigned), "k")
    kernel[(1,)](left.view(np.int8), right.view(np.int8), start, out)
    exact = left.astype(np.int64) @ right.astype(np.int64) + start
    np.testing.assert_array_equal(out, exact.astype(np.int32))
    assert tiles.counts["tdpbuud" if unsigned else "tdpbssd"] == rows * columns * depth // (16 * 16 * 64)


def _are_sums(found: np.ndarray, left: np.ndarray, right: np.ndarray) -> bool:
    """Whether each of the additions has rounded by at most half a unit of f32, relative to the sum of magnitudes."""
    wide = left.astype(np.float64), right.astype(np.float64)
    bound = (left.shape[1] + 1) * 2.0**-24 * (np.abs(wide[0]) @ np.abs(wide[1]))
    return bool((np.abs(found - wide[0] @ wide[1]) <= bound).all())


@pytest.mark.parametrize("shape", _SHAPES)
def test_sums_of_bf16_are_accumulated_in_f32(shape: tuple[int, int, int]) -> None:
    rows, columns, depth = shape
    random = np.random.default_rng(4)
    left, right = (as_bf16(random.standard_normal(size, np.float32)) for size in ((rows, depth), (depth, columns)))
    start, out = np.zeros((rows, columns), np.float32), np.empty((rows, columns), np.float32)
    kernel, tiles = with_tiles(_text("bf16", "f32", shape), "k")
    kernel[(1,)](left, right, start, out)
    assert _are_sums(out, of_bf16(left), of_bf16(right))
    assert tiles.counts["tdpbf16ps"] == rows * columns * depth // (16 * 16 * 32)


@pytest.mark.parametrize("shape", _SHAPES)
def test_sums_of_f16_are_accumulated_in_f32(shape: tuple[int, int, int]) -> None:
    rows, columns, depth = shape
    random = np.random.default_rng(4)
    left, right = (random.standard_normal(size).astype(np.float16) for size in ((rows, depth), (depth, columns)))
    left[0], right[:, 0] = np.float16(2.0**-20), np.float16(2.0**-24)  # subnormal
    start, out = np.zeros((rows, columns), np.float32), np.empty((rows, columns), np.float32)
    kernel, tiles = with_tiles(_text("f16", "f32", shape), "k")
    kernel[(1,)](left, right, start, out)
    assert _are_sums(out, left, right)
    assert tiles.counts["tdpfp16ps"] == rows * columns * depth // (16 * 16 * 32)


def _of_triton(function: Any, signature: str) -> tuple[CompiledCpuKernel, Tiles]:
    made = xtriton.compile(function, signature, target="cpu", until="linalg")
    return with_tiles(str(made.asm["linalg"]), function.__name__)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize(("rows", "columns", "depth"), [(64, 64, 128), (40, 70, 1060), (1, 1, 1), (50, 33, 0)])
def test_ragged_blocks_of_i8(rows: int, columns: int, depth: int, wrap: bool) -> None:
    kernel, tiles = _of_triton(product, f"*i8,*i8,*i32,i32,i32,i32,32,64,64,{wrap}")
    random = np.random.default_rng(depth)
    a, b = random.integers(-128, 128, (rows, depth), np.int8), random.integers(-128, 128, (depth, columns), np.int8)
    c = np.full((rows, columns), -1, np.int32)
    kernel[(2, 2)](a, b, c, rows, columns, depth)
    np.testing.assert_array_equal(c, a.astype(np.int32) @ b.astype(np.int32))
    assert ("tdpbssd" in tiles.counts) == (depth > 0)


@pytest.mark.parametrize("depth", [512, 1044])
@pytest.mark.parametrize("rows", [64, 52])
def test_left_operand_in_place(rows: int, depth: int) -> None:
    kernel, tiles = _of_triton(product, "*i8,*i8,*i32,i32,i32,i32,32,64,512,True")
    random = np.random.default_rng(depth)
    a, b = random.integers(-128, 128, (rows, depth), np.int8), random.integers(-128, 128, (depth, 70), np.int8)
    c = np.full((rows, 70), -1, np.int32)
    kernel[(2, 2)](a, b, c, rows, 70, depth)
    np.testing.assert_array_equal(c, a.astype(np.int32) @ b.astype(np.int32))
    assert "tdpbssd" in tiles.counts


@pytest.mark.parametrize(("rows", "columns", "depth"), [(64, 32, 64), (45, 39, 50), (1, 1, 1)])
def test_ragged_blocks_of_bf16(rows: int, columns: int, depth: int) -> None:
    kernel, tiles = _of_triton(matmul, "*bf16,*bf16,*fp32,i32,i32,i32,32,32,32")
    random = np.random.default_rng(depth)
    a, b = (as_bf16(random.standard_normal(shape, np.float32)) for shape in ((rows, depth), (depth, columns)))
    c = np.full((rows, columns), np.nan, np.float32)
    kernel[(2, 2)](a, b, c, rows, columns, depth)
    assert _are_sums(c, of_bf16(a), of_bf16(b))
    assert "tdpbf16ps" in tiles.counts


def test_accumulators_start_anew_in_an_outer_loop() -> None:
    tiles, depth = 3, 64 * 17
    kernel, used = _of_triton(nested, "*i8,*i8,*i32,i32,i32,64")
    random = np.random.default_rng(1)
    a, b = random.integers(-128, 128, (16, depth), np.int8), random.integers(-128, 128, (depth, 16 * tiles), np.int8)
    c = np.empty((16, 16 * tiles), np.int32)
    kernel[(1,)](a, b, c, tiles, depth)
    wanted = (-a).astype(np.int32) @ b.astype(np.int32) + np.repeat(np.arange(tiles, dtype=np.int32), 16)
    np.testing.assert_array_equal(c, wanted)
    assert used.counts["tdpbssd"] == tiles * 17


def test_several_accumulators_of_a_loop() -> None:
    depth = 32 * 9
    kernel, tiles = _of_triton(gated, "*bf16,*bf16,*bf16,*fp32,*fp32,i32,32")
    random = np.random.default_rng(0)
    a, b, c = (as_bf16(random.standard_normal(shape, np.float32)) for shape in ((16, depth), (depth, 32), (depth, 32)))
    d, scaled = np.empty((16, 32), np.float32), np.empty((16, 32), np.float32)
    kernel[(1,)](a, b, c, d, scaled, depth)
    wide = [of_bf16(values).astype(np.float64) for values in (a, b, c)]
    np.testing.assert_allclose(d, (wide[0] @ wide[1]) * (wide[0] @ wide[2]), rtol=1e-4, atol=1e-2)
    expected = np.zeros((16, 32))
    for k in range(0, depth, 32):
        expected = expected * 0.5 + wide[0][:, k : k + 32] @ wide[1][k : k + 32]
    np.testing.assert_allclose(scaled, expected, rtol=1e-4, atol=1e-4)
    # The first and the third product have the same operands, and are computed once.
    assert tiles.counts["tdpbf16ps"] == 2 * 2 * 9


class _System:
    """A C library whose system calls are noted, and all have one result."""

    def __init__(self, result: int) -> None:
        self.result = result
        self.calls: list[tuple[int, ...]] = []

    def syscall(self, *arguments: int) -> int:
        self.calls.append(arguments)
        return self.result


def _described(monkeypatch: pytest.MonkeyPatch, flags: str, result: int) -> _System:
    """Let the processor have some flags, and system calls a result."""
    system = _System(result)
    monkeypatch.setattr(processors.sys, "platform", "linux")
    monkeypatch.setattr(processors, "description", lambda: f"processor\t: 0\nmodel\t: 143\nflags\t\t: {flags}")
    monkeypatch.setattr(processors.ctypes, "CDLL", lambda _: system)
    monkeypatch.setattr(processors, "may_use_tiles", processors.may_use_tiles.__wrapped__)
    return system


@pytest.mark.parametrize(("result", "permitted"), [(0, True), (-1, False)])
def test_linux_is_asked_for_tiles(monkeypatch: pytest.MonkeyPatch, result: int, permitted: bool) -> None:
    system = _described(monkeypatch, "fpu amx_bf16 amx_tile amx_int8", result)
    assert processors.may_use_tiles() is permitted
    assert system.calls == [(158, 0x1023, 18)]


def test_linux_is_not_asked_for_what_the_processor_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    system = _described(monkeypatch, "fpu avx512f", 0)
    assert not processors.may_use_tiles()
    assert system.calls == []


def test_other_systems_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    system = _described(monkeypatch, "fpu amx_tile", 0)
    monkeypatch.setattr(processors.sys, "platform", "darwin")
    assert not processors.may_use_tiles()
    assert system.calls == []


def test_code_with_tiles_is_not_for_processes_without_the_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    digests: list[str | None] = []
    for result in (0, -1):
        with monkeypatch.context() as patch:
            _described(patch, "fpu amx_tile", result)
            digests.append(processors.processor.__wrapped__())
    assert None not in digests
    assert digests[0] != digests[1]


@pytest.mark.parametrize("permitted", [True, False])
def test_a_host_has_no_tiles_without_the_permission(monkeypatch: pytest.MonkeyPatch, permitted: bool) -> None:
    binding = llvmlite_binding()
    found = SimpleNamespace(flatten=lambda: "+avx512f,+amx-tile,-amx-fp16,+amx-int8,+avx512vl")
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: found)
    monkeypatch.setattr(hosts, "may_use_tiles", lambda: permitted)
    assert ("amx-int8" in Host.here.__wrapped__().dots) == permitted
    assert {"+avx512f", "-amx-fp16", "+avx512vl"} <= set(Host.here.__wrapped__().features.split(","))
