"""Register tiles with instructions that multiply groups of narrow numbers (:mod:`~xtriton.passes.cpu.loops.dots`).

The right operand is packed: a 32-bit element holds the group of rows from ``group * k`` on of a column. The columns of
a tile are contiguous for each k, and its steps follow each other. A group of the left operand is contiguous in its row.

Instructions that multiply unsigned by signed integers take the left operand with 128 added: its sums exceed the result
by 128 times the sum of a column of the right operand, which the accumulators start without.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, i8, i16, i32
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import (
    BitcastOp,
    ConstantOp,
    DivUIOp,
    ExtUIOp,
    MulIOp,
    OrIOp,
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

_BIAS = -128
"""128 as a signed 8-bit integer."""


class GroupedProduct(Product):
    """A matmul whose reduction dimension is a multiple of the instruction's group.

    The packed operands have room for those of ``slots`` iterations of a loop that are computed together.
    """

    def __init__(
        self,
        e: Emitter,
        left: SSAValue,
        right: SSAValue,
        out: SSAValue,
        numbers: Numbers,
        tile: Tile,
        dot: DotInstruction,
        slots: int = 1,
    ) -> None:
        super().__init__(e, left, right, out, numbers, tile)
        self._dot = dot
        self._depth: int = shape_and_strides(left)[0][-1]
        self._each_steps = self._depth // dot.group
        """The steps of the reduction of one slot."""
        self._steps = self._each_steps
        self._slots = slots
        self._surplus: SSAValue | None = None
        """The excess of the sums over the result, by column."""
        self._columns = self._packed_columns(), []
        self._rows = self._packed_rows()
        if self._dot.biased:
            self._surplus = self._buffer(i32, [shape_and_strides(right)[0][-1]])

    def make(self, batch: list[Number]) -> None:
        self.pack(0, batch)
        self.compute(1, batch)

    def pack(self, slot: Number, batch: list[Number]) -> None:
        """Copy the operands to a slot."""
        self._pack_columns(slot, batch)
        if self._rows[0] is not self._left:
            self._pack_rows(slot, batch)

    def compute(self, filled: Number, batch: list[Number]) -> None:
        """Add the products of the first ``filled`` slots."""
        self._steps = self._e.times(filled, self._each_steps)
        if self._rows[0] is self._left:
            self._rows = self._left, batch
        if self._surplus is not None:
            self._sum_columns(self._surplus)
        self._tiles(batch)

    def _packed_rows(self) -> tuple[SSAValue, list[Number]]:
        """The left operand as it is read: packed for more than one slot, and unless its rows follow each other."""
        shape, strides = shape_and_strides(self._left)
        if list(strides[-2:]) == [shape[-1], 1] and not self._dot.biased and self._slots == 1:
            return self._left, []
        return self._buffer(element_type(self._left.type), [shape[-2], self._slots * shape[-1]]), []

    def _pack_rows(self, slot: Number, batch: list[Number]) -> None:
        """Copy the left operand, biased if the instruction requires it."""
        e, first = self._e, self._e.times(slot, self._depth)
        bias = e.integer(_BIAS, i8) if self._dot.biased else None

        def copy(m: Number, k: Number) -> None:
            value = e.load(self._left, [*batch, m, k])
            biased = value if bias is None else e.insert(XOrIOp(value, bias)).result
            e.store(biased, self._rows[0], [m, e.plus(first, k)])

        self._each(shape_and_strides(self._left)[0][-2:], copy)

    def _packed_columns(self) -> SSAValue:
        """Memory for the right operand: by tile, step and column, with the groups of a column as 32-bit elements."""
        columns, tile = shape_and_strides(self._right)[0][-1], self._tile.columns
        return self._buffer(i32, [columns // tile, self._slots * self._each_steps, tile])

    def _pack_columns(self, slot: Number, batch: list[Number]) -> None:
        """Copy the right operand."""
        e, memory, packed = self._e, self._right, self._columns[0]
        start = e.times(slot, self._each_steps)
        panels, _, width = shape_and_strides(packed)[0]

        def pack(step: Number, panel: Number) -> None:
            def group(column: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                first = e.times(step, self._dot.group)
                place = e.plus(e.times(panel, width), column)
                together: SSAValue | None = None
                for index in range(self._dot.group):
                    part = self._bits(e.load(memory, [*batch, e.plus(first, index), place]), index)
                    together = part if together is None else e.insert(OrIOp(together, part)).result
                assert together is not None
                e.store(together, packed, [panel, e.plus(start, step), column])
                return []

            e.loop(0, width, 1, [], group)

        self._each([self._each_steps, panels], pack)

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
        columns = shape_and_strides(sums)[0][-1]
        bias = e.insert(ConstantOp(DenseElementsAttr.splat(self._dot.operand, _BIAS))).result
        zeros = [e.splat(e.integer(0, i32), tile.lanes)] * tile.vectors

        def total(first: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                return [self._plus_product(bias, self._vector(k, first, i), sum_) for i, sum_ in enumerate(carried)]

            for index, result in enumerate(e.loop(0, self._steps, 1, zeros, step)):
                e.store_vector(result, sums, [e.plus(first, index * tile.lanes)])
            return []

        e.loop(0, columns, tile.columns, [], total)

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
