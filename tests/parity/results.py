"""The parity levels of the passes on every case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from parity.cases import cases_of, judged_passes, stage_text
from parity.frontend import CAPABILITIES
from parity.kernels import KERNELS
from parity.levels import Level, judge
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.passes import PASSES
from xtriton.pipelines import make_ttir_passes

STAGE = "make-ttir"
"""The whole stage, in tables."""

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


def below_bytes(levels: Mapping[str, Levels]) -> list[str]:
    """The cases, by pass, in which the texts are not the same bytes."""
    return [
        f"{name} on {case}: {level.label}"
        for name, cases in levels.items()
        for case, level in cases.items()
        if level < Level.BYTES
    ]
