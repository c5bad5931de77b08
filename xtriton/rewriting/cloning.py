"""Copies of operations that keep locations."""

from __future__ import annotations

from xdsl.ir import Block, Operation, Region, SSAValue

Mapping = dict[SSAValue, SSAValue]
"""What stands for a value in the copy; a value that is not in it stands for itself."""


def clone_op(op: Operation, mapping: Mapping) -> Operation:
    """A copy of ``op`` and all in it, not yet in a block. ``mapping`` learns of the copies of all values."""
    if not op.regions:
        return op.clone_without_regions(mapping, clone_name_hints=False)
    return op.clone(mapping, clone_name_hints=False)


def clone_blocks(region: Region, mapping: Mapping) -> list[Block]:
    """Copies of the blocks of ``region``, not yet in a region; ``mapping`` may replace arguments of the first block.

    Values are used in program order, as if the copies had just been read.
    """
    given = dict(mapping)
    copy = Region()
    region.clone_into(copy, 0, mapping, {}, clone_name_hints=False, clone_operands=False)
    mapping.update(given)
    for old, new in zip(region.walk(), copy.walk(), strict=True):
        new.operands = [mapping.get(operand, operand) for operand in old.operands]
    blocks = list(copy.blocks)
    for block in blocks:
        copy.detach_block(block)
    return blocks
