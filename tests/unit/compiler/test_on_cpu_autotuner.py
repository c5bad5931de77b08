"""Autotuned kernels within ``on_cpu``."""

from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton
from xtriton.ir.diagnostics import DiagnosticError

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")


def configurations(*sizes: int) -> list[triton.Config]:
    return [triton.Config({"BLOCK": size}) for size in sizes]


def body(out, LEAST: tl.constexpr, BLOCK: tl.constexpr):
    tl.static_assert(BLOCK >= LEAST)
    tl.store(out + tl.arange(0, BLOCK), BLOCK)


def test_configurations_that_a_static_assertion_refuses_are_not_chosen() -> None:
    kernel = triton.autotune(configurations(4, 8, 16), key=["LEAST"])(triton.jit(body))
    out = np.zeros(16, np.float32)
    with xtriton.on_cpu():
        kernel[(1,)](out, LEAST=16)
    assert (out == 16).all()
    assert kernel.best_config.kwargs == {"BLOCK": 16}


def test_other_errors_pass_through() -> None:
    kernel = triton.jit(body)
    with xtriton.on_cpu(), pytest.raises(DiagnosticError):
        kernel[(1,)](np.zeros(16, np.float32), LEAST=16, BLOCK=4)


def test_results_are_not_kept_on_disk() -> None:
    """The keys of Triton's cache of tuning results have its backend in them, and it has none for the CPU."""
    kernel = triton.autotune(configurations(4, 16), key=["LEAST"], cache_results=True)(triton.jit(body))
    out = np.zeros(16, np.float32)
    with xtriton.on_cpu():
        kernel[(1,)](out, LEAST=16)
    assert (out == 16).all()
