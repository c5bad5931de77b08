"""``triton-reorder-broadcast``: compute first, broadcast afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.shape import BroadcastOp, SplatOp
from xtriton.dialects.tt.types import AnyTritonType
from xtriton.folds.folding import constant_of
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.context import Context
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.traits import Elementwise
from xtriton.passes.base import OperationPass
from xtriton.rewriting.canonical.tt import BROADCAST_PATTERNS, EXPAND_DIMS_PATTERNS, RESHAPE_PATTERNS
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, trait_pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_9, by_version


def _splat_constant(value: SSAValue) -> DenseElementsAttr | None:
    attr = constant_of(value)
    return attr if isinstance(attr, DenseElementsAttr) and attr.is_splat else None


def _is_splat(value: SSAValue) -> bool:
    return isinstance(value.owner, SplatOp) or _splat_constant(value) is not None


def _scalar(value: SSAValue, rewriter: Rewriter) -> SSAValue:
    """The element that a splat consists of."""
    owner = value.owner
    if isinstance(owner, SplatOp):
        return owner.src
    attr = _splat_constant(value)
    assert attr is not None
    return insert_constant(rewriter, attr.splat_value, attr.element_type)


def _smaller_splat(value: SSAValue, shape: TensorType[Attribute], rewriter: Rewriter) -> SSAValue:
    """The same splat with another shape."""
    element = cast("TensorType[Attribute]", value.type).element_type
    type_ = TensorType(element, shape.get_shape(), shape.encoding)
    owner = value.owner
    if isinstance(owner, SplatOp):
        return rewriter.insert(SplatOp(owner.src, result=type_)).result
    attr = _splat_constant(value)
    assert attr is not None
    return insert_constant(rewriter, attr.splat_value, type_)


def _can_be_spread(op: Operation) -> bool:
    """Whether ``tt.splat`` and ``tt.broadcast`` accept the results of ``op``: they do not accept ``index``."""
    return all(AnyTritonType.accepts(result.type) for result in op.results)


@trait_pattern(Elementwise)
def elementwise_of_broadcasts(op: Operation, rewriter: Rewriter) -> bool:
    """``f(broadcast(a), splat(b)) = broadcast(f(a, splat(b)))``, where all broadcasts come from one shape."""
    if not is_memory_effect_free(op) or not _can_be_spread(op):
        return False
    sources = [value.owner for value in op.operands if isinstance(value.owner, BroadcastOp)]
    if not sources:
        return False
    types = [cast("TensorType[Attribute]", source.src.type) for source in sources]
    if any(type_.get_shape() != types[0].get_shape() for type_ in types):
        return False
    if not all(isinstance(value.owner, BroadcastOp) or _is_splat(value) for value in op.operands):
        return False
    first = types[0]
    operands = [
        value.owner.src if isinstance(value.owner, BroadcastOp) else _smaller_splat(value, first, rewriter)
        for value in op.operands
    ]
    result_types: list[Attribute] = [
        TensorType(cast("TensorType[Attribute]", result.type).element_type, first.get_shape(), first.encoding)
        for result in op.results
    ]
    new = rewriter.insert(clone_with(op, operands, result_types))
    for old, result in zip(op.results, new.results, strict=True):
        broadcast = rewriter.insert(BroadcastOp(result, result=old.type))
        rewriter.replace_all_uses(old, broadcast.result)
    return True


@trait_pattern(Elementwise)
def elementwise_of_splats(op: Operation, rewriter: Rewriter) -> bool:
    """``f(splat(a), splat(b)) = splat(f(a, b))``."""
    if not op.operands or not is_memory_effect_free(op) or not all(map(_is_splat, op.operands)):
        return False
    if not _can_be_spread(op):
        return False
    operands = [_scalar(value, rewriter) for value in op.operands]
    types = [cast("TensorType[Attribute]", result.type).element_type for result in op.results]
    new = rewriter.insert(clone_with(op, operands, types))
    for old, result in zip(op.results, new.results, strict=True):
        splat = rewriter.insert(SplatOp(result, result=old.type))
        rewriter.replace_all_uses(old, splat.result)
    return True


_PATTERNS = (*BROADCAST_PATTERNS, *EXPAND_DIMS_PATTERNS, elementwise_of_broadcasts, elementwise_of_splats)
_PATTERN_SET = by_version({V3_6: PatternSet(_PATTERNS), V3_9: PatternSet((*_PATTERNS, *RESHAPE_PATTERNS))})


@dataclass(frozen=True)
class TritonReorderBroadcast(OperationPass):
    """Move broadcasts and splats after elementwise operations.

    before: ``%0 = tt.splat %a``, ``%1 = tt.splat %b``, ``%2 = arith.addf %0, %1 : tensor<128xf32>``
    after:  ``%0 = arith.addf %a, %b : f32``, ``%1 = tt.splat %0``
    """

    name: ClassVar[str] = "triton-reorder-broadcast"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, _PATTERN_SET.now())
