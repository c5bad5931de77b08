"""Copies of the parts of blocks: rows of their full length, the usual case, in explicit vectors.

A mask cuts the last rows of an array only, but it makes the length of all rows unknown at compile time. A loop over so
short a row of unknown length costs more than its vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate
from xtriton.dialects.upstream.memref import AllocOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.collapse import collapsed
from xtriton.passes.cpu.loops.emit import NONTEMPORAL, Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.nest import lower_nest
from xtriton.passes.cpu.loops.structure import Nest
from xtriton.passes.cpu.views import roots_of

_MOST_VECTORS = 16
"""The most vectors of a row that is copied without a loop."""
_LEAST_BITS = 128
_STREAMED_BITS = 256
"""The widest vectors of streaming stores: wider loads would not be forwarded from two narrower stores."""

_Action = Callable[[Sequence[Number]], None]


def lower_copy(e: Emitter, op: memref.CopyOp, nest: Nest) -> None:
    """Emit a copy, of which ``nest`` is the general form; rows of the full length of a block in vectors."""
    if NONTEMPORAL in op.attributes:
        _copy_lines(e, op)
        return
    length = _full_length(op)
    lanes = None if length is None else _lanes(op.source, length, e.vector_bits)
    if length is None or lanes is None:
        lower_nest(e, collapsed(e, nest))
        return
    rank = len(shape_and_strides(op.source)[0])
    extents = [e.extent(op.target, dim) for dim in range(rank)]
    full = e.insert(CmpIOp(CmpIPredicate.EQ, e.index(extents[-1]), e.index(length))).result

    def vectors(places: Sequence[Number]) -> None:
        for first in range(0, length, lanes):
            e.store_vector(e.load_vector(op.source, [*places, first], lanes), op.target, [*places, first])

    e.choose(full, lambda: _rows(e, extents[:-1], [], vectors), lambda: lower_nest(e, collapsed(e, nest)))


def _copy_lines(e: Emitter, op: memref.CopyOp) -> None:
    """Copy a row of whole cache lines past the caches."""
    (*ones, length), _ = shape_and_strides(op.target)
    lanes = min(e.vector_bits, _STREAMED_BITS) // cast("AnyFloat", element_type(op.target.type)).bitwidth
    for first in range(0, length, lanes):
        places = [*[0] * len(ones), first]
        e.stream_vector(e.load_vector(op.source, places, lanes), op.target, places)


def _rows(e: Emitter, extents: Sequence[Number], places: Sequence[Number], action: _Action) -> None:
    """Loops over all dimensions but the last."""
    if not extents:
        action(places)
        return

    def body(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        _rows(e, extents[1:], [*places, variable], action)
        return []

    e.loop(0, extents[0], 1, [], body)


def _full_length(op: memref.CopyOp) -> int | None:
    """The length of the rows of the block of which a part of unknown length is copied; ``None`` for other copies.

    One side is a buffer of the program: the two do not overlap, such that the order of accesses does not matter.
    """
    sides = op.source, op.target
    if not all(is_memref_type(side.type) and shape_and_strides(side)[1][-1:] == [1] for side in sides):
        return None
    source, target = roots_of(op.source), roots_of(op.target)
    if not any(isinstance(root.owner, AllocOp) for root in (*source, *target)) or source & target:
        return None
    for side in sides:
        view = side.owner
        if isinstance(view, memref.SubViewOp) and shape_and_strides(side)[0][-1] == DYNAMIC:
            length = shape_and_strides(view.source)[0][-1]
            if length != DYNAMIC:
                return length
    return None


def _lanes(memory: SSAValue, length: int, vector_bits: int) -> int | None:
    """The number of elements of the vectors that a row consists of; ``None`` if it should be a loop."""
    type_ = memory.type
    assert is_memref_type(type_)
    element = type_.element_type
    if not isinstance(element, IntegerType | AnyFloat) or element.bitwidth < 8:
        return None
    lanes = vector_bits // element.bitwidth
    while lanes and length % lanes:
        lanes //= 2
    if lanes * element.bitwidth < _LEAST_BITS or length // lanes > _MOST_VECTORS:
        return None
    return lanes
