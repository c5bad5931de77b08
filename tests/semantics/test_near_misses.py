"""Passes to linalg keep the meaning of programs that almost fit what they look for, which the interpreter tells.

They are those of the FileCheck tests, each with one small change.
"""

from __future__ import annotations

import pytest
from fuzz.material import samples_of
from fuzz.near_misses import changed
from selection import some
from semantics.test_filecheck_programs import FILES, FOLDER, INTENDED, changes

from xtriton.cli.deep_stack import with_deep_stack
from xtriton.ir.context import Context

QUICK = 1
CHANGES = 12
"""How many changes of each program are tried, by `make test` and in all."""

REASSOCIATED = ("linalg/arith_to_linalg_long.mlir", "linalg/arith_to_linalg_sums.mlir", "linalg/scans.mlir")
"""Files on reductions and scans whose order the passes, or the interpreter, change: a change to their combining
operation makes it one that is not associative, and results that depend on the order."""


def changes_in(name: str, numbers: range) -> list[str]:
    """The changes of meaning by the pipelines of a file to changed programs. An exception of a pass is not caught."""
    return [
        f"{number}: {change}"
        for sample in samples_of(FOLDER / name)
        for number in numbers
        if (program := changed(sample, number, Context(triton=sample.triton))) is not None
        for pipeline in program.pipelines
        for change in changes(program, pipeline)
    ]


@pytest.mark.parametrize("numbers", some([range(QUICK), range(QUICK, CHANGES)], 2), ids=str)
@pytest.mark.parametrize("name", [name for name in FILES if name not in (*INTENDED, *REASSOCIATED)])
def test_passes_keep_the_meaning_of_changed_programs(name: str, numbers: range) -> None:
    assert not with_deep_stack(lambda: changes_in(name, numbers))
