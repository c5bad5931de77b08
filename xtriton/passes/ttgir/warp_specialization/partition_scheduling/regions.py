"""Partitions of operations with regions and of their results: those of the operations in the regions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.tt.reduction import ReduceOp, ReduceReturnOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttg.verify import PARTITION, partition_ids
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.creation import is_operation, is_result
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out, parent_of_type
from xtriton.passes.ttgir.warp_specialization.attributes import (
    has_partition,
    partition_outputs,
    partitions_of,
    set_partition_outputs,
    set_partitions,
)
from xtriton.passes.ttgir.warp_specialization.partitions import PartitionSet

Found = dict[int, None]
"""Partitions in the order in which they were found."""


def assign_region_bodies(loop: ForOp, partitions: PartitionSet) -> None:
    """Give the partitions of an operation in the loop body to the operations in its regions, if these have none."""
    for op in operations_inside_out(loop):
        if isinstance(op, YieldOp | ForOp) or has_partition(op):
            continue
        around = ancestor_in_block(op, _innermost_loop(op).body)
        if around is not None and has_partition(around):
            partitions.assign(op, partitions.of(around))
    for op in operations_inside_out(loop):
        if not isinstance(op, ForOp) and op.regions:
            op.attributes.pop(PARTITION, None)


def _innermost_loop(op: Operation) -> ForOp:
    loop = parent_of_type(op, ForOp)
    assert loop is not None
    return loop


def assign_region_operations(loop: ForOp) -> None:
    """Set the partitions of operations with regions and of their results, from the innermost on.

    Operations without results, operands from the loop, and partitions get those of the operation around them.
    """
    _assign_single_region(loop)
    for op in operations_inside_out(loop):
        if op.results or op.regions or has_partition(op) or isinstance(op, YieldOp | ReduceReturnOp):
            continue
        parent = op.parent_op()
        assert parent is not None
        set_partitions(op, partitions_of(parent))


def require_partitions(loop: ForOp) -> None:
    """Raise ``DiagnosticError`` for an operation of the loop without partitions."""
    for op in operations_inside_out(loop):
        if op is not loop and not isinstance(op, YieldOp | ReduceReturnOp):
            partitions_of(op)


def _assign_block(block: Block) -> Found:
    """The partitions of the operations of a block but for its terminator; sets those of operations with regions."""
    found: Found = {}
    for op in block.ops:
        if op is block.last_op:
            break
        if isinstance(op, IfOp):
            found.update(_assign_if(op))
        elif isinstance(op, ForOp | ReduceOp):
            found.update(_assign_single_region(op))
        else:
            found.update(dict.fromkeys(partition_ids(op)))
    return found


def _assign_single_region(op: ForOp | ReduceOp) -> Found:
    block = op.regions[0].block
    found = _assign_block(block)
    return _set_outputs(op, found, _yielded_partitions(block))


def _assign_if(op: IfOp) -> Found:
    then = op.thenRegion.block
    found = _assign_block(then)
    outputs = _yielded_partitions(then)
    otherwise = op.elseRegion.first_block
    if otherwise is not None:
        found.update(_assign_block(otherwise))
        others = _yielded_partitions(otherwise)
        outputs = [
            _of_branches(index, then, otherwise, pair) for index, pair in enumerate(zip(outputs, others, strict=True))
        ]
    return _set_outputs(op, found, outputs)


def _set_outputs(op: Operation, found: Found, outputs: Sequence[Iterable[int]]) -> Found:
    for ids in outputs:
        found.update(dict.fromkeys(ids))
    set_partitions(op, found)
    set_partition_outputs(op, outputs)
    return found


def _of_branches(index: int, then: Block, otherwise: Block, ids: tuple[Found, Found]) -> Found:
    """The partitions of a result that two branches yield: those of the branch in which it is computed.

    For tokens this is the branch that produces a new one.
    """
    assert then.last_op is not None and otherwise.last_op is not None
    value, other = then.last_op.operands[index], otherwise.last_op.operands[index]
    of_then, of_else = ids
    owner, other_owner = value.owner, other.owner
    if isinstance(value.type, AsyncTokenType):
        produced_in_then = is_operation(owner) and ancestor_in_block(owner, then) is not None
        return of_else if produced_in_then else of_then
    if is_operation(owner) and owner.parent is then:
        return of_then
    if isinstance(other_owner, Operation) and other_owner.parent is otherwise:
        return of_else
    return of_then or of_else


def _yielded_partitions(block: Block) -> list[Found]:
    """The partitions of each operand of the terminator."""
    assert block.last_op is not None
    return [dict.fromkeys(_of_yielded(block, index, value)) for index, value in enumerate(block.last_op.operands)]


def _of_yielded(block: Block, index: int, value: SSAValue) -> Iterable[int]:
    """The partitions that define a yielded value, or use it if its definition has none.

    A token that a loop yields belongs to its user in the next iteration.
    """
    owner = value.owner
    parent = block.parent_op()
    position = value.index if is_result(value) else 0
    if isinstance(parent, ForOp) and isinstance(value.type, AsyncTokenType):
        use = next(iter(parent.iter_args[index].uses), None)
        if use is None:
            raise error(parent.location, "a token that the loop carries must be used in the loop")
        owner = use.operation
        if owner.regions:
            position = use.index - owner.init_operands.start if isinstance(owner, ForOp) else 0
    if not is_operation(owner):
        return ()
    if owner.regions:
        return partition_outputs(owner)[position]
    if has_partition(owner):
        return partition_ids(owner)
    return _partitions_of_users(owner, block)


def _partitions_of_users(op: Operation, block: Block) -> Found:
    users = (ancestor_in_block(use.operation, block) for result in op.results for use in result.uses)
    return {index: None for user in users if user is not None for index in partition_ids(user)}
