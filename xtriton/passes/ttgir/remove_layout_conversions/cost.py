"""The cost model: whether rematerialisation in another layout is cheaper than a conversion."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import cast

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import ConversionSlice, Tensor, reorders_registers_only, tensor_type
from xtriton.analysis.reductions import is_associative, threads_along_axis, warps_along_axis
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalLoadOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.folds.elements import width_of
from xtriton.interfaces.region_branch import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    incoming_operands,
    receiving_values,
)
from xtriton.ir.creation import defining_or_parent_op, is_operation, is_result
from xtriton.ir.narrowing import is_float_type, is_integer_type
from xtriton.layouts.encodings import to_linear_layout
from xtriton.versions import V3_6, V3_8, active_version, by_version, since

_SLOW_MATH = frozenset(
    {
        "arith.divf",
        "math.acos",
        "math.acosh",
        "math.asin",
        "math.asinh",
        "math.atan",
        "math.atan2",
        "math.atanh",
        "math.cbrt",
        "math.cos",
        "math.cosh",
        "math.ctlz",
        "math.ctpop",
        "math.cttz",
        "math.erf",
        "math.erfc",
        "math.exp",
        "math.exp2",
        "math.expm1",
        "math.log",
        "math.log10",
        "math.log1p",
        "math.log2",
        "math.powf",
        "math.rsqrt",
        "math.sin",
        "math.sinh",
        "math.sqrt",
        "math.tan",
        "math.tanh",
    }
)
"""Operations with less than an eighth of the multiplication throughput of an SM, or with several instructions."""

_CONVERSION = 32
"""Thousandths of a cycle for each converted byte: one store and one load at 8 each, and as much for latency."""
_LOAD = 8
_SLOW = 8
_REDUCED_WARP = 8


def conversion_cost(value: SSAValue, encoding: Attribute) -> int:
    """The cost of a conversion of ``value`` to ``encoding``; since 3.8 none if it only renames registers."""
    type_ = tensor_type(value)
    if type_ is not None and active_version() in _FREE_CONVERSIONS and reorders_registers_only(type_, encoding):
        return 0
    return _CONVERSION * _byte_count(value, least_elements=32, least_width=32)


_FREE_CONVERSIONS = since(V3_8)


def is_cheaper_again(found: ConversionSlice, op: ConvertLayoutOp, new_conversions: int = 0) -> bool:
    """Whether recomputing a slice, and ``new_conversions``, cost at most as much as the conversion.

    Operations that are dead afterwards cost nothing, unless more registers hold their results. A float reduction with
    other uses must not be computed in two orders.
    """
    cost = _SLICE_COST.now()(found, op)
    encoding = cast("Tensor", op.result.type).encoding
    return cost is not None and cost + new_conversions <= conversion_cost(op.src, encoding)


def _cost_of_values(found: ConversionSlice, op: ConvertLayoutOp) -> int | None:
    """The cost of recomputing a slice: liveness of values, and registers in the new encodings, count."""
    members = {value.op: None for value in found.values if is_result(value)}
    shared = _values_needed_elsewhere(found, members, op)
    cost = 0
    for member in members:
        is_shared = any(result in shared for result in member.results)
        if isinstance(member, ConstantOp):
            continue
        if member.name.startswith(("arith.", "math.")):
            cost += sum(
                _arithmetic_cost(member, result) * (_growth(result, found.encodings[result]) - (not is_shared))
                for result in member.results
            )
        elif is_shared:
            more = _cost(member)
            if more is None:
                return None
            cost += more
    return cost


def _growth(value: SSAValue, encoding: Attribute) -> int:
    """How many times more registers of a thread hold a tensor in ``encoding``."""
    type_ = cast("Tensor", value.type)
    before, after = (unique_elements_per_thread(layout, type_) for layout in (type_.encoding, encoding))
    return max(1, after // before)


@lru_cache(maxsize=1 << 12)
def unique_elements_per_thread(encoding: Attribute, type_: Tensor) -> int:
    """The number of different elements that a thread holds of a tensor in ``encoding``."""
    layout = layout_of(encoding)
    assert layout is not None
    linear = to_linear_layout(layout, tuple(type_.get_shape()))
    return linear.remove_zero_bases_along_dim("register").in_dim_size("register")


def _values_needed_elsewhere(
    found: ConversionSlice, members: Collection[Operation], op: ConvertLayoutOp
) -> dict[SSAValue, None]:
    """The values of a slice that stay live after it is recomputed: users outside need them, or values tied to them."""
    shared = {value: None for value in found.values if _has_use_outside(value, found, members, op)}
    pending = list(shared)
    while pending:
        value = pending.pop(0)
        incoming = incoming_operands(value)
        if incoming is None:
            maker = defining_or_parent_op(value)
            incoming = [] if maker is None else [(maker, index) for index in range(len(maker.operands))]
        for user, index in incoming:
            operand = user.operands[index]
            if operand in found.values and operand not in shared:
                shared[operand] = None
                pending.append(operand)
    return shared


def _has_use_outside(
    value: SSAValue, found: ConversionSlice, members: Collection[Operation], op: ConvertLayoutOp
) -> bool:
    for use in value.uses:
        user = use.operation
        if user is op or user in members:
            continue
        receiving = _received(user, use.index)
        if receiving is None or any(value not in found.values and value.first_use is not None for value in receiving):
            return True
    return False


def _received(user: Operation, index: int) -> Sequence[SSAValue] | None:
    """The values that an operand of structured control flow becomes; ``None`` for other operands."""
    if not isinstance(user, RegionBranchOpInterface | RegionBranchTerminatorOpInterface):
        return None
    return receiving_values(user, index) or None


def _cost_of_operations(found: ConversionSlice, op: ConvertLayoutOp) -> int | None:
    """The cost of recomputing a slice before 3.8: an operation counts if it is needed elsewhere."""
    members = {value.op: None for value in found.values if is_result(value)}
    costs = [_cost(member) for member in _needed_elsewhere(members, op)]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


_SLICE_COST = by_version({V3_6: _cost_of_operations, V3_8: _cost_of_values})


def _needed_elsewhere(slice_ops: Collection[Operation], op: ConvertLayoutOp) -> list[Operation]:
    """The operations of a slice with users outside of it, ``op`` not counted."""
    needed = {member: None for member in slice_ops if _has_user_outside(member, slice_ops, op)}
    pending = list(needed)
    while pending:
        user = pending.pop()
        if user is op:
            continue
        for operand in user.operands:
            owner = operand.owner
            if is_operation(owner) and owner in slice_ops and owner not in needed:
                needed[owner] = None
                pending.append(owner)
    return list(needed)


def _has_user_outside(member: Operation, slice_ops: Collection[Operation], op: ConvertLayoutOp) -> bool:
    for result in member.results:
        for use in result.uses:
            if use.operation is not op and use.operation not in slice_ops:
                return True
    return False


def _cost(op: Operation) -> int | None:
    """The cost of recomputing ``op`` in thousandths of a cycle; ``None`` if it must not be recomputed."""
    if isinstance(op, ConstantOp):
        return 0
    if isinstance(op, LoadOp | LocalLoadOp):  # optimistic: a cache hit
        return sum(_LOAD * _byte_count(result) for result in op.results)
    if op.name.startswith(("arith.", "math.")):
        return sum(_arithmetic_cost(op, result) for result in op.results)
    if isinstance(op, ReduceOp):
        if not is_associative(op):
            return None
        return threads_along_axis(op) + _REDUCED_WARP * warps_along_axis(op)
    return 0


def _arithmetic_cost(op: Operation, result: SSAValue) -> int:
    return (_SLOW if op.name in _SLOW_MATH else 1) * _byte_count(result)


def _byte_count(value: SSAValue, least_elements: int = 0, least_width: int = 0) -> int:
    """The size of a tensor in bytes; scalars and pointers only count for the minimum."""
    type_ = tensor_type(value)
    elements = width = 0
    if type_ is not None:
        elements = type_.element_count()
        element = type_.element_type
        if is_integer_type(element) or is_float_type(element):
            width = width_of(element)
    return max(elements, least_elements) * max(width, least_width) >> 3
