"""Transfer functions of operations for axis info (:mod:`xtriton.analysis.axis_info_lattice`).

A *transfer* maps the axis info of the operands to that of the result, or to ``None`` if nothing is known. The transfer
functions are Triton's, imprecision included: passes choose layouts by them. This module has those of the newest
version; :mod:`~xtriton.analysis.axis_info_older` has the differences in older ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info_constants import Operands, Transfer, constant_bits, constant_info, result_shape
from xtriton.analysis.axis_info_lattice import (
    MAX_DIVISOR,
    AxisInfo,
    Extents,
    entry_state,
    join,
    joint_divisibility,
    rank_of,
    uniform,
)
from xtriton.analysis.axis_info_reshape import reshape
from xtriton.dialects.tt.types import PointerType
from xtriton.folds.elements import to_signed, width_of
from xtriton.ir.narrowing import int_list, is_integer_type, is_tensor_type
from xtriton.ir.traits import element_type


def _property(op: Operation, name: str) -> int:
    """The number that a property is."""
    return cast("Any", op.properties[name]).value.data


def product(first: int, second: int) -> int:
    """The product of two divisors, no more than :data:`MAX_DIVISOR`."""
    return first * second if second > 0 and first <= MAX_DIVISOR // second else MAX_DIVISOR


# ------------------------------------------------------------------------------------------------- of two operands


class Binary:
    """The transfer of an elementwise operation of two operands, a dimension at a time."""

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo:
        lhs, rhs = operands
        dims = range(lhs.rank)
        shape = result_shape(op)
        return AxisInfo(
            tuple([self.contiguity(lhs, rhs, dim, shape) for dim in dims]),
            tuple([self.divisibility(op, lhs, rhs, dim) for dim in dims]),
            tuple([self.constancy(lhs, rhs, dim, shape) for dim in dims]),
        )

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

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return max(gcd(lhs.constancy[dim], rhs.contiguity[dim]), gcd(lhs.contiguity[dim], rhs.constancy[dim]))

    def element_size(self, op: Operation) -> int:
        """The bytes that one step of the second operand counts."""
        return 1

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        size = self.element_size(op)
        first, second = lhs.divisibility[dim], product(rhs.divisibility[dim], size)
        if lhs.contiguity[dim] > 1 and rhs.contiguity[dim] > 1:
            return self.divisibility_of_runs(lhs, rhs, dim, first, second)
        if lhs.contiguity[dim] > 1 or rhs.contiguity[dim] > 1:
            # A run of the result may begin inside a longer run of an operand.
            return gcd(first, second, product(self.contiguity(lhs, rhs, dim, None), size))
        return gcd(first, second)

    def divisibility_of_runs(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, first: int, second: int) -> int:
        """The divisibility where both operands are consecutive, so that the result increases by twos."""
        return 1 if first % 2 or second % 2 else 2


class AddPtr(Add):
    """Offsets count elements: as bytes they divide by the size of an element too."""

    def element_size(self, op: Operation) -> int:
        return element_bytes(op.operands[0].type)


def element_bits(type_: Attribute) -> int:
    """The bit width of the pointee of a pointer, tensor of pointers or block pointer, or of a tensor's elements."""
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
    """The size of a pointer's pointee in bytes, at least one."""
    return max(1, element_bits(type_) // 8)


class Subtract(Add):
    """As for sums, but that subtracting consecutive numbers gives falling ones."""

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return gcd(lhs.contiguity[dim], rhs.constancy[dim])

    def divisibility_of_runs(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, first: int, second: int) -> int:
        if lhs.contiguity[dim] == rhs.contiguity[dim]:
            return gcd(first, second)
        return super().divisibility_of_runs(lhs, rhs, dim, first, second)


def divisor_of_starts(info: AxisInfo, dim: int) -> int:
    """A divisor of all numbers, not only of the starts of runs."""
    return 1 if info.contiguity[dim] > 1 else info.divisibility[dim]


class Multiply(Binary):
    """Divisors multiply; only a factor of one keeps contiguity."""

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return max(lhs.contiguity[dim] if rhs.constant == 1 else 1, rhs.contiguity[dim] if lhs.constant == 1 else 1)

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        first = lhs.divisibility[dim] if rhs.constant == 1 else divisor_of_starts(lhs, dim)
        second = rhs.divisibility[dim] if lhs.constant == 1 else divisor_of_starts(rhs, dim)
        return product(first, second)


def _is_run_by_constant(lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents) -> bool:
    """Whether consecutive numbers meet one number all along a dimension."""
    return lhs.contiguity[dim] == shape[dim] and rhs.constancy[dim] == shape[dim]


class Divide(Binary):
    """Consecutive numbers divided by one number: as many as it are equal, as far as both divide."""

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return lhs.contiguity[dim] if rhs.constant == 1 else 1

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        if lhs.constant == 0 or rhs.constant == 1:
            return lhs.divisibility[dim]
        by = self.magnitude(op, rhs)
        if by and not by & (by - 1) and lhs.contiguity[dim] == 1:
            return max(1, lhs.divisibility[dim] // by)
        return 1

    def constancy(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        found = super().constancy(lhs, rhs, dim, shape)
        if shape is not None and _is_run_by_constant(lhs, rhs, dim, shape):
            return max(found, gcd(lhs.contiguity[dim], lhs.divisibility[dim], rhs.divisibility[dim]))
        return found

    def magnitude(self, op: Operation, divisor: AxisInfo) -> int:
        """The absolute value of a divisor; zero if it is unknown."""
        bits = constant_bits(op.operands[1], divisor)
        if bits is None or op.name == "arith.divui":
            return bits or 0
        return abs(to_signed(bits, width_of(op.operands[1].type)))


class Remainder(Binary):
    """Consecutive numbers modulo one number: the runs are as long as it, as far as both divide."""

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        if shape is None or not _is_run_by_constant(lhs, rhs, dim, shape):
            return 1
        return gcd(lhs.contiguity[dim], lhs.divisibility[dim], rhs.divisibility[dim])

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        starts_runs = lhs.contiguity[dim] > 1 and rhs.constancy[dim] == 1
        return 1 if starts_runs else gcd(lhs.divisibility[dim], rhs.divisibility[dim])


class Shift(Binary):
    """A shift by zero keeps contiguity."""

    def contiguity(self, lhs: AxisInfo, rhs: AxisInfo, dim: int, shape: Extents | None) -> int:
        return lhs.contiguity[dim] if rhs.constant == 0 else 1


class ShiftLeft(Shift):
    """A multiplication by a power of two; for an unknown shift amount, by one."""

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        divisor = lhs.divisibility[dim] if rhs.constant == 0 else divisor_of_starts(lhs, dim)
        amount = constant_bits(op.operands[1], rhs)
        if amount is None:
            return divisor
        if amount >= width_of(op.results[0].type):
            return 1
        return product(divisor, 1 << min(amount, MAX_SHIFT))


class ShiftRight(Shift):
    """A quotient by a power of two."""

    def divisibility(self, op: Operation, lhs: AxisInfo, rhs: AxisInfo, dim: int) -> int:
        amount = constant_bits(op.operands[1], rhs)
        if amount is None or amount >= width_of(op.results[0].type):
            return 1
        divisor = divisor_of_starts(lhs, dim) if amount else lhs.divisibility[dim]
        return max(1, divisor >> min(amount, MAX_SHIFT))


MAX_SHIFT = MAX_DIVISOR.bit_length() - 1


def _either(op: Operation, operands: Operands) -> AxisInfo:
    """The greater or the smaller of two numbers is either of them."""
    return join(*operands)


class Compare:
    """Comparisons of tensors: where a run of consecutive numbers meets equal ones, the answer changes at its start."""

    LESS_OR_GREATER_EQUAL: ClassVar = frozenset({2, 5, 6, 9})
    GREATER_OR_LESS_EQUAL: ClassVar = frozenset({4, 3, 8, 7})

    def __call__(self, op: Operation, operands: Operands) -> AxisInfo | None:
        shape = result_shape(op)
        if shape is None:
            return None
        lhs, rhs = operands
        predicate = _property(op, "predicate")
        ones = (1,) * len(shape)
        constancy = tuple(self._constancy(predicate, lhs, rhs, dim, shape[dim]) for dim in range(len(shape)))
        return AxisInfo(ones, ones, constancy)

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


def _integer_cast(op: Operation, operands: Operands) -> AxisInfo:
    """As the operand, but for its constant."""
    return operands[0]._replace(constant=None)


def _bitcast(op: Operation, operands: Operands) -> AxisInfo:
    """As the operand, unless pointers now count elements of another size: then each pointer starts a run."""
    (info,) = operands
    source = op.operands[0].type
    if not isinstance(element_type(source), PointerType):
        return info
    size = element_bytes(source)
    if size == element_bytes(op.results[0].type):
        return info
    divisibility = tuple(
        gcd(divisor, size) if extent > 1 else divisor
        for extent, divisor in zip(info.contiguity, info.divisibility, strict=True)
    )
    return AxisInfo((1,) * info.rank, divisibility, info.constancy, info.constant)


def _unrealized_cast(op: Operation, operands: Operands) -> AxisInfo | None:
    """As the operand, unless the result has another rank; a constant only of the same type."""
    if len(operands) != 1 or len(op.results) != 1:
        return None
    result = op.results[0]
    if is_tensor_type(result.type) and rank_of(result.type) != operands[0].rank:
        return entry_state(result)
    return operands[0] if op.operands[0].type == result.type else operands[0]._replace(constant=None)


def _make_range(op: Operation, operands: Operands) -> AxisInfo:
    """Consecutive numbers. Their start is a number of 32 bits, so that zero divides by less than elsewhere."""
    start, end = _property(op, "start") % (1 << 32), _property(op, "end") % (1 << 32)
    return AxisInfo(((end - start) % (1 << 32),), (start & -start or 1 << 30,), (1,))


def _poison(op: Operation, operands: Operands) -> AxisInfo:
    """Poison has the best state: any value may be assumed."""
    type_ = op.results[0].type
    return uniform(rank_of(type_) if is_tensor_type(type_) else 1, MAX_DIVISOR)


def _splat(op: Operation, operands: Operands) -> AxisInfo:
    (info,) = operands
    shape = result_shape(op) or ()
    divisibility = info.divisibility[0] if info.rank else 1  # a tensor without dimensions has no row of it
    return AxisInfo((1,) * len(shape), (divisibility,) * len(shape), shape, info.constant)


def _broadcast(op: Operation, operands: Operands) -> AxisInfo:
    (info,) = operands
    before = cast("TensorType[Attribute]", op.operands[0].type).get_shape()
    shape = result_shape(op) or ()
    return AxisInfo(
        tuple(1 if size == 1 else known for size, known in zip(before, info.contiguity, strict=True)),
        info.divisibility,
        tuple(
            extent if size == 1 else known for size, extent, known in zip(before, shape, info.constancy, strict=True)
        ),
        info.constant,
    )


def _expand_dims(op: Operation, operands: Operands) -> AxisInfo:
    (info,) = operands
    if info.constant is not None:
        return constant_info(op, info.rank + 1, info.constant)
    return expanded(op, info)


def expanded(op: Operation, info: AxisInfo, divisor: int | None = None) -> AxisInfo:
    """``info`` with a new dimension, along which each element starts a run."""
    if divisor is None:
        divisor = gcd(*(divisor_of_starts(info, dim) for dim in range(info.rank))) if info.rank else 1
    axis = _property(op, "axis")

    def inserted(row: Extents, extent: int) -> Extents:
        return (*row[:axis], extent, *row[axis:])

    return AxisInfo(inserted(info.contiguity, 1), inserted(info.divisibility, divisor), inserted(info.constancy, 1))


def _transpose(op: Operation, operands: Operands) -> AxisInfo:
    (info,) = operands
    order = int_list(op.properties["order"])
    contiguity, divisibility, constancy = (tuple(row[dim] for dim in order) for row in info[:3])
    return AxisInfo(contiguity, divisibility, constancy, info.constant)


def _select(op: Operation, operands: Operands) -> AxisInfo:
    """Either operand; a condition that is a tensor chooses for each run of equal conditions."""
    condition, lhs, rhs = operands
    if condition.constant is not None:
        return lhs if condition.constant else rhs
    if is_integer_type(op.operands[0].type):
        return join(lhs, rhs)
    contiguity = tuple(map(gcd, lhs.contiguity, rhs.contiguity, condition.constancy))
    constancy = tuple(map(gcd, lhs.constancy, rhs.constancy, condition.constancy))
    divisibility = (gcd(joint_divisibility(lhs, rhs, dim), contiguity[dim]) for dim in range(lhs.rank))
    return AxisInfo(contiguity, tuple(divisibility), constancy)


def _load(op: Operation, operands: Operands) -> AxisInfo:
    """Equal pointers under equal masks give equal values."""
    ones = (1,) * operands[0].rank
    constancy = operands[0].constancy
    if len(operands) > 1:
        constancy = tuple(map(gcd, constancy, operands[1].constancy))
    return AxisInfo(ones, ones, constancy)


TRANSFERS: Mapping[str, Transfer] = {
    "builtin.unrealized_conversion_cast": _unrealized_cast,
    "arith.extsi": _integer_cast,
    "arith.extui": _integer_cast,
    "arith.trunci": _integer_cast,
    "ttg.convert_layout": _as_operand,
    "tt.bitcast": _bitcast,
    "gluon.set_auto_layout": _as_operand,
    "tt.make_range": _make_range,
    "ub.poison": _poison,
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
    "tt.reshape": reshape,
    "arith.cmpi": Compare(),
    "arith.andi": Binary(),
    "arith.ori": Binary(),
    "arith.xori": Binary(),
    "arith.select": _select,
    "arith.shli": ShiftLeft(),
    "arith.shrui": ShiftRight(),
    "arith.shrsi": ShiftRight(),
    "arith.maxsi": _either,
    "arith.maxui": _either,
    "arith.minsi": _either,
    "arith.minui": _either,
    "tt.load": _load,
    "tt.trans": _transpose,
}
"""By name, so that no dialect is read for the sake of its operations."""
