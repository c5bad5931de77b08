"""Misuse of shapes: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

from xtriton.frontend import builder as tb


def shapes_apart(x: Any, n: Any, i: Any) -> None:
    i + tb.arange(0, 16)  # BAD: shapes (8,) and (16,) do not go together: dimension 0 is 8 and 16


def not_a_power_of_two(x: Any, n: Any, i: Any) -> None:
    tb.arange(0, 24)  # BAD: extent 0 of a tensor must be a power of two, not 24


def too_large(x: Any, n: Any, i: Any) -> None:
    tb.zeros((2048, 1024), tb.int8)  # BAD: a tensor has at most 1048576 elements, not 2097152


def bad_reshape(x: Any, n: Any, i: Any) -> None:
    tb.reshape(i, 4, 4)  # BAD: reshape keeps the number of elements: int32[8] has 8, (4, 4) 16


def element_access(x: Any, n: Any, i: Any) -> None:
    i[0]  # BAD: only `:` and None can index a tensor, not 0


def extent_as_text(x: Any, n: Any, i: Any) -> None:
    tb.zeros(("8",), tb.int32)  # BAD: zeros: shape is a sequence of integers, not ('8',)


def extents_as_a_number(x: Any, n: Any, i: Any) -> None:
    tb.zeros(8, tb.int32)  # BAD: zeros: shape is a sequence of integers, not 8


def negative_extent(x: Any, n: Any, i: Any) -> None:
    tb.zeros((-8,), tb.int32)  # BAD: extent 0 of a tensor must be a power of two, not -8


def empty_tensor(x: Any, n: Any, i: Any) -> None:
    tb.zeros((0,), tb.int32)  # BAD: extent 0 of a tensor must be a power of two, not 0


def zeros_of_no_type(x: Any, n: Any, i: Any) -> None:
    tb.zeros((8,), None)  # BAD: zeros: dtype is a type of numbers, not None


def arange_of_a_value(x: Any, n: Any, i: Any) -> None:
    tb.arange(0, n)  # BAD: arange: end is an integer, not <int32>


def arange_backwards(x: Any, n: Any, i: Any) -> None:
    tb.arange(8, 0)  # BAD: the end of arange must be greater than its start, not 0 after 8


def negative_arange(x: Any, n: Any, i: Any) -> None:
    tb.arange(-4, 4)  # BAD: the bounds of arange are from 0 to 2147483647, not -4 and 4


def huge_arange(x: Any, n: Any, i: Any) -> None:
    tb.arange(0, 1 << 40)  # BAD: the bounds of arange are from 0 to 2147483647


def full_of_a_tensor(x: Any, n: Any, i: Any) -> None:
    tb.full((8,), i, tb.int32)  # BAD: full takes a scalar, not int32[8]


def broadcast_of_ranks(x: Any, n: Any, i: Any) -> None:
    tb.broadcast_to(i, (8, 8))  # BAD: cannot broadcast int32[8] to shape (8, 8): the ranks differ


def broadcast_of_extents(x: Any, n: Any, i: Any) -> None:
    tb.broadcast_to(i, (16,))  # BAD: cannot broadcast int32[8] to shape (16,): dimension 0 is 8


def broadcast_of_a_number(x: Any, n: Any, i: Any) -> None:
    tb.broadcast_to(3, (8,))  # BAD: broadcast_to: x is a value, not 3


def broadcast_to_nothing(x: Any, n: Any, i: Any) -> None:
    i.broadcast_to(None)  # BAD: broadcast_to: shape is an integer or a sequence of integers, not None


def dimension_twice(x: Any, n: Any, i: Any) -> None:
    tb.expand_dims(i, (0, 0))  # BAD: axes [0, 0] name a dimension twice


def axis_out_of_range(x: Any, n: Any, i: Any) -> None:
    tb.expand_dims(i, -3)  # BAD: axis -3 is not one of 2 dimensions


def axis_as_text(x: Any, n: Any, i: Any) -> None:
    tb.expand_dims(i, "0")  # BAD: expand_dims: axis is an integer or a sequence of integers, not '0'


def reshape_of_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.reshape(n, (1,))  # BAD: reshape takes a tensor, not int32


def item_of_several(x: Any, n: Any, i: Any) -> None:
    i.item()  # BAD: item takes a tensor of one element, not int32[8]


def bad_permutation(x: Any, n: Any, i: Any) -> None:
    tb.permute(tb.zeros((4, 8), tb.int32), (0, 0))  # BAD: (0, 0) is not an order of the 2 dimensions of int32[4, 8]


def transposed_row(x: Any, n: Any, i: Any) -> None:
    tb.trans(i)  # BAD: trans swaps the last two dimensions, but int32[8] has 1


def cat_of_two_shapes(x: Any, n: Any, i: Any) -> None:
    tb.cat(i, tb.arange(0, 16))  # BAD: cat takes two tensors of one type, not int32[8] and int32[16]


def cat_of_scalars(x: Any, n: Any, i: Any) -> None:
    tb.cat(n, n)  # BAD: cat takes two tensors of one type, not int32 and int32


def cat_of_floats_and_integers(x: Any, n: Any, i: Any) -> None:
    tb.cat(i, i.to(tb.float32))  # BAD: cat takes two tensors of one type, not int32[8] and fp32[8]


def cat_along_no_dimension(x: Any, n: Any, i: Any) -> None:
    tb.cat(i, i, dim=1)  # BAD: axis 1 is not one of 1 dimensions


def cat_of_two_types(x: Any, n: Any, i: Any) -> None:
    tb.cat(i, i.to(tb.int8), can_reorder=True)  # BAD: cat takes two tensors of one dimension and one type, not


def join_of_two_types(x: Any, n: Any, i: Any) -> None:
    tb.join(i, i.to(tb.float32))  # BAD: join takes values of one type, not int32 and fp32


def split_in_eight(x: Any, n: Any, i: Any) -> None:
    tb.split(i)  # BAD: split takes a tensor whose last dimension has extent 2, not int32[8]


def split_of_a_number(x: Any, n: Any, i: Any) -> None:
    tb.split(3)  # BAD: split: x is a value, not 3
