"""Register tiles of matmuls.

A tile of the output, some rows high and some vectors wide, is held in registers while the loop over the reduction
dimension accumulates: for each k a row of the right operand is loaded in vectors, and each element of the left
operand's column is multiplied with it (the order m, n, k of Goto and van de Geijn's inner kernel, "Anatomy of
high-performance matrix multiplication", 2008). Operands fit in the caches as Triton's blocks are small.

Narrow types are widened once, when an operand is copied: floats to the accumulator type, which is f32 for narrower
outputs as well. 8-bit integers become f32, too, as long as all sums of their products are exact in it: processors
multiply vectors of f32 several times as fast as those of 32-bit integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import VectorType, f32, i32
from xdsl.dialects.vector import FMAOp
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, MulFOp, MulIOp
from xtriton.dialects.upstream.linalg.bodies import conversion
from xtriton.dialects.upstream.linalg.named import UNSIGNED
from xtriton.dialects.upstream.memref import AllocOp, row_major_type
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_vector_type
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.parts import Part

_EXACT = 1 << 24
"""All integers up to this one are exact in f32."""


@dataclass(frozen=True)
class Numbers:
    """The types that a matmul computes with."""

    total: Attribute
    """The accumulator type."""
    unsigned: bool
    strict: bool
    apart: bool = False
    """Whether the dot accumulates from zero and is then added to the output."""

    @staticmethod
    def of(op: linalg.MatmulOp | linalg.BatchMatmulOp, depth: int, *, strict: bool) -> Numbers | None:
        """The types for a matmul; ``None`` for types that the vector kernel does not support.

        ``depth`` is the greatest extent of the reduction.
        """
        left, right, out = (element_type(operand.type) for operand in (*op.ins, op.outs[0]))
        unsigned = op.properties.get("cast") == UNSIGNED
        if is_float_type(out):
            return Numbers(f32 if out.bitwidth < 32 else out, unsigned, strict)
        if out != i32 or not (is_integer_type(left) and is_integer_type(right)):
            return None
        bits = sum(type_.width.data - (0 if unsigned else 1) for type_ in (left, right))
        if depth << bits <= _EXACT:
            return Numbers(f32, unsigned, strict=False, apart=True)
        return Numbers(i32, unsigned, strict)


@dataclass(frozen=True)
class Tile:
    """Rows and vectors of the output that are held in registers, and the lanes of a vector."""

    rows: int
    vectors: int
    lanes: int

    @property
    def columns(self) -> int:
        return self.vectors * self.lanes


@dataclass(frozen=True)
class Unwritten:
    """Accumulators that may not have been written yet: what they hold then."""

    condition: SSAValue
    """Whether they have not been written."""
    value: SSAValue
    """The value of each of them."""


class Product:
    """One matmul: the loops over the tiles of the output, and the kernel for a tile."""

    def __init__(self, e: Emitter, left: Part, right: Part, out: Part, numbers: Numbers, tile: Tile) -> None:
        self._e = e
        self._left, self._right = left, right
        self._out = out.block
        self._needed = out.sizes[-2:]
        """The numbers of rows and columns of the result that are needed."""
        self._numbers = numbers
        self._tile = tile
        self._rows: tuple[SSAValue, list[Number]]
        """The left operand as the kernel reads it, and the indices before those of an element."""
        self._columns: tuple[SSAValue, list[Number]]
        """The same of the right operand."""
        self._steps: Number = left.sizes[-1]
        """The trip count of the loop over the reduction dimension."""
        self._unwritten: Unwritten | None = None

    def make(self, batch: list[Number]) -> None:
        """Emit the loops for the matrices at an index of the batch dimensions."""
        self._pack(batch)
        self._tiles(batch)

    def _tiles(self, batch: list[Number]) -> None:
        """The loops over the tiles of the output, for packed operands."""
        e, tile = self._e, self._tile
        rows, columns = self._needed
        places: list[SSAValue] = []

        def row(m: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            self._kernel((m, places[0]), batch)
            return []

        def column(n: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            places[:] = [n]
            e.loop(0, rows, tile.rows, [], row)
            return []

        e.loop(0, columns, tile.columns, [], column)

    def _pack(self, batch: list[Number]) -> None:
        """Copy the operands to the layout that the kernel reads, where they do not have it."""
        self._columns = self._in_rows(self._right, batch)
        self._rows = (self._left.block, batch)
        # Convert each element once. Tiles are whole: they read rows after those of a part.
        if element_type(self._left.block.type) != self._numbers.total or not self._left.may_be_exceeded:
            self._rows = self._in_rows(self._left, batch)

    def _in_rows(self, part: Part, batch: list[Number]) -> tuple[SSAValue, list[Number]]:
        """An operand with contiguous rows in the type to compute with; copied unless it already is."""
        memory = part.block
        _, strides = shape_and_strides(memory)
        if strides[-1] == 1 and element_type(memory.type) == self._numbers.total and part.may_be_exceeded:
            return memory, batch
        e = self._e
        packed = self._buffer(self._numbers.total, part.shape[-2:])

        def copy(k: Number, n: Number) -> None:
            e.store(self._as(e.load(memory, [*batch, k, n]), self._numbers.total), packed, [k, n])

        self._each(part.sizes[-2:], copy)
        return packed, []

    def _buffer(self, element: Attribute, shape: Sequence[int]) -> SSAValue:
        return self._e.insert(AllocOp(memref=row_major_type(element, shape))).memref

    def _each(self, shape: Sequence[Number], action: Callable[[Number, Number], None]) -> None:
        """Loops over rows and columns."""
        e = self._e

        def outer(row: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def inner(column: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                action(row, column)
                return []

            e.loop(0, shape[1], 1, [], inner)
            return []

        e.loop(0, shape[0], 1, [], outer)

    def _as(self, value: SSAValue, element: Attribute) -> SSAValue:
        """A scalar or vector converted to another element type."""
        type_ = value.type
        old = type_.element_type if is_vector_type(type_) else type_
        if old == element:
            return value
        new = VectorType(element, type_.shape) if is_vector_type(type_) else element
        cls = conversion(old, element, self._numbers.unsigned)
        return self._e.insert(cls.create(operands=[value], result_types=[new])).results[0]

    def _vector(self, step: SSAValue, first: SSAValue, index: int) -> SSAValue:
        """A vector of the right operand: number ``index`` of a tile that begins with column ``first``."""
        memory, before = self._columns
        column = self._e.plus(first, index * self._tile.lanes)
        return self._e.load_vector(memory, [*before, step, column], self._tile.lanes)

    def _factor(self, row: SSAValue, step: SSAValue) -> SSAValue:
        """An element of the left operand in all lanes."""
        memory, before = self._rows
        return self._e.splat(self._e.load(memory, [*before, row, step]), self._tile.lanes)

    def _plus_product(self, factor: SSAValue, vector: SSAValue, total: SSAValue) -> SSAValue:
        """A fused or separate multiply-add."""
        e = self._e
        if not is_float_type(self._numbers.total):
            return e.insert(AddIOp(total, e.insert(MulIOp(factor, vector)).result)).result
        if self._numbers.strict:
            return e.insert(AddFOp(total, e.insert(MulFOp(factor, vector)).result)).result
        return e.insert(FMAOp(factor, vector, total)).res

    def _kernel(self, place: tuple[SSAValue, SSAValue], batch: list[Number]) -> None:
        """Accumulate one tile of the output in registers."""
        e, tile = self._e, self._tile
        m, n = place
        rows = [e.index(e.plus(m, row)) for row in range(tile.rows)]
        columns = [e.index(e.plus(n, tile.lanes * vector)) for vector in range(tile.vectors)]
        places = [[*batch, row, column] for row in rows for column in columns]
        start = [self._from(value, place) for value, place in zip(self._accumulators(places), places, strict=True)]
        start = self._regrouped(start)

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            return self._step(k, rows, n, carried)

        totals = self._regrouped(e.loop(0, self._steps, 1, start, step))
        for total, position in zip(totals, places, strict=True):
            self._finish(total, position)

    def _step(
        self, k: SSAValue, rows: Sequence[SSAValue], n: SSAValue, carried: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """One step of the reduction for a tile that begins with column ``n``: the accumulators by row and vector."""
        vectors = [self._vector(k, n, index) for index in range(self._tile.vectors)]
        results: list[SSAValue] = []
        for number, row in enumerate(rows):
            factor = self._factor(row, k)
            for index, vector in enumerate(vectors):
                total = carried[number * self._tile.vectors + index]
                results.append(self._plus_product(factor, vector, total))
        return results

    def _regrouped(self, totals: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Vectors of rows as the registers of the loop, and these as vectors of rows."""
        return totals

    def _accumulators(self, places: Sequence[Sequence[Number]]) -> Sequence[SSAValue]:
        """What the vectors of the output are before the products are added."""
        e, lanes, total = self._e, self._tile.lanes, self._numbers.total
        if self._numbers.apart:
            return [e.splat(e.floating(0.0, total), lanes)] * len(places)

        def load() -> list[SSAValue]:
            return [self._as(e.load_vector(self._out, place, lanes), total) for place in places]

        if self._unwritten is None:
            return load()
        given = [e.splat(self._as(self._unwritten.value, total), lanes)] * len(places)
        return e.either(self._unwritten.condition, lambda: given, load, [value.type for value in given])

    def _from(self, value: SSAValue, place: Sequence[Number]) -> SSAValue:
        """Where the sums of a vector of the output begin, for the vector before."""
        return value

    def _finish(self, total: SSAValue, place: Sequence[Number]) -> None:
        """Store a vector of the output."""
        result = self._as(total, element_type(self._out.type))
        if self._numbers.apart:
            old = self._e.load_vector(self._out, place, self._tile.lanes)
            result = self._e.insert(AddIOp(old, result)).result
        self._e.store_vector(result, self._out, place)
