"""Misuse of reductions, sorts and random numbers: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

from xtriton.frontend import builder as tb


def bad_dot(x: Any, n: Any, i: Any) -> None:
    tb.dot(tb.zeros((16, 16), tb.float16), tb.zeros((32, 16), tb.float16))  # BAD: rows and columns do not match


def wrong_accumulator(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a, a, out_dtype=tb.float32)  # BAD: the accumulator of this product has type fp32[16, 16], not fp16


def text_as_operand(x: Any, n: Any, i: Any) -> None:
    n + "1"  # BAD: expected a value or a number, not '1'


def wrong_combination(x: Any, n: Any, i: Any) -> None:
    tb.reduce(i, 0, lambda a, b: a > b)  # BAD: the function of a reduction must give int32, not int1


def wrong_axis(x: Any, n: Any, i: Any) -> None:
    tb.reduce(i, 1, lambda a, b: a + b)  # BAD: axis 1 is not one of 1 dimensions


def sort_of_columns(x: Any, n: Any, i: Any) -> None:
    tb.sort(tb.zeros((4, 8), tb.int32), dim=0)  # BAD: sort works along the last dimension, 1, not along 0


def merge_of_columns(x: Any, n: Any, i: Any) -> None:
    tb.bitonic_merge(tb.zeros((4, 8), tb.int32), dim=0)  # BAD: bitonic_merge works along the last dimension, 1


def more_than_all(x: Any, n: Any, i: Any) -> None:
    tb.topk(i, 16)  # BAD: the first 16 of 8 elements


def flip_of_columns(x: Any, n: Any, i: Any) -> None:
    tb.flip(i, 1)  # BAD: flip takes a dimension from -1 to 0, not 1


def seed_of_fractions(x: Any, n: Any, i: Any) -> None:
    tb.rand(n.to(tb.float32), i)  # BAD: a seed is an integer, not fp32


def narrow_counter(x: Any, n: Any, i: Any) -> None:
    c = i.to(tb.int16)
    tb.philox(n, c, c, c, c)  # BAD: philox takes a counter of 32 or 64 bits, not int16


def signed_counter(x: Any, n: Any, i: Any) -> None:
    tb.philox_impl(i, i, i, i, n, n)  # BAD: philox_impl takes a counter of uint32 or uint64, not int32


def narrow_random(x: Any, n: Any, i: Any) -> None:
    tb.uint_to_uniform_float(i.to(tb.int16))  # BAD: uint_to_uniform_float takes integers of 32 or 64 bits, not int16


def reduction_of_nothing(x: Any, n: Any, i: Any) -> None:
    tb.reduce((), 0, lambda a, b: a)  # BAD: there is nothing to combine


def reduction_of_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.reduce(n, 0, lambda a, b: a)  # BAD: tensors are combined, not int32


def reduction_of_shapes(x: Any, n: Any, i: Any) -> None:
    tb.reduce((i, tb.arange(0, 16)), 0, lambda a, b, c, d: (a, b))  # BAD: tensors of one shape are combined, not


def reduction_along_text(x: Any, n: Any, i: Any) -> None:
    tb.reduce(i, "0", lambda a, b: a)  # BAD: reduce: axis is an integer or None, not '0'


def reduction_by_nothing(x: Any, n: Any, i: Any) -> None:
    tb.reduce(i, 0, None)  # BAD: reduce: combine is a function, not None


def scan_along_all(x: Any, n: Any, i: Any) -> None:
    tb.associative_scan(i, None, lambda a, b: a)  # BAD: associative_scan: axis is an integer, not None


def sum_of_a_number(x: Any, n: Any, i: Any) -> None:
    tb.sum(3)  # BAD: sum: input is a value, not 3


def sum_along_another(x: Any, n: Any, i: Any) -> None:
    i.sum(1)  # BAD: axis 1 is not one of 1 dimensions


def argmax_of_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.argmax(n, 0)  # BAD: axis 0 is not one of 0 dimensions


def argmax_along_another(x: Any, n: Any, i: Any) -> None:
    tb.argmax(i, -2)  # BAD: axis -2 is not one of 1 dimensions


def positions_along_none(x: Any, n: Any, i: Any) -> None:
    tb.max(i, return_indices=True)  # BAD: positions of extreme elements are along an axis, which must be given


def or_of_floats(x: Any, n: Any, i: Any) -> None:
    tb.reduce_or(i.to(tb.float32), 0)  # BAD: reduce_or takes integers, not fp32


def gather_by_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.gather(i, n, 0)  # BAD: gather takes two tensors of one rank, not int32[8] and int32


def gather_by_floats(x: Any, n: Any, i: Any) -> None:
    tb.gather(i, i.to(tb.float32), 0)  # BAD: elements are picked by integers, not fp32


def gather_of_shapes(x: Any, n: Any, i: Any) -> None:
    z = tb.zeros((4, 8), tb.int32)
    tb.gather(z, tb.zeros((2, 4), tb.int32), 0)  # BAD: shapes (4, 8) and (2, 4) differ in dimension 1, which is not


def histogram_of_floats(x: Any, n: Any, i: Any) -> None:
    tb.histogram(i.to(tb.float32), 8)  # BAD: histogram takes integers of one dimension, not fp32[8]


def histogram_mask(x: Any, n: Any, i: Any) -> None:
    tb.histogram(i, 8, mask=i)  # BAD: a mask is of type int1, not int32


def histogram_of_odd_bins(x: Any, n: Any, i: Any) -> None:
    tb.histogram(i, 7)  # BAD: extent 0 of a tensor must be a power of two, not 7


def histogram_of_text(x: Any, n: Any, i: Any) -> None:
    tb.histogram(i, "8")  # BAD: histogram: num_bins is an integer, not '8'


def sort_of_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.sort(n)  # BAD: sort takes a tensor, not int32


def merge_of_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.bitonic_merge(n)  # BAD: bitonic_merge takes a tensor, not int32


def topk_of_a_fraction(x: Any, n: Any, i: Any) -> None:
    tb.topk(i, 2.0)  # BAD: topk: k is an integer or None, not 2.0


def flip_along_text(x: Any, n: Any, i: Any) -> None:
    tb.flip(i, "0")  # BAD: flip: dim is an integer or None, not '0'


def rounds_of_a_value(x: Any, n: Any, i: Any) -> None:
    tb.rand(3, i, n)  # BAD: rand: n_rounds is an integer, not <int32>


def random_of_a_number(x: Any, n: Any, i: Any) -> None:
    tb.rand(3, 4)  # BAD: rand: offset is a value, not 4
