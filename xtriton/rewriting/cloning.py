"""Cloning of operations with their locations."""

from __future__ import annotations

from xdsl.ir import Block, Operation, Region, SSAValue

Mapping = dict[SSAValue, SSAValue]
"""Values -> their clones; other values stay the same."""


def clone_op(op: Operation, mapping: Mapping) -> Operation:
    """A clone of ``op`` with its regions, not yet in a block. The clones of all values are added to ``mapping``."""
    if not op.regions:
        return op.clone_without_regions(mapping, clone_name_hints=False)
    return op.clone(mapping, clone_name_hints=False)


def clone_blocks(region: Region, mapping: Mapping) -> list[Block]:
    """Clones of the blocks of ``region``, not yet in a region; ``mapping`` may replace arguments of the first block.

    Use lists are in program order, as after parsing.
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
