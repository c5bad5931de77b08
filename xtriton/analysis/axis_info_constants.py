"""Integer constants of axis info: exact ones of the operand's width, and those of older versions in 64 bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.axis_info_lattice import AxisInfo, Extents, power_of_two_in, wrapped
from xtriton.dialects.upstream.arith.attributes import IntegerOverflowFlagsAttr
from xtriton.folds.arith_integer import truncated_quotient
from xtriton.folds.elements import integer_of, to_signed, to_unsigned
from xtriton.ir.narrowing import is_integer_type, is_tensor_type
from xtriton.ir.traits import element_type

Operands = Sequence[AxisInfo]
Transfer = Callable[[Operation, Operands], AxisInfo | None]
Fold64 = Callable[[int | None, int | None], int | None]
"""A constant from those of two operands, each ``None`` if unknown."""


def result_shape(op: Operation) -> Extents | None:
    """The shape of the result; ``None`` if it is a scalar."""
    type_ = op.results[0].type
    return tuple(type_.get_shape()) if is_tensor_type(type_) else None


def constant_info(op: Operation, rank: int, number: int) -> AxisInfo:
    """A result whose elements all are ``number``."""
    number = wrapped(number)
    return AxisInfo((1,) * rank, (power_of_two_in(number),) * rank, result_shape(op) or (1,) * rank, number)


def integer_width(type_: Attribute) -> int | None:
    """The width of an integer, or of the integers of a tensor; ``None`` for other types, ``index`` too."""
    scalar = element_type(type_)
    return scalar.width.data if is_integer_type(scalar) else None


# Before 3.9: 64 bits


@dataclass(frozen=True)
class FoldedIn64Bits:
    """A transfer that folds constants of 64 bits, as Triton did before 3.9."""

    transfer: Transfer
    fold: Fold64

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo | None:
        lhs, rhs = operands
        number = self.fold(lhs.constant, rhs.constant)
        return self.transfer(op, operands) if number is None else constant_info(op, lhs.rank, number)


def known(function: Callable[[int, int], int | None]) -> Fold64:
    """A fold of two known constants."""
    return lambda lhs, rhs: None if lhs is None or rhs is None else function(lhs, rhs)


def product_64(lhs: int | None, rhs: int | None) -> int | None:
    """The product; zero if either factor is."""
    if lhs is not None and rhs is not None:
        return lhs * rhs
    return 0 if lhs == 0 or rhs == 0 else None


def remainder_64(lhs: int | None, rhs: int | None) -> int | None:
    """The remainder; zero if the divisor is one."""
    if rhs == 1:
        return 0
    return None if lhs is None or not rhs else lhs - truncated_quotient(lhs, rhs) * rhs


# Since 3.9: as wide as the operands


def exact_constant(op: Operation, operands: Operands) -> int | None:
    """The bits of the integer that an operation computes, without a sign; ``None`` if unknown or poison."""
    rule = _EXACT.get(op.name)
    if rule is None or len(op.results) != 1:
        return None
    width = integer_width(op.results[0].type)
    return None if width is None else rule(op, list(map(constant_bits, op.operands, operands)), width)


def constant_bits(operand: SSAValue, info: AxisInfo) -> int | None:
    """The constant of an operand without a sign: the lattice holds those of 64 bits with one."""
    width = integer_width(operand.type)
    return info.constant if info.constant is None or width is None else to_unsigned(info.constant, width)


_NO_WRAP = IntegerOverflowFlagsAttr.of()


def _flags(op: Operation) -> IntegerOverflowFlagsAttr:
    flags = op.properties.get("overflowFlags")
    return flags if isinstance(flags, IntegerOverflowFlagsAttr) else _NO_WRAP


def _operand_width(op: Operation) -> int:
    return cast("IntegerType", element_type(op.operands[0].type)).width.data


_Rule = Callable[[Operation, Sequence[int | None], int], int | None]


def _binary(function: Callable[[Operation, int, int, int], int | None]) -> _Rule:
    """A rule for two known operands: the function takes them without a sign, and their width."""

    def rule(op: Operation, values: Sequence[int | None], width: int) -> int | None:
        lhs, rhs = values
        if lhs is None or rhs is None:
            return None
        found = function(op, lhs, rhs, _operand_width(op))
        return None if found is None else to_unsigned(found, width)

    return rule


def _fits(op: Operation, number: Callable[[int, int], int], lhs: int, rhs: int, width: int) -> bool:
    """Whether a result without wrapping is as the overflow flags say."""
    flags = _flags(op)
    if "nuw" in flags and not 0 <= number(lhs, rhs) < 1 << width:
        return False
    signed = number(to_signed(lhs, width), to_signed(rhs, width))
    return "nsw" not in flags or -(1 << (width - 1)) <= signed < 1 << (width - 1)


def _overflowing(number: Callable[[int, int], int]) -> _Rule:
    return _binary(lambda op, a, b, width: number(a, b) if _fits(op, number, a, b, width) else None)


def _product(op: Operation, values: Sequence[int | None], width: int) -> int | None:
    if 0 in values:
        return 0
    return _overflowing(lambda a, b: a * b)(op, values, width)


def _is_exact(op: Operation) -> bool:
    return "isExact" in op.properties


def _quotient(op: Operation, a: int, b: int, width: int) -> int | None:
    if not b or (_is_exact(op) and a % b):
        return None
    return a // b


def _signed_quotient(op: Operation, a: int, b: int, width: int) -> int | None:
    a, b = to_signed(a, width), to_signed(b, width)
    if not b or (b == -1 and a == -(1 << (width - 1))) or (_is_exact(op) and a % b):
        return None
    return truncated_quotient(a, b)


def _remainder(signed: bool) -> _Rule:
    def computed(op: Operation, a: int, b: int, width: int) -> int | None:
        if signed:
            a, b = to_signed(a, width), to_signed(b, width)
        return a - truncated_quotient(a, b) * b if b else None

    def rule(op: Operation, values: Sequence[int | None], width: int) -> int | None:
        if values[1] == 1 or (signed and values[1] == (1 << width) - 1):
            return 0
        return _binary(computed)(op, values, width)

    return rule


def _shift_left(op: Operation, a: int, b: int, width: int) -> int | None:
    if b >= width or not _fits(op, lambda value, _: value << b, a, b, width):
        return None
    return a << b


def _shift_right(signed: bool) -> _Rule:
    def computed(op: Operation, a: int, b: int, width: int) -> int | None:
        if b >= width or (_is_exact(op) and a & ((1 << b) - 1)):
            return None
        return (to_signed(a, width) if signed else a) >> b

    return _binary(computed)


def _signed(function: Callable[[int, int], int]) -> _Rule:
    return _binary(lambda op, a, b, width: function(to_signed(a, width), to_signed(b, width)))


def _unsigned(function: Callable[[int, int], int]) -> _Rule:
    return _binary(lambda op, a, b, width: function(a, b))


PREDICATES: Sequence[Callable[[int, int], bool]] = (
    lambda a, b: a == b,
    lambda a, b: a != b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
)
"""The predicates of ``arith.cmpi`` in their order; the last four come again for unsigned numbers."""


def _compare(op: Operation, a: int, b: int, width: int) -> int:
    predicate: int = cast("Any", op.properties["predicate"]).value.data
    if predicate >= len(PREDICATES):
        return int(PREDICATES[predicate - 4](a, b))
    return int(PREDICATES[predicate](to_signed(a, width), to_signed(b, width)))


def _select(op: Operation, values: Sequence[int | None], width: int) -> int | None:
    condition, true_value, false_value = values
    if condition is not None:
        return true_value if condition else false_value
    return true_value if true_value == false_value else None


def _constant(op: Operation, values: Sequence[int | None], width: int) -> int | None:
    return integer_of(op.properties.get("value"))


def _extend_signed(op: Operation, values: Sequence[int | None], width: int) -> int | None:
    (value,) = values
    return None if value is None else to_unsigned(to_signed(value, _operand_width(op)), width)


def _extend_unsigned(op: Operation, values: Sequence[int | None], width: int) -> int | None:
    (value,) = values
    if value is not None and "nonNeg" in op.properties and to_signed(value, _operand_width(op)) < 0:
        return None
    return value


def _truncate(op: Operation, values: Sequence[int | None], width: int) -> int | None:
    (value,) = values
    if value is None:
        return None
    result = to_unsigned(value, width)
    flags = _flags(op)
    if "nuw" in flags and result != value:
        return None
    before = to_signed(value, _operand_width(op))
    return None if "nsw" in flags and to_signed(result, width) != before else result


_EXACT: Mapping[str, _Rule] = {
    "arith.constant": _constant,
    "arith.extsi": _extend_signed,
    "arith.extui": _extend_unsigned,
    "arith.trunci": _truncate,
    "arith.addi": _overflowing(lambda a, b: a + b),
    "arith.subi": _overflowing(lambda a, b: a - b),
    "arith.muli": _product,
    "arith.divsi": _binary(_signed_quotient),
    "arith.divui": _binary(_quotient),
    "arith.remsi": _remainder(signed=True),
    "arith.remui": _remainder(signed=False),
    "arith.andi": _unsigned(lambda a, b: a & b),
    "arith.ori": _unsigned(lambda a, b: a | b),
    "arith.xori": _unsigned(lambda a, b: a ^ b),
    "arith.shli": _binary(_shift_left),
    "arith.shrsi": _shift_right(signed=True),
    "arith.shrui": _shift_right(signed=False),
    "arith.minsi": _signed(min),
    "arith.maxsi": _signed(max),
    "arith.minui": _unsigned(min),
    "arith.maxui": _unsigned(max),
    "arith.cmpi": _binary(_compare),
    "arith.select": _select,
}
