"""Programs that almost fit what a pass looks for give the same bytes as in the wheel.

They are those of the FileCheck tests, each with one small change, and go through the passes of their RUN lines.
"""

from __future__ import annotations

from random import Random

import pytest
from fuzz.material import Sample
from fuzz.near_misses import near_miss
from parity.outcomes import native_outcome
from parity.test_filecheck_programs import DIFFERENT, PREFIX, PROGRAMS, answer, pipelines
from selection import some

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op

QUICK = 2
CHANGES = 16
"""How many changes of each program are compared, by `make test` and in all."""


def changed(sample: Sample, number: int) -> str | None:
    """A program with one change; ``None`` if none is found that is valid, or the program is of another version."""
    context = Context()
    try:
        module = parse_module(sample.text, sample.name, context)
    except DiagnosticError:
        return None
    found = near_miss(module, Random(f"{sample.name}/{number}"), context)
    return None if found is None else print_op(found)


def differences(name: str, numbers: range) -> list[str]:
    """The changes of a file's programs with which the text differs. Where the wheel has none, nothing is compared."""
    found: list[str] = []
    for sample in PROGRAMS[name]:
        short = sample.name.removeprefix(PREFIX)
        passes = [one for one in dict.fromkeys(pipelines(sample)) if (short, one) not in DIFFERENT]
        for number in numbers if passes else ():
            text = changed(sample, number)
            if text is None:
                continue
            for one in passes:
                wheel = answer(text, one)
                ours = native_outcome(one, text) if wheel.text is not None else wheel
                if ours.text != wheel.text:
                    found.append(f"{short} {number}: {one}: {ours.errors or 'other text'}")
    return found


NAMES = [name for name in PROGRAMS if "_invalid" not in name]


@pytest.mark.parametrize("numbers", some([range(QUICK), range(QUICK, CHANGES)], 2), ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_passes_on_changed_programs(name: str, numbers: range) -> None:
    assert not differences(name, numbers)
