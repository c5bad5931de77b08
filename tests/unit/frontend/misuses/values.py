"""Misuse of operators, constants and functions of numbers: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

import numpy as np

from xtriton.frontend import builder as tb


def mixed_types(x: Any, n: Any, i: Any) -> None:
    tb.load(x) & 1  # BAD: bits of integers can be combined, not of fp32


def pointers_multiplied(x: Any, n: Any, i: Any) -> None:
    x * 2  # BAD: an operator does not take operands of types pointer<fp32> and int32


def unpacking_a_value(x: Any, n: Any, i: Any) -> None:
    _, _ = i  # BAD: a value of type int32[8] cannot be iterated over or unpacked


def bitcast_of_widths(x: Any, n: Any, i: Any) -> None:
    n.to(tb.float16, bitcast=True)  # BAD: a bitcast keeps the width: int32 has 32 bits, fp16 has 16


def rounding_of_integers(x: Any, n: Any, i: Any) -> None:
    n.to(tb.float32, fp_downcast_rounding="rtz")  # BAD: fp_downcast_rounding is for conversions to a narrower float


def cast_to_python(x: Any, n: Any, i: Any) -> None:
    n.to(float)  # BAD: dtype is a type of numbers or a type of pointers, not <class 'float'>


def exp_of_integers(x: Any, n: Any, i: Any) -> None:
    tb.exp(n)  # BAD: exp takes fp32 and fp64, not int32


def sign_mismatch(x: Any, n: Any, i: Any) -> None:
    n // n.to(tb.uint32)  # BAD: int32 and uint32 cannot be divided: cast them to the same signedness


def number_out_of_range(x: Any, n: Any, i: Any) -> None:
    n.to(tb.int8) + 300  # BAD: 300 is out of the range of int8


def huge_number(x: Any, n: Any, i: Any) -> None:
    n + (1 << 70)  # BAD: 1180591620717411303424 does not fit into 64 bits


def wrong_grid_axis(x: Any, n: Any, i: Any) -> None:
    tb.program_id(3)  # BAD: the axes of the grid are 0, 1 and 2, not 3


def rounding_up(x: Any, n: Any, i: Any) -> None:
    n.to(tb.float32).to(tb.float16, fp_downcast_rounding="up")  # BAD: fp_downcast_rounding is 'rtne' or 'rtz', not


def constant_pointer(x: Any, n: Any, i: Any) -> None:
    tb.full((8,), 0, x.dtype)  # BAD: there are no constants of type pointer<fp32>


def negative_unsigned_constant(x: Any, n: Any, i: Any) -> None:
    tb.full((8,), -1, tb.uint8)  # BAD: -1 cannot be a constant of type uint8


def constant_of_65_bits(x: Any, n: Any, i: Any) -> None:
    tb.full((8,), 1 << 63, tb.int64)  # BAD: 9223372036854775808 cannot be a constant of type int64


def constant_of_text(x: Any, n: Any, i: Any) -> None:
    tb.full((8,), "1", tb.int32)  # BAD: full: value is a value or a number, not '1'


def constant_of_nothing(x: Any, n: Any, i: Any) -> None:
    tb.full((8,), None, tb.int32)  # BAD: full: value is a value or a number, not None


def numpy_scalar(x: Any, n: Any, i: Any) -> None:
    tb.maximum(n, np.int32(3))  # BAD: maximum: y is a value or a number, not


def numpy_operand(x: Any, n: Any, i: Any) -> None:
    n.logical_and(np.int32(3))  # BAD: logical_and: other is a value or a number, not


def nothing_as_operand(x: Any, n: Any, i: Any) -> None:
    n + None  # BAD: expected a value or a number, not None


def list_as_operand(x: Any, n: Any, i: Any) -> None:
    n + [1]  # BAD: expected a value or a number, not [1]


def type_as_text(x: Any, n: Any, i: Any) -> None:
    n.to("float32")  # BAD: to: dtype is a type of numbers or a type of pointers, not 'float32'


def exp_of_a_number(x: Any, n: Any, i: Any) -> None:
    tb.exp(3)  # BAD: exp takes floats, not int32


def exp_of_text(x: Any, n: Any, i: Any) -> None:
    tb.exp("3")  # BAD: exp: x is a value or a number, not '3'


def exp_of_two(x: Any, n: Any, i: Any) -> None:
    tb.exp(3.0, 4.0)  # BAD: exp: too many positional arguments


def exp_of_none(x: Any, n: Any, i: Any) -> None:
    tb.exp()  # BAD: exp: missing a required argument: 'x'


def fma_of_integers(x: Any, n: Any, i: Any) -> None:
    tb.fma(n, n, n)  # BAD: fma takes floats, not int32


def root_of_an_integer(x: Any, n: Any, i: Any) -> None:
    tb.sqrt_rn(2)  # BAD: sqrt_rn takes floats, not int32


def quotient_of_integers(x: Any, n: Any, i: Any) -> None:
    tb.div_rn(1, 2)  # BAD: div_rn takes floats, not int32


def high_product_of_floats(x: Any, n: Any, i: Any) -> None:
    tb.umulhi(1.5, 2.5)  # BAD: umulhi takes integers, not fp32


def nan_mode_as_text(x: Any, n: Any, i: Any) -> None:
    tb.maximum(1.0, tb.load(x), "ALL")  # BAD: maximum: propagate_nan is a PropagateNan, not 'ALL'


def choice_of_pointer_and_number(x: Any, n: Any, i: Any) -> None:
    tb.where(n > 0, x, 0)  # BAD: where takes values of one type, not pointer<fp32> and int32


def block_pointer_plus_number(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    p + 1  # BAD: a block pointer is moved by advance, not by adding to it: pointer<fp32[8]>


def block_pointer_as_number(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    p.to(tb.int64)  # BAD: a block pointer cannot be converted: pointer<fp32[8]>


def block_pointer_in_assembly(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.inline_asm_elementwise("", "=r,l", [p], tb.int32, True, 1)  # BAD: assembly does not take block pointers:


def sum_of_block_pointers(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.join(p, p)  # BAD: a block pointer is a scalar: there are no tensors of pointer<fp32[8]>


def pointer_negated(x: Any, n: Any, i: Any) -> None:
    tb.store(x, -x)  # BAD: expected numbers, not pointer<fp32>


def fp8_bits(x: Any, n: Any, i: Any) -> None:
    e = tb.zeros((8,), tb.float8e5)
    e & e  # BAD: bits of integers can be combined, not of fp8e5


def fp8_as_integers(x: Any, n: Any, i: Any) -> None:
    tb.zeros((8,), tb.float8e5).to(tb.int32)  # BAD: fp8e5 cannot be converted to int32


def wide_hint(x: Any, n: Any, i: Any) -> None:
    tb.multiple_of(i, 1 << 40)  # BAD: a hint is a number of 32 bits, not 1099511627776


def hints_apart(x: Any, n: Any, i: Any) -> None:
    tb.multiple_of(i, [1, 2])  # BAD: a hint on int32[8] takes 1 numbers, not 2


def hint_of_fractions(x: Any, n: Any, i: Any) -> None:
    tb.multiple_of(i, 1.5)  # BAD: multiple_of: values is an integer or a sequence of integers, not 1.5


def assumed_number(x: Any, n: Any, i: Any) -> None:
    tb.assume(n)  # BAD: an assumption is a scalar of type int1, not int32


def prefix_of_device_print(x: Any, n: Any, i: Any) -> None:
    tb.device_print("größer", n)  # BAD: the prefix of device_print is ASCII, not 'größer'


def print_of_text(x: Any, n: Any, i: Any) -> None:
    tb.device_print("x", "y")  # BAD: device_print: args is a value or a number, not 'y'


def fractional_grid_axis(x: Any, n: Any, i: Any) -> None:
    tb.program_id(1.0)  # BAD: program_id: axis is an integer, not 1.0


def unknown_external(x: Any, n: Any, i: Any) -> None:
    tb.extern_elementwise("", "", [n], {(tb.float32,): ("f", tb.float32)}, True)  # BAD: the library has no function of


def results_of_no_type(x: Any, n: Any, i: Any) -> None:
    tb.inline_asm_elementwise("", "", [n], [], True, 1)  # BAD: expected 1 or more results


def map_of_scalars(x: Any, n: Any, i: Any) -> None:
    tb.map_elementwise(lambda a: a, n)  # BAD: map_elementwise takes at least one tensor


def map_of_two_types(x: Any, n: Any, i: Any) -> None:
    tb.map_elementwise(lambda a, b: (a, b > 0), i, pack=2)  # BAD: each result has one type for all of 2 elements, not


def map_by_a_number(x: Any, n: Any, i: Any) -> None:
    tb.map_elementwise(3, i)  # BAD: map_elementwise: scalar_fn is a function, not 3
