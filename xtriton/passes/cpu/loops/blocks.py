"""Register tiles with instructions on blocks of two rows and two columns: ``smmla``, ``ummla`` and ``bfmmla``.

A register holds the groups of two rows of the left operand, or of two columns of the right one, and the accumulators of
these rows and columns. Both operands are packed so that such groups are contiguous. Accumulators are vectors of a row
outside of the loop over the reduction dimension.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.arith import DivUIOp, RemUIOp
from xtriton.ir.shared_attributes import signless
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.dots import DotInstruction
from xtriton.passes.cpu.loops.emit import Number, shape_and_strides
from xtriton.passes.cpu.loops.grouped import GroupedProduct
from xtriton.passes.cpu.loops.tiles import Tile

_PAIR = 2
_LANES = 4
_REGISTERS = 32
"""The number of vector registers of AArch64."""
_SPARE = 3
"""Registers for a pair of rows of the left operand, and for the next ones."""


def block_tile(dot: DotInstruction, rows: int, columns: int) -> Tile | None:
    """The tile for an output of this shape; ``None`` if it has no whole blocks."""
    if rows % dot.rows or columns % _LANES:
        return None
    best: tuple[float, Tile] | None = None
    for vectors in range(1, columns // _LANES + 1):
        for height in range(dot.rows, rows + 1, dot.rows):
            registers = height * vectors + _PAIR * vectors + _SPARE
            if rows % height or columns % (vectors * _LANES) or registers > _REGISTERS:
                continue
            # Loads for each multiplication, and at least 8 chains of dependent additions to keep two units busy.
            cost = 1 / (_PAIR * vectors) + _PAIR / height + max(0, 8 - height * vectors)
            if best is None or cost < best[0]:
                best = cost, Tile(height, vectors, _LANES)
    return None if best is None else best[1]


class BlockProduct(GroupedProduct):
    """A matmul with an even number of rows, a multiple of four columns, and whole groups in each row."""

    def _obstacles(self, batch: list[Number]) -> list[SSAValue] | None:
        return None

    def _packed_rows(self) -> SSAValue:
        """Memory for the left operand: by pair of rows and step, the groups of both rows."""
        rows, group = self._left.shape[-2], self._dot.group
        shape = [rows // _PAIR, self._slots * self.most_steps, _PAIR * group]
        return self._buffer(element_type(self._left.block.type), shape)

    def _pack_rows(
        self, packed: SSAValue, start: Number, depth: Number, batch: list[Number], end: Number | None = None
    ) -> None:
        e, left, group = self._e, self._left.block, self._dot.group
        is_contiguous = shape_and_strides(left)[1][-1] == 1
        whole = depth // group if isinstance(depth, int) else e.insert(DivUIOp(depth, e.index(group))).result
        done = e.times(whole, group)
        zero = None if end is None else e.zero(element_type(packed.type))

        def row(m: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            pair = e.insert(DivUIOp(m, e.index(_PAIR))).result
            half = e.times(e.insert(RemUIOp(m, e.index(_PAIR))).result, group)

            def copy(step: Number, index: Number) -> None:
                value = e.load(left, [*batch, m, e.plus(e.times(step, group), index)])
                e.store(value, packed, [pair, e.plus(start, step), e.plus(half, index)])

            def copy_group(step: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                if is_contiguous:
                    values = e.load_vector(left, [*batch, m, e.times(step, group)], group)
                    e.store_vector(values, packed, [pair, e.plus(start, step), half])
                else:
                    for index in range(group):
                        copy(step, index)
                return []

            def copy_rest(index: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                copy(whole, index)
                return []

            def clear(index: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                assert zero is not None
                e.store(zero, packed, [pair, e.plus(start, whole), e.plus(half, index)])
                return []

            e.loop(0, whole, 1, [], copy_group)
            if end is not None:
                rest = e.minus(depth, done)
                e.loop(0, rest, 1, [], copy_rest)
                e.loop(rest, e.minus(end, done), 1, [], clear)
            return []

        e.loop(0, self._left.sizes[-2], 1, [], row)

    def _pack_step(self, start: Number, step: Number, panel: Number, batch: list[Number]) -> None:
        e, memory, group, width = self._e, self._right.block, self._dot.group, self._tile.columns
        if shape_and_strides(memory)[1][-1] != 1:
            super()._pack_step(start, step, panel, batch)
            return
        first, column = e.times(step, group), e.times(panel, width)
        rows = [e.load_vector(memory, [*batch, e.plus(first, index), column], width) for index in range(group)]
        groups = e.reinterpret(self._interleaved(rows), signless(self._dot.group_bits), width)
        e.store_vector(groups, self._columns[0], [panel, e.plus(start, step), 0])

    def _interleaved(self, vectors: Sequence[SSAValue]) -> SSAValue:
        """The first elements of all vectors, their second ones, and so on. Their number is a power of two."""
        if len(vectors) == 1:
            return vectors[0]
        even, odd = self._interleaved(vectors[::2]), self._interleaved(vectors[1::2])
        lanes = cast("VectorType[Attribute]", even.type).get_shape()[0]
        order = [index + half for index in range(lanes) for half in (0, lanes)]
        return self._e.shuffle(even, odd, order)

    def _step(
        self, k: SSAValue, rows: Sequence[SSAValue], n: SSAValue, carried: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        vectors = self._tile.vectors
        pairs = [self._vector(k, n, index) for index in range(_PAIR * vectors)]
        results = list(carried)
        for number in range(0, len(rows), _PAIR):
            factor = self._factor(rows[number], k)
            for index, pair in enumerate(pairs):
                place = (number + index % _PAIR) * vectors + index // _PAIR
                results[place] = self._plus_product(factor, pair, carried[place])
        return results

    def _factor(self, row: SSAValue, step: SSAValue) -> SSAValue:
        e = self._e
        pair = e.insert(DivUIOp(row, e.index(_PAIR))).result
        return e.load_vector(self._rows[0], [pair, step, 0], _PAIR * self._dot.group)

    def _regrouped(self, totals: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Each two rows of a vector as their left and their right block, and the reverse: it is the same exchange."""
        e, vectors = self._e, self._tile.vectors
        results = list(totals)
        for first in range(len(totals)):
            if first // vectors % _PAIR == 0:
                second = first + vectors
                upper, lower = totals[first], totals[second]
                results[first] = e.shuffle(upper, lower, [0, 1, 4, 5])
                results[second] = e.shuffle(upper, lower, [2, 3, 6, 7])
        return results
