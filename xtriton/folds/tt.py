"""Folds of ``tt`` operations."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute

from xtriton.dialects.tt.elementwise import BitcastOp, FpToFpOp
from xtriton.dialects.tt.memory import AddPtrOp, AdvanceOp
from xtriton.dialects.tt.shape import (
    BroadcastOp,
    ExpandDimsOp,
    JoinOp,
    MakeRangeOp,
    ReshapeOp,
    SplatOp,
    SplitOp,
    TransOp,
)
from xtriton.folds.elements import constant, is_negative_zero, is_positive_zero, is_zero
from xtriton.folds.folding import IN_PLACE, Constants, FoldResult, Folds, constant_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_list, int_value, is_float_attr, is_integer_attr
from xtriton.versions import V3_6, V3_8, V3_9, by_version


def fold_fp_to_fp(op: FpToFpOp, constants: Constants) -> FoldResult:
    """A conversion to the same type, and zeros of either sign.

    As in Triton a zero must be a constant operation: a value that ``sccp`` found to be constant is not enough.
    """
    if op.src.type == op.result.type:
        return op.src
    source = constant_of(op.src)
    if is_positive_zero(source):
        return constant(op.result.type, 0.0)
    return constant(op.result.type, -0.0) if is_negative_zero(source) else None


def fold_bitcast(op: BitcastOp, constants: Constants) -> FoldResult:
    """A bitcast to the same type."""
    return op.src if op.src.type == op.result.type else None


def fold_addptr(op: AddPtrOp, constants: Constants) -> FoldResult:
    """``ptr + 0 = ptr``."""
    return op.ptr if is_zero(constants[1]) else None


def fold_advance(op: AdvanceOp, constants: Constants) -> FoldResult:
    """A block pointer advanced by zeros that are constant operations."""
    return op.ptr if all(is_zero(constant_of(offset)) for offset in op.offsets) else None


def fold_splat(op: SplatOp, constants: Constants) -> FoldResult:
    """A splat of a constant."""
    value = constants[0]
    if is_integer_attr(value) or is_float_attr(value):
        return constant(op.result.type, value.value.data)
    return None


def fold_make_range(op: MakeRangeOp, constants: Constants) -> FoldResult:
    """A range of one element."""
    start, end = (int_value(attr) for attr in (op.start, op.end))
    return constant(op.result.type, start) if start + 1 == end else None


def _reshaped(value: Attribute | None, type_: Attribute) -> DenseElementsAttr | None:
    """The elements of a constant in the same order, as another type."""
    return DenseElementsAttr(type_, value.data) if type(value) is DenseElementsAttr else None


def fold_expand_dims(op: ExpandDimsOp, constants: Constants) -> FoldResult:
    """A constant with one more dimension."""
    return _reshaped(constants[0], op.result.type)


def fold_reshape(op: ReshapeOp, constants: Constants) -> FoldResult:
    """A reshape to the same type that keeps the order, and constants."""
    if op.src.type == op.result.type and op.allow_reorder is None:
        return op.src
    return _reshaped(constants[0], op.result.type)


def fold_broadcast(op: BroadcastOp, constants: Constants) -> FoldResult:
    """A broadcast to the same type, and splats."""
    if op.src.type == op.result.type:
        return op.src
    value = constants[0]
    return _reshaped(value, op.result.type) if type(value) is DenseElementsAttr and value.is_splat else None


def fold_trans(op: TransOp, constants: Constants) -> FoldResult:
    """Identity transpositions, two in a row, and splats."""
    order = int_list(op.order)
    if order == tuple(range(len(order))) and op.src.type == op.result.type:
        return op.src
    inner = op.src.owner
    if isinstance(inner, TransOp):
        first = int_list(inner.order)
        op.properties["order"] = DenseArrayBase.from_list(i32, [first[dim] for dim in order])
        op.operands[0] = inner.src
        return IN_PLACE
    value = constants[0]
    return _reshaped(value, op.result.type) if type(value) is DenseElementsAttr and value.is_splat else None


def fold_join(op: JoinOp, constants: Constants) -> FoldResult:
    """``join(split(x)) = x``."""
    split = op.lhs.owner
    if not isinstance(split, SplitOp) or list(op.operands) != list(split.results):
        return None
    return split.src if split.src.type == op.result.type else None


def fold_split(op: SplitOp, constants: Constants) -> FoldResult:
    """``split(join(x, y)) = x, y``."""
    join = op.src.owner
    if not isinstance(join, JoinOp) or join.lhs.type != op.results[0].type:
        return None
    return join.lhs, join.rhs


FOLDS: Folds = {
    FpToFpOp: fold_fp_to_fp,
    BitcastOp: by_version({V3_6: None, V3_8: fold_bitcast}),
    AddPtrOp: fold_addptr,
    AdvanceOp: fold_advance,
    SplatOp: fold_splat,
    MakeRangeOp: fold_make_range,
    ExpandDimsOp: fold_expand_dims,
    ReshapeOp: fold_reshape,
    BroadcastOp: fold_broadcast,
    JoinOp: by_version({V3_6: None, V3_9: fold_join}),
    SplitOp: by_version({V3_6: None, V3_9: fold_split}),
    TransOp: fold_trans,
}
