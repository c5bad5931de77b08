"""Patterns for ``ttg.convert_layout``: redundant conversions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import can_concatenate_in
from xtriton.dialects.tt.encodings import equal_layouts, infer
from xtriton.dialects.tt.reduction import GatherOp, HistogramOp
from xtriton.dialects.tt.shape import CatOp, MakeRangeOp, ReshapeOp, SplatOp, SplitOp, TransOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tensor_memory import TMEMStoreOp, registers_suit
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.constraints import i1_like
from xtriton.folds.elements import constant
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_list, tensor
from xtriton.ir.traits import encoding_of, shape_of_tensor
from xtriton.layouts.distributed import DistributedEncoding
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encodings import is_expensive_view
from xtriton.layouts.inference import infer_split
from xtriton.layouts.mma import NvidiaMma
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter


def _distributed(value: SSAValue) -> DistributedEncoding | None:
    layout = layout_of(encoding_of(value.type))
    return layout if isinstance(layout, DistributedEncoding) else None


def _converted(value: SSAValue) -> SSAValue | None:
    """The source of the layout conversion that defines ``value``."""
    owner = value.owner
    return owner.src if isinstance(owner, ConvertLayoutOp) else None


def _same_places(source: SSAValue, target: SSAValue) -> bool:
    """Whether a conversion moves no elements."""
    return equal_layouts(shape_of_tensor(source), encoding_of(source.type), encoding_of(target.type))


def _is_expensive_view(source: SSAValue, target: SSAValue) -> bool:
    before, after = _distributed(source), _distributed(target)
    assert before is not None and after is not None
    return is_expensive_view(before, shape_of_tensor(source), after, shape_of_tensor(target))


def _like(op: Operation, operands: Sequence[SSAValue], type_: Attribute | None = None) -> Any:
    """The same operation on other operands, with another result type if given; only its properties are kept."""
    return clone_with(op, operands, None if type_ is None else [type_], attributes={})


@pattern(ConvertLayoutOp)
def conversion_of_cheap_value(op: ConvertLayoutOp, rewriter: Rewriter) -> bool:
    """Conversions to the same layout, and of values that can be computed in the other layout at no extra cost."""
    if op.src.type == op.result.type:
        rewriter.replace(op, [op.src])
        return True
    target, source = layout_of(encoding_of(op.result.type)), layout_of(encoding_of(op.src.type))
    # Attention is faster if an accumulator is converted to an operand in one step, so that is kept.
    if isinstance(target, DotOperand) and isinstance(source, NvidiaMma):
        return False
    made = op.src.owner
    new = _made_in_other_layout(made, op) if isinstance(made, Operation) else None
    if new is None:
        return False
    if isinstance(made, LocalLoadOp):
        rewriter.before(made)  # the memory may be overwritten later
    rewriter.replace_by(op, new)
    return True


def _made_in_other_layout(made: Operation, op: ConvertLayoutOp) -> Operation | None:
    """The operation that computes ``made`` in the result layout of a conversion, if that is cheap."""
    type_ = tensor(op.result.type)
    match made:
        case ReshapeOp():
            return _like(made, [made.result], type_) if _may_reshape(made, op) else None
        case HistogramOp() | LocalLoadOp() | SplatOp() | MakeRangeOp():
            return _like(made, made.operands, type_)
        case CatOp():
            return _like(made, made.operands, type_) if can_concatenate_in(made, type_.encoding) else None
        case ConvertLayoutOp():
            return _like(made, [made.src], type_)
        case ConstantOp() if isinstance(made.value, DenseElementsAttr) and made.value.is_splat:
            return ConstantOp(constant(type_, made.value.splat_value))
        case _:
            return None


def _may_reshape(made: ReshapeOp, op: ConvertLayoutOp) -> bool:
    if made.allow_reorder is None or made.efficient_layout is not None:
        return False
    if _is_expensive_view(made.src, op.result):
        return False
    return not any(isinstance(_distributed(value), DotOperand) for value in (op.src, op.result))


@pattern(ReshapeOp)
def reshape_of_conversion(op: ReshapeOp, rewriter: Rewriter) -> bool:
    """A reshape may start from another layout if the result is equivalent, or if it may reorder and stays cheap."""
    source = _converted(op.src)
    if source is None:
        return False
    if not _same_places(source, op.src) and (_is_expensive_view(source, op.result) or op.allow_reorder is None):
        return False
    rewriter.replace_by(op, _like(op, [source]))
    return True


@pattern(TransOp)
def transposition_of_conversion(op: TransOp, rewriter: Rewriter) -> bool:
    """A transposition that only changes the layout is a conversion; a conversion before it that moves nothing goes."""
    order = int_list(op.order)
    if order == tuple(range(len(order))):
        rewriter.replace_by(op, ConvertLayoutOp(op.src, result=op.result.type))
        return True
    source = _converted(op.src)
    if source is None or not _same_places(source, op.src):
        return False
    rewriter.replace_by(op, _like(op, [source]))
    return True


@pattern(HistogramOp)
def histogram_of_conversion(op: HistogramOp, rewriter: Rewriter) -> bool:
    """A histogram can be computed in any layout."""
    source = _converted(op.src)
    if source is None:
        return False
    operands = [source]
    if op.mask is not None:
        convert = ConvertLayoutOp(op.mask, result=i1_like(source.type))
        operands.append(rewriter.insert(convert).result)
    rewriter.replace_by(op, _like(op, operands))
    return True


@pattern(GatherOp)
def gather_from_conversion(op: GatherOp, rewriter: Rewriter) -> bool:
    """A gather goes through shared memory, so the layout of its source does not matter."""
    source = _converted(op.src)
    if source is None or op.efficient_layout is not None:
        return False
    rewriter.replace_by(op, _like(op, [source, op.indices]))
    return True


@pattern(LocalAllocOp)
def allocation_of_conversion(op: LocalAllocOp, rewriter: Rewriter) -> bool:
    """Shared memory can be filled from any layout."""
    source = _converted(op.src) if op.src is not None else None
    if source is None:
        return False
    rewriter.replace_by(op, LocalAllocOp(source, result=op.result.type))
    return True


@pattern(LocalStoreOp)
def store_of_conversion(op: LocalStoreOp, rewriter: Rewriter) -> bool:
    """Shared memory can be written from any layout."""
    source = _converted(op.src)
    if source is None:
        return False
    rewriter.replace_by(op, _like(op, [source, op.dst]))
    return True


@pattern(SplitOp)
def split_of_conversion(op: SplitOp, rewriter: Rewriter) -> bool:
    """A split may start from another layout if its results have the same layout."""
    source = _converted(op.src)
    if source is None:
        return False
    try:
        inferred = infer(infer_split, encoding_of(source.type), shape_of_tensor(source))
    except Violation:  # the split elements are not in one thread
        return False
    if inferred != encoding_of(op.outLHS.type):
        return False
    rewriter.replace_by(op, _like(op, [source]))
    return True


@pattern(TMEMStoreOp)
def tensor_memory_store_of_conversion(op: TMEMStoreOp, rewriter: Rewriter) -> bool:
    """Tensor memory can be written from any compatible layout."""
    source = _converted(op.src)
    if source is None or not registers_suit(op, source.type, cast("MemDescType", op.dst.type)):
        return False
    index = next(index for index, operand in enumerate(op.operands) if operand is op.src)
    rewriter.set_operand(op, index, source)
    return True


PATTERNS: Sequence[Pattern] = (
    conversion_of_cheap_value,
    reshape_of_conversion,
    transposition_of_conversion,
    gather_from_conversion,
    histogram_of_conversion,
    allocation_of_conversion,
    store_of_conversion,
    split_of_conversion,
    tensor_memory_store_of_conversion,
)
