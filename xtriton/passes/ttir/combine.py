"""``triton-combine``: join operations that one operation can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import FloatAttr, TensorType, UnitAttr, f32
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.dominance import Dominance
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.enums import InputPrecision
from xtriton.dialects.tt.memory import AddPtrOp, LoadOp
from xtriton.dialects.tt.reduction import HistogramOp, ReduceOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, ReshapeOp, SplatOp
from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.arith.floating import AddFOp, MulFOp
from xtriton.dialects.upstream.arith.integer import AddIOp
from xtriton.folds.elements import float_of, integer_of, to_signed, width_of
from xtriton.folds.folding import constant_of
from xtriton.ir.context import Context
from xtriton.ir.locations import fuse
from xtriton.ir.narrowing import int_value, is_float_type
from xtriton.ir.traits import shape_of_tensor
from xtriton.passes.base import OperationPass
from xtriton.rewriting.cloning import rebuild
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.pattern import Pattern, PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, by_version, since

_HINTS = ("tt.divisibility", "tt.contiguity", "tt.constancy")
_CARRIED_ATTRIBUTES = by_version({V3_6: _HINTS, V3_7: (*_HINTS, "tt.pointee_type")})
"""Attributes of a pointer that remain valid however it is computed."""

MIN_DOT_EXTENT = 16
"""The least number of rows and columns for which a sum of products becomes a ``tt.dot``."""


def _is_zero(value: SSAValue) -> bool:
    attr = constant_of(value)
    return integer_of(attr) == 0 or float_of(attr) == 0.0


def _known_integer(value: SSAValue) -> int | None:
    """The signed number that all elements of ``value`` are known to be."""
    owner = value.owner
    number = integer_of(constant_of(owner.src if isinstance(owner, SplatOp) else value))
    return None if number is None else to_signed(number, width_of(value.type))


def _sum_is_safe(first: SSAValue, second: SSAValue) -> bool:
    """Whether two offsets may be added: in 64 bits, or if their sum is known not to overflow."""
    if first.type != second.type:
        return False
    width = width_of(first.type)
    if width == 64:
        return True
    a, b = _known_integer(first), _known_integer(second)
    return a is not None and b is not None and -(1 << (width - 1)) <= a + b < 1 << (width - 1)


@pattern(AddIOp, AddFOp)
def sum_with_dot(op: AddIOp | AddFOp, rewriter: Rewriter) -> bool:
    """``dot(a, b, 0) + d = dot(a, b, d)``, if the dot has no other users."""
    return _accumulate(op, DotOp, rewriter)


@pattern(AddFOp, versions=since(V3_8))
def sum_with_scaled_dot(op: AddFOp, rewriter: Rewriter) -> bool:
    """``dot_scaled(a, b, 0) + d = dot_scaled(a, b, d)``, if the dot has no other users."""
    return _accumulate(op, DotScaledOp, rewriter)


def _accumulate(op: AddIOp | AddFOp, kind: type[DotOp | DotScaledOp], rewriter: Rewriter) -> bool:
    lhs, rhs = op.operands
    product, other = (rhs, lhs) if isinstance(rhs.owner, kind) else (lhs, rhs)
    dot = product.owner
    if not isinstance(dot, kind) or not product.has_one_use() or not _is_zero(dot.c):
        return False
    if isinstance(dot, DotOp) and isinstance(op, AddFOp) and int_value(dot.maxNumImpreciseAcc) != 0:
        return False
    dot.operands[2] = other
    rewriter.move_in_place(dot, op)
    rewriter.modified(dot)
    rewriter.replace_all_uses(op.result, dot.d)
    return True


@pattern(SelectOp, benefit=3)
def select_of_masked_load(op: SelectOp, rewriter: Rewriter) -> bool:
    """``c ? load(p, splat(c)) : other = load(p, splat(c), other)``."""
    load = op.true_value.owner
    if not isinstance(load, LoadOp) or load.mask is None:
        return False
    splat = load.mask.owner
    if not isinstance(splat, SplatOp) or splat.src is not op.condition:
        return False
    return _GIVE_OTHER.now()(op, load, rewriter)


def _repeat_load(op: SelectOp, load: LoadOp, rewriter: Rewriter) -> bool:
    """Load at the selection, as Triton did up to 3.8, even past stores."""
    rewriter.replace_by(op, rebuild(load, other=op.false_value, attributes={}))
    return True


def _give_load_other(op: SelectOp, load: LoadOp, rewriter: Rewriter) -> bool:
    """Change the load, if it has no other users and the other value is known there."""
    if not op.true_value.has_one_use() or not Dominance().value_dominates(op.false_value, load):
        return False
    set_operand_group(load, "other", [op.false_value])
    rewriter.modified(load)
    rewriter.replace(op, [load.result])
    return True


_GIVE_OTHER = by_version({V3_6: _repeat_load, V3_9: _give_load_other})


@pattern(AddPtrOp)
def pointer_moved_twice(op: AddPtrOp, rewriter: Rewriter) -> bool:
    """``(p + a) + b = p + (a + b)``, if the sum is safe."""
    inner = op.ptr.owner
    if not isinstance(inner, AddPtrOp) or not _sum_is_safe(inner.offset, op.offset):
        return False
    location = fuse([op.location, inner.location])
    total = rewriter.insert(AddIOp(inner.offset, op.offset), location)
    new = AddPtrOp(inner.ptr, total.result)
    new.attributes.update({name: op.attributes[name] for name in _CARRIED_ATTRIBUTES.now() if name in op.attributes})
    rewriter.replace_by(op, new, location)
    return True


def _sums_floats(op: ReduceOp) -> bool:
    """Whether a reduction adds numbers of up to 32 bits, and does nothing else."""
    region = op.combineOp
    entry = region.first_block
    if entry is None or entry.next_block is not None:
        return False
    first = entry.first_op
    return (
        isinstance(first, AddFOp)
        and first.next_op is entry.last_op
        and is_float_type(first.result.type)
        and first.result.type.bitwidth <= 32
    )


def _is_expanded(broadcast: BroadcastOp, axis: int) -> bool:
    """Whether a matrix is repeated along a new axis."""
    expand = broadcast.src.owner
    return isinstance(expand, ExpandDimsOp) and int_value(expand.axis) == axis


def _is_repeated(broadcast: BroadcastOp, axis: int) -> bool:
    """Whether a tensor is repeated along this axis, and along no other."""
    source, result = shape_of_tensor(broadcast.src), shape_of_tensor(broadcast.result)
    return [dim for dim, (before, after) in enumerate(zip(source, result, strict=True)) if before != after] == [axis]


def _is_expanded_and_repeated(broadcast: BroadcastOp, axis: int) -> bool:
    return _is_expanded(broadcast, axis) and _is_repeated(broadcast, axis)


_IS_MATRIX: ByVersion[Callable[[BroadcastOp, int], bool]] = by_version(
    {V3_6: _is_expanded, V3_8: _is_expanded_and_repeated, V3_9: _is_repeated}
)
"""Whether an operand is a matrix that is repeated along an axis."""


def _source_of_expansion(broadcast: BroadcastOp, shape: tuple[int, ...], rewriter: Rewriter) -> SSAValue:
    expand = broadcast.src.owner
    assert isinstance(expand, ExpandDimsOp)
    return expand.src


def _reshaped(broadcast: BroadcastOp, shape: tuple[int, ...], rewriter: Rewriter) -> SSAValue:
    element = cast("TensorType[Attribute]", broadcast.src.type).element_type
    return rewriter.insert(ReshapeOp(broadcast.src, result=TensorType(element, shape))).result


_AS_MATRIX = by_version({V3_6: _source_of_expansion, V3_9: _reshaped})
"""The matrix that is repeated, of a shape."""


def _has_middle_dim(op: ReduceOp) -> bool:
    return len(shape_of_tensor(op.operands[0])) == 3 and int_value(op.axis) == 1


_REDUCES_MATRICES: ByVersion[Callable[[ReduceOp], bool]] = by_version({V3_6: lambda op: True, V3_8: _has_middle_dim})
_PRECISION = by_version({V3_6: InputPrecision.TF32, V3_8: InputPrecision.IEEE})


@pattern(ReduceOp)
def sum_of_products(op: ReduceOp, rewriter: Rewriter) -> bool:
    """``sum(x[:, :, None] * y[None, :, :])`` is ``dot(x, y)``."""
    product = op.operands[0].owner if op.operands else None
    if not _sums_floats(op) or not isinstance(product, MulFOp) or not _REDUCES_MATRICES.now()(op):
        return False
    left, right = product.lhs.owner, product.rhs.owner
    if not isinstance(left, BroadcastOp) or not isinstance(right, BroadcastOp):
        return False
    if not _IS_MATRIX.now()(left, 2) or not _IS_MATRIX.now()(right, 0):
        return False
    shape = shape_of_tensor(left.result)
    if shape[2] < MIN_DOT_EXTENT or shape[0] < MIN_DOT_EXTENT:
        return False
    element = cast("TensorType[Attribute]", left.src.type).element_type
    as_matrix = _AS_MATRIX.now()
    lhs = as_matrix(left, shape_of_tensor(left.src)[:-1], rewriter)
    rhs = as_matrix(right, shape_of_tensor(right.src)[1:], rewriter)
    zero = rewriter.insert(ConstantOp(FloatAttr(0.0, f32)))
    type_ = TensorType(element, [shape[0], shape[2]])
    start = rewriter.insert(SplatOp(zero.result, result=type_))
    dot = DotOp(lhs, rhs, start.result, inputPrecision=_PRECISION.now(), maxNumImpreciseAcc=0)
    rewriter.replace_by(op, dot)
    return True


@pattern(ReshapeOp)
def reshape_whose_order_does_not_matter(op: ReshapeOp, rewriter: Rewriter) -> bool:
    """A vector that is only summed up or counted may have its elements in any order."""
    if op.allow_reorder is not None or len(cast("TensorType[Attribute]", op.result.type).get_shape()) != 1:
        return False
    if not all(isinstance(use.operation, ReduceOp | HistogramOp) for use in op.result.uses):
        return False
    op.properties["allow_reorder"] = UnitAttr()
    rewriter.modified(op)
    return True


@pattern(ReshapeOp)
def reshape_of_descriptor_load(op: ReshapeOp, rewriter: Rewriter) -> bool:
    """A load through a descriptor can leave out leading dimensions of extent 1 itself."""
    load = op.src.owner
    if not isinstance(load, DescriptorLoadOp) or not op.src.has_one_use():
        return False
    loaded = cast("TensorType[Attribute]", op.src.type).get_shape()
    wanted = cast("TensorType[Attribute]", op.result.type).get_shape()
    extra = len(loaded) - len(wanted)
    if extra <= 0 or loaded[extra:] != wanted or any(extent != 1 for extent in loaded[:extra]):
        return False
    rewriter.set_type(load.results[0], op.result.type)
    rewriter.modified(load)
    rewriter.replace(op, [load.results[0]])
    return True


PATTERNS: Sequence[Pattern] = (
    sum_with_dot,
    sum_with_scaled_dot,
    select_of_masked_load,
    pointer_moved_twice,
    sum_of_products,
    reshape_whose_order_does_not_matter,
    reshape_of_descriptor_load,
)
_PATTERN_SET = PatternSet(PATTERNS)


@dataclass(frozen=True)
class TritonCombineOps(OperationPass):
    """Combine additions into dots, and merge pointer arithmetic, masks, broadcasts and reductions.

    before: ``%0 = tt.dot %a, %b, %zero``, ``%1 = arith.addf %0, %acc``
    after:  ``%0 = tt.dot %a, %b, %acc``
    """

    name: ClassVar[str] = "triton-combine"
    reassociates: ClassVar[bool] = True

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, _PATTERN_SET)
