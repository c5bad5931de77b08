"""``tritongpu-reorder-instructions``: reorders operations to reduce register pressure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.traits import MemoryEffectKind

from xtriton.analysis.dominance import Dominance, ancestor_in_block
from xtriton.analysis.slices import users_of
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.shape import SplatOp, TransOp
from xtriton.dialects.ttg.attributes import DotOperandEncodingAttr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescTransOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalDeallocOp, LocalLoadOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import effects_of
from xtriton.ir.context import Context
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_in, parent_of_type
from xtriton.passes.base import Pass
from xtriton.versions import V3_6, V3_9, ByVersion, by_version

_Op = TypeVar("_Op", bound=Operation)


@dataclass(frozen=True)
class TritonGPUReorderInstructions(Pass):
    """Sink layout conversions and hoist shared-memory allocations to reduce register pressure.

    before: ``%0 = ttg.local_load %a : .. -> tensor<.., #ttg.dot_op<..>>``, ``scf.for ... { tt.dot %0, ... }``
    after:  ``scf.for ... { %0 = ttg.local_load %a : .. -> tensor<.., #ttg.dot_op<..>>; tt.dot %0, ... }``

    Conversions are sunk below the last release of shared memory before their first use; dot operands into the loop of
    their uses, the second one after the first one; allocations and transpositions are hoisted right after their
    operands.
    """

    name: ClassVar[str] = "tritongpu-reorder-instructions"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in _ops(module, ConvertLayoutOp):
            _sink_below_releases(op)
        _sink_into_loops(module)
        for op in _ops(module, LocalAllocOp):
            source = op.src.owner if op.src is not None else None
            if not isinstance(source, Operation) or isinstance(source, ConstantOp | SplatOp):
                continue  # splats take no registers, but would take memory
            if _MAY_HOIST.now()(op, source):
                _move_after(op, source)
        for op in _ops(module, TransOp, MemDescTransOp):
            if isinstance(source := op.operands[0].owner, Operation):
                _move_after(op, source)
        dominance = Dominance()
        for op in _ops(module, LocalLoadOp):
            _put_second_operand_after_first(op, dominance)


def _ops(module: ModuleOp, *classes: type[_Op]) -> list[_Op]:
    return [op for op in operations_in(module) if isinstance(op, classes)]


def _nothing_writes_between(op: LocalAllocOp, source: Operation) -> bool:
    """Whether no operation that is known to write follows ``source`` in its block, up to the one with ``op``.

    An allocation in a region may be hoisted if nothing in the operation of the region writes either.
    """
    last = ancestor_in_block(op, source.parent)
    between = source.next_op if last is not None else None
    while between is not None and between is not op:
        if any(effect.kind is MemoryEffectKind.WRITE for effect in effects_of(between) or ()):
            return False
        if between is last:
            return True
        between = between.next_op
    return between is op


_MAY_HOIST: ByVersion[Callable[[LocalAllocOp, Operation], bool]] = by_version(
    {V3_6: lambda op, source: True, V3_9: _nothing_writes_between}
)
"""Whether an allocation may be hoisted to its source."""


def _move_after(op: Operation, place: Operation) -> None:
    block = place.parent
    assert block is not None
    op.detach()
    block.insert_op_after(op, place)


def _move_before(op: Operation, place: Operation) -> None:
    block = place.parent
    assert block is not None
    op.detach()
    block.insert_op_before(op, place)


def _sink_below_releases(op: ConvertLayoutOp) -> None:
    """Sink a conversion below the last ``ttg.local_dealloc`` before its first use in its block."""
    users = {ancestor_in_block(user, op.parent) for user in users_of(op)}
    last: Operation | None = None
    following = op.next_op
    while following is not None and following not in users:
        if isinstance(following, LocalDeallocOp):
            last = following
        following = following.next_op
    if last is not None:
        _move_after(op, last)


def _is_operand(op: Operation) -> bool:
    """Whether the result of ``op`` needs many registers."""
    if isinstance(op, ConvertLayoutOp):
        return isinstance(encoding_of(op.result.type), DotOperandEncodingAttr)
    return isinstance(op, LocalLoadOp)


def _sink_into_loops(module: ModuleOp) -> None:
    """Sink operands with one user to it, if that is in another loop.

    Triton visits them in the order of a hash table of addresses; here it is program order.
    """
    moves: list[tuple[Operation, Operation]] = []
    for op in operations_in(module):
        if _is_operand(op):
            users = list(users_of(op))
            if len(users) == 1 and parent_of_type(users[0], ForOp) is not parent_of_type(op, ForOp):
                moves.append((op, users[0]))
    for op, user in moves:
        _move_before(op, user)


def _put_second_operand_after_first(op: LocalLoadOp, dominance: Dominance) -> None:
    """Move the load of the second operand of a dot after that of the first one, if memory is not written in between."""
    encoding = encoding_of(op.result.type)
    if not isinstance(encoding, DotOperandEncodingAttr) or encoding.op_idx.data != 1 or not op.result.has_one_use():
        return
    dot = next(users_of(op))
    first = dot.operands[0].owner if isinstance(dot, DotOp) else None
    if not isinstance(first, LocalLoadOp) or not dominance.dominates(op, first):
        return
    if not _writes_between(op, first):
        _move_after(op, first)


def _writes_between(start: Operation, end: Operation) -> bool:
    """Whether memory may be written between two operations, the second one included."""
    last = ancestor_in_block(end, start.parent)
    at = start.next_op
    while last is not None and at is not None:
        if _writes(at):
            return True
        if at is last:
            return False
        at = at.next_op
    return True


def _writes(op: Operation) -> bool:
    effects = effects_of(op)
    return effects is not None and any(effect.kind is MemoryEffectKind.WRITE for effect in effects)
