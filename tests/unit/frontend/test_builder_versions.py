"""The builder follows the front end of the version in effect, whichever wheel is installed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from xtriton.frontend import builder as tb
from xtriton.versions import KNOWN, V3_6, V3_7, V3_8, V3_9, TritonVersion, use_version

FLOATS = tb.pointer(tb.float32)
INTS = tb.pointer(tb.int32)


def build(triton: TritonVersion, body: Callable[[Any, Any], object], element: tb.DType = tb.float32) -> str:
    module = tb.Module(tb.Options(sanitize_overflow=False), triton=triton)

    def kernel(x: Any, n: Any) -> None:
        body(x, n)

    module.kernel(x=tb.pointer(element), n=tb.int32)(kernel)
    return module.text()


def operations(text: str) -> list[str]:
    """The names of the operations in a kernel."""
    return [
        name for name in re.findall(r"(?:= |^ +)((?:arith|tt|ttg|gpu)\.\w+)", text, re.MULTILINE) if name != "tt.func"
    ]


def store(value: Callable[[Any, Any], Any]) -> Callable[[Any, Any], None]:
    return lambda x, n: tb.store(x, value(x, n))


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_floats_are_negated_by_an_operation_since_3_8(triton: TritonVersion) -> None:
    made = operations(build(triton, store(lambda x, n: -tb.load(x))))
    assert ("arith.negf" in made, "arith.subf" in made) == (triton >= V3_8, triton < V3_8)


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_a_barrier_is_of_ttg_since_3_7(triton: TritonVersion) -> None:
    made = operations(build(triton, lambda x, n: tb.debug_barrier()))
    assert made == ["ttg.barrier" if triton >= V3_7 else "gpu.barrier", "tt.return"]


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_numbers_that_are_compared_take_the_type_of_the_value_since_3_9(triton: TritonVersion) -> None:
    text = build(triton, store(lambda x, n: tb.load(x) < 2))
    assert ("arith.sitofp" in text) == (triton < V3_9)


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_halves_are_converted_directly_since_3_9(triton: TritonVersion) -> None:
    made = operations(build(triton, store(lambda x, n: tb.load(x).to(tb.bfloat16)), tb.float16))
    steps = ["tt.fp_to_fp"] if triton >= V3_9 else ["arith.extf", "arith.truncf"]
    assert made[: 1 + len(steps)] == ["tt.load", *steps]


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_equal_constants_stay_numbers_since_3_7(triton: TritonVersion) -> None:
    returned: list[object] = []

    @tb.function
    def three(n: Any) -> Any:
        return n + 1, 3

    def body(x: Any, n: Any) -> None:
        returned.extend(three(n))

    text = build(triton, body)
    assert isinstance(returned[0], tb.Value)
    assert (returned[1] == 3 if triton >= V3_7 else isinstance(returned[1], tb.Value)) is True
    assert (" -> (i32, i32)" in text) == (triton < V3_7)


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_different_constants_are_returned_as_values(triton: TritonVersion) -> None:
    returned: list[object] = []

    @tb.function
    def two_or_three(n: Any) -> Any:
        with tb.if_(n > 0):
            tb.return_(2)
        return 3

    def body(x: Any, n: Any) -> None:
        returned.append(two_or_three(n))

    text = build(triton, body)
    (value,) = returned
    assert isinstance(value, tb.Value) and value.type == tb.int32
    assert re.findall(r"tt.return (%\w+) : i32", text)[:2] == ["%c2_i32", "%c3_i32"]


def test_returns_of_different_types_are_an_error_at_the_second() -> None:
    @tb.function
    def mixed(n: Any) -> Any:
        with tb.if_(n > 0):
            tb.return_(2)
        return n > 1

    for triton in KNOWN:
        with pytest.raises(tb.BuildError, match="the returns of a function give values of different types"):
            build(triton, lambda x, n: mixed(n))


@pytest.mark.parametrize(
    ("since", "call", "message"),
    [
        (V3_7, lambda x, n: tb.squeeze(tb.zeros((1, 8), tb.int32), 0), "Triton 3.6 has no squeeze"),
        (V3_7, lambda x, n: tb.unsqueeze(tb.arange(0, 8), -1), "Triton 3.6 has no unsqueeze"),
        (V3_7, lambda x, n: tb.cat(tb.arange(0, 8), tb.arange(0, 8)), "cat may reorder elements: say can_reorder=True"),
        (V3_8, lambda x, n: tb.expect_zero(tb.arange(0, 8), n > 0), "has no expect_zero"),
        (V3_9, lambda x, n: tb.atomic_load(x), "has no atomic_load"),
        (V3_9, lambda x, n: tb.atomic_store(x, n), "has no atomic_store"),
        (V3_9, lambda x, n: tb.atomic_poll(x.to(INTS.type), n), "has no atomic_poll"),
        (V3_8, lambda x, n: tb.topk(tb.arange(0, 8), 2, descending=False), "topk: got an unexpected keyword"),
        (V3_8, lambda x, n: tb.load(x, cache_modifier=".cs"), "cache_modifier is one of"),
        (V3_9, lambda x, n: tb.clamp(n, 0, 1), "clamp limits floats, not int32"),
        (V3_9, lambda x, n: tb.flip(tb.arange(0, 8)), "flip takes a dimension from -1 to 0, not None"),
        (V3_9, lambda x, n: tb.fdiv(tb.load(x), 3, approx=True), "has no approximate division"),
        (V3_9, lambda x, n: tb.cumprod(tb.arange(0, 8), dtype=tb.int64), "cumprod: got an unexpected keyword"),
    ],
)
def test_features_of_later_versions(since: TritonVersion, call: Callable[[Any, Any], Any], message: str) -> None:
    for triton in KNOWN:
        if triton >= since:
            build(triton, call)
            continue
        with pytest.raises(tb.BuildError) as caught:
            build(triton, call)
        assert message in caught.value.message


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_grids_wait_for_each_other_by_operations_since_3_9(triton: TritonVersion) -> None:
    made = operations(build(triton, lambda x, n: [tb.gdc_wait(), tb.gdc_launch_dependents()]))
    names = ["tt.grid_dependency_wait", "tt.grid_dependency_launch_dependents"]
    assert made == [*(names if triton >= V3_9 else 2 * ["tt.elementwise_inline_asm"]), "tt.return"]


@pytest.mark.parametrize("triton", [it for it in KNOWN if it >= V3_8], ids=str)
def test_zeros_are_asserted_in_debug_mode(triton: TritonVersion) -> None:
    module = tb.Module(tb.Options(debug=True), triton=triton)

    def kernel(x: Any, n: Any) -> None:
        tb.store(x, tb.expect_zero(tb.load(x), n > 0))

    module.kernel(x=FLOATS, n=tb.int32)(kernel)
    assert re.search(r'tt.assert %\w+, "expect_zero expected x == 0 where mask is true"', module.text())


def test_extra_indices_are_rejected_since_3_9() -> None:
    build(V3_8, lambda x, n: n[None, :])
    with pytest.raises(tb.BuildError, match="1 dimensions are indexed, but int32 has 0"):
        build(V3_9, lambda x, n: n[None, :])


@pytest.mark.parametrize(
    ("until", "call", "message"),
    [
        (
            V3_9,
            lambda x, n: tb.make_tensor_descriptor(x, [n, n], [3, 1], [8, 8]),
            "the strides of a descriptor are multiples of 16 bytes, not 3 fp32",
        ),
        (
            V3_9,
            lambda x, n: tb.histogram(tb.arange(0, 8).to(tb.int64), 8),
            "histogram takes integers of 32 bits, not int64",
        ),
    ],
)
def test_what_later_versions_reject(until: TritonVersion, call: Callable[[Any, Any], Any], message: str) -> None:
    for triton in KNOWN:
        if triton < until:
            build(triton, call)
            continue
        with pytest.raises(tb.BuildError, match=message):
            build(triton, call)


def test_an_approximate_division_is_not_rounded() -> None:
    with pytest.raises(tb.BuildError, match="approximate or rounded by IEEE, not both"):
        build(V3_9, lambda x, n: tb.fdiv(tb.load(x), 3.0, ieee_rounding=True, approx=True))
    with pytest.raises(tb.BuildError, match="the approximate division is of fp32, not fp64"):
        build(V3_9, lambda x, n: tb.fdiv(tb.load(x), 3.0, approx=True), tb.float64)


def test_a_module_keeps_its_version() -> None:
    with use_version(V3_6):
        module = tb.Module()

    @module.kernel(x=FLOATS)
    def kernel(x: Any) -> None:
        tb.debug_barrier()
        tb.store(x, tb.load(x, cache_modifier=".cg"))

    assert "cacheModifier = cg" in module.text() and "gpu.barrier" in module.text()
