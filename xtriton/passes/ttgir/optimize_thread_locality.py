"""``tritongpu-optimize-thread-locality``: keeps reduced and gathered elements in one thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects.tt.reduction import GatherOp, ReduceOp
from xtriton.dialects.tt.shape import ReshapeOp
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.verify import module_of, num_ctas, num_warps_of, threads_per_warp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor
from xtriton.layouts.distributed import Blocked, DistributedEncoding, blocked_for_shape
from xtriton.layouts.encodings import is_expensive_view, order, thread_order, warp_order
from xtriton.layouts.tile import Shape
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.thread_local_reductions import reduce_within_threads
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import encoding_of_tensor
from xtriton.versions import V3_6, V3_9, ByVersion, by_version


@dataclass(frozen=True)
class TritonGPUOptimizeThreadLocality(Pass):
    """Choose layouts that reduce within threads first, across threads after the loop.

    before: ``scf.for ... iter_args(%acc = %cst) { %1 = "tt.reduce"(%loaded) ...; %2 = arith.addf %acc, %1 ... }``
    after:  ``scf.for ... iter_args(%acc = %zeros) { %1 = tt.reshape %loaded ..., %2 = "tt.reduce"(%1) ... }`` over the
            elements of each thread, and one ``"tt.reduce"`` over the threads behind the loop
    """

    name: ClassVar[str] = "tritongpu-optimize-thread-locality"
    reassociates: ClassVar[bool] = True

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, _LAYOUTS)
        reduce_within_threads(module)


def _layout(value: SSAValue) -> tuple[DistributedEncoding, Shape]:
    layout = layout_of(encoding_of_tensor(value))
    assert isinstance(layout, DistributedEncoding)
    return layout, shape_of_tensor(value)


def _use_converted(op: ReshapeOp | GatherOp, converted: SSAValue, rewriter: Rewriter) -> None:
    """Replace the result of ``op`` by ``converted`` for all users except the conversion."""
    for use in tuple(op.result.uses):
        if use.operation is not converted.owner:
            rewriter.set_operand(use.operation, use.index, converted)


@pattern(ReshapeOp)
def reshape_to_be_reduced(op: ReshapeOp, rewriter: Rewriter) -> bool:
    """A reshape with ``allow_reorder`` whose result is reduced: give threads whole rows along the axis."""
    axis = _reduced_axis(op)
    if op.allow_reorder is None or axis is None:
        return False
    layout, shape = _layout(op.result)
    if isinstance(layout, Blocked) and _has_whole_rows(layout, axis):
        return False
    # The axis comes last in the order of threads: it gets threads only when the other dimensions are exhausted.
    dims = (*(dim for dim in order(layout, shape) if dim != axis), axis)
    module = module_of(op)
    ones = (1,) * len(shape)
    chosen = blocked_for_shape(shape, ones, dims, num_warps_of(op), threads_per_warp(module), num_ctas(module))
    if chosen == layout or is_expensive_view(*_layout(op.src), chosen, shape):
        return False
    old = op.result.type
    rewriter.set_type(op.result, with_encoding(old, encoding_attr(chosen)))
    op.properties["efficient_layout"] = UnitAttr()
    rewriter.modified(op)
    rewriter.after(op)
    convert = rewriter.insert(ConvertLayoutOp(op.result, result=old))
    _use_converted(op, convert.result, rewriter)
    return True


def _reduced_axis(op: ReshapeOp) -> int | None:
    """The axis of all reductions of the result, if there are any and they agree."""
    axes = {int_value(use.operation.axis) for use in op.result.uses if isinstance(use.operation, ReduceOp)}
    return axes.pop() if len(axes) == 1 else None


def _has_whole_rows(layout: Blocked, axis: int) -> bool:
    return layout.threads_per_warp[axis] == layout.warps_per_cta[axis] == layout.cta.ctas_per_cga[axis] == 1


@pattern(GatherOp)
def gather_between_threads(op: GatherOp, rewriter: Rewriter) -> bool:
    """A gather in more than one dimension: give warps whole columns along the axis, so that it needs only shuffles."""
    if op.efficient_layout is not None or len(shape_of_tensor(op.src)) == 1:
        return False
    encoding = encoding_attr(_layout_for_gather(op))
    old = encoding_of_tensor(op.result)
    source = insert_conversion(op.src, encoding, rewriter)
    indices = insert_conversion(op.indices, encoding, rewriter)
    rewriter.after(op)
    _use_converted(op, insert_conversion(op.result, old, rewriter), rewriter)
    op.operands[0] = source
    op.operands[1] = indices
    rewriter.set_type(op.result, with_encoding(op.result.type, encoding))
    op.properties["efficient_layout"] = UnitAttr()
    rewriter.modified(op)
    return True


def _extent_of_source(source: int, indices: int) -> int:
    del indices
    return source


_GATHERED_EXTENT: ByVersion[Callable[[int, int], int]] = by_version({V3_6: _extent_of_source, V3_9: max})
"""The extent along the axis that the layout of a gather covers, of those of the source and the indices."""


def _layout_for_gather(op: GatherOp) -> Blocked:
    """The layout in which a warp has whole columns of source and indices, in as many threads as possible.

    The number of shuffles per column is the number of its elements per thread in the source times that in the indices,
    so these should be few. Excess threads and warps hold replicas, along the axis.
    """
    layout, shape = _layout(op.src)
    axis, rank = int_value(op.axis), len(shape)
    extent = _GATHERED_EXTENT.now()(shape[axis], shape_of_tensor(op.indices)[axis])
    lanes, warps, sizes, dims = [1] * rank, [1] * rank, [1] * rank, [axis]
    available = threads_per_warp(module_of(op))
    lanes[axis] = min(shape[axis], available)
    sizes[axis] = extent // lanes[axis]
    lanes_left, warps_left = available // lanes[axis], num_warps_of(op)
    for dim in thread_order(layout, shape):
        if dim != axis:
            dims.append(dim)
            lanes[dim] = min(shape[dim], lanes_left)
            lanes_left //= lanes[dim]
    for dim in warp_order(layout, shape):
        if dim != axis:
            warps[dim] = min(shape[dim] // lanes[dim], warps_left)
            warps_left //= warps[dim]
    lanes[axis] *= lanes_left
    warps[axis] *= warps_left
    return Blocked(tuple(sizes), tuple(lanes), tuple(warps), tuple(dims), layout.cta_layout)


_LAYOUTS = PatternSet((reshape_to_be_reduced, gather_between_threads))
