"""``hopper-combine-scales``: multiply the scales of a dot's result with each other first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, TensorType, f32
from xdsl.ir import SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, without_layouts, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import MulFOp
from xtriton.ir.context import Context
from xtriton.ir.traits import element_type, shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.remarks import remark
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class CombineScales(Pass):
    """Multiply two scales of a dot's result with each other, where their product has fewer elements than the result.

    A kernel for block-scaled operands multiplies each element by the scale of its row and by that of the block. With
    the product of the two scales, which takes one multiplication per row, that is one multiplication per element. The
    last bits of a result may differ from the program's, as the multiplications in f32 are rounded in another order, and
    more than these where the product of the scales is not a normal number.

    before: ``%p = arith.mulf %dot, (tt.broadcast %rows : 128x1)``, ``%q = arith.mulf %p, (tt.splat %block)``
    after:  ``%s = arith.mulf %rows, (tt.splat %block : 128x1)``, ``%q = arith.mulf %dot, (tt.broadcast %s)``
    """

    name: ClassVar[str] = "hopper-combine-scales"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, without_partitions, consistent_ranks)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in list(operations_in(module)):
            if isinstance(op, MulFOp) and element_type(op.result.type) == f32 and _combine(op):
                remark(ctx, op, "scales of a dot's result are multiplied with each other")


def _combine(op: MulFOp) -> bool:
    """``(dot * x) * y = dot * (x * y)`` for scales that are splats, or that are broadcast from the same shape."""
    for inner, second in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        product = inner.owner
        if not isinstance(product, MulFOp) or not inner.has_one_use():
            continue
        for dot, first in ((product.lhs, product.rhs), (product.rhs, product.lhs)):
            shape = _shape_of_product(first, second)
            if isinstance(dot.owner, tt.DotOp) and shape is not None:
                _rewrite(op, dot, (first, second), shape)
                return True
    return False


def _shape_of_product(first: SSAValue, second: SSAValue) -> tuple[int, ...] | None:
    """The shape that the product of two scales has before it is broadcast: empty for splats, None if there is none."""
    shapes = {_narrow_shape(scale) for scale in (first, second)}
    shapes.discard(())
    return None if None in shapes or len(shapes) > 1 else next(iter(shapes), ())


def _narrow_shape(scale: SSAValue) -> tuple[int, ...] | None:
    """The shape of a scale before it is broadcast; empty for a splat, None for a value that is not broadcast."""
    op = scale.owner
    if isinstance(op, tt.SplatOp):
        return ()
    return tuple(shape_of_tensor(op.src)) if isinstance(op, tt.BroadcastOp) else None


def _rewrite(op: MulFOp, dot: SSAValue, scales: tuple[SSAValue, SSAValue], shape: tuple[int, ...]) -> None:
    rewriter = Rewriter()
    rewriter.start_at(op)
    narrow = [_with_shape(scale, shape, rewriter) for scale in scales]
    product = rewriter.insert(MulFOp(*narrow)).result
    expand = tt.BroadcastOp if shape else tt.SplatOp
    rewriter.replace_by(op, MulFOp(dot, rewriter.insert(expand(product, result=op.result.type)).result))


def _with_shape(scale: SSAValue, shape: tuple[int, ...], rewriter: Rewriter) -> SSAValue:
    """A scale with the shape of the product of scales."""
    source = scale.owner
    assert isinstance(source, tt.SplatOp | tt.BroadcastOp)
    if isinstance(source, tt.BroadcastOp) or not shape:
        return source.src
    return rewriter.insert(tt.SplatOp(source.src, result=TensorType(f32, shape))).result
