"""Barriers of warp-specialized loops are invalidated after the partitions (since Triton 3.8)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.ttng.barrier import InvalBarrierOp
from xtriton.ir.creation import is_operation
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.buffers import GENERATED_BARRIER, view_of
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter, location_of


def invalidate_barriers(func: FuncOp) -> None:
    """Invalidate the barriers that partitions capture and that the pass has allocated."""
    for op in [op for op in operations_inside_out(func) if isinstance(op, WarpSpecializeOp)]:
        rewriter = Rewriter()
        rewriter.after(op)
        for barriers in dict.fromkeys(value for value in op.captures if _is_generated(value)):
            location = location_of(barriers)
            for number in range(cast("MemDescType", barriers.type).get_shape()[0]):
                index = insert_constant(rewriter, number, i32, location)
                rewriter.insert(InvalBarrierOp(view_of(rewriter, barriers, index, location)), location)


def _is_generated(value: SSAValue) -> bool:
    owner = value.owner
    return is_operation(owner) and GENERATED_BARRIER in owner.attributes
