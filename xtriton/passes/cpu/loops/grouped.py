"""Register tiles with instructions that multiply groups of narrow numbers (:mod:`~xtriton.passes.cpu.loops.dots`).

The right operand is packed: 32-bit element (k, n) holds the group of rows from ``group * k`` on of column n. A group of
the left operand is contiguous in its row.

Instructions that multiply unsigned by signed integers take the left operand with 128 added: its sums exceed the result
by 128 times the sum of a column of the right operand, which the accumulators start without.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, i8, i16, i32
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import BitcastOp, ConstantOp, ExtUIOp, MulIOp, OrIOp, ShLIOp, SubIOp, XOrIOp
from xtriton.dialects.upstream.llvm.control import CallIntrinsicOp
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.dots import DotInstruction
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.tiles import Numbers, Product, Tile

_BIAS = -128
"""128 as a signed 8-bit integer."""


class GroupedProduct(Product):
    """A matmul whose reduction dimension is a multiple of the instruction's group."""

    def __init__(
        self,
        e: Emitter,
        left: SSAValue,
        right: SSAValue,
        out: SSAValue,
        numbers: Numbers,
        tile: Tile,
        dot: DotInstruction,
    ) -> None:
        super().__init__(e, left, right, out, numbers, tile)
        self._dot = dot
        self._depth: int = shape_and_strides(left)[0][-1]
        self._steps = self._depth // dot.group
        self._surplus: SSAValue | None = None
        """The excess of the sums over the result, by column."""

    def _pack(self, batch: list[Number]) -> None:
        self._columns = self._packed_columns(batch), []
        self._rows = self._packed_rows(batch)
        if self._dot.biased:
            self._surplus = self._surplus_of_columns()

    def _packed_rows(self, batch: list[Number]) -> tuple[SSAValue, list[Number]]:
        """The left operand with contiguous rows, biased if the instruction requires it."""
        memory, e = self._left, self._e
        shape, strides = shape_and_strides(memory)
        if strides[-1] == 1 and not self._dot.biased:
            return memory, batch
        packed = self._buffer(element_type(memory.type), shape[-2:])
        bias = e.integer(_BIAS, i8) if self._dot.biased else None

        def copy(m: Number, k: Number) -> None:
            value = e.load(memory, [*batch, m, k])
            e.store(value if bias is None else e.insert(XOrIOp(value, bias)).result, packed, [m, k])

        self._each(shape[-2:], copy)
        return packed, []

    def _packed_columns(self, batch: list[Number]) -> SSAValue:
        """The right operand with the groups of each column as 32-bit elements."""
        e, memory = self._e, self._right
        columns = shape_and_strides(memory)[0][-1]
        packed = self._buffer(i32, [self._depth // self._dot.group, columns])

        def pack(step: Number, column: Number) -> None:
            first = e.times(step, self._dot.group)
            together: SSAValue | None = None
            for index in range(self._dot.group):
                part = self._bits(e.load(memory, [*batch, e.plus(first, index), column]), index)
                together = part if together is None else e.insert(OrIOp(together, part)).result
            assert together is not None
            e.store(together, packed, [step, column])

        self._each([self._depth // self._dot.group, columns], pack)
        return packed

    def _bits(self, value: SSAValue, index: int) -> SSAValue:
        """The bits of element ``index`` of a group, at their place in 32 bits."""
        e, width = self._e, 32 // self._dot.group
        if not isinstance(value.type, IntegerType):
            value = e.insert(BitcastOp(value, i16)).results[0]
        wide = e.insert(ExtUIOp(value, i32)).results[0]
        return wide if index == 0 else e.insert(ShLIOp(wide, e.integer(width * index, i32))).result

    def _surplus_of_columns(self) -> SSAValue:
        """128 times the sum of each column of the right operand, by the same instruction."""
        e, lanes = self._e, self._tile.lanes
        packed, _ = self._columns
        columns = shape_and_strides(packed)[0][-1]
        sums = self._buffer(i32, [columns])
        bias = e.insert(ConstantOp(DenseElementsAttr.splat(self._dot.operand, _BIAS))).result
        zero = e.splat(e.integer(0, i32), lanes)

        def total(column: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                return [self._plus_product(bias, self._vector(k, column), carried[0])]

            (result,) = e.loop(0, self._steps, 1, [zero], step)
            e.store_vector(result, sums, [column])
            return []

        e.loop(0, columns, lanes, [], total)
        return sums

    def _vector(self, step: SSAValue, column: SSAValue) -> SSAValue:
        return self._operand(super()._vector(step, column))

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
