"""Register-tiled matmuls.

A tile of the output, some rows high and some vectors wide, is held in registers while the loop over the reduction
dimension accumulates: for each k a row of the right operand is loaded in vectors, and each element of the left
operand's column is multiplied with it (the order m, n, k of Goto and van de Geijn's inner kernel, "Anatomy of
high-performance matrix multiplication", 2008). Operands fit in the caches as Triton's blocks are small.

Narrow types are widened once, when an operand is copied: floats to the accumulator type, which is f32 for narrower
outputs as well. 8-bit integers become f32, too, as long as all sums of their products are exact in it: processors
multiply vectors of f32 several times as fast as those of 32-bit integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, VectorType, f32, i32
from xdsl.dialects.vector import BroadcastOp, FMAOp
from xdsl.dialects.vector import LoadOp as VectorLoadOp
from xdsl.dialects.vector import StoreOp as VectorStoreOp
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, MulFOp, MulIOp
from xtriton.dialects.upstream.linalg.bodies import conversion
from xtriton.dialects.upstream.linalg.named import UNSIGNED
from xtriton.dialects.upstream.memref import AllocOp, row_major_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_integer_type, is_vector_type
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.nest import Nest, lower_nest

_REGISTERS = {512: 32, 256: 16, 128: 16}
"""The number of vector registers, by their width in bits."""

_EXACT = 1 << 24
"""All integers up to this one are exact in f32."""


@dataclass(frozen=True)
class _Numbers:
    """The types that a matmul computes with."""

    total: Attribute
    """The accumulator type."""
    unsigned: bool
    strict: bool
    apart: bool = False
    """Whether the dot accumulates from zero and is then added to the output."""

    @staticmethod
    def of(op: linalg.MatmulOp | linalg.BatchMatmulOp, *, strict: bool) -> _Numbers | None:
        """The types for a matmul; ``None`` for types that the vector kernel does not support."""
        left, right, out = (element_type(operand.type) for operand in (*op.ins, op.outs[0]))
        unsigned = op.properties.get("cast") == UNSIGNED
        if isinstance(out, AnyFloat):
            return _Numbers(f32 if out.bitwidth < 32 else out, unsigned, strict)
        if out != i32 or not (is_integer_type(left) and is_integer_type(right)):
            return None
        depth = shape_and_strides(op.ins[0])[0][-1]
        bits = sum(type_.width.data - (0 if unsigned else 1) for type_ in (left, right))
        if depth << bits <= _EXACT:
            return _Numbers(f32, unsigned, strict=False, apart=True)
        return _Numbers(i32, unsigned, strict)


@dataclass(frozen=True)
class _Tile:
    """Rows and vectors of the output that are held in registers, and the lanes of a vector."""

    rows: int
    vectors: int
    lanes: int

    @property
    def columns(self) -> int:
        return self.vectors * self.lanes


def lower_product(e: Emitter, op: linalg.MatmulOp | linalg.BatchMatmulOp, vector_bits: int, *, strict: bool) -> None:
    """Lower a matmul: in register tiles if its extents allow, else as any other structured operation."""
    nest = Nest(op.ins, op.outs, op.maps, op.iterators, op.body, strict)
    batched = isinstance(op, linalg.BatchMatmulOp)
    numbers = _Numbers.of(op, strict=strict)
    if list(op.maps) != type(op).default_maps() or numbers is None:
        lower_nest(e, nest)
        return
    left, right, out = op.ins[0], op.ins[1], op.outs[0]
    tile = _tile(out, numbers, vector_bits)
    rest = [shape_and_strides(memory) for memory in (left, right, out)]
    if tile is None or any(DYNAMIC in shape for shape, _ in rest):
        lower_nest(e, nest)
        return
    if not batched:
        _Product(e, left, right, out, numbers, tile).make([])
        return

    def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        _Product(e, left, right, out, numbers, tile).make([variable])
        return []

    e.loop(0, rest[0][0][0], 1, [], one)


def _tile(out: SSAValue, numbers: _Numbers, vector_bits: int) -> _Tile | None:
    """The tile for an output; ``None`` if its rows cannot be cut into vectors."""
    shape, strides = shape_and_strides(out)
    if strides[-1] != 1 or DYNAMIC in shape:
        return None
    rows, columns = shape[-2:]
    lanes = vector_bits // cast("AnyFloat | IntegerType", numbers.total).bitwidth
    while lanes > columns or columns % lanes:
        lanes //= 2
    if lanes < 4:
        return None
    budget = _REGISTERS.get(vector_bits, 16) - 4
    best: tuple[float, _Tile] | None = None
    for vectors in range(1, columns // lanes + 1):
        if columns % (vectors * lanes):
            continue
        for height in range(1, rows + 1):
            if rows % height or height * vectors + vectors > budget:
                continue
            # Loads for each multiplication, and at least 8 chains of dependent additions to keep two units busy.
            cost = (1 / height + 1 / vectors) + max(0, 8 - height * vectors)
            if best is None or cost < best[0]:
                best = cost, _Tile(height, vectors, lanes)
    return None if best is None else best[1]


class _Product:
    """One matmul: the loops over the tiles of the output, and the kernel for a tile."""

    def __init__(
        self, e: Emitter, left: SSAValue, right: SSAValue, out: SSAValue, numbers: _Numbers, tile: _Tile
    ) -> None:
        self._e = e
        self._left, self._right, self._out = left, right, out
        self._numbers = numbers
        self._tile = tile

    def make(self, batch: list[Number]) -> None:
        e, tile = self._e, self._tile
        (rows, columns), depth = shape_and_strides(self._out)[0][-2:], shape_and_strides(self._left)[0][-1]
        right = self._in_rows(self._right, batch)
        left = (self._left, batch)
        if element_type(self._left.type) != self._numbers.total:  # convert each element once
            left = self._in_rows(self._left, batch)
        places: list[SSAValue] = []

        def row(m: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            self._kernel((m, places[0]), depth, batch, left, right)
            return []

        def column(n: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            places[:] = [n]
            e.loop(0, rows, tile.rows, [], row)
            return []

        e.loop(0, columns, tile.columns, [], column)

    def _in_rows(self, memory: SSAValue, batch: list[Number]) -> tuple[SSAValue, list[Number]]:
        """An operand with contiguous rows in the type to compute with; copied unless it already is."""
        shape, strides = shape_and_strides(memory)
        if strides[-1] == 1 and element_type(memory.type) == self._numbers.total:
            return memory, batch
        e = self._e
        packed = e.insert(AllocOp(memref=row_major_type(self._numbers.total, shape[-2:]))).memref

        def outer(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def inner(n: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                e.store(self._as(e.load(memory, [*batch, k, n]), self._numbers.total), packed, [k, n])
                return []

            e.loop(0, shape[-1], 1, [], inner)
            return []

        e.loop(0, shape[-2], 1, [], outer)
        return packed, []

    def _as(self, value: SSAValue, element: Attribute) -> SSAValue:
        """A scalar or vector converted to another element type."""
        type_ = value.type
        old = type_.element_type if is_vector_type(type_) else type_
        if old == element:
            return value
        new = VectorType(element, type_.shape) if is_vector_type(type_) else element
        cls = conversion(old, element, self._numbers.unsigned)
        return self._e.insert(cls.create(operands=[value], result_types=[new])).results[0]

    def _plus_product(self, factor: SSAValue, vector: SSAValue, total: SSAValue) -> SSAValue:
        """A fused or separate multiply-add."""
        e = self._e
        if not isinstance(self._numbers.total, AnyFloat):
            return e.insert(AddIOp(total, e.insert(MulIOp(factor, vector)).result)).result
        if self._numbers.strict:
            return e.insert(AddFOp(total, e.insert(MulFOp(factor, vector)).result)).result
        return e.insert(FMAOp(factor, vector, total)).res

    def _kernel(
        self,
        place: tuple[SSAValue, SSAValue],
        depth: int,
        batch: list[Number],
        left: tuple[SSAValue, list[Number]],
        right: tuple[SSAValue, list[Number]],
    ) -> None:
        """Accumulate one tile of the output in registers."""
        e, tile = self._e, self._tile
        m, n = place
        rows = [e.index(e.plus(m, row)) for row in range(tile.rows)]
        columns = [e.index(e.plus(n, tile.lanes * vector)) for vector in range(tile.vectors)]
        prefix = [e.index(index) for index in batch]
        places = [(row, column) for row in rows for column in columns]
        start = [self._start([*prefix, row, column]) for row, column in places]
        vector_type = VectorType(self._numbers.total, [tile.lanes])
        memory, outer = right
        before = [e.index(index) for index in outer]

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            vectors = [self._load(memory, [*before, k, column]) for column in columns]
            results: list[SSAValue] = []
            for number, row in enumerate(rows):
                factor = e.insert(BroadcastOp(e.load(left[0], [*left[1], row, k]), vector_type)).vector
                for index, vector in enumerate(vectors):
                    total = carried[number * tile.vectors + index]
                    results.append(self._plus_product(factor, vector, total))
            return results

        totals = e.loop(0, depth, 1, start, step)
        for total, (row, column) in zip(totals, places, strict=True):
            self._finish(total, [*prefix, row, column])

    @property
    def _plain(self) -> dict[str, Attribute]:
        from xdsl.dialects.builtin import BoolAttr

        return {"nontemporal": BoolAttr.from_bool(False)}

    def _start(self, place: Sequence[SSAValue]) -> SSAValue:
        """The initial accumulator of a vector of the output."""
        if not self._numbers.apart:
            return self._as(self._load(self._out, place), self._numbers.total)
        zero = self._e.floating(0.0, self._numbers.total)
        return self._e.insert(BroadcastOp(zero, VectorType(self._numbers.total, [self._tile.lanes]))).vector

    def _finish(self, total: SSAValue, place: Sequence[SSAValue]) -> None:
        """Store a vector of the output."""
        result = self._as(total, element_type(self._out.type))
        if self._numbers.apart:
            result = self._e.insert(AddIOp(self._load(self._out, place), result)).result
        self._e.insert(VectorStoreOp.create(operands=[result, self._out, *place], properties=self._plain))

    def _load(self, memory: SSAValue, indices: Sequence[SSAValue]) -> SSAValue:
        type_ = VectorType(element_type(memory.type), [self._tile.lanes])
        op = VectorLoadOp.create(operands=[memory, *indices], result_types=[type_], properties=self._plain)
        return self._e.insert(op).results[0]
