"""Building one ``linalg.generic`` from an operation and the producers of its inputs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import (
    FloatAttr,
    IndexType,
    IntegerAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)

from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, DivSIOp, MulIOp, RemSIOp
from xtriton.dialects.upstream.linalg import FillOp, IndexOp
from xtriton.dialects.upstream.linalg.structured import PARALLEL, StructuredOp
from xtriton.dialects.upstream.reassociation import groups_of
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.builder import Builder
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_float_type, is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in

_Op = TypeVar("_Op", bound=Operation)
Place = tuple[AffineExpr, ...]
"""The indices of an element of a tensor, in terms of the loops of the new operation."""


def is_pointwise(op: Operation) -> bool:
    """Whether each element of the only result is computed from elements of the inputs alone."""
    if not isinstance(op, StructuredOp) or len(op.results) != 1 or not is_tensor_type(op.results[0].type):
        return False
    if any(iterator != PARALLEL for iterator in op.iterators) or op.output_arguments[0].first_use is not None:
        return False
    return permutation(op.maps[-1]) is not None and _can_be_moved(op)


def _can_be_moved(op: StructuredOp) -> bool:
    """Whether elements can be computed elsewhere: no effects, only elements of the inputs are read, and no loops."""
    return is_memory_effect_free(op) and not any(isinstance(inner, _FIXED) for inner in operations_in(op))


_FIXED = (tensor.ExtractOp, ForOp, WhileOp)


def permutation(affine_map: AffineMap) -> list[int] | None:
    """The loop along each dimension if each dimension has a distinct loop; else ``None``."""
    dims = [expression.position for expression in affine_map.results if isinstance(expression, AffineDimExpr)]
    return dims if len(dims) == len(affine_map.results) and sorted(dims) == list(range(affine_map.num_dims)) else None


def is_view(op: StructuredOp) -> bool:
    """Whether a pointwise operation only forwards or bitcasts its only input."""
    return len(op.ins) == 1 and all(inner.name in ("arith.bitcast", "linalg.yield") for inner in op.body.ops)


def reduced_loop(op: Operation) -> int | None:
    """The loop along which an operation reduces its input to its only result, if that is all it does."""
    if not isinstance(op, StructuredOp) or len(op.results) != 1 or len(op.ins) != 1 or not _can_be_moved(op):
        return None
    reduced = [loop for loop, kind in enumerate(op.iterators) if kind != PARALLEL]
    kept = [expression.position for expression in op.maps[-1].results if isinstance(expression, AffineDimExpr)]
    if len(reduced) != 1 or len(kept) != len(op.maps[-1].results) or sorted([*kept, *reduced]) != [*range(op.loops)]:
        return None
    return reduced[0]


def loops_at(op: StructuredOp, place: Place) -> list[list[AffineExpr]]:
    """The iterations of the loops that compute the element of the only result at ``place``, in order."""
    dims: list[AffineExpr] = [AffineConstantExpr(0)] * op.loops
    for expression, index in zip(op.maps[-1].results, place, strict=True):
        dims[cast("AffineDimExpr", expression).position] = index
    loop = reduced_loop(op)
    if loop is None:
        return [dims]
    dim = op.maps[0].results.index(AffineDimExpr(loop))
    extent = (shape_of(op.ins[0].type) or ())[dim]
    return [[*dims[:loop], AffineConstantExpr(number), *dims[loop + 1 :]] for number in range(extent)]


@dataclass
class Leaf:
    """A tensor that is read, and the indices it is read at."""

    value: SSAValue
    place: Place


class Inliner(Builder):
    """Fills the block of the new operation. ``may_inline`` decides whether the producer of a value is fused."""

    def __init__(self, loops: int) -> None:
        super().__init__()
        self.block = Block()
        self.at_end(self.block)
        self.leaves: list[Leaf] = []
        self._loops = loops
        self._arguments: dict[tuple[SSAValue, Place], SSAValue] = {}
        self._values: dict[tuple[SSAValue, Place], SSAValue] = {}
        self._numbers: dict[tuple[AffineExpr, ...], SSAValue] = {}
        self.inlined = 0

    def element(self, value: SSAValue, place: Place, policy: Policy) -> SSAValue:
        """The element of ``value`` at ``place``: computed here, or a block argument."""
        key = (value, place)
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = self._element(value, place, policy)
        return known

    def _element(self, value: SSAValue, place: Place, policy: Policy) -> SSAValue:
        if not is_tensor_type(value.type):
            return value
        op = value.owner
        if isinstance(op, Operation):
            constant = splat(op)
            if constant is not None:
                self.inlined += 1
                return self.insert(ConstantOp(constant)).result
            source = through_unit_dims(op, place)
            if source is not None:
                return self.element(*source, policy)
            if isinstance(op, FillOp):
                self.inlined += 1
                return op.ins[0]
            if isinstance(op, StructuredOp) and policy.may_inline(op):
                self.inlined += 1
                return self._inline(op, place, policy)
        return self._leaf(value, place)

    def _leaf(self, value: SSAValue, place: Place) -> SSAValue:
        key = (value, place)
        known = self._arguments.get(key)
        if known is None:
            known = self.block.insert_arg(cast("Any", value.type).element_type, len(self.leaves))
            self.leaves.append(Leaf(value, place))
            self._arguments[key] = known
        return known

    def _inline(self, op: StructuredOp, place: Place, policy: Policy) -> SSAValue:
        """The element of a pointwise operation, or of a short reduction, at ``place`` of its result."""
        iterations = loops_at(op, place)
        if reduced_loop(op) is None:
            return self.body(op, iterations[0], {}, policy)[0]
        total = self.element(op.outs[0], place, policy)
        for dims in iterations:
            (total,) = self.body(op, dims, {op.output_arguments[0]: total}, policy)
        return total

    def body(
        self, op: StructuredOp, dims: Sequence[AffineExpr], mapping: dict[SSAValue, SSAValue], policy: Policy
    ) -> list[SSAValue]:
        """A copy of the body of an operation at one iteration of its loops; returns the yielded values."""
        for operand, argument, map_ in zip(op.ins, op.body.args, op.maps, strict=False):
            if argument.first_use is not None:
                place = tuple(replaced(expression, dims) for expression in map_.results)
                mapping[argument] = self.element(operand, place, policy)
        end = op.body.last_op
        assert end is not None
        for inner in op.body.ops:
            if inner is end:
                continue
            if isinstance(inner, IndexOp):
                mapping[inner.result] = self.number(dims[_dim(inner)])
                continue
            copy = self.insert(inner.clone(mapping))
            for index in [nested for nested in operations_in(copy) if isinstance(nested, IndexOp)]:
                self._replace_index(index, copy, dims)
        return [mapping.get(value, value) for value in end.operands]

    def discard(self) -> None:
        """Discard the block: its operations no longer count as users of outside values."""
        self.block.erase(safe_erase=False)

    def _replace_index(self, index: IndexOp, around: Operation, dims: Sequence[AffineExpr]) -> None:
        around.detach()
        number = self.number(dims[_dim(index)])
        self.block.add_op(around)
        index.result.replace_all_uses_with(number)
        assert index.parent is not None
        index.parent.erase_op(index)

    def number(self, expression: AffineExpr) -> SSAValue:
        """The value of an affine expression of the loops."""
        known = self._numbers.get((expression,))
        if known is None:
            known = self._numbers[(expression,)] = self._number(expression)
        return known

    def _number(self, expression: AffineExpr) -> SSAValue:
        match expression:
            case AffineDimExpr():
                return self.insert(IndexOp(expression.position)).result
            case AffineConstantExpr():
                return self.insert(ConstantOp(IntegerAttr(expression.value, IndexType()))).result
            case AffineBinaryOpExpr():
                left, right = self.number(expression.lhs), self.number(expression.rhs)
                return self.insert(_BINARY[expression.kind](left, right)).results[0]  # pyright: ignore
            case _:
                raise AssertionError(f"no map of these has '{expression}'")


_BINARY = {
    AffineBinaryOpKind.Add: AddIOp,
    AffineBinaryOpKind.Mul: MulIOp,
    AffineBinaryOpKind.Mod: RemSIOp,
    AffineBinaryOpKind.FloorDiv: DivSIOp,
}


class Policy(ABC):
    """Which operations are fused into their users."""

    @abstractmethod
    def may_inline(self, op: StructuredOp) -> bool:
        """Whether to compute the elements of a result where they are used."""


def _dim(op: IndexOp) -> int:
    return cast("Any", op.dim).value.data


def replaced(expression: AffineExpr, dims: Sequence[AffineExpr]) -> AffineExpr:
    """An expression with its dimensions replaced."""
    match expression:
        case AffineDimExpr():
            return dims[expression.position]
        case AffineBinaryOpExpr():
            return AffineBinaryOpExpr(expression.kind, replaced(expression.lhs, dims), replaced(expression.rhs, dims))
        case _:
            return expression


def splat(op: Operation) -> Attribute | None:
    """The element of a splat constant."""
    if not isinstance(op, ConstantOp) or not isinstance(op.value, DenseElementsAttr) or not op.value.is_splat:
        return None
    element = op.value.element_type
    number = op.value.splat_value
    if is_float_type(element):
        return FloatAttr(float(number), element)
    return IntegerAttr(int(number), cast("Any", element))


def through_unit_dims(op: Operation, place: Place) -> tuple[SSAValue, Place] | None:
    """The operand and indices that a reshape which only adds or drops unit dimensions reads for an element."""
    zero = AffineConstantExpr(0)
    if isinstance(op, tensor.ExpandShapeOp):
        shape = shape_of(op.result.type) or ()
        source: list[AffineExpr] = []
        for group in groups_of(op.reassociation):
            real = [dim for dim in group if shape[dim] != 1]
            if len(real) > 1:
                return None
            source.append(place[real[0]] if real else zero)
        return op.src, tuple(source)
    if isinstance(op, tensor.CollapseShapeOp):
        shape = shape_of(op.src.type) or ()
        out: list[AffineExpr] = [zero] * len(shape)
        for position, group in enumerate(groups_of(op.reassociation)):
            real = [dim for dim in group if shape[dim] != 1]
            if len(real) > 1:
                return None
            if real:
                out[real[0]] = place[position]
        return op.src, tuple(out)
    return None
