"""The body of the ``linalg.generic`` that computes a group of operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, IntegerType, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AddFOp, BitcastOp, ConstantOp, IndexCastOp
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.passes.linalg.patterns.builders import Body
from xtriton.passes.linalg.patterns.reduce import sole_operation
from xtriton.passes.linalg.short_reductions.group import Group, Place, reduced_places, source_of_view
from xtriton.rewriting.cloning import clone_with


class Elements:
    """Computes elements of the results of a group's operations. ``rank`` is the number of loops."""

    def __init__(self, group: Group, rank: int) -> None:
        self._group, self._rank = group, rank
        self._loops: Place = tuple(AffineDimExpr(loop) for loop in range(rank))
        self._read: dict[tuple[SSAValue, Place], int] = {}
        """The elements that are read, with the position of each among the inputs."""
        self._known: dict[tuple[SSAValue, Place], SSAValue] = {}
        self._indices: dict[AffineExpr, SSAValue] = {}
        self._visited: set[tuple[SSAValue, Place]] = set()

    def inputs(self) -> tuple[list[SSAValue], list[AffineMap]]:
        """The tensors that are read, and the maps of all operands."""
        self._visit(self._group.root, self._loops)
        maps = [AffineMap(self._rank, 0, place) for _, place in self._read]
        return [value for value, _ in self._read], [*maps, AffineMap(self._rank, 0, self._loops)]

    def fill(self, body: Body) -> Sequence[SSAValue]:
        """Build the body."""
        return [self._computed(body, self._group.root, self._loops)]

    # What is read

    def _visit(self, op: Operation, place: Place) -> None:
        """Collect what an operation reads, in the order of its operands."""
        for value, at in _read_by(op, place):
            if not is_tensor_type(value.type) or (value, at) in self._visited:
                continue
            self._visited.add((value, at))
            if isinstance(value.owner, Operation) and value.owner in self._group:
                self._visit(value.owner, at)
            else:
                self._read[value, at] = len(self._read)

    # What is computed

    def _element(self, body: Body, value: SSAValue, place: Place) -> SSAValue:
        if not is_tensor_type(value.type):
            return value
        known = self._known.get((value, place))
        if known is None:
            number = self._read.get((value, place))
            owner = cast("Operation", value.owner)
            known = self._computed(body, owner, place) if number is None else body.args[number]
            self._known[value, place] = known
        return known

    def _computed(self, body: Body, op: Operation, place: Place) -> SSAValue:
        """The element of the result of an operation at some indices."""
        operands = [self._element(body, value, at) for value, at in _read_by(op, place)]
        type_ = element_type(op.results[0].type)
        match op:
            case ConstantOp():
                return body.insert_value(ConstantOp(_splat(cast("DenseElementsAttr", op.value))))
            case tt.MakeRangeOp():
                return self._index(body, place[0])
            case tt.BitcastOp():
                return body.insert_value(BitcastOp(operands[0], type_))
            case tt.ReduceOp():
                return _combined(body, op, operands)
            case _ if source_of_view(op, place) is not None and not isinstance(op, BitcastOp):
                return operands[0]
            case tt.SplatOp():
                return op.src
            case _:
                return body.insert(clone_with(op, operands, [type_])).results[0]

    def _index(self, body: Body, index: AffineExpr) -> SSAValue:
        known = self._indices.get(index)
        if known is None:
            match index:
                case AffineDimExpr():
                    known = body.insert_value(IndexCastOp(body.index(index.position), i32))
                case _:
                    known = body.constant(i32, cast("AffineConstantExpr", index).value)
            self._indices[index] = known
        return known


def _read_by(op: Operation, place: Place) -> list[tuple[SSAValue, Place]]:
    """The elements of its operands that an operation computes the element at ``place`` from."""
    if isinstance(op, tt.SplatOp):
        return []
    view = source_of_view(op, place)
    if view is not None:
        return [view]
    if isinstance(op, tt.ReduceOp):
        return [(op.srcs[0], at) for at in reduced_places(op, place)]
    return [(operand, place) for operand in op.operands]


def _combined(body: Body, op: tt.ReduceOp, elements: Sequence[SSAValue]) -> SSAValue:
    """The reduction of some elements. Sums of floats begin with 0, since the sum of -0 alone is 0."""
    combine = sole_operation(op.combineOp.block)
    total, *rest = elements
    if isinstance(combine, AddFOp):
        total, rest = body.constant(total.type, 0), elements
    for element in rest:
        (total,) = body.copy(op.combineOp.block, [element, total])
    return total


def _splat(value: DenseElementsAttr) -> Attribute:
    """The element of a constant."""
    element: Any = value.element_type
    number = value.splat_value
    if isinstance(element, IntegerType):
        return IntegerAttr(int(number), element)
    return FloatAttr(float(number), element)
