"""Reductions of vectors by maximum and minimum, as trees."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from xtriton.backends.cpu.extrema import reduce_in_trees
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.loaded import Loaded
from xtriton.backends.cpu.machine import machine_code

_TYPES = {"float": ("f32", np.float32), "double": ("f64", np.float64)}


def _reduction(kind: str, scalar: str, lanes: int) -> str:
    name = f"@llvm.vector.reduce.{kind}.v{lanes}{_TYPES[scalar][0]}"
    return f"""define void @reduce(ptr %in, ptr %out) {{
  %1 = load <{lanes} x {scalar}>, ptr %in, align 4
  %2 = tail call nsz {scalar} {name}(<{lanes} x {scalar}> %1)
  store {scalar} %2, ptr %out, align 4
  ret void
}}
declare {scalar} {name}(<{lanes} x {scalar}>)
"""


@pytest.mark.parametrize("kind", ["fmax", "fmin"])
@pytest.mark.parametrize(("scalar", "lanes"), [("float", 16), ("float", 4), ("double", 8), ("float", 2)])
def test_trees_ignore_nan(kind: str, scalar: str, lanes: int) -> None:
    """As the reduction itself: NaN only of NaN, wherever the numbers are."""
    text = reduce_in_trees(_reduction(kind, scalar, lanes))
    assert "= tail call" not in text and f"@llvm.{'maximumnum' if kind == 'fmax' else 'minimumnum'}.v1" in text
    loaded = Loaded(machine_code(text, Host.here()).object)
    run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(loaded.address("reduce"))
    dtype = _TYPES[scalar][1]
    rng, out = np.random.default_rng(0), np.empty(1, dtype)
    extreme = np.fmax if kind == "fmax" else np.fmin
    for number in range(lanes + 1):
        values = rng.standard_normal(lanes).astype(dtype)
        values[rng.permutation(lanes)[:number]] = np.nan
        run(values.ctypes.data, out.ctypes.data)
        np.testing.assert_array_equal(out[0], extreme.reduce(values))


def test_other_reductions_are_kept() -> None:
    """Lengths that are no power of two, and sums."""
    for text in (
        _reduction("fmax", "float", 12),
        _reduction("fadd", "float", 16).replace("(<16 x", "(float 0.0, <16 x"),
    ):
        assert reduce_in_trees(text).strip() == text.strip()
