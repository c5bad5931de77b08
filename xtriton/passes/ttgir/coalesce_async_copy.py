"""``tritongpu-coalesce-async-copy``: limits asynchronous copies to the vector length of shared memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i32
from xdsl.ir import Attribute

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.call_graph import Call
from xtriton.dialects.ttg.attributes import BlockedEncodingAttr, SwizzledSharedEncodingAttr, encoding_attr
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import module_of, num_warps_of, threads_per_warp
from xtriton.ir.context import Context
from xtriton.layouts.distributed import Blocked, blocked_for_shape
from xtriton.layouts.encodings import contig_per_thread, to_linear_layout
from xtriton.passes.base import Pass
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class TritonGPUCoalesceAsyncCopy(Pass):
    """Limit the vector width of asynchronous copies to what the shared layout allows.

    before: ``ttg.async_copy_global_to_local %0, %1 : ... #blocked`` with ``sizePerThread = [16]`` into ``vec = 8``
    after:  ``%2 = ttg.convert_layout %0``, ``ttg.async_copy_global_to_local %2, %1 : ... #blocked1`` with
    ``sizePerThread = [8]`` in ``#blocked1``
    """

    name: ClassVar[str] = "tritongpu-coalesce-async-copy"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if any(isinstance(op, Call) for op in module.walk()):
            # As in Triton, callers' axis info is propagated to callees; nothing else is needed.
            ModuleAxisInfo(module)
        rewrite_greedily(module, _PATTERNS)


@pattern(AsyncCopyGlobalToLocalOp)
def clipped_copy(op: AsyncCopyGlobalToLocalOp, rewriter: Rewriter) -> bool:
    """Convert the copied pointers to a layout whose threads have no longer vectors than shared memory."""
    source = cast("TensorType[Attribute]", op.src.type)
    target = cast("MemDescType", op.result.type)
    blocked = source.encoding
    if not isinstance(blocked, BlockedEncodingAttr) or not isinstance(target.encoding, SwizzledSharedEncodingAttr):
        return False
    layout, shape = blocked.layout(), tuple(source.get_shape())
    size = list(contig_per_thread(layout, shape))
    minor = layout.order[0]
    longest = _contiguous_in_both(layout, shape, target)
    if size[minor] <= longest:
        return False
    size[minor] = longest
    lanes = threads_per_warp(module_of(op))
    clipped = blocked_for_shape(shape, size, layout.order, num_warps_of(op), lanes, layout.cta)
    for index, value in enumerate(tuple(op.operands)):
        if value is not op.result:
            op.operands[index] = insert_conversion(value, encoding_attr(clipped), rewriter, op.location)
    # The contiguity of the new conversion is unknown: each element is copied separately.
    op.properties["contiguity"] = IntegerAttr(1, i32)
    rewriter.modified(op)
    return True


def _contiguous_in_both(layout: Blocked, shape: tuple[int, ...], target: MemDescType) -> int:
    """How many elements are contiguous both in registers and in shared memory."""
    memory = target.layout()
    assert memory is not None
    stored = to_linear_layout(memory, target.get_alloc_shape()[-target.rank :])
    return to_linear_layout(layout, shape).invert_and_compose(stored).num_consecutive_in_out()


_PATTERNS = PatternSet([clipped_copy])
