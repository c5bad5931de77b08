"""The parity levels of the passes on every case, and the record of these levels.

The record is a file beside this one: for each native pass and kernel the lowest level over the kernel's inputs.
``python tests/parity/table.py --write`` updates it.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parity.cases import cases_of, judged_passes, stage_text
from parity.frontend import CAPABILITIES
from parity.kernels import KERNELS
from parity.levels import Level, judge
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.passes import PASSES
from xtriton.pipelines import make_ttir_passes

RECORD = Path(__file__).with_name("record.json")
STAGE = "make-ttir"
"""The record's name of the whole stage."""

Levels = dict[str, Level]
"""The level of each case by its name."""


@dataclass(frozen=True)
class Tally:
    """How many cases there are, and how many reach each level."""

    levels: Counter[Level]

    @property
    def inputs(self) -> int:
        return self.levels.total()

    def at_least(self, level: Level) -> int:
        """The number of cases that reach ``level``."""
        return sum(count for reached, count in self.levels.items() if reached >= level)


def native_passes() -> list[str]:
    """The passes to compare that xtriton has."""
    return [name for name in judged_passes() if name in PASSES]


def stage_is_native(capability: int) -> bool:
    """Whether xtriton has every pass of the TTIR stage."""
    return all(name in PASSES for name in make_ttir_passes(capability))


@cache
def pass_levels(name: str, kernel: str) -> Levels:
    """How alike a pass is on every distinct text of a kernel."""
    return {
        case.name: judge(wheel_outcome(name, case.text), native_outcome(name, case.text)) for case in cases_of(kernel)
    }


@cache
def stage_levels(kernel: str) -> Levels:
    """How alike the whole TTIR stage is, for each target that can compile the kernel. Empty as long as passes lack."""
    levels: Levels = {}
    for capability in CAPABILITIES:
        if capability < KERNELS[kernel].minimum or not stage_is_native(capability):
            continue
        text = stage_text(kernel, capability)
        passes = ",".join(make_ttir_passes(capability))
        levels[f"{kernel}-sm{capability}"] = judge(wheel_outcome(passes, text), native_outcome(passes, text))
    return levels


def measured(kernel: str) -> dict[str, str]:
    """The expected record of a kernel: the lowest level of each pass, and of the stage."""
    found = {name: min(pass_levels(name, kernel).values()).label for name in native_passes()}
    if stages := stage_levels(kernel):
        found[STAGE] = min(stages.values()).label
    return found


def read_record() -> dict[str, dict[str, str]]:
    """The record: kernel, then pass, then the name of a level."""
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def write_record(record: dict[str, dict[str, str]]) -> None:
    """Write the record, sorted, so that a change of one figure is a change of one line."""
    RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")
