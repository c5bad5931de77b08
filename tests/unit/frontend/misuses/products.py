"""Misuse of matrix products: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

from xtriton.frontend import builder as tb


def dot_of_scalars(x: Any, n: Any, i: Any) -> None:
    tb.dot(n, n)  # BAD: dot takes two tensors of one rank of at least 2, not int32 and int32


def dot_of_a_number(x: Any, n: Any, i: Any) -> None:
    tb.dot(tb.zeros((16, 16), tb.float16), 3)  # BAD: dot: b is a value, not 3


def small_accumulator(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a, acc=tb.zeros((8, 8), tb.float32))  # BAD: the product of fp16[16, 16] and fp16[16, 16] cannot be added


def dot_of_wide_integers(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.int32)
    tb.dot(a, a)  # BAD: dot does not take int32


def dot_of_few_columns(x: Any, n: Any, i: Any) -> None:
    tb.dot(tb.zeros((16, 8), tb.float16), tb.zeros((8, 16), tb.float16))  # BAD: dot of fp16 takes at least 16 columns


def dot_of_unsigned(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((32, 32), tb.uint8)
    tb.dot(a, a)  # BAD: integers are multiplied as int8, not uint8


def dot_to_bfloat16(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a, out_dtype=tb.bfloat16)  # BAD: out_dtype cannot be bf16: use fp32 and cast with .to(bfloat16)


def dot_to_float64(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a, out_dtype=tb.float64)  # BAD: out_dtype of this product is fp32 or fp16, not fp64


def dot_to_a_number(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a, out_dtype=16)  # BAD: dot: out_dtype is a type of numbers or None, not 16


def precision_as_a_number(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a, input_precision=3)  # BAD: dot: input_precision is text or None, not 3


def too_imprecise(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((32, 32), tb.float8e5)
    tb.dot(a, a, max_num_imprecise_acc=64)  # BAD: max_num_imprecise_acc is at most 32 here, not 64


def format_of_another_type(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot_scaled(a, None, "e4m3", a, None, "fp16")  # BAD: an operand of format e4m3 has elements of type fp8e4nv or


def scales_of_another_shape(x: Any, n: Any, i: Any) -> None:
    e = tb.zeros((32, 32), tb.float8e5)
    tb.dot_scaled(e, tb.zeros((1, 32), tb.uint8), "e5m2", e, None, "e5m2")  # BAD: the scales of this operand have


def packed_along_columns(x: Any, n: Any, i: Any) -> None:
    e = tb.zeros((32, 32), tb.float8e5)
    tb.dot_scaled(e, None, "e5m2", e, None, "e5m2", rhs_k_pack=False)  # BAD: only e2m1 can be packed along another


def dot_scaled_of_ranks(x: Any, n: Any, i: Any) -> None:
    e = tb.zeros((32, 32), tb.float8e5)
    tb.dot_scaled(e, None, "e5m2", e[None], None, "e5m2")  # BAD: dot_scaled takes two tensors of rank 2 or 3, not


def dot_scaled_of_columns(x: Any, n: Any, i: Any) -> None:
    e = tb.zeros((32, 32), tb.float8e5)
    tb.dot_scaled(e, None, "e5m2", tb.zeros((64, 32), tb.float8e5), None, "e5m2")  # BAD: cannot be multiplied: 32 and


def dot_scaled_of_batches(x: Any, n: Any, i: Any) -> None:
    a, b = tb.zeros((2, 32, 32), tb.float8e5), tb.zeros((4, 32, 32), tb.float8e5)
    tb.dot_scaled(a, None, "e5m2", b, None, "e5m2")  # BAD: expected the first dimension of the first operand


def dot_scaled_accumulator(x: Any, n: Any, i: Any) -> None:
    e = tb.zeros((32, 32), tb.float8e5)
    tb.dot_scaled(e, None, "e5m2", e, None, "e5m2", acc=e)  # BAD: the accumulator of this product has type fp32[32,
