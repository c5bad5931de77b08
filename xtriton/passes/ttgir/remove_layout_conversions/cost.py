"""The cost model: whether rematerialisation in another layout is cheaper than a conversion."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.encoding_propagation import tensor_type
from xtriton.analysis.reductions import is_associative, threads_along_axis, warps_along_axis
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalLoadOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.folds.elements import width_of
from xtriton.ir.narrowing import is_integer_type

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


def is_cheaper_again(slice_ops: Collection[Operation], op: ConvertLayoutOp) -> bool:
    """Whether recomputing ``slice_ops`` costs at most what the conversion costs.

    Operations that are dead afterwards cost nothing. A float reduction with other uses must not be computed in two
    orders.
    """
    cost = 0
    for member in _needed_elsewhere(slice_ops, op):
        more = _cost(member)
        if more is None:
            return False
        cost += more
    return cost <= _CONVERSION * _byte_count(op.src, least_elements=32, least_width=32)


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
            if isinstance(owner, Operation) and owner in slice_ops and owner not in needed:
                needed[owner] = None
                pending.append(owner)
    return list(needed)


def _has_user_outside(one: Operation, slice_ops: Collection[Operation], op: ConvertLayoutOp) -> bool:
    for result in one.results:
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
        factor = _SLOW if op.name in _SLOW_MATH else 1
        return sum(factor * _byte_count(result) for result in op.results)
    if isinstance(op, ReduceOp):
        if not is_associative(op):
            return None
        return threads_along_axis(op) + _REDUCED_WARP * warps_along_axis(op)
    return 0


def _byte_count(value: SSAValue, least_elements: int = 0, least_width: int = 0) -> int:
    """The size of a tensor in bytes; scalars and pointers only count for the minimum."""
    type_ = tensor_type(value)
    elements = width = 0
    if type_ is not None:
        elements = type_.element_count()
        element = type_.element_type
        if is_integer_type(element) or isinstance(element, AnyFloat):
            width = width_of(element)
    return max(elements, least_elements) * max(width, least_width) >> 3
