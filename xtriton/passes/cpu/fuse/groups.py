"""Which operations are fused into a user.

An operation is fused if its result is dead outside of the group, and if all uses inside read the same element of it:
then no element is computed more often than before. Cheap operations are always fused: bitcasts, broadcasts, and what a
few operations compute from induction variables and scalars, as offsets and masks are. A reduction of two elements, such
as each step of a sort has, is fused as an expression of both; their producers stay outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import prod
from typing import cast

from xdsl.ir import Operation, SSAValue, Use
from xdsl.ir.affine import AffineDimExpr, AffineExpr

from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import MulFOp
from xtriton.dialects.upstream.bufferization import ToTensorOp
from xtriton.dialects.upstream.linalg import BatchMatmulOp, FillOp, MapOp, MatmulOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.fuse.costs import is_cheap, is_cheap_on_load
from xtriton.passes.cpu.fuse.inline import (
    Place,
    Policy,
    is_pointwise,
    is_view,
    loops_at,
    permutation,
    reduced_loop,
    replaced,
    through_unit_dims,
)

_MOST_MEMBERS = 128
"""Longer chains are cut: LLVM recurses along them."""

_LONGEST_REDUCTION = 2


class Group(Policy):
    """The operations fused into ``around``. ``positions`` has the places of the operations of its block."""

    def __init__(self, around: StructuredOp, positions: dict[Operation, int]) -> None:
        self._start([around], iterations(around), positions)
        self._around = around
        self._members.add(around)
        self._look_at(around, [AffineDimExpr(loop) for loop in range(around.loops)])
        self._judge_all()

    def _start(self, users: Sequence[Operation], size: int, positions: dict[Operation, int]) -> None:
        self._around: StructuredOp | None = None
        self._block = users[0].parent
        self._positions = positions
        self._size = size
        self._whole: set[Operation] = set(users)
        """Operations used only inside the group, whose elements are computed once."""
        self._members: set[Operation] = set()
        self._cheap: set[Operation] = set()
        self._places: dict[SSAValue, set[Place]] = {}
        self._waiting: list[tuple[int, int, Operation]] = []
        self._seen: set[Operation] = set()

    def _judge_all(self) -> None:
        while self._waiting:
            self._judge(heappop(self._waiting)[-1])

    def may_inline(self, op: StructuredOp) -> bool:
        return op in self._members

    @property
    def is_alone(self) -> bool:
        """Whether nothing is fused."""
        return len(self._members) == 1

    def reads_alone(self, value: SSAValue) -> bool:
        """Whether a value is used only inside the group, and at one element by each use."""
        return self._is_whole(value)

    # Users come before their operands: the last operation of the block is visited first.

    def _look_at(self, op: StructuredOp, dims: list[AffineExpr]) -> None:
        for operand, argument, map_ in zip(op.ins, op.body.args, op.maps, strict=False):
            if argument.first_use is not None:
                self._look_at_place(operand, tuple(replaced(expression, dims) for expression in map_.results))

    def _look_at_place(self, value: SSAValue, place: Place) -> None:
        op = value.owner
        if not isinstance(op, Operation) or not is_tensor_type(value.type):
            return
        self._places.setdefault(value, set()).add(place)
        if op not in self._seen:
            self._seen.add(op)
            # Values from outside of the block come before all of the block.
            order = -self._positions.get(op, 0) if self._is_local(op) else 1
            heappush(self._waiting, (order, len(self._seen), op))

    def _judge(self, op: Operation) -> None:
        value = op.results[0]
        if len(op.results) != 1 or not self._enter(op, value):
            return
        self._members.add(op)
        if self._is_whole(value) and reduced_loop(op) is None:
            self._whole.add(op)
        for place in self._places[value]:
            through = through_unit_dims(op, place)
            if through is not None:
                self._look_at_place(*through)
            elif isinstance(op, StructuredOp):
                for dims in loops_at(op, place):
                    self._look_at(op, dims)

    def _enter(self, op: Operation, value: SSAValue) -> bool:
        if not isinstance(op, StructuredOp):
            return isinstance(op, tensor.ExpandShapeOp | tensor.CollapseShapeOp)
        if reduced_loop(op) is not None:
            return self._is_short(op) and self._is_whole(value) and iterations(op) >= self._size
        if not is_pointwise(op):
            return False
        if is_cheap(op, broadcast=iterations(op) < self._size):
            self._cheap.add(op)
            return True
        if not self._is_whole(value) and self._may_be_recomputed(op) and is_cheap_on_load(op):
            return True
        if is_view(op):
            return _keeps_order(op) or (self._is_local(op) and all(use in self._members for use in _users(value)))
        if len(self._whole) >= _MOST_MEMBERS:
            return False
        return self._is_whole(value) and iterations(op) >= self._size

    def _may_be_recomputed(self, op: StructuredOp) -> bool:
        """Whether an operation need not be executed if each of its users in the block computes its elements."""
        if not self._is_local(op) or iterations(op) < self._size:
            return False
        return all(
            use.operation.parent is op.parent
            and isinstance(use.operation, StructuredOp)
            and not isinstance(use.operation, MatmulOp | BatchMatmulOp | MapOp)
            and use.index < len(use.operation.ins)
            for use in op.results[0].uses
        )

    def _is_whole(self, value: SSAValue) -> bool:
        """Whether only the group uses a value, and at a single element of it."""
        if not self._is_local(cast("Operation", value.owner)) or len(self._places.get(value, ())) > 1:
            return False
        return all(use.operation in self._whole and not self._is_output(use) for use in value.uses)

    def _is_output(self, use: Use) -> bool:
        around = self._around
        return around is not None and use.operation is around and use.index >= len(around.ins)

    def _is_local(self, op: Operation) -> bool:
        return op.parent is self._block

    def _is_short(self, op: StructuredOp) -> bool:
        loop = reduced_loop(op)
        assert loop is not None
        return 0 < extents(op).get(loop, 0) <= _LONGEST_REDUCTION and isinstance(op.outs[0].owner, FillOp)


class StoredGroup(Group):
    """The operations that compute several tensors of one shape, each of which a reader takes in order."""

    def __init__(
        self, values: Sequence[SSAValue], readers: Sequence[Operation], positions: dict[Operation, int]
    ) -> None:
        shape = shape_of(values[0].type) or ()
        self._start(readers, prod(shape), positions)
        for value in values:
            self._look_at_place(value, tuple(AffineDimExpr(dim) for dim in range(len(shape))))
        self._judge_all()

    def fuses(self, op: Operation) -> bool:
        """Whether an operation is fused."""
        return op in self._members

    @property
    def repeats_products(self) -> bool:
        """Whether a product that each of its users would compute for itself is computed once for several.

        Each user may contract its own product with an addition, but not one that others need, too.
        """
        repeated = [op for op in self._cheap if not op.results[0].has_one_use()]
        return any(isinstance(inner, MulFOp) for op in repeated for inner in operations_in(op))

    def computes(self, value: SSAValue) -> bool:
        """Whether the elements of a tensor are computed by the group alone, or loaded for it alone."""
        return (
            isinstance(value.owner, Operation)
            and self._is_whole(value)
            and (value.owner in self._members or isinstance(value.owner, ToTensorOp))
        )


def _users(value: SSAValue) -> Iterator[Operation]:
    return (use.operation for use in value.uses)


def _keeps_order(op: StructuredOp) -> bool:
    """Whether an operation reads the dimensions of its inputs in order."""
    order = permutation(op.maps[-1])
    assert order is not None
    for map_ in op.maps[:-1]:
        dims = [order.index(place.position) for place in map_.results if isinstance(place, AffineDimExpr)]
        if dims != sorted(dims):
            return False
    return True


def extents(op: StructuredOp) -> dict[int, int]:
    """The trip count of each loop of an operation."""
    sizes: dict[int, int] = {}
    for operand, map_ in zip(op.operands, op.maps, strict=True):
        for expression, extent in zip(map_.results, shape_of(operand.type) or (), strict=True):
            if isinstance(expression, AffineDimExpr):
                sizes[expression.position] = extent
    return sizes


def iterations(op: StructuredOp) -> int:
    """The size of the iteration space of an operation."""
    return prod(extents(op).values())
