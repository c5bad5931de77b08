"""``tritongpu-coalesce-async-copy``: limits asynchronous copies to the vector length of shared memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i32
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_transfer import element_bits
from xtriton.analysis.call_graph import Call
from xtriton.analysis.coalescing import Coalescing
from xtriton.dialects.ttg.attributes import BlockedEncodingAttr, SwizzledSharedEncodingAttr, encoding_attr
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import module_of, num_warps_of, threads_per_warp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.layouts.distributed import Blocked, blocked_for_shape
from xtriton.layouts.encodings import contig_per_thread, shape_per_cta, to_linear_layout
from xtriton.passes.base import Pass
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.versions import V3_7, active_version, since


@dataclass(frozen=True)
class TritonGPUCoalesceAsyncCopy(Pass):
    """Limit the vector width of asynchronous copies to that of the shared layout.

    before: ``ttg.async_copy_global_to_local %0, %1 : ... #blocked`` with ``sizePerThread = [16]`` into ``vec = 8``
    after:  ``%2 = ttg.convert_layout %0``, ``ttg.async_copy_global_to_local %2, %1 : ... #blocked1`` with
    ``sizePerThread = [8]`` in ``#blocked1``
    """

    name: ClassVar[str] = "tritongpu-coalesce-async-copy"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if ctx.triton in _COALESCES_SMALL_COPIES:
            small = partial(_small_copy, _coalesced(module))
            rewrite_greedily(module, PatternSet([clipped_copy, pattern(AsyncCopyGlobalToLocalOp)(small)]))
            return
        if any(isinstance(op, Call) for op in operations_in(module)):
            # As in Triton, callers' axis info is propagated to callees; nothing else is needed.
            ModuleAxisInfo(module)
        rewrite_greedily(module, _PATTERNS)


_COALESCES_SMALL_COPIES = since(V3_7)


def _coalesced(module: ModuleOp) -> dict[Operation, Blocked]:
    """The coalesced layouts of all asynchronous copies."""
    coalescing = Coalescing(ModuleAxisInfo(module))
    lanes = threads_per_warp(module)
    found: dict[Operation, Blocked] = {}
    for op in operations_inside_out(module):
        if isinstance(op, AsyncCopyGlobalToLocalOp):
            source, target = cast("TensorType[Attribute]", op.src.type), cast("MemDescType", op.result.type)
            memory = target.layout()
            assert memory is not None
            per_cta = shape_per_cta(memory, tuple(target.get_shape()))
            found[op] = coalescing.encoding(op, source, num_warps_of(op), lanes, per_cta, memory.cta_layout)
    return found


def _small_copy(coalesced: dict[Operation, Blocked], op: AsyncCopyGlobalToLocalOp, rewriter: Rewriter) -> bool:
    """Convert the pointers of a copy of fewer elements than threads to a coalesced layout.

    The layouts of such loads were chosen for their users, which now read shared memory. Elements of less than 32 bits
    are not converted.
    """
    source, target = cast("TensorType[Attribute]", op.src.type), cast("MemDescType", op.result.type)
    is_small = source.element_count() < num_warps_of(op) * threads_per_warp(module_of(op))
    if not is_small or element_bits(target.element_type) < 32:
        return False
    layout = coalesced.get(op)
    if layout is None or encoding_attr(layout) == source.encoding:
        return False
    _convert_operands(op, layout, rewriter)
    return True


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
    _convert_operands(op, blocked_for_shape(shape, size, layout.order, num_warps_of(op), lanes, layout.cta), rewriter)
    return True


def _convert_operands(op: AsyncCopyGlobalToLocalOp, layout: Blocked, rewriter: Rewriter) -> None:
    """Convert pointers, mask and other to a layout; the conversions are located at their operands since 3.7."""
    for index, value in enumerate(tuple(op.operands)):
        if value is not op.result:
            location = location_of(value) if active_version() in _COALESCES_SMALL_COPIES else op.location
            op.operands[index] = insert_conversion(value, encoding_attr(layout), rewriter, location)
    # The contiguity of the new conversion is unknown: each element is copied separately.
    op.properties["contiguity"] = IntegerAttr(1, i32)
    rewriter.modified(op)


def _contiguous_in_both(layout: Blocked, shape: tuple[int, ...], target: MemDescType) -> int:
    """How many elements are contiguous both in registers and in shared memory."""
    memory = target.layout()
    assert memory is not None
    stored = to_linear_layout(memory, target.get_alloc_shape()[-target.rank :])
    return to_linear_layout(layout, shape).invert_and_compose(stored).num_consecutive_in_out()


_PATTERNS = PatternSet([clipped_copy])
