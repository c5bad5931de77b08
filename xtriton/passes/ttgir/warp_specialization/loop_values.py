"""Values in a loop body: where they are defined and used, also across iterations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.ir import Operation, OpResult, SSAValue, Use

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.loop_carried import definition_of
from xtriton.analysis.slices import nested_operands
from xtriton.dialects.upstream.scf import ForOp, WhileOp, YieldOp
from xtriton.ir.creation import parent_block


def uses_of(op: Operation) -> list[Use]:
    """The uses of the results of ``op``, result by result, the latest use first."""
    return [use for result in op.results for use in result.uses]


def uses_of_iter_arg(loop: ForOp, use: Use) -> list[Use]:
    """The uses in the next iteration of a value that ``use`` yields."""
    return list(loop.iter_args[use.index].uses)


def body_ops(loop: ForOp | WhileOp) -> list[Operation]:
    """The operations of the loop body without its terminator."""
    body = loop.regions[-1].block
    return [op for op in body.ops if op is not body.last_op]


def definition_in_body(loop: ForOp, value: SSAValue) -> OpResult | None:
    """The result of the loop body that ``value`` is, in this iteration or, if loop-carried, in an earlier one."""
    found = definition_of(value, loop)
    return found.result if found is not None and found.result.op.parent is loop.body else None


def definitions_of_inputs(loop: ForOp, op: Operation) -> Iterator[Operation]:
    """The operations of the loop body, in this or earlier iterations, that define operands of ``op``."""
    for value in nested_operands(op):
        if parent_block(value) is not loop.body or value is loop.induction_variable:
            continue
        found = definition_in_body(loop, value)
        if found is not None:
            yield found.op


def users_in_loop(loop: ForOp, op: Operation) -> Iterator[Operation]:
    """The operations of the loop body, in this or later iterations, that use the results of ``op``."""
    uses = uses_of(op)
    while uses:
        use = uses.pop()
        owner = ancestor_in_block(use.operation, loop.body)
        if owner is None:
            continue
        if isinstance(owner, YieldOp):
            uses.extend(uses_of_iter_arg(loop, use))
        else:
            yield owner


def walk_while_changing(op: Operation) -> Iterator[Operation]:
    """All operations in ``op`` and ``op`` itself, operations after those in their regions (MLIR's post-order walk).

    The current operation may be erased, and others be inserted: those after its successor are visited.
    """
    for region in op.regions:
        for block in region.blocks:
            inner = block.first_op
            while inner is not None:
                following = inner.next_op
                yield from walk_while_changing(inner)
                inner = following
    yield op


def in_hash_order(keys: Iterable[int]) -> list[int]:
    """Partition indices in the order of LLVM's ``DenseMap<int, ...>``, in which Triton visits them.

    Its hash is 37 times the key, modulo a table of 64 buckets: exact for less than 48 indices below 64.
    """
    return sorted(keys, key=lambda key: key * 37 % 64)
