"""What operations make of contiguity, divisibility and constancy (:mod:`xtriton.analysis.axis_info_lattice`).

A *transfer* says what is known of the result of an operation from what is known of its operands; ``None`` if nothing.
They are Triton's, with its shortcomings: passes choose layouts by them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info_lattice import (
    MAX_DIVISOR,
    AxisInfo,
    Extents,
    entry_state,
    joint_divisibility,
    power_of_two_in,
    rank_of,
    uniform,
    unsigned_of,
    wrapped,
)
from xtriton.dialects.tt.types import PointerType
from xtriton.ir.narrowing import is_integer_type, is_tensor_type

Operands = Sequence[AxisInfo]
Transfer = Callable[[Operation, Operands], AxisInfo | None]


def _shape(op: Operation) -> Extents | None:
    """The shape of the result; ``None`` if it is a scalar."""
    type_ = op.results[0].type
    return tuple(type_.get_shape()) if is_tensor_type(type_) else None


def _property(op: Operation, name: str) -> int:
    """The number that a property is."""
    return cast("Any", op.properties[name]).value.data


def product(first: int, second: int) -> int:
    """The product of two divisors, no more than :data:`MAX_DIVISOR`."""
    return first * second if second > 0 and first <= MAX_DIVISOR // second else MAX_DIVISOR


def _constant(op: Operation, rank: int, number: int) -> AxisInfo:
    """A result that is one number."""
    number = wrapped(number)
    return AxisInfo((1,) * rank, (power_of_two_in(number),) * rank, _shape(op) or (1,) * rank, number)


# ------------------------------------------------------------------------------------------------- of two operands


class Binary:
    """The transfer of an elementwise operation of two operands, a dimension at a time."""

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo:
        lhs, rhs = operands
        number = self.constant(op, lhs.constant, rhs.constant)
        if number is not None:
            return _constant(op, lhs.rank, number)
        dims = range(lhs.rank)
        shape = _shape(op)
        return AxisInfo(
            tuple(self.contiguity(lhs, rhs, dim, shape) for dim in dims),
            tuple(self.divisibility(op, lhs, rhs, dim) for dim in dims),
            tuple(self.constancy(lhs, rhs, dim, shape) for dim in dims),
        )

    def constant(self, op: Operation, lhs: int | None, rhs: int | None) -> int | None:
        """The number that the result is."""
        return None if lhs is None or rhs is None else self.compute(op, lhs, rhs)

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        """The number that the result is, for two numbers."""
        return None

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        """The contiguity of the result."""
        return 1

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        """The divisibility of the result."""
        return 1

    def constancy(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        """The constancy of the result."""
        return gcd(lhs.constancy[dim], rhs.constancy[dim])


class Add(Binary):
    """A run of equal numbers added to a run of consecutive ones gives consecutive ones."""

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        return lhs + rhs

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return max(gcd(lhs.constancy[dim], rhs.contiguity[dim]), gcd(lhs.contiguity[dim], rhs.constancy[dim]))

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        return gcd(lhs.divisibility[dim], rhs.divisibility[dim])


class AddPtr(Add):
    """Offsets count elements: as bytes they divide by the size of an element too."""

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        return lhs + rhs * element_bytes(op.operands[0].type)

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        return gcd(lhs.divisibility[dim], product(rhs.divisibility[dim], element_bytes(op.operands[0].type)))


def element_bits(type_: Attribute) -> int:
    """The bits of what a pointer, a tensor of pointers or a block pointer points to, or of a tensor's elements."""
    if is_tensor_type(type_):
        type_ = type_.element_type
    if isinstance(type_, PointerType):
        type_ = type_.pointee_type
    if is_tensor_type(type_):
        type_ = type_.element_type
    if is_integer_type(type_):
        return type_.width.data
    return getattr(type_, "bitwidth", 64)


