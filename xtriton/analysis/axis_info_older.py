"""Transfers of axis info as they were in older versions of Triton: constants of 64 bits, and looser divisibility."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Any, cast

from xdsl.ir import Operation

from xtriton.analysis.axis_info_constants import (
    PREDICATES,
    Fold64,
    FoldedIn64Bits,
    Operands,
    Transfer,
    constant_info,
    known,
    product_64,
    remainder_64,
    result_shape,
)
from xtriton.analysis.axis_info_lattice import (
    AxisInfo,
    Extents,
    entry_state,
    join,
    joint_divisibility,
    power_of_two_in,
    rank_of,
    signed_of,
    unsigned_of,
    wrapped,
)
from xtriton.analysis.axis_info_reshape import reshape
from xtriton.analysis.axis_info_transfer import (
    TRANSFERS,
    Add,
    AddPtr,
    Binary,
    Compare,
    Divide,
    Multiply,
    Remainder,
    Shift,
    Subtract,
    divisor_of_starts,
    element_bytes,
    expanded,
    product,
)
from xtriton.folds.arith_integer import truncated_quotient
from xtriton.ir.narrowing import is_integer_type, is_tensor_type


class SumOfStarts(Add):
    """Before 3.7 both divisors counted, wherever the runs of the result begin."""

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        return gcd(lhs.divisibility[dim], product(rhs.divisibility[dim], self.element_size(op)))


class AddPtrOfStarts(SumOfStarts, AddPtr):
    """``tt.addptr`` before 3.7."""


class DifferenceOfStarts(SumOfStarts, Subtract):
    """``arith.subi`` before 3.7."""


class DivideBy64Bits(Divide):
    """Before 3.9 every divisor was a number of 64 bits with a sign."""

    def magnitude(self, op: Operation, divisor: AxisInfo) -> int:
        return abs(divisor.constant or 0)


class RemainderOfEqual(Remainder):
    """Before 3.9 nothing was known of scalars, nor of numbers by divisors that are not equal along a dimension."""

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        return gcd(lhs.divisibility[dim], rhs.divisibility[dim]) if rhs.constancy[dim] > 1 else 1


class ShiftLeftBy64Bits(Shift):
    """Before 3.9 amounts were taken modulo 64, and an unknown one for zero."""

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        shift = rhs.constant or 0
        divisor = divisor_of_starts(lhs, dim) if shift else lhs.divisibility[dim]
        return product(divisor, wrapped(1 << (shift & 63)))


class ShiftRightBy64Bits(Shift):
    """Before 3.9 amounts were taken modulo 64."""

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        if rhs.constant is None:
            return 1
        divisor = divisor_of_starts(lhs, dim) if rhs.constant else lhs.divisibility[dim]
        return max(1, divisor >> (rhs.constant & 63))


def _either(op: Operation, operands: Operands) -> AxisInfo:
    lhs, rhs = operands
    return join(lhs, rhs)._replace(constant=None)


class CompareIn64Bits(Compare):
    """Before 3.9 two constants were compared as numbers of 64 bits, and nothing divided the result."""

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo | None:
        shape = result_shape(op)
        lhs, rhs = operands
        if shape is None or lhs.constant is None or rhs.constant is None:
            return super().__call__(op, operands)
        ones = (1,) * len(shape)
        return AxisInfo(ones, ones, shape, self._holds(op, lhs.constant, rhs.constant) if shape else None)

    def _holds(self, op: Operation, lhs: int, rhs: int) -> int:
        predicate: int = cast("Any", op.properties["predicate"]).value.data
        if predicate >= len(PREDICATES):
            predicate, lhs, rhs = predicate - 4, lhs % (1 << 64), rhs % (1 << 64)
        return int(PREDICATES[predicate](lhs, rhs))


def _as_operand(op: Operation, operands: Operands) -> AxisInfo:
    return operands[0]


def _unrealized_cast(op: Operation, operands: Operands) -> AxisInfo | None:
    """As the operand, unless the result has another rank."""
    if not operands:
        return None
    result = op.results[0]
    if is_tensor_type(result.type) and rank_of(result.type) != operands[0].rank:
        return entry_state(result)
    return operands[0]


def _constant_op(number_of: Callable[[Any], int | None]) -> Transfer:
    def transfer(op: Operation, operands: Operands) -> AxisInfo | None:
        number = number_of(op.properties.get("value"))
        return None if number is None else constant_info(op, rank_of(op.results[0].type), number)

    return transfer


def _expand_dims(op: Operation, operands: Operands) -> AxisInfo:
    """Before 3.9 the new dimension of a constant had a constancy of 1, as every other."""
    (info,) = operands
    if info.constant is None:
        return expanded(op, info)
    return expanded(op, info, power_of_two_in(info.constant))._replace(constant=info.constant)


def _select(clamps: bool) -> Transfer:
    """A selection; since 3.8 the divisibility is clamped where a tensor of conditions cuts the runs."""

    def transfer(op: Operation, operands: Operands) -> AxisInfo:
        condition, lhs, rhs = operands
        if condition.constant is not None:
            return lhs if condition.constant else rhs
        contiguity = tuple(map(gcd, lhs.contiguity, rhs.contiguity))
        constancy = tuple(map(gcd, lhs.constancy, rhs.constancy))
        divisibility: Extents = tuple(joint_divisibility(lhs, rhs, dim) for dim in range(lhs.rank))
        if not is_integer_type(op.operands[0].type):
            contiguity = tuple(map(gcd, contiguity, condition.constancy))
            constancy = tuple(map(gcd, constancy, condition.constancy))
            if clamps:
                divisibility = tuple(map(gcd, divisibility, contiguity))
        constant = lhs.constant if lhs.constant == rhs.constant else None
        if constant is not None:
            constancy = result_shape(op) or (1,) * lhs.rank
        return AxisInfo(contiguity, divisibility, constancy, constant)

    return transfer


def _shift_left(lhs: int, rhs: int) -> int:
    return lhs << (rhs & 63)


def _shift_right(lhs: int, rhs: int) -> int:
    return lhs >> (rhs & 63)


_QUOTIENT = known(lambda lhs, rhs: truncated_quotient(lhs, rhs) if rhs else None)


class _AddPtrIn64Bits:
    """``tt.addptr`` of constants."""

    def __init__(self, transfer: Transfer) -> None:
        self._transfer = transfer

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo | None:
        size = element_bytes(op.operands[0].type)
        return FoldedIn64Bits(self._transfer, known(lambda lhs, rhs: lhs + rhs * size))(op, operands)


_FOLDS: Mapping[str, tuple[Transfer, Fold64]] = {
    "arith.muli": (Multiply(), product_64),
    "arith.divsi": (DivideBy64Bits(), _QUOTIENT),
    "arith.divui": (DivideBy64Bits(), _QUOTIENT),
    "arith.remsi": (RemainderOfEqual(), remainder_64),
    "arith.remui": (RemainderOfEqual(), remainder_64),
    "arith.andi": (Binary(), known(lambda a, b: a & b)),
    "arith.ori": (Binary(), known(lambda a, b: a | b)),
    "arith.xori": (Binary(), known(lambda a, b: a ^ b)),
    "arith.shli": (ShiftLeftBy64Bits(), known(_shift_left)),
    "arith.shrui": (ShiftRightBy64Bits(), known(_shift_right)),
    "arith.shrsi": (ShiftRightBy64Bits(), known(_shift_right)),
    "arith.maxsi": (_either, known(max)),
    "arith.maxui": (_either, known(max)),
    "arith.minsi": (_either, known(min)),
    "arith.minui": (_either, known(min)),
}

_SUM, _DIFFERENCE = known(lambda a, b: a + b), known(lambda a, b: a - b)

TRANSFERS_38: Mapping[str, Transfer] = {
    **TRANSFERS,
    **{name: FoldedIn64Bits(transfer, fold) for name, (transfer, fold) in _FOLDS.items()},
    "arith.addi": FoldedIn64Bits(Add(), _SUM),
    "arith.subi": FoldedIn64Bits(Subtract(), _DIFFERENCE),
    "tt.addptr": _AddPtrIn64Bits(AddPtr()),
    "arith.cmpi": CompareIn64Bits(),
    "arith.select": _select(clamps=True),
    "arith.constant": _constant_op(signed_of),
    "arith.extsi": _as_operand,
    "arith.extui": _as_operand,
    "arith.trunci": _as_operand,
    "tt.bitcast": _as_operand,
    "builtin.unrealized_conversion_cast": _unrealized_cast,
    "tt.expand_dims": _expand_dims,
    "tt.reshape": reshape,
}
"""The transfers of Triton 3.8: constants are numbers of 64 bits."""

TRANSFERS_37: Mapping[str, Transfer] = {
    **{name: transfer for name, transfer in TRANSFERS_38.items() if name != "tt.reshape"},
    "arith.select": _select(clamps=False),
    "arith.constant": _constant_op(unsigned_of),
}
"""The transfers of Triton 3.7: constants have no sign, reshapes are not followed."""

TRANSFERS_36: Mapping[str, Transfer] = {
    **TRANSFERS_37,
    "arith.addi": FoldedIn64Bits(SumOfStarts(), _SUM),
    "arith.subi": FoldedIn64Bits(DifferenceOfStarts(), _DIFFERENCE),
    "tt.addptr": _AddPtrIn64Bits(AddPtrOfStarts()),
}
"""The transfers of Triton 3.6."""
