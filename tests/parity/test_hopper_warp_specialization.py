"""Warp specialization for Hopper is byte-identical with one of the wheel's results, locations included, on kernels.

The wheel is the installed one, whichever version it is.
"""

from __future__ import annotations

import re

import pytest
from parity.kernels.hopper_specialized import HOPPER_SPECIALIZED
from parity.outcomes import native_outcome
from parity.warp_specialization import hopper_input_of, hopper_outcomes_of

from xtriton.versions import V3_7, before, default_version

ATTEMPTS = 400
"""More than enough for a kernel with 24 results, each about as likely as the others."""

FAILS_IN_WHEEL = {
    "pointers_False": "loads through pointers cannot be warp-specialized for Hopper",
    "pointers_True": "loads through pointers cannot be warp-specialized for Hopper",
    "hopper_pointers_False": "loads through pointers cannot be warp-specialized for Hopper",
    "hopper_pointers_True": "loads through pointers cannot be warp-specialized for Hopper",
    **(
        {
            "persistent_False_True": "'tt.reshape' op cannot be split between the consumers",
            "block_scaled": "'tt.reshape' op cannot be split between the consumers",
        }
        if default_version() in before(V3_7)
        else {"block_scaled": "number of src and dst elements of reshape must be the same"}
    ),
    "gather": "'tt.descriptor_gather' op cannot be split between the consumers",
    "hopper_two_loops": "'scf.for' op cannot be given a value by another warp group",
    "hopper_atomics": "'ttg.convert_layout' op has 0 tasks",
}
"""Kernels on which assertions fail in the wheel, with what is said of them here."""
WRONG_IN_WHEEL = ("attention_True_64_4", "attention_True_128_4", "hopper_pointer_store")
"""Kernels whose rows start at a coordinate of a split block: Triton's second consumer adds its distance to them twice.

``tests/semantics/test_hopper_data_partition.py`` proves what they become here.
"""
LOST_IN_WHEEL = {
    "hopper_counter_row": "'tt.atomic_rmw' op would run in 3 warp groups",
    "effects_count": "'tt.atomic_rmw' op belongs to no warp group",
    "effects_add": "'tt.atomic_rmw' op belongs to no warp group",
    "effects_update": "'tt.store' op would change memory that the kernel loads in 2 warp groups",
    "hopper_counter_between": "'tt.atomic_rmw' op would run before the warp groups start",
    "hopper_counter_after": "'tt.atomic_rmw' op would run before the warp groups start",
    "hopper_update_64": "'tt.descriptor_store' op would change memory that the kernel loads in 2 warp groups",
}
"""Kernels whose writes Triton's pass repeats, drops or reorders, with what is said of them here."""
ATOMICS = {"hopper_counter_row": (0, 3), "hopper_counter_between": (1, 0), "hopper_counter_after": (1, 0)}
"""How many atomic operations there are before the warp groups and in them after Triton's pass, of one in the kernel."""
UNCHANGED = (
    "attention_False_64_8",
    "attention_False_128_8",
    "attention_True_64_8",
    "attention_True_128_8",
    "matmul_wide",
    "matmul_warps8",
    "persistent_True_False",
    "persistent_True_True",
    "reset_2",
    "reset_3",
)
"""Kernels with 8 warps, or with else regions."""
WITHOUT_DOTS = "sum"
FEW = (
    "effects_barrier",
    "matmul_plain",
    "hopper_causal",
    "hopper_counter_before",
    "hopper_sum_64",
    "hopper_nested_computed",
    "hopper_backward",
    "sum",
    "reset_2",
)


def _names() -> list[object]:
    names = [name for name in HOPPER_SPECIALIZED if name not in (*FAILS_IN_WHEEL, *WRONG_IN_WHEEL, *LOST_IN_WHEEL)]
    return [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in names]


@pytest.mark.parametrize("name", _names())
def test_the_pass_gives_one_of_the_results_of_the_wheel(name: str) -> None:
    passed, text = hopper_input_of(name)
    got = native_outcome(passed, text)
    assert not got.crash, got.errors
    assert got.text in [outcome.text for outcome in hopper_outcomes_of(name, got.text, ATTEMPTS)]
    assert got.text is not None
    assert (got.text == text) == (name in UNCHANGED)
    assert ("ttg.warp_specialize(" in got.text) == (name not in (*UNCHANGED, WITHOUT_DOTS))


@pytest.mark.parametrize("name", WRONG_IN_WHEEL)
def test_rows_are_moved_once(name: str) -> None:
    passed, text = hopper_input_of(name)
    got = native_outcome(passed, text).text
    (wheel,) = hopper_outcomes_of(name, got, 1)
    assert got is not None and wheel.text is not None
    assert _moved_rows(wheel.text) and not _moved_rows(got)


def _moved_rows(text: str) -> list[str]:
    """The rows' first numbers that are sums with the distance of a consumer."""
    lines = text.splitlines()
    sums = {line.split(" = ")[0].strip() for line in lines if re.search(r" arith.addi .*, %c64_i32\b", line)}
    return [line for line in lines if " = tt.splat " in line and line.split()[3] in sums]


@pytest.mark.parametrize("name", ["matmul_plain", "hopper_backward"])
def test_the_result_is_always_the_same(name: str) -> None:
    passed, text = hopper_input_of(name)
    assert len({native_outcome(passed, text).text for _ in range(3)}) == 1


@pytest.mark.parametrize("name", FAILS_IN_WHEEL)
def test_an_error_instead_of_a_failed_assertion(name: str) -> None:
    passed, text = hopper_input_of(name)
    (failure,) = hopper_outcomes_of(name, None, 1)
    assert failure.text is None
    failed = "the Triton wheel failed in NVGPUWarpSpecialization"
    assert failed in failure.errors[0] or FAILS_IN_WHEEL[name] in failure.errors[0]
    outcome = native_outcome(passed, text)
    assert not outcome.crash
    assert len(outcome.errors) == 1 and FAILS_IN_WHEEL[name] in outcome.errors[0]
    assert ".py" in outcome.errors[0]


@pytest.mark.parametrize("name", LOST_IN_WHEEL)
def test_an_error_instead_of_wrong_code(name: str) -> None:
    passed, text = hopper_input_of(name)
    (wheel,) = hopper_outcomes_of(name, None, 1)
    assert wheel.text is not None
    before, _, groups = wheel.text.partition("ttg.warp_specialize(")
    assert (before.count(" = tt.atomic_rmw "), groups.count(" = tt.atomic_rmw ")) == ATOMICS.get(name, (0, 0))
    outcome = native_outcome(passed, text)
    assert not outcome.crash
    assert len(outcome.errors) == 1 and LOST_IN_WHEEL[name] in outcome.errors[0]
    assert ".py" in outcome.errors[0]
