"""The values that a region uses from outside."""

from __future__ import annotations

from xdsl.ir import Region, SSAValue

from xtriton.analysis.slices import operands_from_outside
from xtriton.ir.walk import operations_in, operations_inside_out


def used_from_above(region: Region) -> list[SSAValue]:
    """The values defined outside of a region that are used in it, operations after those in their regions."""
    inside = {block for inner in operations_in(region) for nested in inner.regions for block in nested.blocks}
    inside.update(region.blocks)
    ops = (op for top in region.block.ops for op in operations_inside_out(top))
    return list(operands_from_outside(ops, inside))
