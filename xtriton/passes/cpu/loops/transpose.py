"""Transposed copies in square blocks, which are transposed in vector registers.

A block of L rows of L elements takes log2(L) steps, each of which exchanges the off-diagonal quarters of all squares of
a size: L / 2, L / 4 ... 1. Rows and columns past the last whole block are copied by element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xtriton.dialects.upstream.arith import RemSIOp, SubIOp
from xtriton.ir.affine_expressions import is_permutation
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.structure import PARALLEL, Nest

_WIDTHS = (8, 16, 32, 64)
_LEAST_LANES = 4


@dataclass(frozen=True)
class Transposition:
    """A nest that only copies elements, contiguous along one loop in the input and along another in the output."""

    nest: Nest
    along_input: int
    along_output: int
    lanes: int


def transposition(e: Emitter, nest: Nest, extents: Sequence[Number]) -> Transposition | None:
    """The transposed copy that a nest is, if it is one of at least a block; ``extents`` are the trip counts by loop."""
    if len(nest.operands) != 2 or any(iterator != PARALLEL for iterator in nest.iterators):
        return None
    end = nest.body.last_op
    if end is None or nest.body.first_op is not end or tuple(end.operands) != (nest.body.args[0],):
        return None
    element = element_type(nest.outputs[0].type)
    if not isinstance(element, IntegerType | AnyFloat) or element.bitwidth not in _WIDTHS:
        return None
    loops = [_contiguous_loop(memory, map_) for memory, map_ in zip(nest.operands, nest.maps, strict=True)]
    if loops[0] is None or loops[1] is None or loops[0] == loops[1]:
        return None
    if not all(is_permutation(map_) for map_ in nest.maps):
        return None
    shortest = min(
        (extent for extent in (extents[loops[0]], extents[loops[1]]) if isinstance(extent, int)), default=None
    )
    lanes = e.vector_bits // 32
    while shortest is not None and lanes > shortest:
        lanes //= 2
    return Transposition(nest, loops[0], loops[1], lanes) if lanes >= _LEAST_LANES else None


def _contiguous_loop(memory: SSAValue, affine_map: AffineMap) -> int | None:
    """The loop along which an operand is contiguous."""
    if not is_memref_type(memory.type) or not affine_map.results:
        return None
    last = affine_map.results[-1]
    is_unit = shape_and_strides(memory)[1][-1] == 1
    return last.position if is_unit and isinstance(last, AffineDimExpr) else None


def lower_transposition(e: Emitter, copy: Transposition, extents: Sequence[Number]) -> None:
    """Emit the loops; ``extents`` are the trip counts by loop."""
    _Transpose(e, copy, extents).make()


class _Transpose:
    def __init__(self, e: Emitter, copy: Transposition, extents: Sequence[Number]) -> None:
        self._e, self._copy, self._extents = e, copy, extents
        self._dims: list[Number] = [0] * len(extents)
        self._outer = [loop for loop in range(len(extents)) if loop not in (copy.along_input, copy.along_output)]

    def make(self) -> None:
        self._level(0)

    def _level(self, depth: int) -> None:
        if depth == len(self._outer):
            self._matrix()
            return
        self._over(self._outer[depth], 0, self._extents[self._outer[depth]], 1, lambda: self._level(depth + 1))

    def _over(self, loop: int, start: Number, end: Number, step: int, body: Callable[[], None]) -> None:
        """A loop along one dimension; none if it is known to be empty."""
        if isinstance(start, int) and start == end:
            return

        def inside(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            self._dims[loop] = variable
            body()
            return []

        self._e.loop(start, end, step, [], inside)

    def _matrix(self) -> None:
        """One matrix: whole blocks, the columns after them in all rows, and the rows after them in these columns."""
        rows, columns, lanes = self._copy.along_output, self._copy.along_input, self._copy.lanes
        last_row, last_column = self._whole(self._extents[rows]), self._whole(self._extents[columns])
        self._over(rows, 0, last_row, lanes, lambda: self._over(columns, 0, last_column, lanes, self._block))
        all_rows, all_columns = self._extents[rows], self._extents[columns]
        if last_column != all_columns:
            self._over(rows, 0, all_rows, 1, lambda: self._over(columns, last_column, all_columns, 1, self._element))
        self._over(rows, last_row, all_rows, 1, lambda: self._over(columns, 0, last_column, 1, self._element))

    def _whole(self, extent: Number) -> Number:
        """The greatest multiple of a block's extent."""
        lanes = self._copy.lanes
        if isinstance(extent, int):
            return extent - extent % lanes
        e = self._e
        return e.insert(SubIOp(extent, e.insert(RemSIOp(extent, e.index(lanes))).result)).result

    def _place(self, operand: int) -> list[Number]:
        map_ = self._copy.nest.maps[operand]
        return [self._e.evaluate(expression, self._dims) for expression in map_.results]

    def _element(self) -> None:
        nest = self._copy.nest
        self._e.store(self._e.load(nest.inputs[0], self._place(0)), nest.outputs[0], self._place(1))

    def _block(self) -> None:
        e, lanes, nest = self._e, self._copy.lanes, self._copy.nest
        vectors: list[SSAValue] = []
        for _ in self._shifted(self._copy.along_output):
            vectors.append(e.load_vector(nest.inputs[0], self._place(0), lanes))
        vectors = _transposed(e, vectors)
        for index, _ in enumerate(self._shifted(self._copy.along_input)):
            e.store_vector(vectors[index], nest.outputs[0], self._place(1))

    def _shifted(self, loop: int) -> Iterator[int]:
        """The positions of a block along a loop, at each of which the places are evaluated."""
        start = self._dims[loop]
        for lane in range(self._copy.lanes):
            self._dims[loop] = self._e.plus(start, lane)
            yield lane
        self._dims[loop] = start


def _transposed(e: Emitter, rows: Sequence[SSAValue]) -> list[SSAValue]:
    vectors, lanes = list(rows), len(rows)
    half = lanes // 2
    while half:
        first = [lane if not lane & half else lanes + lane - half for lane in range(lanes)]
        second = [lane + half if not lane & half else lanes + lane for lane in range(lanes)]
        for row in range(lanes):
            if not row & half:
                pair = vectors[row], vectors[row + half]
                vectors[row], vectors[row + half] = e.shuffle(*pair, first), e.shuffle(*pair, second)
        half //= 2
    return vectors
