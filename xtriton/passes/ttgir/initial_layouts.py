"""Type converter and patterns that give the tensors of TTIR operations layouts.

Converted operands are tensors in the default layouts of their shapes. Most results get the default layout, too, but
some operations infer their result layouts. Patterns change operations in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import cast

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects import tt
from xtriton.dialects.tt.encodings import infer
from xtriton.dialects.tt.types import PointerType, is_tensor_pointer
from xtriton.dialects.ttg.attributes import (
    BlockedEncodingAttr,
    DotOperandEncodingAttr,
    EncodingAttr,
    encoding_attr,
    layout_of,
)
from xtriton.dialects.upstream import arith, cf, math, scf, ub
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import encoding_of, shape_of_tensor
from xtriton.layouts.encodings import (
    Blocked,
    CTALayout,
    DistributedEncoding,
    Slice,
    blocked_for_shape,
    default_blocked,
    total_elems_per_thread,
)
from xtriton.layouts.inference import infer_join
from xtriton.layouts.orders import matrix_order
from xtriton.layouts.tile import Shape
from xtriton.rewriting.conversions import convert_to_type, insert_conversion
from xtriton.rewriting.dialect_conversion import ConversionRewriter, TypeConverter, conversion_pattern, unrealized_casts
from xtriton.rewriting.dialect_conversion.structural import convert_types
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import encoding_of_tensor
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, active_version, before, by_version, since

GATHERED_AT_ONCE = 4
"""TMA gathers and scatters access four rows per instruction, whose indices must be in one thread."""


class LayoutConverter(TypeConverter):
    """Gives tensors without encoding, and pointers to them, the default layouts of their shapes."""

    def __init__(self, num_warps: int, threads_per_warp: int, num_ctas: int, *, cast_back: bool = False) -> None:
        super().__init__(self._with_layout, source=_cast_to_tensor if cast_back else None, target=_convert_layout)
        self.num_warps = num_warps
        self.threads_per_warp = threads_per_warp
        self.num_ctas = num_ctas
        self.shares_casts = active_version() in before(V3_9)

    def default(self, shape: Shape) -> Blocked:
        """The default layout of a shape."""
        return default_blocked(shape, self.num_warps, self.threads_per_warp, self.num_ctas)

    def _with_layout(self, type_: Attribute) -> Attribute | None:
        if is_tensor_type(type_) and encoding_of(type_) is None:
            return with_encoding(type_, BlockedEncodingAttr(self.default(type_.get_shape())))
        if isinstance(type_, PointerType) and is_tensor_pointer(type_):
            return PointerType(self.single(type_.pointee_type), type_.address_space.data)
        return None


def _convert_layout(
    values: Sequence[SSAValue], types: Sequence[Attribute], rewriter: Rewriter
) -> Sequence[SSAValue] | None:
    """A layout conversion; there is none for pointers."""
    return [convert_to_type(values[0], types[0], rewriter)] if is_tensor_type(types[0]) else None


def _cast_to_tensor(
    values: Sequence[SSAValue], types: Sequence[Attribute], rewriter: Rewriter
) -> Sequence[SSAValue] | None:
    return unrealized_casts(values, types, rewriter) if is_tensor_type(types[0]) else None


Conversion = ConversionRewriter[LayoutConverter]


@conversion_pattern(arith.ConstantOp)
def constant(op: arith.ConstantOp, rewriter: Conversion) -> bool:
    value = op.value
    if not isinstance(value, DenseElementsAttr):
        return False
    rewriter.convert_results(op)
    op.properties["value"] = DenseElementsAttr(op.result.type, value.data)
    return True


@conversion_pattern(tt.ReduceOp, tt.TransOp)
def inferred(op: Operation, rewriter: Conversion) -> bool:
    """Results in the layouts inferred from those of the operands."""
    rewriter.convert_operands(op)
    infers = cast("type[tt.ReduceOp]", type(op))
    rewriter.set_result_types(
        op, infers.infer_result_types([value.type for value in op.operands], op.properties, op.regions)
    )
    return True


@conversion_pattern(tt.BroadcastOp)
def like_operand(op: tt.BroadcastOp, rewriter: Conversion) -> bool:
    """The result in the layout of the operand, regardless of its shape."""
    rewriter.convert_operands(op)
    rewriter.set_result_types(op, [with_encoding(op.result.type, encoding_of_tensor(op.src))])
    return True


@conversion_pattern(tt.ScanOp)
def scan(op: tt.ScanOp, rewriter: Conversion) -> bool:
    rewriter.convert_operands(op)
    rewriter.set_result_types(op, [value.type for value in op.operands])
    return True


# ----------------------------------------------------------------------------------------------------- shape of tensors


@conversion_pattern(tt.ExpandDimsOp)
def expand_dims(op: tt.ExpandDimsOp, rewriter: Conversion) -> bool:
    """The operand gets a slice layout of the result's, which is the operand's layout with one more dimension."""
    (source,) = rewriter.operands(op)
    layout, axis = layout_of(encoding_of(source.type)), int_value(op.axis)
    if not isinstance(layout, Blocked):
        return False
    parent = Blocked(
        _with_one_at(layout.size_per_thread, axis),
        _with_one_at(layout.threads_per_warp, axis),
        _with_one_at(layout.warps_per_cta, axis),
        tuple(range(layout.rank + 1)),
        CTALayout(tuple((*basis[:axis], 0, *basis[axis:]) for basis in layout.cta.bases), layout.rank + 1),
    )
    op.operands = [insert_conversion(source, encoding_attr(Slice(axis, parent)), rewriter)]
    rewriter.set_result_types(op, [with_encoding(op.result.type, encoding_attr(parent))])
    return True


def _with_one_at(values: Sequence[int], index: int) -> tuple[int, ...]:
    return (*values[:index], 1, *values[index:])


@conversion_pattern(tt.CatOp)
def cat(op: tt.CatOp, rewriter: Conversion) -> bool:
    """The result has enough elements per thread for those of both operands."""
    rewriter.convert_operands(op)
    rewriter.convert_results(op)
    held = 0
    for value in op.operands:
        held += total_elems_per_thread(_distributed(value), shape_of_tensor(value))
    layout = layout_of(encoding_of(op.result.type))
    assert isinstance(layout, Blocked)
    room = 1 << (held - 1).bit_length()
    sizes = list(layout.size_per_thread)
    sizes[layout.order[0]] *= room // total_elems_per_thread(layout, shape_of_tensor(op.result))
    wider = encoding_attr(replace(layout, size_per_thread=tuple(sizes)))
    rewriter.set_result_types(op, [with_encoding(op.result.type, wider)])
    return True


def _distributed(value: SSAValue) -> DistributedEncoding:
    layout = layout_of(encoding_of(value.type))
    assert isinstance(layout, DistributedEncoding)
    return layout


@conversion_pattern(tt.JoinOp)
def join(op: tt.JoinOp, rewriter: Conversion) -> bool:
    rewriter.convert_operands(op)
    encoding = infer(infer_join, encoding_of(op.lhs.type), shape_of_tensor(op.lhs))
    rewriter.set_result_types(op, [with_encoding(op.result.type, encoding)])
    return True


@conversion_pattern(tt.SplitOp)
def split(op: tt.SplitOp, rewriter: Conversion) -> bool:
    """Both elements along the last dimension must be in one thread, in adjacent registers."""
    (source,) = rewriter.operands(op)
    layout = layout_of(encoding_of(source.type))
    if not isinstance(layout, Blocked):
        return False
    if layout.size_per_thread[-1] != 2 or layout.order[0] != layout.rank - 1:
        shape = shape_of_tensor(op.outLHS)
        joined = infer_join(rewriter.types.default(shape), shape)
        source = insert_conversion(source, encoding_attr(joined), rewriter)
    op.operands = [source]
    rewriter.set_result_types(op, tt.SplitOp.infer_result_types([source.type], op.properties, op.regions))
    return True


# --------------------------------------------------------------------------------------------------------------- dots


@conversion_pattern(tt.DotOp)
def dot(op: tt.DotOp, rewriter: Conversion) -> bool:
    """A result of up to 4 x 4 elements per thread, with matching operand layouts."""
    a, b, c = rewriter.operands(op)
    encoding = encoding_attr(_product_layout(rewriter.types, shape_of_tensor(op.d)))
    operands = [_as_operand(value, index, encoding, rewriter) for index, value in enumerate((a, b))]
    operands.append(insert_conversion(c, encoding, rewriter, location_of(c)))
    op.operands = operands
    rewriter.set_result_types(op, [operands[2].type])
    return True


def _product_layout(types: LayoutConverter, shape: Shape) -> Blocked:
    per_thread = prod(shape) // (types.num_warps * types.threads_per_warp)
    side = 4 if per_thread >= 16 else 2 if per_thread >= 4 else 1
    sizes = [1] * (len(shape) - 2) + [min(side, extent) for extent in shape[-2:]]
    order = matrix_order(len(shape), row_major=True)
    return blocked_for_shape(shape, sizes, order, types.num_warps, types.threads_per_warp, types.num_ctas)


def _as_operand(value: SSAValue, index: int, result: EncodingAttr, rewriter: Conversion) -> SSAValue:
    if isinstance(encoding_of(value.type), DotOperandEncodingAttr):
        return value
    return insert_conversion(value, DotOperandEncodingAttr(index, result), rewriter, location_of(value))


# ------------------------------------------------------------------------------------------------------------ memory


@conversion_pattern(tt.DescriptorGatherOp, tt.DescriptorScatterOp)
def gather_scatter(op: tt.DescriptorGatherOp | tt.DescriptorScatterOp, rewriter: Conversion) -> bool:
    """A thread holds the indices of all rows of one instruction."""
    rewriter.convert_operands(op)
    rewriter.convert_results(op)
    parent = Blocked(
        (1, GATHERED_AT_ONCE),
        (rewriter.types.threads_per_warp, 1),
        (1, rewriter.types.num_warps),
        (1, 0),
        _CTAS_OF_ROWS.now()(rewriter.types.num_ctas),
    )
    encoding = encoding_attr(Slice(0, parent))
    if encoding_of(op.x_offsets.type) == encoding:
        return False
    op.operands[1] = insert_conversion(op.x_offsets, encoding, rewriter)
    return True


def _ctas_along_rows(count: int) -> CTALayout:
    return CTALayout.from_split((1, count), (1, count), (1, 0))


_CTAS_OF_ROWS: ByVersion[Callable[[int], CTALayout]] = by_version(
    {V3_6: lambda count: CTALayout.default(2), V3_7: _ctas_along_rows}
)
"""How the CTAs of a cluster, of this count, share the indices of rows."""


# ------------------------------------------------------------------------------------------------------ control flow


@conversion_pattern(cf.BranchOp, cf.CondBranchOp)
def branch(op: cf.BranchOp | cf.CondBranchOp, rewriter: Conversion) -> bool:
    """The arguments of blocks change with the first branch. As in Triton, attributes of ``cf.br`` are lost."""
    if isinstance(op, cf.BranchOp):
        op.attributes.clear()
    region = op.parent_region()
    assert region is not None
    rewriter.convert_operands(op)
    for block in region.blocks:
        rewriter.convert_arguments(block)
    return True


default_layouts = conversion_pattern(
    *(arith.AddIOp, arith.SubIOp, arith.MulIOp, arith.DivUIOp, arith.DivSIOp, arith.CeilDivUIOp),
    *(arith.CeilDivSIOp, arith.FloorDivSIOp, arith.RemUIOp, arith.RemSIOp, arith.AndIOp, arith.OrIOp),
    *(arith.XOrIOp, arith.ShLIOp, arith.ShRUIOp, arith.ShRSIOp, arith.AddFOp, arith.SubFOp, arith.MaximumFOp),
    *(arith.MaxNumFOp, arith.MaxSIOp, arith.MaxUIOp, arith.MinimumFOp, arith.MinNumFOp, arith.MinSIOp),
    *(arith.MinUIOp, arith.MulFOp, arith.DivFOp, arith.RemFOp, arith.CmpIOp, arith.CmpFOp, arith.SelectOp),
    *(arith.TruncIOp, arith.TruncFOp, arith.ExtUIOp, arith.ExtSIOp, arith.ExtFOp, arith.SIToFPOp),
    *(arith.FPToSIOp, arith.FPToUIOp, arith.UIToFPOp),
    *(math.ExpOp, math.Exp2Op, math.FloorOp, math.CeilOp, math.CosOp, math.SinOp, math.LogOp, math.Log2Op),
    *(math.ErfOp, math.AbsFOp, math.AbsIOp, math.SqrtOp, math.RsqrtOp, math.FmaOp),
    *(tt.AdvanceOp, tt.MakeTensorPtrOp, tt.ReshapeOp, tt.BitcastOp, tt.FpToFpOp, tt.IntToPtrOp, tt.PtrToIntOp),
    *(tt.SplatOp, tt.UnsplatOp, tt.AddPtrOp, tt.ClampFOp, tt.PreciseSqrtOp, tt.PreciseDivFOp, tt.MulhiUIOp),
    *(tt.ApproxDivFOp, tt.AtomicLoadOp, tt.AtomicStoreOp, tt.AtomicPollOp),
    *(tt.ElementwiseInlineAsmOp, tt.ReduceReturnOp, tt.ScanReturnOp, tt.MakeRangeOp, tt.MapElementwiseOp),
    *(tt.LoadOp, tt.StoreOp, tt.HistogramOp, tt.GatherOp, tt.ExternElementwiseOp, tt.PrintOp, tt.AssertOp),
    *(tt.AtomicCASOp, tt.AtomicRMWOp, tt.DescriptorLoadOp, tt.DescriptorStoreOp, tt.DescriptorReduceOp),
    *(tt.DotScaledOp, tt.CallOp, tt.ReturnOp),
    *(scf.YieldOp, scf.IfOp, scf.ConditionOp, scf.ForOp, scf.WhileOp, ub.PoisonOp),
)(convert_types)
"""Operands, results and block arguments in the layouts of their shapes."""

negation = conversion_pattern(arith.NegFOp, versions=since(V3_8))(convert_types)
"""As for the operations above; older versions have no layout for it."""

PATTERNS = (
    *(
        default_layouts,
        negation,
        constant,
        inferred,
        like_operand,
        scan,
        expand_dims,
        cat,
        join,
        split,
        dot,
        gather_scatter,
    ),
    branch,
)
"""The patterns of all operations that can be converted; operations of other classes on tensors cannot."""
