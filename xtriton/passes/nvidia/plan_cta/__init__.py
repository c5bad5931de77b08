"""``triton-nvidia-gpu-plan-cta``: distributes dots, reductions, loads and stores over the CTAs of a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.dialects.tt.descriptor import DescriptorReduceOp, DescriptorScatterOp, DescriptorStoreOp
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, StoreOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.verify import maybe_num_warps, num_ctas, threads_per_warp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.layouts.distributed import Blocked, Slice, blocked_for_shape
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, DistributedEncoding
from xtriton.layouts.encodings import contig_per_thread, order
from xtriton.layouts.tile import Shape
from xtriton.passes.base import Pass
from xtriton.passes.nvidia.plan_cta.propagation import Propagation, distributed_layout, errors_at, tensor_of, with_ctas
from xtriton.versions import V3_8, active_version, since


@dataclass(frozen=True)
class TritonGPUPlanCTAPass(Pass):
    """Distribute dots, reductions, loads and stores over the CTAs of a cluster.

    before: ``tt.dot ... -> tensor<128x128xf32, #blocked>`` where the two CTAs split the rows of all tensors
    after:  ``tt.dot ... -> tensor<128x128xf32, #blocked1>``, with all producers and users split likewise
    A module with one CTA per cluster is not modified.
    """

    name: ClassVar[str] = "triton-nvidia-gpu-plan-cta"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if num_ctas(module) == 1:
            return
        for func in [op for op in operations_in(module) if isinstance(op, FuncOp)]:
            with errors_at(func):
                _plan(func, module)
            _forget_order_of_uses(func)


def _forget_order_of_uses(func: FuncOp) -> None:
    """Reset all use lists to the order after parsing: Triton replaces the function by a clone here."""
    for op in operations_in(func):
        op.operands = tuple(op.operands)


def _plan(func: FuncOp, module: ModuleOp) -> None:
    """Choose the CTA layouts at some operations, and propagate them to all others."""
    propagation = Propagation(func)
    dots = [op for op in operations_in(func) if isinstance(op, DotOp)]
    if len(dots) > 1:
        raise error(dots[1].location, "blocks of a cluster can share one matrix product in a function, not several")
    for dot in dots:
        _split_product(dot, module, propagation)
    reductions = [op for op in operations_inside_out(func) if isinstance(op, ReduceOp)]
    for reduction in reductions:
        _keep_axis_together(reduction, num_ctas(module), propagation)
    if not dots and not reductions:
        _split_like_first_store(func, propagation)
    propagation.run()


def _warps(op: Operation) -> int:
    warps = maybe_num_warps(op)
    assert warps is not None, "the number of warps is known by now"
    return warps


# --------------------------------------------------------------------------------------------------------------- dots

_MATRIX_RANK = 2
_PREFERRED_ROWS = 128
_LEAST_EXTENT = 64
"""The minimum number of rows, and of columns, of a dot per CTA."""


def _split_product(dot: DotOp, module: ModuleOp, propagation: Propagation) -> None:
    """Split the result of a dot into tiles."""
    result = tensor_of(dot.d.type)
    old = layout_of(result.encoding)
    operands = [layout_of(tensor_of(operand.type).encoding) for operand in (dot.a, dot.b)]
    if not isinstance(old, Blocked) or not all(isinstance(layout, DotOperand) for layout in operands):
        raise error(dot.location, "blocks of a cluster are planned before products get the layouts of instructions")
    shape = result.get_shape()
    if len(shape) != _MATRIX_RANK:
        raise error(dot.location, "blocks of a cluster can not share products of batches")
    split = _tiles(shape[0], shape[1], old.cta.num_ctas)
    with errors_at(dot):
        cta = CTALayout.from_split(split, split, (1, 0))
        new = blocked_for_shape(shape, old.size_per_thread, old.order, _warps(dot), threads_per_warp(module), cta)
        a, b = (DotOperand(cast("DotOperand", layout).op_idx, new) for layout in operands)
    propagation.require(dot, [a, b, new], [new])


def _tiles(rows: int, columns: int, blocks: int) -> tuple[int, int]:
    """The number of parts of rows and columns: tall tiles, as long as there are enough columns."""
    split = (1, blocks)
    tile_rows = _PREFERRED_ROWS
    while tile_rows >= _LEAST_EXTENT:
        parts = max(1, min(rows // tile_rows, blocks))
        split = (parts, blocks // parts)
        if columns // split[1] >= _LEAST_EXTENT:
            break
        tile_rows //= 2
    return split


# --------------------------------------------------------------------------------------------------------- reductions


def _keep_axis_together(reduction: ReduceOp, blocks: int, propagation: Propagation) -> None:
    """Distribute the operands of a reduction along dimensions other than its axis."""
    source = tensor_of(reduction.srcs[0].type)
    shape, axis = source.get_shape(), int_value(reduction.axis)
    if len(shape) == 1 and active_version() not in _SHARED_REDUCTIONS:
        raise error(reduction.location, "blocks of a cluster can not share a reduction to a scalar")
    old = distributed_layout(reduction.srcs[0])
    with errors_at(reduction):
        cta = _cta_layout_around(axis, shape, old, blocks)
        new = with_ctas(old, shape, _warps(reduction), cta)
        result = Slice(axis, new) if len(shape) > 1 else new  # ignored for scalars
    count = len(reduction.srcs)
    propagation.require(reduction, [new] * count, [result] * count)


_SHARED_REDUCTIONS = since(V3_8)
"""Versions in which the CTAs of a cluster share a reduction to a scalar."""


def _cta_layout_around(axis: int, shape: Shape, old: DistributedEncoding, blocks: int) -> CTALayout:
    """CTAs along all dimensions except ``axis``, major ones first; excess CTAs compute replicas.

    Without other dimensions they are along ``axis``.

    Triton multiplies the excess into the result twice, which gives layouts with more CTAs than the cluster has.
    """
    dims, per_thread = order(old, shape), contig_per_thread(old, shape)
    ctas = [1] * len(shape)
    left = blocks
    for dim in reversed(dims):
        if dim != axis:
            ctas[dim] = min(shape[dim] // per_thread[dim], left)
            left //= ctas[dim]
    major = next((dim for dim in reversed(dims) if dim != axis), axis)
    ctas[major] *= left
    return CTALayout.from_split(ctas, ctas, old.cta_layout.cta_order)


# -------------------------------------------------------------------------------------------------------------- stores

_DESCRIPTOR_STORES = DescriptorStoreOp | DescriptorReduceOp | DescriptorScatterOp
_STORES = StoreOp | AtomicRMWOp | AtomicCASOp


def _split_like_first_store(func: FuncOp, propagation: Propagation) -> None:
    """Distribute all tensors like the first stored tensor."""
    stores = [op for op in operations_inside_out(func) if isinstance(op, _STORES | _DESCRIPTOR_STORES)]
    if not stores:
        raise error(func.location, "blocks of a cluster can not share the work of a function that stores nothing")
    cta: CTALayout | None = None
    for store in stores:
        value = store.src if isinstance(store, _DESCRIPTOR_STORES) else store.operands[0]
        layout = layout_of(value.type.encoding) if is_tensor_type(value.type) else None
        if not isinstance(layout, DistributedEncoding):
            continue
        cta = cta or layout.cta_layout
        with errors_at(store):
            new = with_ctas(layout, tensor_of(value.type).get_shape(), _warps(func), cta)
        propagation.require_everywhere(store, new)
