"""Every native pass gives the wheel's bytes, on every text of the TTIR stage of every kernel."""

from __future__ import annotations

import pytest
from parity.cases import read_again, stage_text, stage_texts
from parity.frontend import CAPABILITIES, Frontend
from parity.kernels import KERNELS
from parity.outcomes import AS_THE_WHEEL, parsed, wheel_outcome
from parity.results import STAGE, below_bytes, native_passes, pass_levels, stage_levels
from selection import some

from xtriton.ir.printer import print_op
from xtriton.pipelines import make_ttir_passes


@pytest.mark.parametrize("kernel", some(KERNELS, 18))
def test_passes_are_those_of_the_wheel(kernel: str) -> None:
    levels = {name: pass_levels(name, kernel) for name in native_passes()}
    assert below_bytes({**levels, STAGE: stage_levels(kernel)}) == []


def test_every_pass_of_the_stage_is_native() -> None:
    assert set(native_passes()) >= {name for capability in CAPABILITIES for name in make_ttir_passes(capability)}


@pytest.mark.parametrize("kernel", some(KERNELS, 8))
def test_passes_one_by_one_are_triton_s_stage(kernel: str) -> None:
    """Passes are compared on Triton's own IR: text between them loses only locations of arguments."""
    for capability in CAPABILITIES:
        if capability < KERNELS[kernel].minimum:
            continue
        frontend = Frontend(KERNELS[kernel], capability)
        *_, (_, last) = stage_texts(kernel, capability)
        assert print_op(parsed(last), AS_THE_WHEEL) == last
        whole = read_again(str(frontend.make_ttir(frontend.module())))
        assert print_op(parsed(whole)) == print_op(parsed(last))


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_stage_is_in_triton_s_order(capability: int) -> None:
    """In one go, our list of passes gives what Triton's own stage gives."""
    frontend = Frontend(KERNELS["softmax_online"], capability)
    passes = ",".join(make_ttir_passes(capability))
    ours = wheel_outcome(passes, stage_text("softmax_online", capability)).text
    assert ours is not None
    assert read_again(ours) == read_again(str(frontend.make_ttir(frontend.module())))


def test_there_are_many_kernels() -> None:
    assert len({kernel.fn for kernel in KERNELS.values()}) >= 45
