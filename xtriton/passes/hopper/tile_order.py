"""``hopper-tile-order``: compute the tiles of a matmul in bands, which share operands in the L2 cache."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Flag
from math import log2, prod
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.launch_arguments import persistent_axes
from xtriton.analysis.requirements import Rule, without_partitions
from xtriton.analysis.slices import dependences
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.program import GetNumProgramsOp, GetProgramIdOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp
from xtriton.dialects.upstream.arith.integer import (
    DivSIOp,
    DivUIOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    RemSIOp,
    RemUIOp,
    SubIOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.region_branch import incoming_values
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument
from xtriton.ir.traits import element_type, has_trait, shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.hopper.divided_program_ids import DividedIds, is_at_most_one, program_ids
from xtriton.passes.hopper.independent_programs import has_uneven_tiles, obstacle
from xtriton.passes.remarks import remark
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter

_Binary = type[AddIOp | SubIOp | MulIOp | DivUIOp | RemUIOp | MinSIOp | MaxSIOp]

_SMS = 132
"""Streaming multiprocessors of an H100 SXM and of an H200: as many tiles are computed at the same time."""
_LARGEST_BAND = 32


class _Along(Flag):
    """What the position of a load depends on."""

    NEITHER = 0
    ROW = 1
    COLUMN = 2


@dataclass(frozen=True)
class _Bands:
    """How many rows or columns of tiles a band has."""

    size: int
    are_columns: bool

    def __str__(self) -> str:
        return f"{self.size} {'columns' if self.are_columns else 'rows'} of tiles"


@dataclass(frozen=True)
class TileOrder(Pass):
    """Renumber the programs of a matmul so that consecutive ones compute the tiles of a band of rows or of columns.

    Programs that run at the same time read the fewest bytes if their tiles form a square, measured in bytes of the
    operands. A grid of rows and columns is that of two program ids, the one along x being the column here, or of one
    that the kernel divides by the number of columns. Consecutive programs share the larger operand: they run on the
    two SMs of a TPC, whose requests to the L2 cache are merged. So bands are of columns where the loads of the loops
    with dots read fewer bytes of a column of tiles than of a row, and of rows otherwise. A band has
    ``sqrt(132 b / a)`` of them, to the nearest power of two, where ``a`` are the bytes of each of them, and ``b`` those
    of the other kind; ``band`` sets it. Kernels whose programs have bands already, and those that claim tiles, are not
    changed.

    before: ``%row = arith.divui %p, %columns``, ``%column = arith.remui %p, %columns``
    after:  the same of ``%q``, where ``%q / %columns = first + i % height`` and ``%q % %columns = i / height``, with
            ``first = p / (band columns) band``, ``i = p % (band columns)`` and ``height = min(rows - first, band)``
    """

    band: int = 0

    name: ClassVar[str] = "hopper-tile-order"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions,)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if not isinstance(function, FuncOp) or not function.is_public or function.is_declaration:
                continue
            if persistent_axes(function) or obstacle(function) is not None or has_uneven_tiles(function):
                continue
            grid = _Divided.of(function) or _TwoAxes.of(function)
            bands = None if grid is None else grid.best_bands(function, self.band)
            if grid is not None and bands is not None and bands.size > 1:
                grid.reorder(function, bands)
                remark(ctx, function, f"tiles are computed in bands of {bands}, along {grid.described}")


class _Grid(ABC):
    """Program ids that are the rows and columns of a grid of tiles."""

    described: ClassVar[str]
    rows: frozenset[SSAValue]
    """Values that are the row of a program's tile."""
    columns: frozenset[SSAValue]
    ids: frozenset[SSAValue]
    """Program ids that are neither alone."""

    def best_bands(self, function: FuncOp, size: int = 0) -> _Bands | None:
        """The bands, of the given size if it is not 0.

        None if no operand is read along rows alone, and another along columns alone.
        """
        read = dict.fromkeys((_Along.ROW, _Along.COLUMN), 0)
        for load in _loads_of_dots(function):
            along = self._along(load.operands)
            if along in read:
                read[along] += _bytes(load)
        less, more = sorted(read.values())
        if not less:
            return None
        best = 2 ** round(log2(_SMS * more / less) / 2)
        return _Bands(size or min(_LARGEST_BAND, best), read[_Along.COLUMN] < read[_Along.ROW])

    def _along(self, values: Iterable[SSAValue]) -> _Along:
        """What values depend on. ``x % min(y, 1)`` is zero: a kernel with bands of one row computes it."""
        found, pending, seen = _Along.NEITHER, list(values), set[SSAValue]()
        while pending:
            value = pending.pop()
            if value in seen:
                continue
            seen.add(value)
            if value in self.rows:
                found |= _Along.ROW
            elif value in self.columns:
                found |= _Along.COLUMN
            elif value in self.ids:
                found |= _Along.ROW | _Along.COLUMN
            else:
                pending.extend(_sources(value))
        return found

    @abstractmethod
    def reorder(self, function: FuncOp, bands: _Bands) -> None:
        """Replace the program ids."""


@dataclass(frozen=True)
class _TwoAxes(_Grid):
    """A kernel whose program id along x is the column of its tile, and that along y the row."""

    described: ClassVar[str] = "y"
    rows: frozenset[SSAValue]
    columns: frozenset[SSAValue]
    ids: frozenset[SSAValue] = frozenset()

    @staticmethod
    def of(function: FuncOp) -> _TwoAxes | None:
        """The grid of a kernel; None if it does not read both program ids."""
        x, y = (frozenset(program_ids(function, axis)) for axis in (ProgramIDDim.X, ProgramIDDim.Y))
        return _TwoAxes(y, x) if x and y else None

    def reorder(self, function: FuncOp, bands: _Bands) -> None:
        emit = _Emitter(function)
        (x, columns), (y, rows) = (emit.program(axis) for axis in (ProgramIDDim.X, ProgramIDDim.Y))
        row, column = emit.in_bands(emit.sum(emit.product(y, columns), x), rows, columns, bands)
        for old, new in ((self.rows, row), (self.columns, column)):
            emit.replace(old, new)


