"""Whether the lanes of a block may be executed one run after the other: none accesses what another one changes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.pointer_bases import bases_of
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AddIOp, ExtSIOp, SubIOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import ancestors
from xtriton.passes.cpu.split_positions.kinds import Kind, Kinds

_Access = tt.LoadOp | tt.StoreOp | tt.AtomicRMWOp


def lanes_are_independent(ops: Sequence[Operation], kinds: Kinds) -> bool:
    """Whether the effects of ``ops``, all those of a block, are the same if runs follow each other.

    Arrays of different arguments are assumed not to overlap. Memory that is changed and accessed again must be that of
    the lane itself.
    """
    accesses: list[_Access] = []
    for op in ops:
        if isinstance(op, tt.LoadOp | tt.StoreOp | tt.AtomicRMWOp):
            accesses.append(op)
        elif not op.regions and not isinstance(op, tt.AssertOp) and not is_memory_effect_free(op):
            return False
    writers = [access for access in accesses if not isinstance(access, tt.LoadOp)]
    if any(not is_tensor_type(writer.ptr.type) or writer.ptr not in kinds.lanes.dims for writer in writers):
        return False
    pairs = [(writer, other) for writer in writers for other in accesses]
    return all(
        (writer is other and not _is_repeated(writer, kinds)) or _are_apart(writer, other, kinds)
        for writer, other in pairs
    )


def _is_repeated(op: Operation, kinds: Kinds) -> bool:
    """Whether a loop executes ``op`` several times in a run."""
    in_loop = False
    for around in ancestors(op, inclusive=True):
        in_loop = in_loop or isinstance(around, ForOp | WhileOp)
        if around in kinds.ops:
            return in_loop
    return False


def _are_apart(writer: _Access, other: _Access, kinds: Kinds) -> bool:
    """Whether a lane does not access what another one changes."""
    if writer.ptr is other.ptr and _differ(writer.ptr, kinds):
        return True
    written, accessed = bases_of(writer.ptr), bases_of(other.ptr)
    return written is not None and accessed is not None and written.isdisjoint(accessed)


def _differ(pointers: SSAValue, kinds: Kinds) -> bool:
    """Whether each lane of the block has one address of its own: one base plus a number that counts the lanes."""
    op = pointers.owner
    return (
        isinstance(op, tt.AddPtrOp) and op in kinds.ops and kinds.is_fixed(op.ptr) and _counts_lanes(op.offset, kinds)
    )


def _counts_lanes(value: SSAValue, kinds: Kinds) -> bool:
    """Whether a tensor is consecutive through the whole block, not only within a run."""
    op = value.owner
    match op:
        case tt.MakeRangeOp():
            return kinds.of.get(value) is Kind.CONSECUTIVE
        case tt.ExpandDimsOp() | tt.BroadcastOp() | ExtSIOp():
            return _counts_lanes(op.operands[0], kinds)
        case AddIOp():
            one, other = op.operands
            return (_counts_lanes(one, kinds) and kinds.is_fixed(other)) or (
                _counts_lanes(other, kinds) and kinds.is_fixed(one)
            )
        case SubIOp():
            return _counts_lanes(op.lhs, kinds) and kinds.is_fixed(op.rhs)
        case _:
            return False
