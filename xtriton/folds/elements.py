"""Arithmetic on constants: scalars, splats and dense tensors alike.

Integers are handled as unsigned numbers modulo 2^width (``index`` has 64 bits), floating-point numbers as Python floats
that are exact in their format.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr, FloatData, IndexType, IntegerAttr
from xdsl.ir import Attribute

from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.ub import PoisonAttr
from xtriton.ir.dense import DenseElementsAttr, shaped
from xtriton.ir.narrowing import is_float_type, is_integer_type
from xtriton.ir.numbers import float_bits, float_from_bits
from xtriton.ir.shared_attributes import integer_attr
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.wide_floats import WIDE

Number = int | float


def width_of(type_: Attribute) -> int:
    """The bit width of an integer or floating-point type, or of the elements of a shaped type."""
    if is_integer_type(type_):
        return type_.width.data
    scalar = element_type(type_)
    if is_integer_type(scalar):
        return scalar.width.data
    if isinstance(scalar, IndexType):
        return 64
    assert is_float_type(scalar)
    return scalar.bitwidth


def to_signed(value: int, width: int) -> int:
    """The signed integer with the bits of an unsigned one."""
    return value - (1 << width) if value >> (width - 1) else value


def to_unsigned(value: int, width: int) -> int:
    """The low bits of an integer as an unsigned one."""
    return value & ((1 << width) - 1)


def round_to(value: float, type_: Attribute) -> float:
    """``value`` rounded to the nearest number of a format, ties to even.

    Raises ``NoConstantError``, as :func:`constant` does, for a negative number in a format without a sign.
    """
    format_ = element_type(type_)
    assert is_float_type(format_)
    if value < 0 and format_.name in _WITHOUT_SIGN:
        raise NoConstantError(f"no constant of type '{format_}' is negative")
    if format_.name in WIDE:
        raise NoConstantError(f"results of type '{format_}' need more than double precision")
    return float_from_bits(float_bits(value, format_), format_)


def scalar_number(value: Attribute) -> Number | None:
    """The value of a scalar constant or splat; ``None`` if it is neither."""
    kind = type(value)  # there are no subclasses; isinstance would be slow
    if kind is IntegerAttr:
        attr = cast("IntegerAttr[Any]", value)
        return to_unsigned(attr.value.data, width_of(attr.type))
    if kind is FloatAttr:
        return cast("FloatAttr[AnyFloat]", value).value.data
    if kind is DenseElementsAttr:
        dense = cast("DenseElementsAttr", value)
        if dense.is_splat:
            number = dense.splat_value
            return number if isinstance(number, float) else to_unsigned(number, width_of(dense.type))
    return None


def integer_of(value: Attribute | None) -> int | None:
    """The unsigned integer value of a scalar or splat constant; ``None`` for anything else."""
    if value is None:
        return None
    number = scalar_number(value)
    return number if isinstance(number, int) else None


def float_of(value: Attribute | None) -> float | None:
    """The floating-point value of a scalar or splat constant; ``None`` for anything else."""
    if value is None:
        return None
    number = scalar_number(value)
    return number if isinstance(number, float) else None


def is_zero(value: Attribute | None) -> bool:
    """Whether a constant is the integer 0, or a splat of it."""
    return integer_of(value) == 0


def is_one(value: Attribute | None) -> bool:
    """Whether a constant is the integer 1, or a splat of it."""
    return integer_of(value) == 1


def is_all_ones(value: Attribute | None) -> bool:
    """Whether an integer constant, or each element of a splat, has all bits set."""
    number = integer_of(value)
    return number is not None and number == (1 << width_of(type_of(value))) - 1


def is_positive_zero(value: Attribute | None) -> bool:
    """Whether a constant is +0.0, or a splat of it."""
    return _is_zero_with_sign(value, 1.0)


def is_negative_zero(value: Attribute | None) -> bool:
    """Whether a constant is -0.0, or a splat of it."""
    return _is_zero_with_sign(value, -1.0)


def _is_zero_with_sign(value: Attribute | None, sign: float) -> bool:
    number = float_of(value)
    return number is not None and number == 0.0 and math.copysign(1.0, number) == sign


def type_of(value: Attribute | None) -> Attribute:
    """The type of a scalar or dense constant."""
    assert isinstance(value, IntegerAttr | FloatAttr | DenseElementsAttr)
    return cast("Any", value).type


class NoConstantError(Exception):
    """A type has no such constant: its shape is not static, or the number is negative and the format has no sign."""


_WITHOUT_SIGN = frozenset({"f8E8M0FNU"})


def constant(type_: Attribute, number: Number) -> Attribute:
    """The constant of a scalar type, or the splat of a shaped type; floats must be exact in the type.

    Raises ``NoConstantError`` for a shape that is not static. Folds and patterns need not handle it: they then do not
    apply.
    """
    shape = shape_of(type_)
    if shape is not None:
        if DYNAMIC in shape:
            raise NoConstantError(f"no constant has the type '{type_}'")
        return DenseElementsAttr.splat(type_, number)
    if is_float_type(type_):
        return FloatAttr.new([FloatData(float(number)), type_])  # unlike the constructor this keeps a NaN's payload
    return _integer(int(number), type_)


def _integer(number: int, type_: Attribute) -> Attribute:
    """The constant of an integer type or ``index``."""
    if is_integer_type(type_):
        width = type_.width.data
        return integer_attr(to_signed(to_unsigned(number, width), width), type_)
    assert isinstance(type_, IndexType)
    return integer_attr(to_signed(to_unsigned(number, 64), 64), type_)


def zero(type_: Attribute) -> Attribute:
    """The constant 0 of a type."""
    return constant(type_, 0)


def dense_numbers(value: DenseElementsAttr) -> list[Number]:
    """The elements of a dense constant."""
    if is_float_type(value.element_type):
        return value.values()
    width = width_of(value.type)
    return [to_unsigned(int(number), width) for number in value.values()]


Constants = Sequence[Attribute | None]
_WITH_NUMBERS = (IntegerAttr, FloatAttr, DenseElementsAttr)


def fold_integers(
    constants: Constants, result_type: Attribute, function: Callable[[int, int], int | None]
) -> Attribute | None:
    """Apply a function of unsigned integers to two constants; see :func:`fold_elements`."""
    return fold_elements(constants, result_type, function)


def fold_floats(
    constants: Constants, result_type: Attribute, function: Callable[[float, float], float | None]
) -> Attribute | None:
    """Apply a function of floating-point numbers to two constants; see :func:`fold_elements`."""
    return fold_elements(constants, result_type, function)


def convert_integer(
    constants: Constants, result_type: Attribute, function: Callable[[int], Number | None]
) -> Attribute | None:
    """Apply a function of an unsigned integer to a constant; see :func:`fold_elements`."""
    return fold_elements(constants, result_type, function)


def convert_float(
    constants: Constants, result_type: Attribute, function: Callable[[float], Number | None]
) -> Attribute | None:
    """Apply a function of a floating-point number to a constant; see :func:`fold_elements`."""
    return fold_elements(constants, result_type, function)


def fold_elements(
    constants: Constants, result_type: Attribute, function: Callable[..., Number | None]
) -> Attribute | None:
    """Apply ``function`` to constants elementwise (MLIR's ``constFoldBinaryOp`` and its variants).

    ``function`` may give up with ``None``. Poison makes the result poison. The operands must have the same type.
    """
    are_known = True
    for value in constants:
        if value is None:
            are_known = False
        elif type(value) is PoisonAttr:
            return value
        elif type(value) not in _WITH_NUMBERS:  # `dense_resource`, whose elements are elsewhere
            are_known = False
    if not are_known:
        return None
    known = cast("Sequence[Attribute]", constants)
    first = type_of(known[0])
    if any(type_of(value) != first for value in known[1:]):
        return None
    scalars = [scalar_number(value) for value in known]
    if all(number is not None for number in scalars):
        number = function(*scalars)
        return None if number is None else constant(result_type, number)
    rows = [dense_numbers(value) for value in known if isinstance(value, DenseElementsAttr)]
    results: list[Number] = []
    for row in zip(*rows, strict=True):
        number = function(*row)
        if number is None:
            return None
        results.append(number)
    return DenseElementsAttr.of(shaped(result_type), results)