@dataclass(frozen=True)
class _Divided(_Grid):
    """A kernel that divides its program id along x by the number of columns: the remainder is the column."""

    described: ClassVar[str] = "x"
    rows: frozenset[SSAValue]
    columns: frozenset[SSAValue]
    ids: frozenset[SSAValue]
    divisor: SSAValue

    @staticmethod
    def of(function: FuncOp) -> _Divided | None:
        """The grid of a kernel; None unless it divides its ids in the entry block, by one integer of the launch."""
        found = DividedIds.of(function)
        return None if found is None else _Divided(found.rows, found.remainders, found.ids, found.divisor)

    def reorder(self, function: FuncOp, bands: _Bands) -> None:
        emit = _Emitter(function)
        x, programs = emit.program(ProgramIDDim.X)
        columns = emit.copied(self.divisor)
        rows = emit.binary(DivUIOp, programs, columns)
        row, column = emit.in_bands(x, rows, columns, bands)
        moved = emit.sum(emit.product(row, columns), column)
        # Programs of an incomplete last row keep their ids.
        is_whole = emit.rewriter.insert(CmpIOp(CmpIPredicate.ULT, x, emit.product(rows, columns))).result
        emit.replace(self.ids, emit.rewriter.insert(SelectOp(is_whole, moved, x)).result)


class _Emitter:
    """Inserts scalar operations at the start of a function."""

    def __init__(self, function: FuncOp) -> None:
        self.rewriter = Rewriter()
        self.rewriter.location = function.location
        self.rewriter.at_start(function.body.blocks[0])

    def program(self, axis: ProgramIDDim) -> tuple[SSAValue, SSAValue]:
        """The program id along an axis, and the number of programs."""
        insert = self.rewriter.insert
        return insert(GetProgramIdOp(axis=axis.attr)).result, insert(GetNumProgramsOp(axis=axis.attr)).result

    def copied(self, value: SSAValue) -> SSAValue:
        """A value of the launch, computed once more here."""
        mapping: Mapping = {}
        for op in () if is_block_argument(value) else dependences(value, omit_block_arguments=True):
            self.rewriter.insert(clone_op(op, mapping), op.location)
        return mapping.get(value, value)

    def in_bands(self, place: SSAValue, rows: SSAValue, columns: SSAValue, bands: _Bands) -> tuple[SSAValue, SSAValue]:
        """The row and the column of a place in the order of bands."""
        if bands.are_columns:
            # Fewer programs than columns are no row, but a band's size must not be zero.
            rows = self.binary(MaxSIOp, rows, self.constant(1))
            column, row = self._in_bands(place, columns, rows, bands.size)
            return row, column
        return self._in_bands(place, rows, columns, bands.size)

    def _in_bands(self, place: SSAValue, rows: SSAValue, columns: SSAValue, band: int) -> tuple[SSAValue, SSAValue]:
        """The same, in bands of ``band`` rows."""
        tallest = self.constant(band)
        size = self.product(tallest, columns)
        number = self.binary(DivUIOp, place, size)
        first = self.product(number, tallest)
        # The maximum is for places behind the last row: others have at least one row in their band.
        height = self.binary(MinSIOp, self.binary(SubIOp, rows, first), tallest)
        height = self.binary(MaxSIOp, height, self.constant(1))
        inside = self.binary(SubIOp, place, self.product(number, size))
        row = self.sum(first, self.binary(RemUIOp, inside, height))
        return row, self.binary(DivUIOp, inside, height)

    def replace(self, old: Iterable[SSAValue], new: SSAValue) -> None:
        """Replace the program ids ``old`` and erase them."""
        for value in old:
            op = value.owner
            assert isinstance(op, GetProgramIdOp)
            self.rewriter.replace(op, [new])

    def constant(self, value: int) -> SSAValue:
        return self.rewriter.insert(ConstantOp(IntegerAttr(value, i32))).result

    def sum(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.binary(AddIOp, lhs, rhs)

    def product(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.binary(MulIOp, lhs, rhs)

    def binary(self, kind: _Binary, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.rewriter.insert(kind(lhs, rhs)).result


def _loads_of_dots(function: FuncOp) -> Iterator[Operation]:
    """The loads of tiles in loops with dots."""
    for loop in operations_in(function):
        if isinstance(loop, ForOp) and any(has_trait(op, DotLike) for op in loop.body.ops):
            yield from (op for op in loop.body.ops if isinstance(op, DescriptorLoadOp | LoadOp))


def _bytes(load: Operation) -> int:
    """The bytes of a tile."""
    type_ = load.results[0].type
    return prod(shape_of(type_) or ()) * bit_width(element_type(type_)) // 8


def _sources(value: SSAValue) -> Iterable[SSAValue]:
    """The values that ``value`` is computed from, or that control flow forwards to it."""
    forwarded = incoming_values(value)
    if forwarded is not None:
        return forwarded
    op = value.owner
    match op:
        case Block():
            return ()
        case RemSIOp() | RemUIOp() if is_at_most_one(op.rhs):
            return ()
        case DivSIOp() | DivUIOp() if is_at_most_one(op.rhs):
            return (op.lhs,)
        case _:
            return op.operands
