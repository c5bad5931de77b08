"""Projections of tensors: their slices at position 0 of a dimension."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerType, TensorType, i32, i64
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from xtriton.analysis.affine import NotAffineError, Polynomial, Tiles
from xtriton.analysis.affine.polynomial import ZERO
from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import constant, scalar_number
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import Elementwise, element_type, has_trait
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.polynomials import PolynomialEmitter
from xtriton.rewriting.rewriter import Rewriter


class Projection:
    """Computes tensors of lower rank before ``place``. A rank-1 tensor becomes a scalar."""

    def __init__(self, place: Operation, tiles: Tiles, emitter: PolynomialEmitter, rewriter: Rewriter) -> None:
        self._place = place
        self._tiles = tiles
        self._emitter = emitter
        self._rewriter = rewriter
        self._known: dict[tuple[SSAValue, int], SSAValue] = {}
        self._possible: dict[tuple[SSAValue, int], bool] = {}

    def is_possible(self, value: SSAValue, dim: int) -> bool:
        """Whether :meth:`first` can be computed.

        It can if the tensor is computed from ranges and scalars by elementwise operations, and by loops that add a
        uniform offset.
        """
        known = self._possible.get((value, dim))
        if known is None:
            known = self._possible[value, dim] = self._is_computable(value, dim)
        return known

    def _is_computable(self, value: SSAValue, dim: int) -> bool:
        if is_block_argument(value):
            carried = self._carried(value)
            return carried is not None and self.is_possible(carried[0], dim)
        owner = value.owner
        match owner:
            case ConstantOp():
                return scalar_number(owner.value) is not None
            case tt.SplatOp() | tt.MakeRangeOp():
                return True
            case tt.ExpandDimsOp():
                axis = _axis(owner)
                return axis == dim or self.is_possible(owner.src, dim - (dim > axis))
            case tt.BroadcastOp():
                return self.is_possible(owner.src, dim)
            case _:
                if not is_operation(owner) or not has_trait(owner, Elementwise):
                    return False
                tensors = [operand for operand in owner.operands if is_tensor_type(operand.type)]
                free = is_memory_effect_free(owner) and len(owner.results) == 1 and not owner.regions
                return free and all(self.is_possible(operand, dim) for operand in tensors)

    def first(self, value: SSAValue, dim: int) -> SSAValue:
        """``value`` at position 0 of ``dim``, with that dimension dropped."""
        known = self._known.get((value, dim))
        if known is None:
            known = self._moved(value, dim) if is_block_argument(value) else self._compute(cast("OpResult", value), dim)
            self._known[value, dim] = known
        return known

    def _carried(self, value: BlockArgument) -> tuple[SSAValue, Polynomial] | None:
        """The init of a loop-carried tensor, and its accumulated offset."""
        loop = value.block.parent_op()
        position = loop.position(value) if isinstance(loop, ForOp) else None
        if not isinstance(loop, ForOp) or position is None:
            return None
        try:
            distance = self._tiles.distance(loop, position)
        except NotAffineError:
            return None
        return loop.init_args[position], self._tiles.scalars.moved(ZERO, distance, loop)

    def _moved(self, value: BlockArgument, dim: int) -> SSAValue:
        carried = self._carried(value)
        assert carried is not None
        start = self.first(carried[0], dim)
        element = element_type(start.type)
        kind, width = (tt.AddPtrOp, i64) if isinstance(element, PointerType) else (AddIOp, element)
        distance = self._emitter.emit(carried[1], self._place, cast("IntegerType", width))
        self._rewriter.before(self._place)
        if is_tensor_type(start.type):
            type_ = TensorType(distance.type, start.type.get_shape())
            distance = self._rewriter.insert_value(tt.SplatOp(distance, result=type_))
        return self._rewriter.insert_value(kind(start, distance))

    def _compute(self, value: OpResult, dim: int) -> SSAValue:
        op, type_ = value.op, _without(value.type, dim)
        match op:
            case ConstantOp():
                number = scalar_number(op.value)
                assert number is not None
                return self._rewriter.insert_value(ConstantOp(constant(type_, number)))
            case tt.SplatOp():
                if not is_tensor_type(type_):
                    return op.src
                return self._rewriter.insert_value(tt.SplatOp(op.src, result=type_))
            case tt.MakeRangeOp():
                return self._rewriter.insert_value(ConstantOp(constant(i32, int_value(op.start))))
            case tt.ExpandDimsOp():
                return self._expanded(op, dim, type_)
            case tt.BroadcastOp():
                source = self.first(op.src, dim)
                if source.type == type_:
                    return source
                return self._rewriter.insert_value(tt.BroadcastOp(source, result=type_))
            case _:
                operands = [
                    self.first(operand, dim) if is_tensor_type(operand.type) else operand for operand in op.operands
                ]
                return self._rewriter.insert_value(clone_with(op, operands, [type_], attributes={}))

    def _expanded(self, op: tt.ExpandDimsOp, dim: int, type_: Attribute) -> SSAValue:
        axis = _axis(op)
        if axis == dim:
            return op.src
        source = self.first(op.src, dim - (dim > axis))
        if not is_tensor_type(source.type):
            return self._rewriter.insert_value(tt.SplatOp(source, result=type_))
        return self._rewriter.insert_value(tt.ExpandDimsOp(source, axis=axis - (axis > dim)))


def repeated(value: SSAValue, dims: Sequence[int], type_: TensorType[Attribute], rewriter: Rewriter) -> SSAValue:
    """A tensor of ``type_`` that broadcasts ``value`` along ``dims`` (ascending), which it lacks."""
    if not is_tensor_type(value.type):
        return rewriter.insert(tt.SplatOp(value, result=type_)).result
    for dim in dims:
        source = cast("TensorType[Attribute]", value.type)
        shape = list(source.get_shape())
        shape.insert(dim, 1)
        value = rewriter.insert(tt.ExpandDimsOp(value, axis=dim)).result
    return rewriter.insert(tt.BroadcastOp(value, result=type_)).result


def _axis(op: tt.ExpandDimsOp) -> int:
    return int_value(op.axis)


def _without(type_: Attribute, dim: int) -> Attribute:
    """A tensor type with a dimension dropped; the element type for rank 1."""
    assert is_tensor_type(type_)
    shape = list(type_.get_shape())
    del shape[dim]
    return TensorType(type_.element_type, shape) if shape else type_.element_type
