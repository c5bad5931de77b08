"""Passes with other numbers for their options than the FileCheck tests give: the bytes are those of the wheel."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from parity.test_filecheck_programs import PROGRAMS, differences, pipelines

NUMBER = re.compile(r"\b(num-warp-groups|num-stages|num-stages-of-loads|factor)=(\d+)")
"""Options that are counts. Other numbers, such as those of warps, are part of the program."""


def others(passes: str) -> Iterator[str]:
    """The pipeline with 0, 1, one more or one less for one of its numbers."""
    for found in NUMBER.finditer(passes):
        given = int(found[2])
        for number in sorted({0, 1, given + 1, abs(given - 1)} - {given}):
            yield passes[: found.start(2)] + str(number) + passes[found.end(2) :]


CHOSEN = {
    name: chosen
    for name, samples in PROGRAMS.items()
    if (chosen := [(item, other) for item in samples for passes in pipelines(item) for other in others(passes)])
}


@pytest.mark.parametrize("name", CHOSEN)
def test_counts(name: str) -> None:
    assert not differences(list(dict.fromkeys(CHOSEN[name])))
