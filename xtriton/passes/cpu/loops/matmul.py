"""Products of matrices in tiles of registers.

A tile of the output, some rows high and some vectors wide, is held in registers while the loop over the common
dimension adds to it: for each k a row of the right side is loaded in vectors, and each element of the left side's
column is multiplied with it (the order m, n, k of Goto and van de Geijn's inner kernel, "Anatomy of high-performance
matrix multiplication", 2008). Tiles lie in the caches as Triton's blocks are small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, Float32Type, Float64Type, MemRefType, VectorType
from xdsl.dialects.vector import BroadcastOp, FMAOp
from xdsl.dialects.vector import LoadOp as VectorLoadOp
from xdsl.dialects.vector import StoreOp as VectorStoreOp
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.memref import AllocOp, row_major_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.nest import Nest, lower_nest

_REGISTERS = {512: 32, 256: 16, 128: 16}
"""How many vector registers there are, by their width in bits."""


@dataclass(frozen=True)
class _Tile:
    """Rows and vectors of the output that are held in registers, and the elements of a vector."""

    rows: int
    vectors: int
    lanes: int

    @property
    def columns(self) -> int:
        return self.vectors * self.lanes


def lower_product(e: Emitter, op: linalg.MatmulOp | linalg.BatchMatmulOp, vector_bits: int, *, strict: bool) -> None:
    """Lower a product of matrices: in register tiles where its extents allow, else as any other operation."""
    nest = Nest(op.ins, op.outs, op.maps, op.iterators, op.body, strict)
    batched = isinstance(op, linalg.BatchMatmulOp)
    default = type(op).default_maps()
    if list(op.maps) != default or strict:
        lower_nest(e, nest)
        return
    left, right, out = op.ins[0], op.ins[1], op.outs[0]
    tile = _tile(out, vector_bits)
    rest = [shape_and_strides(one) for one in (left, right, out)]
    if tile is None or any(DYNAMIC in shape for shape, _ in rest):
        lower_nest(e, nest)
        return
    if not batched:
        _Product(e, left, right, out, tile).make([])
        return

    def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        _Product(e, left, right, out, tile).make([variable])
        return []

    e.loop(0, rest[0][0][0], 1, [], one)


def _tile(out: SSAValue, vector_bits: int) -> _Tile | None:
    """The tile for an output; ``None`` if it is not one of vectors in a row."""
    type_ = cast("MemRefType[Attribute]", out.type)
    element = type_.element_type
    if not isinstance(element, Float32Type | Float64Type):
        return None
    shape, strides = shape_and_strides(out)
    if strides[-1] != 1 or DYNAMIC in shape:
        return None
    rows, columns = shape[-2:]
    lanes = vector_bits // element.bitwidth
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
    """One product of matrices: the loops over the tiles of the output, and the kernel for a tile."""

    def __init__(self, e: Emitter, left: SSAValue, right: SSAValue, out: SSAValue, tile: _Tile) -> None:
        self._e = e
        self._left, self._right, self._out = left, right, out
        self._tile = tile
        self._element = element_type(out.type)
        self._vector = VectorType(self._element, [tile.lanes])

    def make(self, batch: list[Number]) -> None:
        e, tile = self._e, self._tile
        (rows, columns), depth = shape_and_strides(self._out)[0][-2:], shape_and_strides(self._left)[0][-1]
        right = self._in_rows(self._right, batch)
        left = (self._left, batch)
        if element_type(self._left.type) != self._element:  # convert each element once
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
        """A side with its rows one element after the other, of the output's type; copied if it is not so already."""
        shape, strides = shape_and_strides(memory)
        if strides[-1] == 1 and element_type(memory.type) == self._element:
            return memory, batch
        e = self._e
        packed = e.add(AllocOp(row_major_type(self._element, shape[-2:]))).memref

        def outer(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def inner(n: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                e.store(self._converted(e.load(memory, [*batch, k, n])), packed, [k, n])
                return []

            e.loop(0, shape[-1], 1, [], inner)
            return []

        e.loop(0, shape[-2], 1, [], outer)
        return packed, []

    def _converted(self, value: SSAValue) -> SSAValue:
        """An element of an operand as one of the output."""
        from xtriton.dialects.upstream.arith import ExtFOp, SIToFPOp, TruncFOp

        type_ = value.type
        if type_ == self._element:
            return value
        if not isinstance(type_, AnyFloat):
            return self._e.add(SIToFPOp.create(operands=[value], result_types=[self._element])).results[0]
        wider = type_.bitwidth < cast("AnyFloat", self._element).bitwidth
        cls = ExtFOp if wider else TruncFOp
        return self._e.add(cls.create(operands=[value], result_types=[self._element])).results[0]

    def _kernel(
        self,
        place: tuple[SSAValue, SSAValue],
        depth: int,
        batch: list[Number],
        left: tuple[SSAValue, list[Number]],
        right: tuple[SSAValue, list[Number]],
    ) -> None:
        """Add to one tile of the output, held in registers."""
        e, tile = self._e, self._tile
        m, n = place
        rows = [e.index(e.plus(m, row)) for row in range(tile.rows)]
        columns = [e.index(e.plus(n, tile.lanes * vector)) for vector in range(tile.vectors)]
        prefix = [e.index(one) for one in batch]
        places = [(row, column) for row in rows for column in columns]
        start = [self._load(self._out, [*prefix, row, column]) for row, column in places]
        memory, outer = right
        before = [e.index(one) for one in outer]

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            vectors = [self._load(memory, [*before, k, column]) for column in columns]
            results: list[SSAValue] = []
            for number, row in enumerate(rows):
                scalar = e.load(left[0], [*left[1], row, k])
                factor = e.add(BroadcastOp(scalar, self._vector)).vector
                for vector, one in enumerate(vectors):
                    total = carried[number * tile.vectors + vector]
                    results.append(e.add(FMAOp(factor, one, total)).res)
            return results

        totals = e.loop(0, depth, 1, start, step)
        for total, (row, column) in zip(totals, places, strict=True):
            e.add(VectorStoreOp.create(operands=[total, self._out, *prefix, row, column], properties=self._plain))

    @property
    def _plain(self) -> dict[str, Attribute]:
        from xdsl.dialects.builtin import BoolAttr

        return {"nontemporal": BoolAttr.from_bool(False)}

    def _load(self, memory: SSAValue, indices: Sequence[SSAValue]) -> SSAValue:
        op = VectorLoadOp.create(operands=[memory, *indices], result_types=[self._vector], properties=self._plain)
        return self._e.add(op).results[0]
