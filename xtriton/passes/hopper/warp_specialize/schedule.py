"""The order in which a consumer issues the dots of a block and uses their results.

The result of a dot that is added to an accumulator by other instructions (*promoted*, as where it is scaled first)
occupies as many registers as the accumulator until then. No more dots are in flight or unpromoted than registers have
room for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import scalar_number
from xtriton.folds.folding import constant_of
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import is_operation
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_in
from xtriton.layouts.encodings import to_linear_layout
from xtriton.layouts.tile import REGISTER

REGISTERS = 208
"""The registers of a thread for accumulators and results of dots; the rest is for addresses and scales."""
_REGISTERS_OF_TWO_CTAS = 84
"""The same if two CTAs are resident on an SM. A thread has 104 then, and fewer addresses to keep."""


def registers_for_tiles(ctas: int) -> int:
    """The registers of a thread for accumulators and results of dots, with so many resident CTAs on an SM."""
    return REGISTERS if ctas == 1 else _REGISTERS_OF_TWO_CTAS


def registers_of(type_: Attribute) -> int:
    """The 32-bit registers of a thread that a value occupies: for a tensor, those of the thread's elements."""
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


def is_temporary(op: object) -> bool:
    """Whether ``op`` is a dot that starts from zero, or adds to the result of one."""
    while isinstance(op, WarpGroupDotOp):
        if is_promoted(op):
            return True
        op = op.c.owner
    return False


def dots_of_next_iteration(loop: ForOp) -> list[SSAValue]:
    """The results of dots that a loop computes for its next iteration (``hopper-pipeline-dots``)."""
    return [carried.yielded for carried in loop.all_carried() if is_temporary(carried.yielded.owner)]


def loaded_ahead(loop: ForOp) -> list[SSAValue]:
    """The iter_args of a loop that the iteration before has loaded (``hopper-prefetch-loads``)."""
    return [each.iter_arg for each in loop.all_carried() if isinstance(each.yielded.owner, LoadOp)]


def dots_at_once(ops: Sequence[Operation], carried: Sequence[SSAValue], registers: int) -> int:
    """How many dots of a block may be in flight, at least one.

    Their results, the values loaded to promote them and the ``carried`` values fit into ``registers`` together.
    """
    dots = [op for op in ops if isinstance(op, WarpGroupDotOp) and is_promoted(op)]
    if not dots:
        return len(ops) + 1
    largest = max(registers_of(op.d.type) for op in dots)
    # In the block of a fully unrolled loop no value carries the accumulators.
    held = max(largest, sum(registers_of(value.type) for value in carried))
    loaded = sum(registers_of(op.result.type) for op in ops if isinstance(op, LoadOp)) // len(dots)
    return max(1, (registers - held) // (largest + loaded))


def scheduled(ops: Sequence[Operation], at_once: int) -> list[Operation]:
    """``ops`` of one block in an order in which at most ``at_once`` dots have live temporary results.

    Dots that add to the same temporary result count as one. The uses of a result are deferred until then, so that
    independent operations run while dots are in flight.
    """
    order: dict[Operation, None] = {}
    deferred: dict[Operation, None] = {}
    issued: list[Operation] = []

    def take_up(dots: Sequence[Operation]) -> None:
        """Schedule the deferred operations that depend on some dots, with their operands."""
        for op in _ready(deferred, dots, [dot for dot in issued if dot not in dots]):
            del deferred[op]
            order[op] = None

    for op in ops:
        starts = isinstance(op, WarpGroupDotOp) and is_promoted(op)
        if starts and len(issued) >= at_once:
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
        if starts:
            issued.append(op)
        elif isinstance(op, WarpGroupDotOp) and op.c.owner in issued:
            issued = [op if dot is op.c.owner else dot for dot in issued]
        order[op] = None
    return [*order, *deferred]


def _ready(deferred: Iterable[Operation], dots: Sequence[Operation], running: Sequence[Operation]) -> list[Operation]:
    """The deferred operations that depend on ``dots`` and not on ``running``, with their operands."""
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


def _sources(op: Operation) -> list[Operation]:
    """The operations that define the operands of an operation and the values used in its regions."""
    values = [value for inner in operations_in(op) for value in inner.operands]
    return [value.owner for value in values if is_operation(value.owner)]


def is_movable(op: Operation) -> bool:
    """Whether an operation may be sunk below others that do not use its results."""
    return not op.regions and is_memory_effect_free(op) and not isinstance(op, WarpGroupDotOp)
