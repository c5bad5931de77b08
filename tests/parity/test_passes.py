"""Every native pass is as much like the wheel's as the record says, on every text of the TTIR stage of every kernel."""

from __future__ import annotations

import pytest
from parity.cases import judged_passes, read_again, stage_text, stage_texts
from parity.frontend import CAPABILITIES, Frontend
from parity.kernels import KERNELS
from parity.levels import Level
from parity.outcomes import AS_THE_WHEEL, parsed, wheel_outcome
from parity.results import RECORD, STAGE, measured, pass_levels, read_record, stage_levels
from parity.ttgir import PREFIX
from selection import some

from xtriton.ir.printer import print_op
from xtriton.pipelines import make_ttir_passes

LEVELS = {level.label: level for level in Level}
ADVICE = "`python tests/parity/table.py --write` writes the record anew"


@pytest.mark.parametrize("kernel", some(KERNELS, 12))
def test_passes_are_as_recorded(kernel: str) -> None:
    recorded = {name: level for name, level in read_record().get(kernel, {}).items() if not name.startswith(PREFIX)}
    found = measured(kernel)
    worse: list[str] = []
    for name in found:
        cases = stage_levels(kernel) if name == STAGE else pass_levels(name, kernel)
        before = LEVELS[recorded.get(name, Level.FAILED.label)]
        worse += [
            f"{name} on {case}: {level.label}, was {before.label}" for case, level in cases.items() if level < before
        ]
    assert not worse, "\n".join(worse)
    assert found == recorded, f"{RECORD.name} is out of date; {ADVICE}"


def test_record_knows_no_other_kernels_and_passes() -> None:
    record = read_record()
    assert set(record) <= set(KERNELS), ADVICE
    names = {name for passes in record.values() for name in passes if not name.startswith(PREFIX)}
    assert names <= {*judged_passes(), STAGE}, ADVICE


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
