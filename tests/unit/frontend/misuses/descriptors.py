"""Misuse of tensor descriptors: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

from xtriton.frontend import builder as tb


def descriptor_of_no_dimension(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [], [], [])  # BAD: a descriptor has 1 to 5 dimensions, not 0


def descriptor_of_unequal_lengths(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [n], [1, 1], [8])  # BAD: shape, strides and block_shape must be equally long


def descriptor_of_odd_blocks(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [n], [1], [12])  # BAD: extent 0 of a tensor must be a power of two, not 12


def descriptor_of_tensors(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [i], [1], [8])  # BAD: expected a scalar, not int32[8]


def descriptor_of_pointers(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x + i, [n], [1], [8])  # BAD: operand #0 must be ptr


def descriptor_without_padding(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [n], [1], [8], padding_option="")  # BAD: padding_option of a descriptor is 'zero' or


def shape_as_a_value(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, n, [1], [8])  # BAD: make_tensor_descriptor: shape is a sequence of values or


def one_offset(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    d.load([0])  # BAD: a descriptor of 2 dimensions takes 2 offsets, not 1


def offsets_as_a_number(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    d.load(0)  # BAD: load: offsets is a sequence of values or integers, not 0


def fractional_offset(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    d.load([0, 1.5])  # BAD: load: offsets is a sequence of values or integers, not [0, 1.5]


def descriptor_stores_a_number(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    d.store([0, 0], 1.0)  # BAD: store: value is a value, not 1.0


def descriptor_stores_less(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    d.store([0, 0], i)  # BAD: a block of shape (8, 8) is stored, not int32[8]


def descriptor_maximum(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    d.atomic_max([0, 0], d.load([0, 0]))  # BAD: atomic_max of a descriptor does not take fp32


def rows_of_blocks(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    d.gather(i, 0)  # BAD: rows are picked by a descriptor whose block is one row, not one of shape (8, 8)


def few_rows(x: Any, n: Any, i: Any) -> None:
    r = tb.make_tensor_descriptor(x, [n, n], [n, 1], [1, 8])
    r.gather(tb.arange(0, 4), 0)  # BAD: at least 8 rows are picked, by a tensor of one dimension, not int32[4]


def short_rows(x: Any, n: Any, i: Any) -> None:
    r = tb.make_tensor_descriptor(x, [n, n], [n, 1], [1, 4])
    r.gather(i, 0)  # BAD: rows of fp32 have at least 8 columns, not 4


def rows_by_wide_numbers(x: Any, n: Any, i: Any) -> None:
    r = tb.make_tensor_descriptor(x, [n, n], [n, 1], [1, 8])
    r.gather(i.to(tb.int64), 0)  # BAD: operand #1 must be ranked tensor of 16-bit signless integer or 32-bit


def scattered_integers(x: Any, n: Any, i: Any) -> None:
    r = tb.make_tensor_descriptor(x, [n, n], [n, 1], [1, 8])
    r.scatter(tb.zeros((8, 8), tb.int32), i, 0)  # BAD: tensor element type must match block


def load_of_a_descriptor(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    tb.load(d)  # BAD: load: pointer is a value, not <tensor_descriptor<fp32[8, 8]>>


def sum_of_a_descriptor(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    tb.sum(d)  # BAD: sum: input is a value, not <tensor_descriptor<fp32[8, 8]>>


def exp_of_a_descriptor(x: Any, n: Any, i: Any) -> None:
    d = tb.make_tensor_descriptor(x, [n, n], [n, 1], [8, 8])
    tb.exp(d)  # BAD: exp: x is a value or a number, not <tensor_descriptor<fp32[8, 8]>>


def pointer_as_descriptor(x: Any, n: Any, i: Any) -> None:
    tb.load_tensor_descriptor(x, [0])  # BAD: load_tensor_descriptor: descriptor is a tensor descriptor, not
