"""From which operations a tensor comes, and to which it goes, with elementwise operations and loops between."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.elementwise import Elementwise
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.explain.kernel_ir import definition, users
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import has_trait

_MOST_STEPS = 64


def behind(value: SSAValue, *, through_conversions: bool = False) -> Iterator[Operation]:
    """The operations that a tensor is computed by, the nearest first; at most 64 steps away."""
    seen: set[SSAValue] = set()
    pending = [value]
    while pending and len(seen) < _MOST_STEPS:
        current = pending.pop(0)
        if current in seen or not is_tensor_type(current.type):
            continue
        seen.add(current)
        op = definition(current)
        if op is None:
            continue
        yield op
        if isinstance(op, ForOp):
            carried = op.tied(current)
            pending += [carried.yielded, carried.init] if carried is not None else []
        elif isinstance(op, ConvertLayoutOp):
            pending += op.operands if through_conversions else ()
        elif op.regions:  # what its regions give
            ends = [block.last_op for region in op.regions for block in region.blocks]
            pending += [operand for end in ends if end is not None for operand in end.operands]
        elif has_trait(op, Elementwise):
            pending += op.operands


def comes_from(value: SSAValue, *kinds: type[Operation]) -> bool:
    """Whether an operation of these kinds is behind a tensor."""
    return any(isinstance(op, kinds) for op in behind(value))


def ahead(value: SSAValue, *, through_conversions: bool = False) -> Iterator[Operation]:
    """The operations that use a tensor, the nearest first, with elementwise ones between; at most 64.

    With ``through_conversions`` also with layout conversions and loops between.
    """
    seen: set[Operation] = set()
    pending = list(users(value))
    while pending and len(seen) < _MOST_STEPS:
        op = pending.pop(0)
        if op in seen:
            continue
        seen.add(op)
        yield op
        if is_between(op, through_conversions=through_conversions):
            pending += [user for result in op.results for user in users(result)]


def goes_to(value: SSAValue, *kinds: type[Operation]) -> bool:
    """Whether an operation of these kinds uses a tensor, with elementwise ones between."""
    return any(isinstance(op, kinds) for op in ahead(value))


def is_between(op: Operation, *, through_conversions: bool = False) -> bool:
    """Whether data flows through an operation: an elementwise one, or a layout conversion or loop."""
    return has_trait(op, Elementwise) or (through_conversions and isinstance(op, ConvertLayoutOp | ForOp))
