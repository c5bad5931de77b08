"""Scalars that a warp-specialized loop returns are computed in the default partition, too."""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.loop_attributes import WARP_SPECIALIZE
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.creation import is_result
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.warp_specialization.attributes import (
    add_partitions,
    has_partition,
    partition_outputs,
    set_partition_outputs,
    warp_specialize_tag,
)

_DEFAULT = 0


def compute_results_in_default_partition(function: FuncOp) -> None:
    """Add the definitions of scalar loop results that are used outside of partitions to the default partition."""
    for loop in [op for op in operations_inside_out(function) if isinstance(op, ForOp)]:
        if WARP_SPECIALIZE not in loop.attributes:
            continue
        visited: set[SSAValue] = set()
        for result in loop.results:
            if isinstance(result.type, IntegerType | AnyFloat) and _is_used_outside(result):
                _add_output(loop, result.index)
                _add_definitions(loop, loop.yielded_values[result.index], visited)


def _is_used_outside(value: SSAValue) -> bool:
    """Whether operations without partitions or other warp-specialized loops use a value."""
    users = (use.operation for use in value.uses)
    return any(
        not has_partition(user) or (isinstance(user, ForOp) and warp_specialize_tag(user) is not None) for user in users
    )


def _add_output(op: Operation, position: int) -> None:
    """Let one result of an operation with regions also belong to the default partition."""
    add_partitions(op, (_DEFAULT,))
    outputs = partition_outputs(op)
    outputs[position] = (*outputs[position], _DEFAULT)
    set_partition_outputs(op, outputs)


def _add_definitions(loop: ForOp, root: SSAValue, visited: set[SSAValue]) -> None:
    """Add the operations in the loop that ``root`` is computed from, users before their operands."""
    pending = [root]
    while pending:
        value = pending.pop()
        if value in visited:
            continue
        visited.add(value)
        pending.extend(reversed(_sources(loop, value)))


def _sources(loop: ForOp, value: SSAValue) -> list[SSAValue]:
    """The values that ``value`` is computed from; adds its definition to the default partition."""
    owner = value.owner
    if isinstance(owner, Block):
        inner = owner.parent_op()
        if not isinstance(inner, ForOp) or WARP_SPECIALIZE in inner.attributes or value not in inner.iter_args:
            return []
        return [inner.init_args[inner.iter_args.index(value)]]
    if ancestor_in_block(owner, loop.body) is None:
        return []
    if not isinstance(owner, IfOp | ForOp):
        if not isinstance(owner, YieldOp | ReduceOp):
            add_partitions(owner, (_DEFAULT,))
        return list(owner.operands)
    assert is_result(value)
    _add_output(owner, value.index)
    ends = [region.block.last_op for region in owner.regions if region.first_block is not None]
    yielded = [end.operands[value.index] for end in ends if end is not None]
    if isinstance(owner, IfOp):
        return [*yielded, owner.condition]
    return [*yielded, *owner.operands[: owner.init_operands.start]]
