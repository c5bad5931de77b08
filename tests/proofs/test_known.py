"""Known faults are Triton's: the wheel makes the same of each example."""

from __future__ import annotations

import pytest
from parity.outcomes import native_outcome, wheel_outcome
from proofs.known import KNOWN

CASES = [pytest.param(known, id=f"{rule} {kind}") for (rule, kind), known in KNOWN.items()]


@pytest.mark.parametrize("known", CASES)
def test_the_wheel_does_the_same(known) -> None:
    wheel = wheel_outcome(known.passes, known.text)
    assert wheel.text is not None, wheel.errors
    assert native_outcome(known.passes, known.text).text == wheel.text
