"""Warp specialization for Blackwell is byte-identical with the wheel, locations included, on kernels."""

from __future__ import annotations

import pytest
from parity.kernels.warp_specialized import WARP_SPECIALIZED
from parity.outcomes import native_outcome, wheel_outcome
from parity.warp_specialization import FAILS_IN_WHEEL, NESTED_PASSES, PASSES, inputs_of, nested_inputs_of, taken_from
from selection import slow_unless

REPEATED_IN_WHEEL = {
    name: error
    for name, error in {
        "effects_count": "'tt.atomic_rmw' op would run in 2 warp groups",
        "effects_add": "'tt.atomic_rmw' op would run in 2 warp groups",
        "effects_update": "'tt.store' op would change memory that the kernel loads in 2 warp groups",
    }.items()
    if name not in FAILS_IN_WHEEL
}
"""Kernels whose writes run in two partitions after Triton's pass, with what is said of them here."""
FEW = (
    "effects_barrier",
    "effects_step",
    "effects_store",
    "matmul_plain",
    "matmul_bias",
    "attention_True_64_4",
    "persistent_True_True",
    "reset_2",
    "block_scaled",
)


def _names() -> list[object]:
    return slow_unless([name for name in WARP_SPECIALIZED if name not in REPEATED_IN_WHEEL], FEW.__contains__)


@pytest.mark.parametrize("name", _names())
def test_passes_match_the_wheel(name: str) -> None:
    inputs = taken_from(inputs_of(name), PASSES)
    assert len(inputs) == (1 if name in FAILS_IN_WHEEL else len(PASSES))
    for passed, text in inputs.items():
        expected, got = wheel_outcome(passed, text), native_outcome(passed, text)
        assert not got.crash, got.errors
        assert got.text == expected.text, passed
        assert expected.text != text, "the pass changes nothing"


def test_errors_instead_of_failed_assertions() -> None:
    for name, message in FAILS_IN_WHEEL.items():
        (text,) = taken_from(inputs_of(name), PASSES).values()
        outcome = native_outcome(PASSES[0], text)
        assert not outcome.crash
        assert message in outcome.errors[0]


@pytest.mark.parametrize("name", REPEATED_IN_WHEEL)
def test_an_error_instead_of_repeated_writes(name: str) -> None:
    (text,) = taken_from(inputs_of(name), PASSES[:1]).values()
    expected, got = wheel_outcome(PASSES[0], text), native_outcome(PASSES[0], text)
    assert expected.text is not None
    written = " tt.store %n_ptr" if name == "effects_update" else " = tt.atomic_rmw "
    assert expected.text.count(written) == 2
    assert not got.crash
    assert len(got.errors) == 1 and REPEATED_IN_WHEEL[name] in got.errors[0]


NESTED = ["matmul_plain", "attention_False_64_4", "persistent_True_False"]


@pytest.mark.parametrize("name", slow_unless(NESTED, lambda name: name != "persistent_True_False"))
def test_nested_passes_match_the_wheel(name: str) -> None:
    inputs = nested_inputs_of(name)
    assert set(inputs) >= set(NESTED_PASSES[:-1])
    for passed, text in inputs.items():
        assert native_outcome(passed, text).text == wheel_outcome(passed, text).text, passed
