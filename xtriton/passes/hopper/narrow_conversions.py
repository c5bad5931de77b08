"""``hopper-narrow-conversions``: convert values of rows or columns to another layout before they are broadcast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, tensors_with_layouts, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.interfaces.effects import is_pure
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import Elementwise, element_type, encoding_of, has_trait, shape_of_tensor
from xtriton.layouts.distributed import DistributedEncoding, Slice
from xtriton.passes.base import OperationPass
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(ConvertLayoutOp)
def convert_before_broadcast(op: ConvertLayoutOp, rewriter: Rewriter) -> bool:
    """``convert(broadcast(x)) = broadcast(convert(x))``."""
    broadcast = op.src.owner
    if not isinstance(broadcast, tt.BroadcastOp):
        return False
    narrow = _converted(broadcast.src, _encoding(op), rewriter)
    rewriter.replace_by(op, tt.BroadcastOp(narrow, result=op.result.type))
    return True


@pattern(ConvertLayoutOp)
def convert_before_expand_dims(op: ConvertLayoutOp, rewriter: Rewriter) -> bool:
    """``convert(expand_dims(convert(x))) = expand_dims(convert(x))``, also where casts follow the first conversion."""
    expand, layout = op.src.owner, layout_of(_encoding(op))
    if not isinstance(expand, tt.ExpandDimsOp) or not isinstance(layout, DistributedEncoding):
        return False
    if not _is_converted(expand.src):
        return False
    axis = int_value(expand.axis)
    narrow = _converted(expand.src, encoding_attr(Slice(axis, layout)), rewriter)
    rewriter.replace_by(op, tt.ExpandDimsOp(narrow, axis=axis, result=op.result.type))
    return True


@pattern(ConvertLayoutOp)
def convert_before_cast(op: ConvertLayoutOp, rewriter: Rewriter) -> bool:
    """``convert(f(convert(x))) = f(convert(x))`` for an elementwise ``f`` of one operand."""
    inner = op.src.owner
    if not isinstance(inner, Operation) or not _is_cast(inner) or not _is_converted(inner.operands[0]):
        return False
    operand = _converted(inner.operands[0], _encoding(op), rewriter)
    rewriter.replace_by(op, clone_with(inner, [operand], [op.result.type]))
    return True


def _is_cast(op: Operation) -> bool:
    """Whether an operation is elementwise, pure, and has one operand and one result."""
    return has_trait(op, Elementwise) and len(op.operands) == len(op.results) == 1 and is_pure(op)


def _is_converted(value: SSAValue) -> bool:
    """Whether a value is the result of a conversion, or of casts of one."""
    op = value.owner
    while isinstance(op, Operation) and _is_cast(op):
        op = op.operands[0].owner
    return isinstance(op, ConvertLayoutOp)


def _encoding(op: ConvertLayoutOp) -> Attribute:
    """The layout that a value is converted to."""
    encoding = encoding_of(op.result.type)
    assert encoding is not None
    return encoding


def _converted(value: SSAValue, encoding: Attribute, rewriter: Rewriter) -> SSAValue:
    """A tensor in another layout; a conversion that made the tensor is skipped."""
    source = value.owner
    given = source.src if isinstance(source, ConvertLayoutOp) else value
    type_ = TensorType(element_type(value.type), shape_of_tensor(value), encoding)
    return given if given.type == type_ else rewriter.insert(ConvertLayoutOp(given, result=type_)).result


@dataclass(frozen=True)
class NarrowConversions(OperationPass):
    """Convert values of rows or columns to another layout before they are broadcast, not after.

    ``tritongpu-remove-layout-conversions`` keeps the conversion of a broadcast value whose load it does not
    rematerialise in the other layout. The scale or bias of a column then passes through shared memory once for each row
    of the tile, and the conversion needs scratch memory of the size of the tile.

    before: ``%b = tt.broadcast (tt.expand_dims %x) : tensor<1x128xf32, #blocked> -> tensor<64x128xf32, #blocked>``,
            ``%c = ttg.convert_layout %b : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #mma>``
    after:  ``%y = ttg.convert_layout %x : tensor<128xf32, ...> -> tensor<128xf32, #slice of #mma>``,
            ``%c = tt.broadcast (tt.expand_dims %y) : tensor<1x128xf32, #mma> -> tensor<64x128xf32, #mma>``
    """

    name: ClassVar[str] = "hopper-narrow-conversions"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, tensors_with_layouts, consistent_ranks)

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet([convert_before_broadcast, convert_before_expand_dims, convert_before_cast]))
