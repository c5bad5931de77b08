"""The body of the ``linalg.generic`` that computes a group of operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AddFOp, BitcastOp, ConstantOp, IndexCastOp
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_integer_type, is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.passes.linalg.patterns.builders import Body
from xtriton.passes.linalg.patterns.reduce import sole_operation
from xtriton.passes.linalg.short_reductions.group import Group, Place, constant_bit, map_of, read_by
from xtriton.rewriting.cloning import clone_with


class Elements:
    """Computes elements of the results of a group's operations."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self._read: dict[tuple[SSAValue, Place], int] = {}
        """The elements that are read, with the position of each among the inputs."""
        self._known: dict[tuple[SSAValue, Place], SSAValue] = {}
        self._indices: dict[int, SSAValue] = {}
        self._visited: set[tuple[SSAValue, Place]] = set()

    def inputs(self) -> tuple[list[SSAValue], list[AffineMap]]:
        """The tensors that are read, and the maps of all operands, which have a dimension for each bit."""
        self._visit(self._group.root, self._group.place)
        places = [*(place for _, place in self._read), self._group.place]
        return [value for value, _ in self._read], [map_of(place, self._group.loops) for place in places]

    def fill(self, body: Body) -> Sequence[SSAValue]:
        """Build the body."""
        return [self._computed(body, self._group.root, self._group.place)]

    # What is read

    def _visit(self, op: Operation, place: Place) -> None:
        """Collect what an operation reads, in the order of its operands."""
        for value, at in read_by(op, place) or []:
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
        operands = [self._element(body, value, at) for value, at in read_by(op, place) or []]
        type_ = element_type(op.results[0].type)
        match op:
            case ConstantOp():
                return body.insert_value(ConstantOp(_splat(cast("DenseElementsAttr", op.value))))
            case tt.MakeRangeOp():
                return self._bit(body, place[0]) if place else body.constant(i32, 0)
            case tt.SplatOp():
                return op.src
            case tt.BitcastOp():
                return body.insert_value(BitcastOp(operands[0], type_))
            case tt.ReduceOp():
                return _combined(body, op, operands)
            case tt.ExpandDimsOp() | tt.BroadcastOp() | tt.ReshapeOp():
                return operands[0]
            case _:
                return body.insert(clone_with(op, operands, [type_])).results[0]

    def _bit(self, body: Body, bit: int) -> SSAValue:
        known = self._indices.get(bit)
        if known is None:
            is_loop = bit >= 0
            known = (
                body.insert_value(IndexCastOp(body.index(bit), i32))
                if is_loop
                else body.constant(i32, constant_bit(bit))
            )
            self._indices[bit] = known
        return known


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
    if is_integer_type(element):
        return IntegerAttr(int(number), element)
    return FloatAttr(float(number), element)
