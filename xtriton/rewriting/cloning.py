"""Copies of operations that keep locations."""

from __future__ import annotations

from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xtriton.ir.traits import has_trait
from xtriton.rewriting.rewriter import Rewriter

Mapping = dict[SSAValue, SSAValue]
"""What stands for a value in the copy; a value that is not in it stands for itself."""


def clone_op(op: Operation, mapping: Mapping) -> Operation:
    """A copy of ``op`` and all in it, not yet in a block. ``mapping`` learns of the copies of all values."""
    if not op.regions:
        return op.clone_without_regions(mapping, clone_name_hints=False)
    return op.clone(mapping, clone_name_hints=False)


def clone_block_ops(block: Block, mapping: Mapping, rewriter: Rewriter, *, terminator: bool = True) -> None:
    """Insert copies of the operations of ``block``, with the terminator or without."""
    for op in tuple(block.ops):
        if terminator or not has_trait(op, IsTerminator):
            rewriter.insert(clone_op(op, mapping), op.location)
