"""The order in which a consumer issues the dots of a block, and uses their results.

A dot whose result is added to an accumulator by other instructions (*promoted*, as a product with scales must be) holds
as many registers as the accumulator until then. Each dot's result is promoted before more dots are issued than the
registers have room for.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.effects import is_memory_effect_free
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.rewriting.elements import scalar_number
from xtriton.rewriting.folding import constant_of

THREADS = 128
"""The threads of a warp group."""
REGISTERS = 200
"""The registers of a thread that accumulators and results of dots may hold; the rest is for addresses and scales."""


def registers_of(type_: Attribute) -> int:
    """About how many registers of each thread of a warp group hold a tensor."""
    if not isinstance(type_, TensorType):
        return 0
    tensor = cast("TensorType[Attribute]", type_)
    return -(-prod(tensor.get_shape()) * bit_width(tensor.element_type) // (32 * THREADS))


def is_promoted(dot: WarpGroupDotOp) -> bool:
    """Whether a dot starts from zero, so that its result is a temporary."""
    constant = constant_of(dot.c)
    return constant is not None and scalar_number(constant) == 0


def dots_at_once(loop: ForOp | None, ops: Sequence[Operation], carried: Sequence[SSAValue]) -> int:
    """How many dots of a loop's body may run at once, one at least, so that their results fit beside what is carried."""
    dots = [op for op in ops if isinstance(op, WarpGroupDotOp) and is_promoted(op)]
    if loop is None or not dots:
        return len(ops)
    held = sum(registers_of(value.type) for value in carried)
    largest = max(registers_of(op.d.type) for op in dots)
    return max(1, (REGISTERS - held) // largest)


def scheduled(ops: Sequence[Operation], at_once: int) -> list[Operation]:
    """``ops`` of one block in an order in which at most ``at_once`` dots have results that are not used up yet."""
    order: dict[Operation, None] = {}
    issued: list[WarpGroupDotOp] = []
    for op in ops:
        if op in order:
            continue
        if isinstance(op, WarpGroupDotOp) and is_promoted(op):
            if len(issued) >= at_once:
                order.update(dict.fromkeys(_uses_of(issued[: len(issued) - at_once + 1], ops, order)))
                issued = issued[len(issued) - at_once + 1 :]
            issued.append(op)
        order[op] = None
    return list(order)


def _uses_of(dots: Sequence[Operation], ops: Sequence[Operation], done: dict[Operation, None]) -> list[Operation]:
    """What of ``ops`` can be computed with the results of ``dots`` and what is done, with what that needs besides."""
    inside = set(ops)
    possible: dict[Operation, bool] = {}
    for op in ops:
        sources = [value.owner for value in op.operands if value.owner in inside]
        ready = all(source in done or possible.get(cast("Operation", source), False) for source in sources)
        possible[op] = ready and op not in done and not isinstance(op, WarpGroupDotOp) and _is_movable(op)
    wanted: dict[Operation, None] = {}
    after: set[Operation] = set(dots)
    for op in ops:
        if possible[op] and any(value.owner in after for value in op.operands):
            after.add(op)
            wanted[op] = None
    pending = list(wanted)
    while pending:
        for value in pending.pop().operands:
            source = value.owner
            if isinstance(source, Operation) and possible.get(source, False) and source not in wanted:
                wanted[source] = None
                pending.append(source)
    return [op for op in ops if op in wanted]


def _is_movable(op: Operation) -> bool:
    return not op.regions and is_memory_effect_free(op)


