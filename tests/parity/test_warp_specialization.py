"""Warp specialization for Blackwell is byte-identical with the wheel, locations included, on kernels."""

from __future__ import annotations

import pytest
from parity.kernels.warp_specialized import WARP_SPECIALIZED
from parity.outcomes import native_outcome, wheel_outcome
from parity.warp_specialization import FAILS_IN_WHEEL, NESTED_PASSES, PASSES, inputs_of, nested_inputs_of, taken_from
from selection import slow_unless

FEW = ("matmul_plain", "matmul_bias", "attention_True_64_4", "persistent_True_True", "reset_2", "block_scaled")


@pytest.mark.parametrize("name", slow_unless(WARP_SPECIALIZED, FEW.__contains__))
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


NESTED = ["matmul_plain", "attention_False_64_4", "persistent_True_False"]


@pytest.mark.parametrize("name", slow_unless(NESTED, lambda name: name != "persistent_True_False"))
def test_nested_passes_match_the_wheel(name: str) -> None:
    inputs = nested_inputs_of(name)
    assert set(inputs) >= set(NESTED_PASSES[:-1])
    for passed, text in inputs.items():
        assert native_outcome(passed, text).text == wheel_outcome(passed, text).text, passed
