"""Canonicalization of operations of ``ttg`` is the wheel's, to the byte, on random layouts."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest
from parity.cases import read_again
from parity.conversions import PROGRAMS
from parity.outcomes import native_outcome, wheel_outcome
from selection import some

COUNT = int(os.environ.get("XTRITON_CONVERSION_CASES", "40"))
"""How many programs of each kind are compared."""
REFUSED = "tt.cat result encoding requires"


@pytest.mark.parametrize("program", some(PROGRAMS, 2), ids=lambda program: program.__name__)
def test_canonicalization_is_the_wheels(program: Callable[[Random], str]) -> None:
    rng, changed = Random(program.__name__), 0
    for _ in range(COUNT):
        drawn = program(rng)
        if any(REFUSED in error for error in wheel_outcome("", drawn).errors):  # 3.9 does; layouts are random
            assert any(REFUSED in error for error in native_outcome("", drawn).errors), drawn
            continue
        text = read_again(drawn)
        theirs = wheel_outcome("canonicalize", text)
        assert theirs.text is not None, f"{text}\n{theirs.errors}"
        assert native_outcome("canonicalize", text) == theirs, text
        changed += theirs.text != wheel_outcome("", text).text
    assert changed >= COUNT // 5
