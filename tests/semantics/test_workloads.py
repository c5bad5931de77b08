"""Kernels of models with ``optimize="hopper"``, in the interpreter, against PyTorch."""

# pyright: basic
from __future__ import annotations

import pytest
from selection import some

pytest.importorskip("torch", reason="needs PyTorch")
pytest.importorskip("triton", reason="there is no wheel of Triton")

from semantics.workloads import WORKLOADS

import xtriton
from xtriton.ir.diagnostics import DiagnosticError


@pytest.mark.parametrize("name", some(WORKLOADS, 4))
def test_results(name: str):
    workload = WORKLOADS[name]
    launch = workload.small()
    options = {"target": "cuda:90", "optimize": "hopper", **launch.options(), "until": "ttgir"}
    kernel = xtriton.compile(workload.kernel, launch.signature(), **options)
    assert ("ttg.warp_specialize" in kernel.asm["ttgir"]) == workload.rewritten, kernel.metadata["remarks"]
    xtriton.interpret(kernel, launch.grid, *launch.runtime_arguments())
    assert launch.error(launch.arguments) < launch.tolerance


def test_a_race_of_triton():
    """Triton gives tiles that dots and registers read one buffer too few; on a GPU the result is wrong."""
    launch = WORKLOADS["normalized"].small()
    options = {"target": "cuda:90", **launch.options(), "until": "ttgir"}
    kernel = xtriton.compile(WORKLOADS["normalized"].kernel, launch.signature(), **options)
    with pytest.raises(DiagnosticError, match="overwrites memory that a dot that has not been waited for may still"):
        xtriton.interpret(kernel, launch.grid, *launch.runtime_arguments())


@pytest.mark.parametrize("name", ["lora"])
def test_buffers(name: str):
    """Operands that registers computed into shared memory: the rings leave room, and no wait returns them."""
    launch = WORKLOADS[name].small()
    options = {"target": "cuda:90", "optimize": "hopper", **launch.options(), "until": "llir"}
    kernel = xtriton.compile(WORKLOADS[name].kernel, launch.signature(), **options)
    assert "ttg.warp_specialize" in kernel.asm["ttgir"]
    assert kernel.metadata["shared"] <= 227 * 1024
