"""Loops run as often as ``scf.for`` says, also where the induction variable comes to the end of its type."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import kernel

from xtriton.backends.cpu.kernel import CompiledCpuKernel


def _loop(bits: int, *, unsigned: bool, constants: tuple[int, int, int] | None = None) -> CompiledCpuKernel:
    """A kernel that gives the number of iterations, and the sum of the induction variable as an i64."""
    type_ = f"i{bits}"
    body = "".join(
        f"%{name} = arith.constant {value} : {type_}\n"
        for name, value in zip(("a", "b", "s"), constants or (), strict=False)
    )
    extend = "extui" if unsigned else "extsi"
    wide = f"%w = arith.{extend} %i : {type_} to i64" if bits < 64 else "%w = arith.addi %i, %zero : i64"
    body += f"""%zero = arith.constant 0 : i64
%one = arith.constant 1 : i64
%r:2 = scf.for {"unsigned " if unsigned else ""}%i = %a to %b step %s iter_args(%n = %zero, %t = %zero)
  -> (i64, i64) : {type_} {{
  {wide}
  %m = arith.addi %n, %one : i64
  %u = arith.addi %t, %w : i64
  scf.yield %m, %u : i64, i64
}}
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%v = memref.reinterpret_cast %out to offset: [0], sizes: [2], strides: [1] : memref<*xi64> to memref<2xi64>
memref.store %r#0, %v[%c0] : memref<2xi64>
memref.store %r#1, %v[%c1] : memref<2xi64>
"""
    given = "" if constants else "".join(f"%{name}: {type_}, " for name in ("a", "b", "s"))
    return kernel(f"{given}%out: memref<*xi64>", body)


def _expected(low: int, high: int, step: int) -> tuple[int, int]:
    numbers = range(low, high, step)
    total = len(numbers) * (2 * low + (len(numbers) - 1) * step) // 2 if len(numbers) else 0
    wrapped = total & ((1 << 64) - 1)
    return len(numbers), wrapped - (1 << 64) if wrapped >> 63 else wrapped


def _bounds(bits: int, unsigned: bool) -> list[tuple[int, int, int]]:
    least, most = (0, (1 << bits) - 1) if unsigned else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    largest = (1 << (bits - 1)) - 1
    quarter = largest // 4
    found = [
        (0, most, quarter),
        (most - 5, most, 3),
        (most - 1, most, largest),
        (0, most, largest),
        (5, 5, 2),
        (7, 3, 2),
    ]
    found += [
        (least, most, largest),
        (least, least + 7, 4),
        (most - 3, most, 1),
        (0, 10, 3),
        (most - 2 * quarter, most, quarter),
    ]
    if not unsigned:
        found += [(-5, 6, 4), (-most, 3, quarter), (least, 0, largest), (least, most, largest - 1)]
    return found


@pytest.mark.parametrize("unsigned", [False, True], ids=["signed", "unsigned"])
@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_bounds_of_a_launch(bits: int, unsigned: bool) -> None:
    compiled = _loop(bits, unsigned=unsigned)
    dtype = np.dtype(f"u{'int'}{bits}").type
    for low, high, step in _bounds(bits, unsigned):
        out = np.zeros(2, np.int64)
        mask = (1 << bits) - 1
        arguments = [int(np.array(bound & mask, dtype).view(f"int{bits}")) for bound in (low, high, step)]
        compiled[1](*arguments, out)
        assert tuple(out.tolist()) == _expected(low, high, step), (low, high, step)


@pytest.mark.parametrize("unsigned", [False, True], ids=["signed", "unsigned"])
def test_constant_bounds(unsigned: bool) -> None:
    for low, high, step in _bounds(32, unsigned):
        out = np.zeros(2, np.int64)
        compiled = _loop(32, unsigned=unsigned, constants=(low, high, step))
        compiled[1](out)
        assert tuple(out.tolist()) == _expected(low, high, step), (low, high, step)


def test_a_step_of_zero_ends() -> None:
    """Its result is not defined, but it neither hangs nor traps."""
    out = np.zeros(2, np.int64)
    _loop(32, unsigned=False)[1](0, 10, 0, out)
