"""Which operations are computed together with an elementwise operation.

An operation is, if all uses of its result are, and if they read the same element of it: then no element is computed
more often than before. Values that depend on indices alone are computed where they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from heapq import heappop, heappush
from math import prod

from xdsl.dialects.builtin import Float32Type, Float64Type
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr

from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import AddFOp, BitcastOp, ConstantOp, MulFOp
from xtriton.dialects.tt.shape import int_value
from xtriton.folds.folding import dialect_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import Elementwise, element_type, has_trait, shape_of
from xtriton.passes.linalg.patterns.reduce import neutral_number, sole_operation

Place = tuple[AffineExpr, ...]
"""The indices of an element of a tensor: loops of the new operation, and constants."""

_MOST_MEMBERS = 128
"""The most operations that are computed together."""

_LONGEST = 2
"""The most elements that a reduction is computed from where it is used."""

_VIEWS = (tt.ExpandDimsOp, tt.BroadcastOp, tt.ReshapeOp, tt.BitcastOp, BitcastOp)


def is_elementwise(op: Operation) -> bool:
    """Whether an ``arith`` operation computes each element of its only result from those of its operands."""
    if dialect_of(op) != "arith" or not has_trait(op, Elementwise) or len(op.results) != 1:
        return False
    shape = shape_of(op.results[0].type)
    if not is_tensor_type(op.results[0].type) or not shape:
        return False
    return all(shape_of(operand.type) in (None, shape) for operand in op.operands)


def is_short(op: tt.ReduceOp) -> bool:
    """Whether a reduction has one operand and few elements, and combines them by one operation.

    Sums of floats narrower than f32 are accumulated in f32: those are left to the passes that see to it.
    """
    combine = sole_operation(op.combineOp.block)
    if len(op.srcs) != 1 or combine is None or not is_tensor_type(op.results[0].type):
        return False
    if not 0 < (shape_of(op.srcs[0].type) or ())[int_value(op.axis)] <= _LONGEST:
        return False
    element = element_type(op.results[0].type)
    if combine.results[0].type != element or neutral_number(type(combine), element, exact=True) is None:
        return False
    return not isinstance(combine, AddFOp | MulFOp) or isinstance(element, Float32Type | Float64Type)


def source_of_view(op: Operation, place: Place) -> tuple[SSAValue, Place] | None:
    """The operand of an operation that only forwards elements, and the indices of that which it forwards to a place."""
    source = op.operands[0] if op.operands else None
    shape = None if source is None else shape_of(source.type)
    if source is None or shape is None:
        return None
    match op:
        case tt.BitcastOp() | BitcastOp():
            return source, place
        case tt.ExpandDimsOp():
            axis = int_value(op.axis)
            return source, place[:axis] + place[axis + 1 :]
        case tt.BroadcastOp():
            found = [AffineConstantExpr(0) if extent == 1 else at for extent, at in zip(shape, place, strict=True)]
            return source, tuple(found)
        case tt.ReshapeOp() if op.allow_reorder is None:
            return _through_unit_dims(source, shape, shape_of(op.result.type) or (), place)
        case _:
            return None


def _through_unit_dims(
    source: SSAValue, before: tuple[int, ...], after: tuple[int, ...], place: Place
) -> tuple[SSAValue, Place] | None:
    """The source of a reshape which only adds or drops dimensions of extent 1."""
    real = [at for extent, at in zip(after, place, strict=True) if extent != 1]
    if [extent for extent in before if extent != 1] != [extent for extent in after if extent != 1]:
        return None
    rest = iter(real)
    return source, tuple(AffineConstantExpr(0) if extent == 1 else next(rest) for extent in before)


def is_splat_constant(op: Operation) -> bool:
    """Whether an operation is a tensor of equal elements."""
    return isinstance(op, ConstantOp) and isinstance(op.value, DenseElementsAttr) and op.value.is_splat


class Group:
    """The operations that are computed together with ``root``.

    ``positions`` has the operations of its block, in order, ``indices`` those of :func:`index_numbers`.
    """

    def __init__(self, root: Operation, positions: Mapping[Operation, int], indices: Set[Operation]) -> None:
        self.root = root
        self._positions, self._indices = positions, indices
        self._size = _size(root.results[0])
        self._members: set[Operation] = {root}
        self._computed: set[Operation] = {root}
        """The members whose users are members, too."""
        self._places: dict[SSAValue, set[Place]] = {}
        self._waiting: list[tuple[int, Operation]] = []
        self.has_reduction = isinstance(root, tt.ReduceOp)
        loops: Place = tuple(AffineDimExpr(loop) for loop in range(len(shape_of(root.results[0].type) or ())))
        self._look_at_operands(root, loops)
        while self._waiting:
            self._judge(heappop(self._waiting)[1])

    def __contains__(self, op: object) -> bool:
        return op in self._members

    def _look_at(self, value: SSAValue, place: Place) -> None:
        op = value.owner
        if not isinstance(op, Operation) or not is_tensor_type(value.type) or op not in self._positions:
            return
        if value not in self._places:
            self._places[value] = set()
            heappush(self._waiting, (-self._positions[op], op))
        self._places[value].add(place)

    def _look_at_operands(self, op: Operation, place: Place) -> None:
        view = source_of_view(op, place)
        if view is not None:
            self._look_at(*view)
        elif isinstance(op, tt.ReduceOp):
            for at in reduced_places(op, place):
                self._look_at(op.srcs[0], at)
        else:
            for operand in op.operands:
                self._look_at(operand, place)

    def _judge(self, op: Operation) -> None:
        """Add an operation all of whose users in the group are known, and look at its operands."""
        if len(op.results) != 1 or not self._enters(op):
            return
        self._members.add(op)
        if self._is_used_only_here(op):
            self._computed.add(op)
        self.has_reduction |= isinstance(op, tt.ReduceOp)
        if not isinstance(op, ConstantOp | tt.MakeRangeOp | tt.SplatOp):
            for place in self._places[op.results[0]]:
                self._look_at_operands(op, place)

    def _enters(self, op: Operation) -> bool:
        value = op.results[0]
        if isinstance(element_type(value.type), PointerType) or len(self._members) == _MOST_MEMBERS:
            return False
        if op in self._indices or isinstance(op, tt.SplatOp):
            return True
        if not self._is_used_only_here(op):
            return False
        if isinstance(op, _VIEWS):
            return source_of_view(op, next(iter(self._places[value]))) is not None
        if len(self._places[value]) > 1:
            return False
        if isinstance(op, tt.ReduceOp):
            return is_short(op) and _size(op.srcs[0]) >= self._size
        return is_elementwise(op) and _size(value) >= self._size

    def _is_used_only_here(self, op: Operation) -> bool:
        return all(use.operation in self._computed for use in op.results[0].uses)


def index_numbers(ops: Iterable[Operation]) -> set[Operation]:
    """Those of the operations of a block, in order, whose elements depend on their indices alone."""
    found: set[Operation] = set()
    for op in ops:
        if isinstance(op, tt.MakeRangeOp):
            known = int_value(op.start) == 0
        else:
            known = is_splat_constant(op) or (_forwards_or_computes(op) and all(map(_is_in(found), op.operands)))
        if known:
            found.add(op)
    return found


def _is_in(ops: set[Operation]) -> Callable[[SSAValue], bool]:
    return lambda value: value.owner in ops


def _forwards_or_computes(op: Operation) -> bool:
    """Whether a group can have an operation for any place in its result."""
    if isinstance(op, _VIEWS):
        place: Place = (AffineConstantExpr(0),) * len(shape_of(op.results[0].type) or ())
        return source_of_view(op, place) is not None
    return is_elementwise(op)


def reduced_places(op: tt.ReduceOp, place: Place) -> list[Place]:
    """The elements that a reduction computes the one at ``place`` from, in order."""
    axis = int_value(op.axis)
    extent = (shape_of(op.srcs[0].type) or ())[axis]
    return [(*place[:axis], AffineConstantExpr(index), *place[axis:]) for index in range(extent)]


def _size(value: SSAValue) -> int:
    return prod(shape_of(value.type) or ())