def element_bytes(type_: Attribute) -> int:
    """The bytes of what a pointer points to, at least one."""
    return max(1, element_bits(type_) // 8)


class Subtract(Add):
    """As for sums, but that subtracting consecutive numbers gives falling ones."""

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        return lhs - rhs

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return gcd(lhs.contiguity[dim], rhs.constancy[dim])


def _divisor_of_all(info: AxisInfo, dim: int) -> int:
    """What divides all numbers and not only the starts of runs."""
    return 1 if info.contiguity[dim] > 1 else info.divisibility[dim]


class Multiply(Binary):
    """Divisors multiply; only a factor of one keeps what is consecutive."""

    def constant(self, op: Operation, lhs: int | None, rhs: int | None) -> int | None:
        if lhs is not None and rhs is not None:
            return lhs * rhs
        return 0 if lhs == 0 or rhs == 0 else None

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return max(lhs.contiguity[dim] if rhs.constant == 1 else 1, rhs.contiguity[dim] if lhs.constant == 1 else 1)

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        first = lhs.divisibility[dim] if rhs.constant == 1 else _divisor_of_all(lhs, dim)
        second = rhs.divisibility[dim] if lhs.constant == 1 else _divisor_of_all(rhs, dim)
        return product(first, second)


def _is_run_by_constant(lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents) -> bool:
    """Whether consecutive numbers meet one number all along a dimension."""
    return lhs.contiguity[dim] == shape[dim] and rhs.constancy[dim] == shape[dim]


def _truncated(lhs: int, rhs: int) -> int:
    """The quotient rounded towards zero."""
    quotient = abs(lhs) // abs(rhs)
    return quotient if (lhs < 0) == (rhs < 0) else -quotient


class Divide(Binary):
    """Consecutive numbers divided by one number: as many as it are equal, as far as both divide."""

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        return _truncated(lhs, rhs) if rhs else None

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return lhs.contiguity[dim] if rhs.constant == 1 else 1

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        if lhs.constant == 0 or rhs.constant == 1:
            return lhs.divisibility[dim]
        by = 0 if rhs.constant is None else abs(rhs.constant)
        if by and not by & (by - 1) and lhs.contiguity[dim] == 1:
            return max(1, lhs.divisibility[dim] // by)
        return 1

    def constancy(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        found = super().constancy(lhs, rhs, dim, shape)
        if shape is not None and _is_run_by_constant(lhs, rhs, dim, shape):
            return max(found, gcd(lhs.contiguity[dim], lhs.divisibility[dim], rhs.divisibility[dim]))
        return found


class Remainder(Binary):
    """Consecutive numbers modulo one number: the runs are as long as it, as far as both divide."""

    def constant(self, op: Operation, lhs: int | None, rhs: int | None) -> int | None:
        if rhs == 1:
            return 0
        return None if lhs is None or not rhs else lhs - _truncated(lhs, rhs) * rhs

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        if shape is None or not _is_run_by_constant(lhs, rhs, dim, shape):
            return 1
        return gcd(lhs.contiguity[dim], lhs.divisibility[dim], rhs.divisibility[dim])

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        return gcd(lhs.divisibility[dim], rhs.divisibility[dim]) if rhs.constancy[dim] > 1 else 1


class Bitwise(Binary):
    """Nothing but constants and equal numbers is followed."""

    def __init__(self, function: Callable[[int, int], int]) -> None:
        self._function = function

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        return self._function(lhs, rhs)


class Shift(Binary):
    """A shift by zero keeps what is consecutive."""

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return lhs.contiguity[dim] if rhs.constant == 0 else 1


class ShiftLeft(Shift):
    """A product with a power of two; by an unknown number, with one."""

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        return lhs << (rhs & 63)

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        shift = rhs.constant or 0
        return product(_divisor_of_all(lhs, dim) if shift else lhs.divisibility[dim], wrapped(1 << (shift & 63)))


class ShiftRight(Shift):
    """A quotient by a power of two."""

    def compute(self, op: Operation, lhs: int, rhs: int) -> int | None:
        return lhs >> (rhs & 63)

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        if rhs.constant is None:
            return 1
        divisor = _divisor_of_all(lhs, dim) if rhs.constant else lhs.divisibility[dim]
        return max(1, divisor >> (rhs.constant & 63))


class Extremum:
    """The greater or the smaller of two numbers is either of them."""

    def __init__(self, function: Callable[[int, int], int]) -> None:
        self._function = function

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo:
        lhs, rhs = operands
        if lhs.constant is not None and rhs.constant is not None:
            return _constant(op, lhs.rank, self._function(lhs.constant, rhs.constant))
        return AxisInfo(
            tuple(map(gcd, lhs.contiguity, rhs.contiguity)),
            tuple(joint_divisibility(lhs, rhs, dim) for dim in range(lhs.rank)),
            tuple(map(gcd, lhs.constancy, rhs.constancy)),
        )


class Compare:
    """Comparisons of tensors: where a run of consecutive numbers meets equal ones, the answer changes at its start."""

    SIGNED: ClassVar[Sequence[Callable[[int, int], bool]]] = (
        lambda a, b: a == b,
        lambda a, b: a != b,
        lambda a, b: a < b,
        lambda a, b: a <= b,
        lambda a, b: a > b,
        lambda a, b: a >= b,
    )
    """The predicates of ``arith.cmpi`` in their order; the last four come again for unsigned numbers."""
    LESS_OR_GREATER_EQUAL: ClassVar = frozenset({2, 5, 6, 9})
    GREATER_OR_LESS_EQUAL: ClassVar = frozenset({4, 3, 8, 7})

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo | None:
        shape = _shape(op)
        if shape is None:
            return None
        lhs, rhs = operands
        predicate = _property(op, "predicate")
        ones = (1,) * len(shape)
        if lhs.constant is not None and rhs.constant is not None:
            constant = self._holds(predicate, lhs.constant, rhs.constant) if shape else None
            return AxisInfo(ones, ones, shape, constant)
        constancy = tuple(self._constancy(predicate, lhs, rhs, dim, shape[dim]) for dim in range(len(shape)))
        return AxisInfo(ones, ones, constancy)

    def _holds(self, predicate: int, lhs: int, rhs: int) -> int:
        if predicate >= len(self.SIGNED):
            predicate, lhs, rhs = predicate - 4, lhs % (1 << 64), rhs % (1 << 64)
        return int(self.SIGNED[predicate](lhs, rhs))

    def _constancy(self, predicate: int, lhs: AxisInfo, rhs: AxisInfo, dim: int, extent: int) -> int:
        found = gcd(lhs.constancy[dim], rhs.constancy[dim])
        if predicate in self.GREATER_OR_LESS_EQUAL and lhs.constancy[dim] == extent:
            run = rhs
        elif predicate in self.LESS_OR_GREATER_EQUAL and rhs.constancy[dim] == extent:
            run = lhs
        else:
            return found
        return max(found, gcd(run.contiguity[dim], lhs.divisibility[dim], rhs.divisibility[dim]))


# ---------------------------------------------------------------------------------------------------------- others


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


def _make_range(op: Operation, operands: Operands) -> AxisInfo:
    """Consecutive numbers. Their start is a number of 32 bits, so that zero divides by less than elsewhere."""
    start, end = _property(op, "start") % (1 << 32), _property(op, "end") % (1 << 32)
    return AxisInfo(((end - start) % (1 << 32),), (start & -start or 1 << 30,), (1,))


def _poison(op: Operation, operands: Operands) -> AxisInfo:
    """Anything may be assumed of what is never used."""
    type_ = op.results[0].type
    return uniform(rank_of(type_) if is_tensor_type(type_) else 1, MAX_DIVISOR)


def _constant_op(op: Operation, operands: Operands) -> AxisInfo | None:
    value = op.properties.get("value")
    number = unsigned_of(value)
    return None if number is None else _constant(op, rank_of(op.results[0].type), number)


def _splat(op: Operation, operands: Operands) -> AxisInfo:
    (info,) = operands
    shape = _shape(op) or ()
    divisibility = info.divisibility[0] if info.rank else 1  # a tensor without dimensions has no row of it
    return AxisInfo((1,) * len(shape), (divisibility,) * len(shape), shape, info.constant)


def _broadcast(op: Operation, operands: Operands) -> AxisInfo:
    (info,) = operands
    before = cast("TensorType[Attribute]", op.operands[0].type).get_shape()
    shape = _shape(op) or ()
    return AxisInfo(
        tuple(1 if size == 1 else known for size, known in zip(before, info.contiguity, strict=True)),
        info.divisibility,
        tuple(
            extent if size == 1 else known for size, extent, known in zip(before, shape, info.constancy, strict=True)
        ),
        info.constant,
    )


def _expand_dims(op: Operation, operands: Operands) -> AxisInfo:
    """Along a new dimension lie numbers of which all are starts of runs."""
    (info,) = operands
    if info.constant is not None:
        divisor = power_of_two_in(info.constant)
    else:
        divisor = gcd(*(_divisor_of_all(info, dim) for dim in range(info.rank))) if info.rank else 1
    axis = _property(op, "axis")

    def inserted(row: Extents, extent: int) -> Extents:
        return (*row[:axis], extent, *row[axis:])

    return AxisInfo(
        inserted(info.contiguity, 1), inserted(info.divisibility, divisor), inserted(info.constancy, 1), info.constant
    )


def _transpose(op: Operation, operands: Operands) -> AxisInfo:
    (info,) = operands
    order: Sequence[int] = cast("Any", op.properties["order"]).get_values()
    contiguity, divisibility, constancy = (tuple(row[dim] for dim in order) for row in info[:3])
    return AxisInfo(contiguity, divisibility, constancy, info.constant)


def _select(op: Operation, operands: Operands) -> AxisInfo:
    """Either operand; a condition that is a tensor chooses for each run of equal conditions."""
    condition, lhs, rhs = operands
    if condition.constant is not None:
        return lhs if condition.constant else rhs
    contiguity = tuple(map(gcd, lhs.contiguity, rhs.contiguity))
    constancy = tuple(map(gcd, lhs.constancy, rhs.constancy))
    if not is_integer_type(op.operands[0].type):
        contiguity = tuple(map(gcd, contiguity, condition.constancy))
        constancy = tuple(map(gcd, constancy, condition.constancy))
    constant = lhs.constant if lhs.constant == rhs.constant else None
    if constant is not None:
        constancy = _shape(op) or (1,) * lhs.rank
    divisibility = tuple(joint_divisibility(lhs, rhs, dim) for dim in range(lhs.rank))
    return AxisInfo(contiguity, divisibility, constancy, constant)


def _load(op: Operation, operands: Operands) -> AxisInfo:
    """Equal pointers under equal masks give equal values."""
    ones = (1,) * operands[0].rank
    constancy = operands[0].constancy
    if len(operands) > 1:
        constancy = tuple(map(gcd, constancy, operands[1].constancy))
    return AxisInfo(ones, ones, constancy)


TRANSFERS: Mapping[str, Transfer] = {
    "builtin.unrealized_conversion_cast": _unrealized_cast,
    "arith.extsi": _as_operand,
    "arith.extui": _as_operand,
    "arith.trunci": _as_operand,
    "ttg.convert_layout": _as_operand,
    "tt.bitcast": _as_operand,
    "gluon.set_auto_layout": _as_operand,
    "tt.make_range": _make_range,
    "ub.poison": _poison,
    "arith.constant": _constant_op,
    "tt.addptr": AddPtr(),
    "arith.addi": Add(),
    "arith.subi": Subtract(),
    "arith.muli": Multiply(),
    "arith.divsi": Divide(),
    "arith.divui": Divide(),
    "arith.remsi": Remainder(),
    "arith.remui": Remainder(),
    "tt.broadcast": _broadcast,
    "tt.splat": _splat,
    "tt.expand_dims": _expand_dims,
    "arith.cmpi": Compare(),
    "arith.andi": Bitwise(lambda a, b: a & b),
    "arith.ori": Bitwise(lambda a, b: a | b),
    "arith.xori": Bitwise(lambda a, b: a ^ b),
    "arith.select": _select,
    "arith.shli": ShiftLeft(),
    "arith.shrui": ShiftRight(),
    "arith.shrsi": ShiftRight(),
    "arith.maxsi": Extremum(max),
    "arith.maxui": Extremum(max),
    "arith.minsi": Extremum(min),
    "arith.minui": Extremum(min),
    "tt.load": _load,
    "tt.trans": _transpose,
}
"""By name, so that no dialect is read for the sake of its operations."""
