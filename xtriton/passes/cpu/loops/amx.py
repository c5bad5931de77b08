"""Register tiles with the instructions of AMX, whose registers are tiles of up to 16 rows of 64 bytes.

A register has 16 x 16 accumulators, or 64 bytes of 16 rows of the left operand, or 16 groups of 16 columns of the right
one as :class:`GroupedProduct` packs them. LLVM chooses the registers, and configures them before they are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, i16, i64
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import IndexCastOp
from xtriton.dialects.upstream.llvm.control import CallIntrinsicOp
from xtriton.dialects.upstream.llvm.types import X86AMXType
from xtriton.dialects.upstream.memref import ExtractStridedMetadataOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.dots import DotInstruction
from xtriton.passes.cpu.loops.emit import Number, shape_and_strides
from xtriton.passes.cpu.loops.grouped import GroupedProduct
from xtriton.passes.cpu.loops.tiles import Tile

_LOAD, _STORE = "llvm.x86.tileloadd64.internal", "llvm.x86.tilestored64.internal"
_REGISTER = X86AMXType()
_ROWS = 16
_ROW_BYTES = 64
_LANES = 16
"""The number of 32-bit accumulators in a row."""


def amx_tile(dot: DotInstruction, rows: int, columns: int) -> Tile | None:
    """The tile for an output of this shape: up to four registers of the eight; ``None`` if it has none."""
    if rows % dot.rows or columns % dot.columns:
        return None
    height, vectors = (2 if extent % 32 == 0 else 1 for extent in (rows, columns))
    return Tile(height * dot.rows, vectors, _LANES)


class AmxProduct(GroupedProduct):
    """A matmul whose rows, columns and steps are multiples of 16."""

    def _kernel(self, place: tuple[SSAValue, SSAValue], batch: list[Number]) -> None:
        e, tile = self._e, self._tile
        m, n = place
        rows = [e.index(e.plus(m, row)) for row in range(0, tile.rows, _ROWS)]
        columns = [e.index(e.plus(n, _LANES * vector)) for vector in range(tile.vectors)]
        places = [[*batch, row, column] for row in rows for column in columns]
        if self._unwritten is not None:
            e.choose(self._unwritten.condition, lambda: self._fill(place, batch), None)
        start = [self._load(self._out, position) for position in places]

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            panel = self._panel(n)
            vectors = [self._load(self._columns[0], [panel, k, _LANES * index]) for index in range(tile.vectors)]
            results: list[SSAValue] = []
            for number, row in enumerate(rows):
                memory, before = self._rows
                factor = self._load(memory, [*before, row, e.times(k, self._dot.group)])
                for index, vector in enumerate(vectors):
                    total = carried[number * tile.vectors + index]
                    results.append(self._plus_product(factor, vector, total))
            return results

        totals = e.loop(0, self._steps, self._dot.steps, start, step)
        for total, position in zip(totals, places, strict=True):
            operands = [*self._shape(), *self._address(self._out, position), total]
            e.insert(CallIntrinsicOp(operands, intrin=_STORE))

    def _fill(self, place: tuple[SSAValue, SSAValue], batch: list[Number]) -> None:
        """Write what the accumulators of a tile of the output are before the first products."""
        assert self._unwritten is not None
        e, (m, n) = self._e, place
        values = e.splat(self._unwritten.value, self._tile.columns)

        def row(index: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            e.store_vector(values, self._out, [*batch, e.plus(m, index), n])
            return []

        e.loop(0, self._tile.rows, 1, [], row)

    def _load(self, memory: SSAValue, indices: Sequence[Number]) -> SSAValue:
        """A register with 16 rows of 64 bytes."""
        operands = [*self._shape(), *self._address(memory, indices)]
        return self._e.insert(CallIntrinsicOp(operands, intrin=_LOAD, results_=_REGISTER)).results[0]

    def _plus_product(self, factor: SSAValue, vector: SSAValue, total: SSAValue) -> SSAValue:
        e = self._e
        operands = [*self._shape(), e.integer(_ROW_BYTES, i16), total, factor, vector]
        return e.insert(CallIntrinsicOp(operands, intrin=self._dot.intrinsic, results_=_REGISTER)).results[0]

    def _shape(self) -> tuple[SSAValue, SSAValue]:
        """The rows of a register, and the bytes of each."""
        return self._e.integer(_ROWS, i16), self._e.integer(_ROW_BYTES, i16)

    def _address(self, memory: SSAValue, indices: Sequence[Number]) -> tuple[SSAValue, SSAValue]:
        """The address of an element, and the bytes from a row to the next one."""
        e, (_, strides) = self._e, shape_and_strides(memory)
        size = cast("AnyFloat | IntegerType", element_type(memory.type)).bitwidth // 8
        if strides[-2] != DYNAMIC:
            return e.pointer(memory, indices), e.integer(strides[-2] * size, i64)
        stride = e.insert(ExtractStridedMetadataOp(memory)).strides[-2]
        return e.pointer(memory, indices), e.insert(IndexCastOp(e.index(e.times(stride, size)), i64)).results[0]
