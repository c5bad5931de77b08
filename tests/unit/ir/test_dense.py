"""Constants with many elements."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import TensorType, f16, f32, i1, i8, i32

from xtriton.ir.context import Context
from xtriton.ir.dense import HEX_IF_LARGER, DenseElementsAttr
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module


def test_a_splat_is_one_element_whatever_its_size() -> None:
    small = DenseElementsAttr.splat(TensorType(f32, [4]), 1.5)
    large = DenseElementsAttr.splat(TensorType(f32, [1024, 1024]), 1.5)
    assert len(small.data.data) == len(large.data.data) == 4
    assert large.is_splat
    assert large.num_elements == 1 << 20
    assert large.splat_value == 1.5


def test_equal_elements_make_a_splat() -> None:
    type_ = TensorType(i32, [3])
    assert DenseElementsAttr.of(type_, [7, 7, 7]) == DenseElementsAttr.splat(type_, 7)
    assert not DenseElementsAttr.of(type_, [7, 7, 8]).is_splat


def test_minus_infinity() -> None:
    attr = DenseElementsAttr.splat(TensorType(f32, [4]), -math.inf)
    assert attr.data.data == np.float32(-np.inf).tobytes()
    assert attr.body() == "0xFF800000"


@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=8))
def test_integers_are_stored_as_numpy_stores_them(values: list[int]) -> None:
    type_ = TensorType(i32, [len(values)])
    attr = DenseElementsAttr.of(type_, values)
    assert attr.values() == values
    if not attr.is_splat:
        assert attr.data.data == np.array(values, "<i4").tobytes()


@given(st.lists(st.floats(width=16, allow_nan=False), min_size=1, max_size=8))
def test_floats_are_stored_as_numpy_stores_them(values: list[float]) -> None:
    attr = DenseElementsAttr.of(TensorType(f16, [len(values)]), values)
    assert np.array(attr.values(), "<f2").tobytes() == np.array(values, "<f2").tobytes()


def test_signless_integers_read_back_signed_and_booleans_do_not() -> None:
    assert DenseElementsAttr.of(TensorType(i8, [2]), [255, 1]).values() == [-1, 1]
    assert DenseElementsAttr.of(TensorType(i1, [2]), [1, 0]).values() == [1, 0]


@pytest.mark.parametrize(
    ("shape", "values", "body"),
    [
        ([2, 2], [1, 2, 3, 4], "[[1, 2], [3, 4]]"),
        ([], [5], "5"),
        ([0], [], ""),
        ([2, 0], [], ""),
        ([1, 2], [1, 2], "[[1, 2]]"),
    ],
)
def test_text(shape: list[int], values: list[int], body: str) -> None:
    assert DenseElementsAttr.of(TensorType(i32, shape), values).body() == body


def test_many_elements_print_as_bytes() -> None:
    values = list(range(HEX_IF_LARGER + 1))
    attr = DenseElementsAttr.of(TensorType(i8, [len(values)]), values)
    assert attr.body() == f'"0x{bytes(values).hex().upper()}"'
    assert DenseElementsAttr.of(TensorType(i8, [HEX_IF_LARGER]), values[:-1]).body().startswith("[0, 1, 2")


@pytest.mark.parametrize("body", ["", '"0x0000000000000000"'])
def test_complex_elements_are_not_held(body: str) -> None:
    """A limit of ours, for MLIR holds them; no elements at all are no exception."""
    text = f'"test.op"() {{value = dense<{body}> : tensor<0xcomplex<f32>>}} : () -> ()'
    with pytest.raises(
        DiagnosticError, match="expected integer, index or floating-point elements, but got 'complex<f32>'"
    ):
        parse_module(text, "complex.mlir", Context(allow_unregistered=True))
