"""Register tiles with instructions that multiply groups of narrow numbers (:mod:`~xtriton.passes.cpu.loops.dots`).

The right operand is packed: an integer holds the group of rows from ``group * k`` on of a column. The columns of
a tile are contiguous for each k, and its steps follow each other. A group of the left operand is contiguous in its row:
it is read where it is, unless it is collected over several iterations of a loop, or has a part of a tile or group only.

Instructions that multiply unsigned by signed integers take the right operand with 128 added, which packing does: sums
exceed the result by 128 times the sum of a row of the left operand, which the accumulators start without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import IntegerType, i16, i32
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import (
    AddIOp,
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
    RemUIOp,
    SelectOp,
    ShLIOp,
    SubIOp,
    XOrIOp,
)
from xtriton.dialects.upstream.llvm.control import CallIntrinsicOp
from xtriton.dialects.upstream.memref import AllocOp, CastOp, strided_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.shared_attributes import signless
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.dots import DotInstruction
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.tiles import Numbers, Product, Tile, Unwritten
from xtriton.passes.cpu.parts import Part
from xtriton.passes.cpu.views import root_of

_BIAS = -128
"""128 as a signed 8-bit integer."""
_SIGNS = -0x7F7F7F80
"""The sign bits of four 8-bit integers, as a signed 32-bit integer."""
_LINE_BYTES = 64
"""The size of a cache line."""
_AHEAD = 3
"""How many steps ahead of the copy rows of the right operand are fetched: processors do not see where the next are."""


class GroupedProduct(Product):
    """A matmul whose reduction dimension is a multiple of the instruction's depth in the whole block.

    The packed operands have room for those of ``slots`` iterations of a loop that are computed together. Of a part of a
    block only the part is packed, and zeros up to the next multiple.
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
        """The excess of the sums over the result, by row."""
        self._columns = self._packed_columns(), []
        self._collected = self._packed_rows() if slots > 1 else None
        if self._dot.biased:
            self._surplus = self._buffer(i32, [left.shape[-2]])

    @property
    def most_steps(self) -> int:
        """The greatest number of steps of the reduction of one iteration."""
        return self._left.shape[-1] // self._dot.group

    def make(self, batch: list[Number]) -> None:
        self.compute(self.pack(0, batch), batch)

    def pack(self, start: Number, batch: list[Number]) -> Number:
        """Copy the operands behind the first ``start`` steps. Returns the number of their steps."""
        e, dot, depth = self._e, self._dot, self._left.sizes[-1]
        if isinstance(depth, int):
            steps: Number = -(-depth // dot.depth) * dot.steps
        else:
            parts = e.insert(DivUIOp(e.index(e.plus(depth, dot.depth - 1)), e.index(dot.depth))).result
            steps = e.times(parts, dot.steps)
        self._choose_whole(self._right, lambda: self._pack_columns(start, batch), lambda: self._pack_part(start, steps))
        self._pack_left(start, steps, batch)
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

    def compute(self, filled: Number, batch: list[Number], unwritten: Unwritten | None = None) -> None:
        """Add the products of the first ``filled`` steps to the accumulators, or to what they would be."""
        self._steps = filled
        self._unwritten = unwritten
        if self._surplus is not None:
            self._sum_rows(self._surplus)
        self._tiles(batch)

    # The left operand

    def _pack_left(self, start: Number, steps: Number, batch: list[Number]) -> None:
        """Copy the left operand unless the kernel reads it where it is, and zeros up to the next multiple."""
        e, left = self._e, self._left
        obstacles = self._obstacles(batch)
        if obstacles == []:
            self._rows = left.block, batch
            return
        packed = self._packed_rows() if self._collected is None else self._collected

        def pack() -> None:
            width, depth = left.shape[-1], left.sizes[-1]
            end = e.times(steps, self._dot.group)
            self._choose_whole(
                left,
                lambda: self._pack_rows(packed, start, width, batch),
                lambda: self._pack_rows(packed, start, depth, batch, end),
                along=(1,),
            )

        if obstacles is None:
            self._rows = packed, []
            pack()
            return
        is_copied = obstacles[0]
        for obstacle in obstacles[1:]:
            is_copied = e.insert(OrIOp(is_copied, obstacle)).result
        e.choose(is_copied, pack, None)
        # The type must suit both.
        type_ = strided_type(element_type(left.block.type), [DYNAMIC, DYNAMIC], [DYNAMIC, 1], DYNAMIC)
        there, copied = (e.insert(CastOp(memory, type_)).results[0] for memory in (left.block, packed))
        self._rows = e.insert(SelectOp(is_copied, copied, there)).result, []

    def _obstacles(self, batch: list[Number]) -> list[SSAValue] | None:
        """The conditions under which the left operand is not read where it is; ``None`` if it never is.

        The kernel reads whole tiles, and groups of contiguous elements of a row.
        """
        e, left = self._e, self._left
        rows, depth = left.sizes[-2:]
        _, strides = shape_and_strides(left.block)
        if self._slots > 1 or strides[-1] != 1:
            return None
        divisions = [(depth, self._dot.depth)]
        if not left.may_be_exceeded:
            divisions.append((rows, self._tile.rows))
            if rows not in (self._needed[0], left.shape[-2]):
                return None
        obstacles: list[SSAValue] = []
        for number, divisor in divisions:
            if not isinstance(number, int):
                rest = e.insert(RemUIOp(number, e.index(divisor))).result
                obstacles.append(e.insert(CmpIOp(CmpIPredicate.NE, rest, e.index(0))).result)
            elif number % divisor:
                return None
        return None if obstacles and batch else obstacles

    def _packed_rows(self) -> SSAValue:
        """Memory for the left operand."""
        rows, depth = self._left.shape[-2:]
        return self._buffer(element_type(self._left.block.type), [rows, self._slots * depth])

    def _pack_rows(
        self, packed: SSAValue, start: Number, depth: Number, batch: list[Number], end: Number | None = None
    ) -> None:
        """Copy the left operand, and zeros up to ``end``."""
        e, first = self._e, self._e.times(start, self._dot.group)
        zero = None if end is None else e.zero(element_type(packed.type))

        def row(m: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def copy(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                e.store(e.load(self._left.block, [*batch, m, k]), packed, [m, e.plus(first, k)])
                return []

            def clear(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                assert zero is not None
                e.store(zero, packed, [m, e.plus(first, k)])
                return []

            e.loop(0, depth, 1, [], copy)
            if end is not None:
                e.loop(depth, end, 1, [], clear)
            return []

        e.loop(0, self._left.sizes[-2], 1, [], row)

    def _sum_rows(self, sums: SSAValue) -> None:
        """Store 128 times the sum of each row of the left operand, by the same instruction."""
        e, lanes, group = self._e, self._dot.lanes, self._dot.group
        memory, before = self._rows
        bias = e.insert(ConstantOp(DenseElementsAttr.splat(self._dot.operand, _BIAS))).result
        zero = e.splat(e.integer(0, i32), lanes)
        steps = self._steps
        if isinstance(steps, int):
            whole: Number = steps // lanes * lanes
        else:
            whole = e.times(e.insert(DivUIOp(steps, e.index(lanes))).result, lanes)

        def total(m: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def vector(step: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                values = e.load_vector(memory, [*before, m, e.times(step, group)], lanes * group)
                return [self._plus_product(values, bias, carried[0])]

            def rest(step: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                return [self._plus_product(self._factor(m, step), bias, carried[0])]

            (sum_,) = e.loop(0, whole, lanes, [zero], vector)
            sum_ = self._sum_of_lanes(sum_)
            if whole != steps:
                (others,) = e.loop(whole, steps, 1, [zero], rest)
                sum_ = e.insert(AddIOp(sum_, e.shuffle(others, others, [0]))).result
            e.store_vector(sum_, sums, [m])
            return []

        e.loop(0, self._needed[0], 1, [], total)

    def _sum_of_lanes(self, vector: SSAValue) -> SSAValue:
        """The sum of the elements of a vector, as a vector of one element."""
        e, lanes = self._e, self._dot.lanes
        while lanes > 1:
            lanes //= 2
            halves = (e.shuffle(vector, vector, range(start, start + lanes)) for start in (0, lanes))
            vector = e.insert(AddIOp(*halves)).result
        return vector

    # The right operand

    def _packed_columns(self) -> SSAValue:
        """Memory for the right operand: by tile, step and column, with the groups of a column as integers."""
        columns, tile = self._right.shape[-1], self._tile.columns
        return self._buffer(signless(self._dot.group_bits), [columns // tile, self._slots * self.most_steps, tile])

    def _pack_columns(self, start: Number, batch: list[Number]) -> None:
        """Copy the right operand, all of the block."""
        e, memory, packed = self._e, self._right.block, self._columns[0]
        panels, _, width = shape_and_strides(packed)[0]
        is_near = isinstance(root_of(memory).owner, AllocOp)

        def fetch(step: Number, panel: Number) -> None:
            later = e.insert(MinSIOp(e.index(e.plus(step, _AHEAD)), e.index(self.most_steps - 1))).result
            for index in range(self._dot.group):
                row = e.plus(e.times(later, self._dot.group), index)
                for column in range(0, width, _LINE_BYTES * 8 // self._dot.element_bits):
                    e.prefetch(memory, [*batch, row, e.plus(e.times(panel, width), column)])

        def pack(step: Number, panel: Number) -> None:
            if not is_near:
                fetch(step, panel)

            self._pack_step(start, step, panel, batch)

        self._each([self.most_steps, panels], pack)

    def _pack_step(self, start: Number, step: Number, panel: Number, batch: list[Number]) -> None:
        """Copy the groups of a step of all columns of a tile."""
        e, memory, packed = self._e, self._right.block, self._columns[0]
        width = self._tile.columns

        def group(column: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            first, place = e.times(step, self._dot.group), e.plus(e.times(panel, width), column)
            rows = [e.plus(first, index) for index in range(self._dot.group)]
            together = self._together([e.load(memory, [*batch, row, place]) for row in rows])
            e.store(together, packed, [panel, e.plus(start, step), column])
            return []

        e.loop(0, width, 1, [], group)

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
        """The elements of a group as an integer, biased if the instruction requires it."""
        together = self._bits(values[0], 0)
        for index, value in enumerate(values[1:], 1):
            together = self._e.insert(OrIOp(together, self._bits(value, index))).result
        if self._dot.biased:
            together = self._e.insert(XOrIOp(together, self._e.integer(_SIGNS, i32))).result
        return together

    def _bits(self, value: SSAValue, index: int) -> SSAValue:
        """The bits of element ``index`` of a group, at their place in an integer."""
        e, width, whole = self._e, self._dot.element_bits, signless(self._dot.group_bits)
        if not isinstance(value.type, IntegerType):
            value = e.insert(BitcastOp(value, i16)).results[0]
        wide = e.insert(ExtUIOp(value, whole)).results[0]
        return wide if index == 0 else e.insert(ShLIOp(wide, e.integer(width * index, whole))).result

    # The kernel

    def _vector(self, step: SSAValue, first: SSAValue, index: int) -> SSAValue:
        columns = self._dot.columns
        place = [self._panel(first), step, index * columns]
        return self._operand(self._e.load_vector(self._columns[0], place, columns))

    def _panel(self, column: SSAValue) -> SSAValue:
        """The number of the tile that begins with a column."""
        return self._e.insert(DivUIOp(column, self._e.index(self._tile.columns))).result

    def _factor(self, row: SSAValue, step: SSAValue) -> SSAValue:
        e, dot = self._e, self._dot
        memory, before = self._rows
        place = e.insert(MulIOp(step, e.index(dot.group))).result
        group = e.reinterpret(e.load_vector(memory, [*before, row, place], dot.group), i32, 1)
        return self._operand(e.shuffle(group, group, [0] * dot.lanes))

    def _operand(self, groups: SSAValue) -> SSAValue:
        return self._e.reinterpret(groups, self._dot.element, self._dot.columns * self._dot.group)

    def _plus_product(self, factor: SSAValue, vector: SSAValue, total: SSAValue) -> SSAValue:
        # Of the operands of biased instructions the first is unsigned: the right one.
        operands = [vector, factor] if self._dot.biased else [factor, vector]
        call = CallIntrinsicOp([total, *operands], intrin=self._dot.intrinsic, results_=total.type)
        return self._e.insert(call).results[0]

    def _from(self, value: SSAValue, place: Sequence[Number]) -> SSAValue:
        if self._surplus is None:
            return value
        surplus = self._e.splat(self._e.load(self._surplus, [place[-2]]), self._tile.lanes)
        return self._e.insert(SubIOp(value, surplus)).result
