"""Native passes on random functions: of arithmetic, with nested control flow, and of blocks."""

from __future__ import annotations

import pytest
from parity.branches import random_branches
from parity.control_flow import random_control_flow
from parity.expressions import random_module
from parity.outcomes import native_outcome, wheel_outcome
from selection import some

ON_EXPRESSIONS = ("canonicalize", "cse", "sccp")
ON_CONTROL_FLOW = (
    *ON_EXPRESSIONS,
    *("convert-scf-to-cf", "loop-invariant-code-motion", "triton-licm", "triton-loop-aware-cse", "symbol-dce"),
    "convert-scf-to-cf,canonicalize",
    "convert-scf-to-cf,sccp,cse,canonicalize",
)


def check_equal(passes: str, text: str) -> None:
    """Both make the same bytes of ``text``, with locations."""
    wheel = wheel_outcome(passes, text)
    assert wheel.text is not None, wheel.errors
    assert native_outcome(passes, text).text == wheel.text


@pytest.mark.parametrize("seed", some(range(10), 2))
@pytest.mark.parametrize("passes", ON_EXPRESSIONS)
def test_passes_are_equal_on_random_expressions(passes: str, seed: int) -> None:
    check_equal(passes, random_module(seed))


@pytest.mark.parametrize("seed", some(range(10), 2))
@pytest.mark.parametrize("passes", ON_CONTROL_FLOW)
def test_passes_are_equal_on_random_control_flow(passes: str, seed: int) -> None:
    check_equal(passes, random_control_flow(seed))


@pytest.mark.parametrize("seed", some(range(10), 2))
@pytest.mark.parametrize("passes", ON_EXPRESSIONS)
def test_passes_are_equal_on_random_branches(passes: str, seed: int) -> None:
    check_equal(passes, random_branches(seed))


@pytest.mark.parametrize("program", [random_module, random_control_flow, random_branches])
def test_seeds_make_programs(program: object) -> None:
    assert callable(program)
    assert program(1) == program(1)
    assert program(1) != program(2)
