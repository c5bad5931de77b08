"""Which dots are computed from each other, while they are rewritten one by one.

The operations that :func:`~xtriton.analysis.slices.slice_both_ways` reaches from a dot, in its region and not through
transpositions, are reachable from each other by def-use edges. So the connected parts of a region are computed once for
all dots; a function with many dots costs no more than one with a few.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from xdsl.ir import Operation, Region

from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.shape import TransOp
from xtriton.ir.creation import is_operation
from xtriton.ir.listener import Listener

AnyDot = DotOp | DotScaledOp


@dataclass
class _Place:
    """The position of a dot in the program, kept after the dot is erased."""

    number: int
    product: Operation | None


@dataclass
class _Parts:
    """The connected parts of a region, by number, and their dots in program order."""

    part_of: dict[Operation, int] = field(default_factory=dict[Operation, int])
    places: dict[Operation, _Place] = field(default_factory=dict[Operation, _Place])
    products: dict[int, list[_Place]] = field(default_factory=dict[int, list[_Place]])


class ChainedDots(Listener):
    """Finds chained dots in a program under rewriting. It listens to all changes; see :meth:`replacing`."""

    def __init__(self) -> None:
        self._regions: dict[Region, _Parts] = {}
        self._is_replacing = False

    def of(self, product: AnyDot) -> Iterator[Operation]:
        """The other dots that ``product`` is connected with, in program order."""
        region = product.parent_region()
        assert region is not None
        parts = self._regions.get(region)
        if parts is None or product not in parts.part_of:
            parts = self._regions[region] = _parts_of(region)
        for place in parts.products[parts.part_of[product]]:
            if place.product is not None and place.product is not product:
                yield place.product

    @contextmanager
    def replacing(self, product: AnyDot) -> Generator[list[Operation]]:
        """Replace a dot by operations that connect the same values; the caller appends a new dot to the list."""
        self._is_replacing = True
        new: list[Operation] = []
        try:
            yield new
        finally:
            self._is_replacing = False
        for parts in self._regions.values():
            place = parts.places.pop(product, None)
            if place is None:
                continue
            place.product = new[0] if new else None
            if new:
                parts.places[new[0]] = place
                parts.part_of[new[0]] = parts.part_of[product]

    def modified(self, op: Operation) -> None:
        if not self._is_replacing:
            self._regions.clear()

    def erased(self, op: Operation) -> None:
        if self._is_replacing:
            return
        # An unused operation connects others only if it uses several operations itself.
        if op.regions or isinstance(op, AnyDot) or len({operand.owner for operand in op.operands}) > 1:
            self._regions.clear()


def _parts_of(region: Region) -> _Parts:
    ops = [op for block in region.blocks for op in block.ops if not isinstance(op, TransOp)]
    parts = _Parts()
    part_of = parts.part_of
    for op in ops:
        if op not in part_of:
            number = len(part_of)
            part_of[op] = number
            pending = [op]
            while pending:
                for neighbour in _connected(pending.pop(), region):
                    if neighbour not in part_of:
                        part_of[neighbour] = number
                        pending.append(neighbour)
    for number, op in enumerate(ops):
        if isinstance(op, AnyDot):
            parts.places[op] = place = _Place(number, op)
            parts.products.setdefault(part_of[op], []).append(place)
    return parts


def _connected(op: Operation, region: Region) -> Iterator[Operation]:
    """The operands' definitions and the users of ``op``, in the same region."""
    for value in op.operands:
        owner = value.owner
        if is_operation(owner) and owner.parent_region() is region and not isinstance(owner, TransOp):
            yield owner
    for result in op.results:
        for use in result.uses:
            user = use.operation
            if user.parent_region() is region and not isinstance(user, TransOp):
                yield user
