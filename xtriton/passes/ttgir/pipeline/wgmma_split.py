"""Splitting ``wgmma`` whose left operand is in registers along k, so that the parts overlap."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, TensorType, i32
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.tt.shape import ReshapeOp, SplitOp, TransOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescSubsliceOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor
from xtriton.layouts.encodings import NvidiaMma
from xtriton.layouts.inference import infer_reshape
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import layout_of_tensor, with_shape
from xtriton.versions import V3_6, V3_7, active_version, before, by_version

_ADDED_AT_ONCE = 1 << 30
"""The number of imprecise additions of a part that needs no partial sum of its own."""

_NAMES_FLAG = before(V3_7)
"""Whether parts after the first have a constant flag to accumulate."""


def _parts_of_instructions(k: int, instruction: int) -> int:
    return k // instruction


def _two_parts(k: int, instruction: int) -> int:
    return 2 if k > instruction else 1


_PARTS: Callable[[], Callable[[int, int], int]] = by_version({V3_6: _parts_of_instructions, V3_7: _two_parts}).now


def split_along_k(dot: WarpGroupDotOp) -> list[WarpGroupDotOp]:
    """Split a dot whose left operand is in registers along k; each part accumulates onto the previous one.

    There is one part per instruction; since Triton 3.7 at most two. Returns the dots in order.
    """
    if not isinstance(dot.a.type, TensorType):
        return [dot]
    layout = layout_of_tensor(dot.d)
    assert isinstance(layout, NvidiaMma)
    k = shape_of_tensor(dot.a)[-1]
    count = _PARTS()(k, layout.instr_shape[2])
    if count <= 1:
        return [dot]
    rewriter = Rewriter()
    rewriter.start_at(dot)
    lefts = _split_left(dot.a, count, k // count, rewriter)
    rights = _split_right(dot.b, count, k // count, rewriter)
    dots = _chain(dot, lefts, rights, k // count, rewriter)
    rewriter.replace(dot, [dots[-1].d])
    return dots


def _chain(
    dot: WarpGroupDotOp, lefts: list[SSAValue], rights: list[SSAValue], k: int, rewriter: Rewriter
) -> list[WarpGroupDotOp]:
    dots: list[WarpGroupDotOp] = []
    accumulator, flag = dot.c, dot.useC
    imprecise = int_value(dot.maxNumImpreciseAcc)
    for left, right in zip(lefts, rights, strict=True):
        taken = min(imprecise, k)
        imprecise -= taken
        part = WarpGroupDotOp(
            left,
            right,
            accumulator,
            flag,
            inputPrecision=dot.inputPrecision,
            maxNumImpreciseAcc=IntegerAttr(_ADDED_AT_ONCE if taken == k else taken, i32),
            isAsync=dot.isAsync,
        )
        dots.append(rewriter.insert(part))
        accumulator, flag = part.d, None
        if active_version() in _NAMES_FLAG:
            flag = rewriter.insert(ConstantOp(BoolAttr.from_bool(True))).result
    return dots


def _split_left(value: SSAValue, count: int, k: int, rewriter: Rewriter) -> list[SSAValue]:
    """Slices of ``k`` columns: K is reshaped to ``2x...x2xk``; each 2 is transposed to the end and split."""
    location = location_of(value)
    rank = len(shape_of_tensor(value))
    halvings = count.bit_length() - 1
    shape = (*shape_of_tensor(value)[:-1], *(2,) * halvings, k)
    type_ = cast("TensorType[Attribute]", value.type)
    layout = infer_reshape(layout_of_tensor(value), shape_of_tensor(value), shape)
    reshaped = ReshapeOp(value, result=TensorType(type_.element_type, shape, encoding_attr(layout)))
    order = (*range(rank - 1), len(shape) - 1, *reversed(range(rank - 1, len(shape) - 1)))
    turned = TransOp(rewriter.insert(reshaped, location).result, order=order)
    parts: list[SSAValue] = [rewriter.insert(turned, location).result]
    for _ in range(halvings):
        parts = [half for part in parts for half in rewriter.insert(SplitOp(part), location).results]
    of_operand = with_shape(type_, shape_of_tensor(parts[0]))
    return [rewriter.insert(ConvertLayoutOp(part, result=of_operand), location).result for part in parts]


def _split_right(value: SSAValue, count: int, k: int, rewriter: Rewriter) -> list[SSAValue]:
    """Subslices of ``k`` rows."""
    memory = cast("MemDescType", value.type)
    shape = list(memory.get_shape())
    dim = len(shape) - 2
    shape[dim] = k
    type_ = MemDescType(
        shape, memory.element_type, memory.encoding, memory.memory_space, False, memory.get_alloc_shape()
    )
    offsets = ([k * part if i == dim else 0 for i in range(len(shape))] for part in range(count))
    slices = (MemDescSubsliceOp(value, offsets=offset, result=type_) for offset in offsets)
    return [rewriter.insert(subslice, location_of(value)).result for subslice in slices]
