"""Gluon kernels: Triton's own PTX, the wheel's result of each pass, and NumPy's results in the interpreter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from parity.frontend import Frontend
from parity.gluon_kernels import KERNELS
from parity.kernels.kernel import Kernel
from parity.outcomes import native_outcome, wheel_outcome
from selection import some

import xtriton
from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.signature import Signature
from xtriton.pipelines import Engine, gluon_passes

CASES = [
    (name, capability)
    for name, kernel in KERNELS.items()
    for capability in (80, 90, 100)
    if kernel.minimum <= capability < kernel.end
]
EXAMPLES = [name for name, kernel in KERNELS.items() if kernel.example is not None]


def _compiled(kernel: Kernel, capability: int, until: str, engine: Engine) -> CompiledKernel:
    signature = Signature(kernel.types(), dict(kernel.constants), kernel.attributes())
    options: dict[str, Any] = dict(kernel.options)
    return xtriton.compile(kernel.fn, signature, target=f"cuda:{capability}", until=until, engine=engine, **options)


def _ptx_of_triton(frontend: Frontend) -> str:
    """Triton's PTX of a kernel, compiled without printing the IR in between."""
    metadata = {"hash": "", "target": frontend.target, **frontend.options.__dict__}
    stages = frontend.backend
    module = stages.gluon_to_ttgir(frontend.module(), metadata, frontend.options, frontend.capability)
    llir = stages.make_llir(module, metadata, frontend.options, frontend.capability)
    return str(stages.make_ptx(llir, metadata, frontend.options, frontend.target.arch))


@pytest.mark.parametrize(("name", "capability"), some(CASES, 8))
def test_ptx_is_triton_s_own(name: str, capability: int) -> None:
    kernel = KERNELS[name]
    native = _compiled(kernel, capability, "ptx", "native")
    assert native.asm["ptx"] == _ptx_of_triton(Frontend(kernel, capability))
    assert native.asm["ttgir"] == _compiled(kernel, capability, "ttgir", "wheel").asm["ttgir"]
    assert "ttir" not in native.asm


@pytest.mark.parametrize(("name", "capability"), some(CASES, 8))
def test_each_pass_equals_the_wheel_s(name: str, capability: int) -> None:
    text = str(Frontend(KERNELS[name], capability).module())
    for passed in gluon_passes():
        expected = wheel_outcome(passed, text)
        assert native_outcome(passed, text) == expected, passed
        assert expected.text is not None
        text = expected.text


@pytest.mark.parametrize("name", some(EXAMPLES, 2))
def test_interpreter_equals_numpy(name: str) -> None:
    kernel = KERNELS[name]
    assert kernel.example is not None and kernel.reference is not None
    launch = kernel.example(np.random.default_rng(0))
    expected = kernel.reference({key: np.copy(value) for key, value in launch.arguments.items()})
    xtriton.interpret(kernel.fn, launch.grid, **launch.arguments, **kernel.constants, **kernel.options)
    for key, array in expected.items():
        np.testing.assert_allclose(launch.arguments[key], array, kernel.tolerance, kernel.tolerance)
