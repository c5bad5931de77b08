"""Register tiles with instructions that multiply groups of narrow numbers (:mod:`~xtriton.passes.cpu.loops.dots`).

The right operand is packed: a 32-bit element holds the group of rows from ``group * k`` on of a column. The columns of
a tile are contiguous for each k, and its steps follow each other. A group of the left operand is contiguous in its row.

Instructions that multiply unsigned by signed integers take the left operand with 128 added: its sums exceed the result
by 128 times the sum of a column of the right operand, which the accumulators start without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import IntegerType, i8, i16, i32
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import (
    AndIOp,
    BitcastOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivUIOp,
    ExtUIOp,
    MinSIOp,
    MulIOp,
    OrIOp,
    SelectOp,
    ShLIOp,
    SubIOp,
    XOrIOp,
)
from xtriton.dialects.upstream.llvm.control import CallIntrinsicOp
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.dots import DotInstruction
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.tiles import Numbers, Product, Tile
from xtriton.passes.cpu.parts import Part

_BIAS = -128
"""128 as a signed 8-bit integer."""


class GroupedProduct(Product):
    """A matmul whose reduction dimension is a multiple of the instruction's group in the whole block.

    The packed operands have room for those of ``slots`` iterations of a loop that are computed together. Of a part of a
    block only the part is packed, and zeros up to the next group.
    """

    def __init__(
        self,
        e: Emitter,
        left: Part,
        right: Part,
        out: Part,
        numbers: Numbers,
        tile: Tile,
        dot: DotInstruction,
        slots: int = 1,
    ) -> None:
        super().__init__(e, left, right, out, numbers, tile)
        self._dot = dot
        self._slots = slots
        self._surplus: SSAValue | None = None
        """The excess of the sums over the result, by column."""
        self._columns = self._packed_columns(), []
        self._rows = self._packed_rows()
        if self._dot.biased:
            self._surplus = self._buffer(i32, [right.shape[-1]])

    @property
    def most_steps(self) -> int:
        """The greatest number of steps of the reduction of one iteration."""
        return self._left.shape[-1] // self._dot.group

    def make(self, batch: list[Number]) -> None:
        self.compute(self.pack(0, batch), batch)

    def pack(self, start: Number, batch: list[Number]) -> Number:
        """Copy the operands behind the first ``start`` steps. Returns the number of their steps."""
        e, group, depth = self._e, self._dot.group, self._left.sizes[-1]
        packs_rows = self._rows[0] is not self._left.block
        if isinstance(depth, int):
            steps: Number = depth // group
        else:
            steps = e.insert(DivUIOp(e.index(e.plus(depth, group - 1)), e.index(group))).result
        self._choose_whole(self._right, lambda: self._pack_columns(start, batch), lambda: self._pack_part(start, steps))
        if packs_rows:
            width: Number = self._left.shape[-1]
            self._choose_whole(
                self._left,
                lambda: self._pack_rows(start, width, batch),
                lambda: self._pack_rows(start, depth, batch, e.times(steps, group)),
                along=(1,),
            )
        return steps

    def _choose_whole(
        self, part: Part, whole: Callable[[], None], cut: Callable[[], None], along: Sequence[int] = (0, 1)
    ) -> None:
        """Emit ``whole`` for a block that nothing has cut along some axes, and ``cut`` for others.

        Loops of constant length are faster.
        """
        e = self._e
        condition: SSAValue | None = None
        for axis in along:
            size, extent = part.sizes[axis - 2], part.shape[axis - 2]
            if isinstance(size, int) and size == extent:
                continue
            is_whole = e.insert(CmpIOp(CmpIPredicate.EQ, e.index(size), e.index(extent))).result
            condition = is_whole if condition is None else e.insert(AndIOp(condition, is_whole)).result
        if condition is None:
            whole()
        else:
            e.choose(condition, whole, cut)

    def compute(self, filled: Number, batch: list[Number]) -> None:
        """Add the products of the first ``filled`` steps."""
        self._steps = filled
        if self._rows[0] is self._left.block:
            self._rows = self._left.block, batch
        if self._surplus is not None:
            self._sum_columns(self._surplus)
        self._tiles(batch)

    def _packed_rows(self) -> tuple[SSAValue, list[Number]]:
        """The left operand as it is read: packed for more than one slot, and unless its rows follow each other."""
        left = self._left
        rows, depth = left.shape[-2:]
        _, strides = shape_and_strides(left.block)
        is_readable = left.may_be_exceeded and left.sizes[-1] == depth
        if is_readable and list(strides[-2:]) == [depth, 1] and not self._dot.biased and self._slots == 1:
            return left.block, []
        return self._buffer(element_type(left.block.type), [rows, self._slots * depth]), []

    def _pack_rows(self, start: Number, depth: Number, batch: list[Number], end: Number | None = None) -> None:
        """Copy the left operand, biased if the instruction requires it, and zeros up to ``end``."""
        e, first = self._e, self._e.times(start, self._dot.group)
        rows, element = self._left.sizes[-2], element_type(self._left.block.type)
        bias = e.integer(_BIAS, i8) if self._dot.biased else None
        zero = None if end is None else e.zero(element)

        def row(m: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def copy(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                value = e.load(self._left.block, [*batch, m, k])
                biased = value if bias is None else e.insert(XOrIOp(value, bias)).result
                e.store(biased, self._rows[0], [m, e.plus(first, k)])
                return []

            def clear(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                assert zero is not None
                e.store(zero, self._rows[0], [m, e.plus(first, k)])
                return []

            e.loop(0, depth, 1, [], copy)
            if end is not None:
                e.loop(depth, end, 1, [], clear)
            return []

        e.loop(0, rows, 1, [], row)

    def _packed_columns(self) -> SSAValue:
        """Memory for the right operand: by tile, step and column, with the groups of a column as 32-bit elements."""
        columns, tile = self._right.shape[-1], self._tile.columns
        return self._buffer(i32, [columns // tile, self._slots * self.most_steps, tile])

    def _pack_columns(self, start: Number, batch: list[Number]) -> None:
        """Copy the right operand, all of the block."""
        e, memory, packed = self._e, self._right.block, self._columns[0]
        panels, _, width = shape_and_strides(packed)[0]

        def pack(step: Number, panel: Number) -> None:
            def group(column: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                first, place = e.times(step, self._dot.group), e.plus(e.times(panel, width), column)
                rows = [e.plus(first, index) for index in range(self._dot.group)]
                together = self._together([e.load(memory, [*batch, row, place]) for row in rows])
                e.store(together, packed, [panel, e.plus(start, step), column])
                return []

            e.loop(0, width, 1, [], group)

        self._each([self.most_steps, panels], pack)

    def _pack_part(self, start: Number, steps: Number) -> None:
        """Copy the right operand, a part of the block, without reading elements beyond the part."""
        e, memory, packed = self._e, self._right.block, self._columns[0]
        depth, columns = self._right.sizes[-2:]
        width = self._tile.columns
        zero, last = e.zero(element_type(memory.type)), e.index(e.plus(depth, -1))

        def row_of(k: SSAValue) -> tuple[SSAValue, SSAValue]:
            """A row of the part that may be read instead of row ``k``, and whether it is that row."""
            inside = e.insert(CmpIOp(CmpIPredicate.SLE, k, last)).result
            return e.insert(MinSIOp(k, last)).result, inside

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            first = e.times(k, self._dot.group)
            rows = [row_of(e.index(e.plus(first, index))) for index in range(self._dot.group)]

            def panel(column: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                def group(lane: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                    place = e.plus(column, lane)
                    values = [(e.load(memory, [row, place]), inside) for row, inside in rows]
                    parts = [e.insert(SelectOp(inside, value, zero)).result for value, inside in values]
                    e.store(self._together(parts), packed, [number, e.plus(start, k), lane])
                    return []

                number = e.insert(DivUIOp(column, e.index(width))).result
                rest = e.insert(SubIOp(e.index(columns), column)).result
                e.loop(0, e.insert(MinSIOp(rest, e.index(width))).result, 1, [], group)
                return []

            e.loop(0, columns, width, [], panel)
            return []

        e.loop(0, steps, 1, [], step)

    def _together(self, values: Sequence[SSAValue]) -> SSAValue:
        """The elements of a group in 32 bits."""
        together = self._bits(values[0], 0)
        for index, value in enumerate(values[1:], 1):
            together = self._e.insert(OrIOp(together, self._bits(value, index))).result
        return together

    def _bits(self, value: SSAValue, index: int) -> SSAValue:
        """The bits of element ``index`` of a group, at their place in 32 bits."""
        e, width = self._e, 32 // self._dot.group
        if not isinstance(value.type, IntegerType):
            value = e.insert(BitcastOp(value, i16)).results[0]
        wide = e.insert(ExtUIOp(value, i32)).results[0]
        return wide if index == 0 else e.insert(ShLIOp(wide, e.integer(width * index, i32))).result

    def _sum_columns(self, sums: SSAValue) -> None:
        """Store 128 times the sum of each column of the right operand, by the same instruction."""
        e, tile = self._e, self._tile
        bias = e.insert(ConstantOp(DenseElementsAttr.splat(self._dot.operand, _BIAS))).result
        zeros = [e.splat(e.integer(0, i32), tile.lanes)] * tile.vectors

        def total(first: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                return [self._plus_product(bias, self._vector(k, first, i), sum_) for i, sum_ in enumerate(carried)]

            for index, result in enumerate(e.loop(0, self._steps, 1, zeros, step)):
                e.store_vector(result, sums, [e.plus(first, index * tile.lanes)])
            return []

        e.loop(0, self._needed[-1], tile.columns, [], total)

    def _vector(self, step: SSAValue, first: SSAValue, index: int) -> SSAValue:
        e, tile = self._e, self._tile
        panel = e.insert(DivUIOp(first, e.index(tile.columns))).result
        groups = e.load_vector(self._columns[0], [panel, step, index * tile.lanes], tile.lanes)
        return self._operand(groups)

    def _factor(self, row: SSAValue, step: SSAValue) -> SSAValue:
        e, dot = self._e, self._dot
        memory, before = self._rows
        place = e.insert(MulIOp(step, e.index(dot.group))).result
        group = e.reinterpret(e.load_vector(memory, [*before, row, place], dot.group), i32, 1)
        return self._operand(e.shuffle(group, group, [0] * dot.lanes))

    def _operand(self, groups: SSAValue) -> SSAValue:
        return self._e.reinterpret(groups, self._dot.element, self._dot.lanes * self._dot.group)

    def _plus_product(self, factor: SSAValue, vector: SSAValue, total: SSAValue) -> SSAValue:
        call = CallIntrinsicOp([total, factor, vector], intrin=self._dot.intrinsic, results_=total.type)
        return self._e.insert(call).results[0]

    def _start(self, place: Sequence[Number]) -> SSAValue:
        total = super()._start(place)
        if self._surplus is None:
            return total
        surplus = self._e.load_vector(self._surplus, [place[-1]], self._tile.lanes)
        return self._e.insert(SubIOp(total, surplus)).result
