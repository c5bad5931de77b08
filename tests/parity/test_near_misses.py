"""Programs that almost fit what a pass looks for give the same bytes as in the wheel.

They are those of the FileCheck tests, each with one small change, and go through the passes of their RUN lines.
"""

from __future__ import annotations

import pytest
from fuzz.material import Sample
from fuzz.near_misses import changed
from parity.test_filecheck_programs import PREFIX, PROGRAMS, differences, pipelines
from selection import some

from xtriton.ir.context import Context

QUICK = 2
CHANGES = 16
"""How many changes of each program are compared, by `make test` and in all."""


UNLIKE = {
    ("nvidia/plan_cta_conflicts.mlir#0", 15): "Triton 3.6 copies an atomic operation for another encoding",
    (
        "ttgir/hoist_tmem_alloc.mlir#0",
        13,
    ): "the step of a loop is 0, which is undefined: Triton 3.6 keeps a store before it",
}
"""Changes that are not compared, with the reason."""


def programs(name: str, numbers: range) -> list[tuple[Sample, str]]:
    """The changed programs of a file, with the pipelines of its RUN lines that the wheel can run."""
    return [
        (program, passes)
        for sample in PROGRAMS[name]
        for number in numbers
        if (sample.name.removeprefix(PREFIX), number) not in UNLIKE
        and (program := changed(sample, number, Context())) is not None
        for passes in dict.fromkeys(pipelines(sample))
    ]


NAMES = [name for name in PROGRAMS if "_invalid" not in name]


@pytest.mark.parametrize("numbers", some([range(QUICK), range(QUICK, CHANGES)], 2), ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_passes_on_changed_programs(name: str, numbers: range) -> None:
    assert not differences(programs(name, numbers))
