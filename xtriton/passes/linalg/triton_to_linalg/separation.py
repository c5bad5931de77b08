"""Clones operations that compute both addresses and data, so that each operation has one use kind."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Operation

from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.linalg.uses import Use, UseAnalysis
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter


def separate_uses(function: Operation, rewriter: Rewriter) -> set[Operation]:
    """Clone operations that directly compute both addresses and data.

    Returns the operations on tensors that only compute addresses.
    """
    analysis = UseAnalysis(function)
    meta: set[Operation] = set()
    for op in list(_inside_out(function)):
        use = analysis.of_op(op)
        tensors = bool(op.results) and all(is_tensor_type(result.type) for result in op.results)
        if not tensors:
            continue
        if use is Use.META:
            meta.add(op)
        elif use is Use.MIXED:
            copy = _copy_for_addresses(op, analysis, rewriter)
            if copy is not None:
                meta.add(copy)
    return meta


def _copy_for_addresses(op: Operation, analysis: UseAnalysis, rewriter: Rewriter) -> Operation | None:
    """Redirect the users that only compute addresses to a clone of ``op``; ``None`` if there are none."""
    uses = [
        (use.operation, use.index)
        for result in op.results
        for use in result.uses
        if analysis.is_meta_user(use.operation, result)
    ]
    if not uses:
        return None
    rewriter.start_at(op)
    copy = rewriter.insert(clone_op(op, {}))
    for user, index in uses:
        number = next(number_ for number_, result in enumerate(op.results) if result is user.operands[index])
        rewriter.set_operand(user, index, copy.results[number])
    return copy


def _inside_out(op: Operation) -> Iterator[Operation]:
    """All operations in ``op`` in post-order."""
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                yield from _inside_out(inner)
                yield inner
