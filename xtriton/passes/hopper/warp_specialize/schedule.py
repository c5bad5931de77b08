"""The order in which a consumer issues the dots of a block, and uses their results.

A dot whose result is added to an accumulator by other instructions (*promoted*, as a product with scales must be) holds
as many registers as the accumulator until then. Each dot's result is promoted before more dots are issued than the
registers have room for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.effects import is_memory_effect_free
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.ir.traits import encoding_of
from xtriton.layouts.encodings import to_linear_layout
from xtriton.layouts.tile import REGISTER
from xtriton.rewriting.elements import scalar_number
from xtriton.rewriting.folding import constant_of

REGISTERS = 208
"""The registers of a thread that accumulators and results of dots may hold; the rest is for addresses and scales."""


def registers_of(type_: Attribute) -> int:
    """How many 32-bit registers of a thread hold a value: of a tensor the elements that its layout gives the thread."""
    if not isinstance(type_, TensorType):
        return 1
    tensor = cast("TensorType[Attribute]", type_)
    layout = layout_of(encoding_of(tensor))
    assert layout is not None
    elements = to_linear_layout(layout, tuple(tensor.get_shape())).in_dim_size(REGISTER)
    return -(-elements * max(8, bit_width(tensor.element_type)) // 32)


def is_promoted(dot: WarpGroupDotOp) -> bool:
    """Whether a dot starts from zero, so that its result is a temporary."""
    constant = constant_of(dot.c)
    return constant is not None and scalar_number(constant) == 0


def dots_at_once(ops: Sequence[Operation], carried: Sequence[SSAValue]) -> int:
    """How many dots of a block may run at once, at least one.

    There are registers for their results, with what each is promoted with, beside the ``carried`` values.
    """
    dots = [op for op in ops if isinstance(op, WarpGroupDotOp) and is_promoted(op)]
    if not dots:
        return len(ops) + 1
    largest = max(registers_of(op.d.type) for op in dots)
    # A loop that has been unrolled whole leaves a block with sums that nothing carries.
    held = max(largest, sum(registers_of(value.type) for value in carried))
    loaded = sum(registers_of(op.result.type) for op in ops if isinstance(op, LoadOp)) // len(dots)
    return max(1, (REGISTERS - held) // (largest + loaded))


def scheduled(ops: Sequence[Operation], at_once: int) -> list[Operation]:
    """``ops`` of one block in an order in which at most ``at_once`` dots have results that are not used up.

    What uses them is put off until then, so that what else there is to do is done while they run.
    """
    order: dict[Operation, None] = {}
    deferred: dict[Operation, None] = {}
    issued: list[Operation] = []

    def take_up(dots: Sequence[Operation]) -> None:
        """Order what was put off because of some dots, and what that needs."""
        for op in _ready(deferred, dots, [one for one in issued if one not in dots]):
            del deferred[op]
            order[op] = None

    for op in ops:
        if _is_temporary(op) and len(issued) >= at_once:
            take_up(issued[: len(issued) - at_once + 1])
            issued = issued[len(issued) - at_once + 1 :]
        sources = _sources(op)
        if is_movable(op) and any(source in deferred or source in issued for source in sources):
            deferred[op] = None
            continue
        if any(source in deferred for source in sources):
            order.update(deferred)
            deferred.clear()
            issued = []
        if _is_temporary(op):
            issued.append(op)
        order[op] = None
    return [*order, *deferred]


def _ready(deferred: Iterable[Operation], dots: Sequence[Operation], running: Sequence[Operation]) -> list[Operation]:
    """What of the operations that were put off depends on ``dots`` and on none that run on, and what that needs."""
    ops = list(deferred)
    waiting, wanted = set(running), set(dots)
    for op in ops:
        sources = _sources(op)
        if any(source in waiting for source in sources):
            waiting.add(op)
        elif any(source in wanted for source in sources):
            wanted.add(op)
    for op in reversed(ops):
        if op in wanted:
            wanted.update(_sources(op))
    return [op for op in ops if op in wanted]


def _is_temporary(op: Operation) -> bool:
    return isinstance(op, WarpGroupDotOp) and is_promoted(op)


def _sources(op: Operation) -> list[Operation]:
    """What makes the operands of an operation and the values that its regions use."""
    values = [value for inner in op.walk() for value in inner.operands]
    return [value.owner for value in values if isinstance(value.owner, Operation)]


def is_movable(op: Operation) -> bool:
    """Whether an operation may be moved behind others that do not need it."""
    return not op.regions and is_memory_effect_free(op) and not isinstance(op, WarpGroupDotOp)
