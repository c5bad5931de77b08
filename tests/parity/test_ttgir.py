"""Every native pass of the TTGIR stage is as much like the wheel's as the record says, on what the stage gives it."""

from __future__ import annotations

import pytest
from parity.kernels import KERNELS
from parity.levels import Level
from parity.results import RECORD, read_record
from parity.ttgir import PREFIX, STAGE, measured_ttgir, ttgir_levels, ttgir_passes, ttgir_stage_levels
from selection import some

LEVELS = {level.label: level for level in Level}
ADVICE = "`python tests/parity/table.py --write` writes the record anew"


@pytest.mark.parametrize("kernel", some(KERNELS, 19))
def test_passes_are_as_recorded(kernel: str) -> None:
    recorded = {name: level for name, level in read_record().get(kernel, {}).items() if name.startswith(PREFIX)}
    found = {**ttgir_levels(kernel), STAGE: ttgir_stage_levels(kernel)}
    worse: list[str] = []
    for name, cases in found.items():
        before = LEVELS[recorded.get(PREFIX + name, Level.FAILED.label)]
        worse += [
            f"{name} on {case}: {level.label}, was {before.label}" for case, level in cases.items() if level < before
        ]
    assert not worse, "\n".join(worse)
    assert measured_ttgir(kernel) == recorded, f"{RECORD.name} is out of date; {ADVICE}"


def test_record_knows_no_other_passes() -> None:
    recorded = {name for passes in read_record().values() for name in passes if name.startswith(PREFIX)}
    assert recorded == {PREFIX + name for name in (*ttgir_passes(), STAGE)}, ADVICE
