"""``arith.truncf`` with each rounding mode: the CPU rounds to nearest even, and rejects what it cannot do."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import kernel

from xtriton.ir.diagnostics import DiagnosticError

OTHERS = ("downward", "upward", "toward_zero", "to_nearest_away")
TARGETS = ("bf16", "f16", "f8E5M2", "f32")


def truncation(target: str, mode: str) -> str:
    """Rounds the number at ``%x``, as f64 if ``target`` is f32, and writes it to ``%y`` in full width."""
    source = "f64" if target == "f32" else "f32"
    return f"""
      %c = arith.constant 0 : index
      %a = memref.cast %x : memref<*x{source}> to memref<1x{source}>
      %b = memref.cast %y : memref<*x{source}> to memref<1x{source}>
      %v = memref.load %a[%c] : memref<1x{source}>
      %r = arith.truncf %v {mode} : {source} to {target}
      %w = arith.extf %r : {target} to {source}
      memref.store %w, %b[%c] : memref<1x{source}>"""


def arguments(target: str) -> str:
    source = "f64" if target == "f32" else "f32"
    return f"%x: memref<*x{source}>, %y: memref<*x{source}>"


@pytest.mark.parametrize("target", TARGETS)
def test_to_nearest_even(target: str) -> None:
    dtype = np.float64 if target == "f32" else np.float32
    x, y, z = np.array([1 / 3], dtype), np.zeros(1, dtype), np.zeros(1, dtype)
    kernel(arguments(target), truncation(target, "")).launch((1,), x, y)
    kernel(arguments(target), truncation(target, "to_nearest_even")).launch((1,), x, z)
    assert y == z
    assert abs(y[0] - 1 / 3) < 0.05
    assert y != x


@pytest.mark.parametrize("mode", OTHERS)
@pytest.mark.parametrize("target", TARGETS)
def test_other_modes_are_rejected(target: str, mode: str) -> None:
    with pytest.raises(DiagnosticError, match="it can round to nearest even only"):
        kernel(arguments(target), truncation(target, mode))
