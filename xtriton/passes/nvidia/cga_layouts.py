"""The part of a tensor's encoding that says which CTAs of a cluster hold which elements."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.ir.traits import encoding_of
from xtriton.layouts.distributed import Blocked, GenericLinear, Linear, Slice, cta_layout_of
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, DistributedEncoding, LayoutError, to_linear_layout
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import BLOCK, LANE, REGISTER, WARP, Shape, Tile, bases_per_dim
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter


def cga_layout_of(type_: Attribute) -> CTALayout | None:
    """How the CTAs share a tensor; ``None`` for generic linear layouts, and if their parts are not alike."""
    if isinstance(layout_of(encoding_of(type_)), GenericLinear):
        return None
    try:
        return cta_layout_of(linear_layout_of(type_))
    except LayoutError:
        return None


def linear_layout_of(type_: Attribute) -> LinearLayout:
    """From registers, lanes, warps and CTAs to the elements of a tensor."""
    tensor = cast("TensorType[Attribute]", type_)
    return to_linear_layout(cast("DistributedEncoding", layout_of(tensor.encoding)), tuple(tensor.get_shape()))


def converted(value: SSAValue, encoding: Attribute, rewriter: Rewriter) -> SSAValue:
    """A tensor in another encoding, converted at the insertion point if it has a different one."""
    return value if encoding_of(value.type) == encoding else insert_conversion(value, encoding, rewriter)


def with_cga_layout(type_: Attribute, cta: CTALayout) -> Attribute | None:
    """The encoding of a tensor with other CTAs, and the same threads and registers.

    Layouts other than blocked ones become linear, where the part of each CTA is repeated or cut. ``None`` for operands
    of MMAs, and for tensors of which :func:`cga_layout_of` is ``None``.
    """
    if cga_layout_of(type_) is None:
        return None
    tensor = cast("TensorType[Attribute]", type_)
    layout = layout_of(tensor.encoding)
    assert isinstance(layout, DistributedEncoding)
    new = _with_cga_layout(layout, tuple(tensor.get_shape()), cta)
    return encoding_attr(new) if new is not None else None


def _with_cga_layout(layout: DistributedEncoding, shape: Shape, cta: CTALayout) -> DistributedEncoding | None:
    match layout:
        case Blocked():
            return Blocked(layout.size_per_thread, layout.threads_per_warp, layout.warps_per_cta, layout.order, cta)
        case Slice():
            around = (*shape[: layout.dim], 1, *shape[layout.dim :])
            parent = _with_cga_layout(layout.parent, around, _with_dim(cta, layout.dim))
            return Slice(layout.dim, parent) if parent is not None else None
        case DotOperand():
            parent = _with_cga_layout(layout.parent, shape, cta)
            return DotOperand(layout.op_idx, parent, layout.k_width) if isinstance(parent, Blocked) else None
        case _:
            return _linear_with_cga_layout(to_linear_layout(layout, shape), shape, cta)


def _linear_with_cga_layout(layout: LinearLayout, shape: Shape, cta: CTALayout) -> Linear:
    """The part of one CTA, repeated or cut for other CTAs."""
    split = bases_per_dim(layout.bases[BLOCK], len(shape))
    sizes = {name: size // parts for (name, size), parts in zip(layout.out_dims.items(), split, strict=True)}
    part = layout.sublayout([REGISTER, LANE, WARP], layout.out_dim_names).with_out_dims(sizes)
    return Linear(Tile.of(part).fit(cta.bases, shape, range(len(shape))[::-1]))


def _with_dim(cta: CTALayout, dim: int) -> CTALayout:
    """The CTA layout of a tensor with one more dimension, which CTAs do not split."""
    return CTALayout(tuple((*basis[:dim], 0, *basis[dim:]) for basis in cta.bases), cta.rank + 1)
