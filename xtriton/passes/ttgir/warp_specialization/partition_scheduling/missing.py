"""The remaining operations get the partitions of their users or, for scalars, of their operands' definitions."""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.reduction import ReduceReturnOp
from xtriton.dialects.ttg.verify import partition_ids
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.warp_specialization.attributes import has_partition, set_partitions

_MAX_ITERATIONS = 100

Sources = dict[Operation, list[Operation]]
"""Operations and those from which they take partitions."""


def assign_missing_partitions(loop: ForOp) -> None:
    """Assign the operations without regions that have no partition yet.

    Raises ``DiagnosticError`` if this has no fixpoint within 100 iterations.
    """
    _assign_accesses(loop)
    known = {op: set(partition_ids(op)) for op in operations_inside_out(loop) if not op.regions}
    users = {op: _users(op) for op in known if not has_partition(op) and not isinstance(op, YieldOp)}
    _propagate(loop, known, users)
    definitions = {op: _definitions(op) for op in operations_inside_out(loop) if _takes_from_definitions(op)}
    _propagate(loop, known, definitions)


def _assign_accesses(loop: ForOp) -> None:
    """Accesses to tensor memory without a partition get that of the other accesses to the same allocation."""
    for alloc in operations_inside_out(loop):
        if not isinstance(alloc, TMEMAllocOp):
            continue
        users = [use.operation for use in alloc.result.uses]
        accesses = [user for user in users if isinstance(user, TMEMLoadOp | TMEMStoreOp)]
        assigned = [user for user in accesses if has_partition(user)]
        if not accesses:
            continue
        if not assigned or not any(isinstance(user, MMAv5Op) and has_partition(user) for user in users):
            raise error(alloc.location, f"'{alloc.name}' op has no users in the partitions of the loop")
        loads = [user for user in assigned if isinstance(user, TMEMLoadOp)]
        first = partition_ids((loads or assigned)[-1])[:1]
        for user in accesses:
            if not has_partition(user):
                set_partitions(user, first)


def _users(op: Operation) -> list[Operation]:
    """The users of ``op``, through loop-carried values and branches."""
    found: dict[Operation, None] = {}
    visited: set[SSAValue] = set()
    for result in op.results:
        if result.first_use is not None:
            _collect_users(result, found, visited)
    return list(found)


def _collect_users(value: SSAValue, found: dict[Operation, None], visited: set[SSAValue]) -> None:
    if value in visited:
        return
    visited.add(value)
    for use in value.uses:
        user = use.operation
        if isinstance(user, ForOp) and use.index in user.init_operands:
            _collect_users(user.iter_args[use.index - user.init_operands.start], found, visited)
        elif isinstance(user, YieldOp):
            parent = user.parent_op()
            if isinstance(parent, ForOp):
                _collect_users(parent.iter_args[use.index], found, visited)
            elif isinstance(parent, IfOp):
                _collect_users(parent.results[use.index], found, visited)
        else:
            found[user] = None


def _takes_from_definitions(op: Operation) -> bool:
    """Whether ``op`` has scalar results or none, so that it can get the partitions of its operands' definitions."""
    if has_partition(op) or op.regions or isinstance(op, YieldOp | ReduceReturnOp):
        return False
    return all(isinstance(type_, IntegerType | AnyFloat) for type_ in op.result_types)


def _definitions(op: Operation) -> list[Operation]:
    owners = (operand.owner for operand in op.operands)
    return list(dict.fromkeys(owner for owner in owners if is_operation(owner)))


def _propagate(loop: ForOp, known: dict[Operation, set[int]], sources: Sources) -> None:
    """Add the partitions of their sources to operations until nothing changes, and set them."""
    for _ in range(_MAX_ITERATIONS - 1):
        changed = False
        for op, others in sources.items():
            partitions = known[op].union(*(_inner_partitions(other, known) for other in others))
            changed |= partitions != known[op]
            known[op] = partitions
        if not changed:
            break
    else:
        raise error(loop.location, "assignMissingPartitions failed to converge")
    for op, partitions in known.items():
        if partitions:
            set_partitions(op, partitions)


def _inner_partitions(op: Operation, known: dict[Operation, set[int]]) -> set[int]:
    """The partitions of ``op`` and of the operations in its regions but for the terminators."""
    if not op.regions:
        return known.get(op, set())
    found = set(known.get(op, set()))
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                if inner is not block.last_op:
                    found |= _inner_partitions(inner, known)
    return found
