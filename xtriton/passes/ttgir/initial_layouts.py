"""Rules that convert TTIR operations to tensors with layouts.

A rule changes its operation in place, or gives up with ``False``. Operands come from :meth:`Conversion.operands` as
tensors in the default layouts of their shapes; most results get the default layout, too, but some operations infer
their result layouts. :data:`RULES` has all operations that can be converted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import Any, Protocol, cast

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects import tt
from xtriton.dialects.tt.encodings import infer
from xtriton.dialects.tt.shape import int_value
from xtriton.dialects.ttg.attributes import DotOperandEncodingAttr, EncodingAttr, encoding_attr, layout_of
from xtriton.dialects.upstream import arith, cf, math, scf, ub
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.traits import encoding_of
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
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import encoding_of_tensor, shape_of_tensor

GATHERED_AT_ONCE = 4
"""TMA gathers and scatters access four rows per instruction, whose indices must be in one thread."""


class Conversion(Protocol):
    """The interface of the conversion pass for rules."""

    num_warps: int
    threads_per_warp: int
    num_ctas: int
    rewriter: Rewriter
    """Inserts before the operation that is being converted, with its location."""

    def operands(self, op: Operation) -> list[SSAValue]:
        """The operands of an operation in the layouts of their shapes."""
        ...

    def take_operands(self, op: Operation) -> None:
        """Replace the operands of an operation by those in the layouts of their shapes."""
        ...

    def set_result_types(self, op: Operation, types: Sequence[Attribute] | None = None) -> None:
        """Set the types of results; by default to those in the layouts of their shapes."""
        ...

    def set_argument_types(self, op: Operation) -> None:
        """Set the types of all block arguments in an operation to the layouts of their shapes."""
        ...


Rule = Callable[[Conversion, Any], bool]


def _plain(conversion: Conversion, op: Operation) -> bool:
    """All operands and results in the layouts of their shapes."""
    conversion.take_operands(op)
    conversion.set_result_types(op)
    return True


def _constant(conversion: Conversion, op: arith.ConstantOp) -> bool:
    value = op.value
    if not isinstance(value, DenseElementsAttr):
        return False
    conversion.set_result_types(op)
    op.properties["value"] = DenseElementsAttr(op.result.type, value.data)
    return True


def _inferred(conversion: Conversion, op: Operation) -> bool:
    """Results in the layouts inferred from those of the operands."""
    conversion.take_operands(op)
    infers = cast("type[tt.ReduceOp]", type(op))
    conversion.set_result_types(
        op, infers.infer_result_types([value.type for value in op.operands], op.properties, op.regions)
    )
    return True


def _like_operand(conversion: Conversion, op: tt.BroadcastOp) -> bool:
    """The result in the layout of the operand, regardless of its shape."""
    conversion.take_operands(op)
    conversion.set_result_types(op, [with_encoding(op.result.type, encoding_of_tensor(op.src))])
    return True


def _scan(conversion: Conversion, op: tt.ScanOp) -> bool:
    conversion.take_operands(op)
    conversion.set_result_types(op, [value.type for value in op.operands])
    return True


# ----------------------------------------------------------------------------------------------------- shape of tensors


def _expand_dims(conversion: Conversion, op: tt.ExpandDimsOp) -> bool:
    """The operand gets a slice layout of the result's, which is the operand's layout with one more dimension."""
    (source,) = conversion.operands(op)
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
    op.operands = [insert_conversion(source, encoding_attr(Slice(axis, parent)), conversion.rewriter)]
    conversion.set_result_types(op, [with_encoding(op.result.type, encoding_attr(parent))])
    return True


def _with_one_at(values: Sequence[int], index: int) -> tuple[int, ...]:
    return (*values[:index], 1, *values[index:])


def _cat(conversion: Conversion, op: tt.CatOp) -> bool:
    """The result has enough elements per thread for those of both operands."""
    conversion.take_operands(op)
    conversion.set_result_types(op)
    held = 0
    for value in op.operands:
        held += total_elems_per_thread(_distributed(value), shape_of_tensor(value))
    layout = layout_of(encoding_of(op.result.type))
    assert isinstance(layout, Blocked)
    room = 1 << (held - 1).bit_length()
    sizes = list(layout.size_per_thread)
    sizes[layout.order[0]] *= room // total_elems_per_thread(layout, shape_of_tensor(op.result))
    wider = encoding_attr(replace(layout, size_per_thread=tuple(sizes)))
    conversion.set_result_types(op, [with_encoding(op.result.type, wider)])
    return True


def _distributed(value: SSAValue) -> DistributedEncoding:
    layout = layout_of(encoding_of(value.type))
    assert isinstance(layout, DistributedEncoding)
    return layout


def _join(conversion: Conversion, op: tt.JoinOp) -> bool:
    conversion.take_operands(op)
    encoding = infer(infer_join, encoding_of(op.lhs.type), shape_of_tensor(op.lhs))
    conversion.set_result_types(op, [with_encoding(op.result.type, encoding)])
    return True


def _split(conversion: Conversion, op: tt.SplitOp) -> bool:
    """Both elements along the last dimension must be in one thread, in adjacent registers."""
    (source,) = conversion.operands(op)
    layout = layout_of(encoding_of(source.type))
    if not isinstance(layout, Blocked):
        return False
    if layout.size_per_thread[-1] != 2 or layout.order[0] != layout.rank - 1:
        shape = shape_of_tensor(op.outLHS)
        half = default_blocked(shape, conversion.num_warps, conversion.threads_per_warp, conversion.num_ctas)
        joined = infer_join(half, shape)
        source = insert_conversion(source, encoding_attr(joined), conversion.rewriter)
    op.operands = [source]
    conversion.set_result_types(op, tt.SplitOp.infer_result_types([source.type], op.properties, op.regions))
    return True


# --------------------------------------------------------------------------------------------------------------- dots


def _dot(conversion: Conversion, op: tt.DotOp) -> bool:
    """A result of up to 4 x 4 elements per thread, with matching operand layouts."""
    a, b, c = conversion.operands(op)
    encoding = encoding_attr(_product_layout(conversion, shape_of_tensor(op.d)))
    operands = [_as_operand(value, index, encoding, conversion) for index, value in enumerate((a, b))]
    operands.append(insert_conversion(c, encoding, conversion.rewriter, location_of(c)))
    op.operands = operands
    conversion.set_result_types(op, [operands[2].type])
    return True


def _product_layout(conversion: Conversion, shape: Shape) -> Blocked:
    per_thread = prod(shape) // (conversion.num_warps * conversion.threads_per_warp)
    side = 4 if per_thread >= 16 else 2 if per_thread >= 4 else 1
    sizes = [1] * (len(shape) - 2) + [min(side, extent) for extent in shape[-2:]]
    order = matrix_order(len(shape), row_major=True)
    return blocked_for_shape(
        shape, sizes, order, conversion.num_warps, conversion.threads_per_warp, conversion.num_ctas
    )


def _as_operand(value: SSAValue, index: int, result: EncodingAttr, conversion: Conversion) -> SSAValue:
    if isinstance(encoding_of(value.type), DotOperandEncodingAttr):
        return value
    return insert_conversion(value, DotOperandEncodingAttr(index, result), conversion.rewriter, location_of(value))


# ------------------------------------------------------------------------------------------------------------ memory


def _gather_scatter(conversion: Conversion, op: tt.DescriptorGatherOp | tt.DescriptorScatterOp) -> bool:
    """A thread holds the indices of all rows of one instruction."""
    conversion.take_operands(op)
    conversion.set_result_types(op)
    parent = Blocked(
        (1, GATHERED_AT_ONCE),
        (conversion.threads_per_warp, 1),
        (1, conversion.num_warps),
        (1, 0),
        CTALayout.default(2),
    )
    encoding = encoding_attr(Slice(0, parent))
    if encoding_of(op.x_offsets.type) == encoding:
        return False
    op.operands[1] = insert_conversion(op.x_offsets, encoding, conversion.rewriter)
    return True


# ------------------------------------------------------------------------------------------------------ control flow


def _with_arguments(conversion: Conversion, op: Operation) -> bool:
    conversion.set_argument_types(op)
    return _plain(conversion, op)


def _branch(conversion: Conversion, op: cf.BranchOp) -> bool:
    op.attributes.clear()
    return _conditional_branch(conversion, op)


def _conditional_branch(conversion: Conversion, op: Operation) -> bool:
    parent = op.parent_op()
    assert parent is not None
    conversion.take_operands(op)
    conversion.set_argument_types(parent)
    return True


def _rules() -> dict[type[Operation], Rule]:
    plain: tuple[type[Operation], ...] = (
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
        *(scf.YieldOp, scf.IfOp, scf.ConditionOp, ub.PoisonOp),
    )
    rules: dict[type[Operation], Rule] = dict.fromkeys(plain, _plain)
    return rules | {
        arith.ConstantOp: _constant,
        tt.BroadcastOp: _like_operand,
        tt.CatOp: _cat,
        tt.DescriptorGatherOp: _gather_scatter,
        tt.DescriptorScatterOp: _gather_scatter,
        tt.DotOp: _dot,
        tt.ExpandDimsOp: _expand_dims,
        tt.JoinOp: _join,
        tt.ReduceOp: _inferred,
        tt.ScanOp: _scan,
        tt.SplitOp: _split,
        tt.TransOp: _inferred,
        scf.ForOp: _with_arguments,
        scf.WhileOp: _with_arguments,
        cf.BranchOp: _branch,
        cf.CondBranchOp: _conditional_branch,
    }


RULES = _rules()
"""The rule for each operation class; operations of other classes on tensors cannot be converted."""
