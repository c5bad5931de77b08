"""Which operations are computed together with an elementwise operation.

Extents are powers of two: an element is named by the bits of its row-major number, the highest one first, each of which
is a bit of the number of the element that is computed, or a constant. A reshape changes none of them.

An operation is computed where its result is used, if that is at one place. So is a product of a value and a mask of
numbers that depend on indices alone, at two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from heapq import heappop, heappush

from xdsl.dialects.builtin import Float32Type, Float64Type
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import (
    AddFOp,
    BitcastOp,
    CeilDivSIOp,
    CeilDivUIOp,
    ConstantOp,
    DivFOp,
    DivSIOp,
    DivUIOp,
    FloorDivSIOp,
    MulFOp,
    RemFOp,
    RemSIOp,
    RemUIOp,
)
from xtriton.folds.folding import dialect_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import Elementwise, element_type, has_trait, shape_of
from xtriton.passes.linalg.patterns.reduce import neutral_number, sole_operation

Place = tuple[int, ...]
"""The bits of the number of an element of a tensor: loops of the new operation, and constants as :func:`constant_bit`.

Places are looked up often: numbers are hashed faster than affine expressions.
"""


def constant_bit(value: int) -> int:
    """A bit of a place that is 0 or 1 for all elements; also the inverse."""
    return -1 - value


def map_of(place: Place, loops: int) -> AffineMap:
    """The affine map that gives a place."""
    bits: list[AffineExpr] = [
        AffineDimExpr(bit) if bit >= 0 else AffineConstantExpr(constant_bit(bit)) for bit in place
    ]
    return AffineMap(loops, 0, tuple(bits))


_MOST_COMPUTED_AGAIN = 32
"""The most operations of an expression that is computed where it is used although others use it, too."""

_VIEWS = (tt.ExpandDimsOp, tt.BroadcastOp, tt.ReshapeOp, tt.BitcastOp, BitcastOp)
_EXPENSIVE = (
    CeilDivSIOp, CeilDivUIOp, DivFOp, DivSIOp, DivUIOp, FloorDivSIOp, RemFOp, RemSIOp, RemUIOp,
)  # fmt: skip
"""Quotients and remainders, which are not computed once for each user."""


def bits_of(value: SSAValue) -> list[int] | None:
    """The number of bits of each index of a tensor; ``None`` if some extent is no power of two."""
    shape = shape_of(value.type)
    if shape is None or any(extent <= 0 or extent & (extent - 1) for extent in shape):
        return None
    return [extent.bit_length() - 1 for extent in shape]


def is_elementwise(op: Operation) -> bool:
    """Whether a cheap ``arith`` operation computes each element of its only result from those of its operands."""
    if dialect_of(op) != "arith" or not has_trait(op, Elementwise) or len(op.results) != 1:
        return False
    shape = shape_of(op.results[0].type)
    if isinstance(op, _EXPENSIVE) or not is_tensor_type(op.results[0].type) or bits_of(op.results[0]) is None:
        return False
    return all(shape_of(operand.type) in (None, shape) for operand in op.operands)


def is_short(op: Operation) -> bool:
    """Whether an operation reduces pairs, and combines them by one operation.

    Sums of floats narrower than f32 are accumulated in f32: those are left to the passes that see to it.
    """
    if not isinstance(op, tt.ReduceOp) or len(op.srcs) != 1 or bits_of(op.srcs[0]) is None:
        return False
    combine = sole_operation(op.combineOp.block)
    if combine is None or not is_tensor_type(op.results[0].type) or _extent(op) != 2:
        return False
    element = element_type(op.results[0].type)
    if combine.results[0].type != element or neutral_number(type(combine), element, exact=True) is None:
        return False
    return not isinstance(combine, AddFOp | MulFOp) or isinstance(element, Float32Type | Float64Type)


def _extent(op: tt.ReduceOp) -> int:
    return (shape_of(op.srcs[0].type) or ())[int_value(op.axis)]


def read_by(op: Operation, place: Place) -> list[tuple[SSAValue, Place]] | None:
    """The elements of its operands that an operation computes the one at ``place`` from; ``None`` if unknown."""
    match op:
        case ConstantOp() | tt.MakeRangeOp() | tt.SplatOp():
            return []
        case tt.ReduceOp():
            before = sum((bits_of(op.srcs[0]) or [])[: int_value(op.axis)])
            pair = map(constant_bit, range(2))
            return [(op.srcs[0], (*place[:before], bit, *place[before:])) for bit in pair]
        case tt.BroadcastOp():
            return [(op.src, _before_broadcast(op, place))] if bits_of(op.src) is not None else None
        case tt.ReshapeOp() if op.allow_reorder is not None or bits_of(op.src) is None:
            return None
        case tt.ReshapeOp() | tt.ExpandDimsOp() | tt.BitcastOp():
            return [(op.operands[0], place)]
        case _:
            return [(operand, place) for operand in op.operands]


def _before_broadcast(op: tt.BroadcastOp, place: Place) -> Place:
    """The bits of ``place`` that are not of a dimension which is broadcast."""
    kept: list[int] = []
    start = 0
    for count, own in zip(bits_of(op.result) or [], bits_of(op.src) or [], strict=True):
        kept += place[start : start + own]
        start += count
    return tuple(kept)


def is_splat_constant(op: Operation) -> bool:
    """Whether an operation is a tensor of equal elements."""
    return isinstance(op, ConstantOp) and isinstance(op.value, DenseElementsAttr) and op.value.is_splat


class Expressions:
    """What is known of the operations of a block: those that depend on indices alone, and the sizes of expressions."""

    def __init__(self, ops: Iterable[Operation]) -> None:
        self.positions: Mapping[Operation, int] = {op: number for number, op in enumerate(ops)}
        self._indices: set[Operation] = set()
        self._sizes: dict[Operation, int] = {}
        """The number of operations of each expression that may be computed more than once."""
        for op in self.positions:
            if _is_index_number(op, self._indices):
                self._indices.add(op)
                self._sizes[op] = 1
            elif is_short(op):
                self._sizes[op] = 1  # its operand is read at two places: only a mask is computed with it
            elif _can_be_computed(op):
                size = 1 + sum(self._size(operand) for operand in op.operands)
                if size <= _MOST_COMPUTED_AGAIN:
                    self._sizes[op] = size

    def _size(self, value: SSAValue) -> int:
        return self._sizes.get(value.owner, 0) if isinstance(value.owner, Operation) else 0

    def is_index_number(self, op: Operation) -> bool:
        """Whether the elements of a result depend on their indices alone."""
        return op in self._indices

    def may_be_computed_again(self, op: Operation) -> bool:
        """Whether an expression is small enough to be computed once for each user."""
        return op in self._sizes

    def is_masked(self, op: Operation) -> bool:
        """Whether all operands but one depend on indices alone."""
        others = [operand for operand in op.operands if operand.owner not in self._indices]
        return is_elementwise(op) and len(others) == 1


def _is_index_number(op: Operation, known: Set[Operation]) -> bool:
    if isinstance(op, tt.MakeRangeOp):
        return int_value(op.start) == 0 and int_value(op.end) <= 2
    if is_splat_constant(op):
        return bits_of(op.results[0]) is not None
    if not _can_be_computed(op) or isinstance(op, tt.ReduceOp | tt.SplatOp):
        return False
    return all(map(_is_result_of(known), op.operands))


def _is_result_of(ops: Set[Operation]) -> Callable[[SSAValue], bool]:
    return lambda value: value.owner in ops


def _can_be_computed(op: Operation) -> bool:
    """Whether a group can have an operation."""
    if len(op.results) != 1 or isinstance(element_type(op.results[0].type), PointerType):
        return False
    if isinstance(op, (*_VIEWS, tt.SplatOp)):
        known = is_tensor_type(op.results[0].type) and bits_of(op.results[0]) is not None
        return known and (not isinstance(op, tt.ReshapeOp) or op.allow_reorder is None)
    return is_elementwise(op) or is_short(op)


class Group:
    """The operations that are computed together with ``root``, one of ``known``."""

    def __init__(self, root: Operation, known: Expressions) -> None:
        self.root = root
        self._known = known
        self._members: set[Operation] = {root}
        self._places: dict[SSAValue, set[Place]] = {}
        self._waiting: list[tuple[int, Operation]] = []
        self.has_reduction = False
        self.loops = sum(bits_of(root.results[0]) or [])
        self._look_at_operands(root, self.place)
        while self._waiting:
            self._judge(heappop(self._waiting)[1])

    @property
    def place(self) -> Place:
        """The element that is computed."""
        return tuple(range(self.loops))

    def __contains__(self, op: object) -> bool:
        return op in self._members

    def _look_at_operands(self, op: Operation, place: Place) -> None:
        for value, at in read_by(op, place) or []:
            owner = value.owner
            if not isinstance(owner, Operation) or not is_tensor_type(value.type):
                continue
            if owner in self._known.positions:
                if value not in self._places:
                    self._places[value] = set()
                    heappush(self._waiting, (-self._known.positions[owner], owner))
                self._places[value].add(at)

    def _judge(self, op: Operation) -> None:
        """Add an operation all of whose users in the group are known, and look at its operands."""
        if not self._enters(op):
            return
        self._members.add(op)
        self.has_reduction |= isinstance(op, tt.ReduceOp)
        for place in self._places[op.results[0]]:
            self._look_at_operands(op, place)

    def _enters(self, op: Operation) -> bool:
        if self._known.is_index_number(op) or isinstance(op, tt.SplatOp):
            return True
        if not _can_be_computed(op):
            return False
        if not self._known.may_be_computed_again(op) and not self._is_used_only_here(op):
            return False
        if isinstance(op, _VIEWS):
            return True
        places = len(self._places[op.results[0]])
        return places == 1 or (places == 2 and self._known.is_masked(op))

    def _is_used_only_here(self, op: Operation) -> bool:
        return all(use.operation in self._members for use in op.results[0].uses)
