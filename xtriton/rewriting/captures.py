"""The values that a region uses from outside."""

from __future__ import annotations

from xdsl.ir import Block, Region, SSAValue

from xtriton.ir.walk import operations_in, operations_inside_out


def used_from_above(region: Region) -> list[SSAValue]:
    """The values defined outside of a region that are used in it, operations after those in their regions."""
    inside = {block for inner in operations_in(region) for nested in inner.regions for block in nested.blocks}
    inside.update(region.blocks)
    found: dict[SSAValue, None] = {}
    for top in region.block.ops:
        for op in operations_inside_out(top):
            for value in op.operands:
                owner = value.owner
                if (owner if isinstance(owner, Block) else owner.parent) not in inside:
                    found[value] = None
    return list(found)
