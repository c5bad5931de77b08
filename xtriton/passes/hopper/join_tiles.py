"""``hopper-join-tiles``: compute two neighbouring tiles of few rows as one, which loads tiles of B once for both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i1, i32
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.launch_arguments import (
    PROGRAMS_JOINED,
    add_launch_argument,
    joined_programs,
    persistent_axes,
    set_joined_programs,
)
from xtriton.analysis.requirements import Rule, consistent_ranks, without_partitions
from xtriton.analysis.slices import dependences
from xtriton.dialects import tt
from xtriton.dialects.tt.memory import cache_hints
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.upstream.arith import AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp
from xtriton.dialects.upstream.arith.constant import constant_values
from xtriton.dialects.upstream.arith.integer import MulIOp
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.interfaces.region_branch import receiving_values
from xtriton.ir.context import Context
from xtriton.ir.traits import element_type, shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.hopper.independent_programs import has_uneven_tiles, obstacle
from xtriton.passes.hopper.row_dimension import MixesRows, is_tensor, rows_of_operands
from xtriton.passes.hopper.split_rows import Tiles, TileSplit
from xtriton.passes.hopper.tile_bands import rows_of_bands
from xtriton.passes.hopper.tile_rows import TileRows, tile_rows
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.remarks import remark
from xtriton.recipes import ScalarRecipe
from xtriton.rewriting.rewriter import Rewriter

_ROWS = 64
"""The rows of a wgmma: tiles of fewer are computed transposed (``hopper-swap-operands``)."""
_MOST_COLUMNS = 64
"""With so few columns a wgmma reads its operands for as long as it computes, and a step of a tile loads 128 bytes per
cycle: twice what the L2 cache delivers to an SM."""
_LEAVES = (tt.MakeRangeOp, tt.SplatOp, ConstantOp)


@dataclass(frozen=True)
class JoinTiles(Pass):
    """Let a program of a matmul compute two tiles below each other, so that both use the tiles of B that it loads.

    The tiles are those of consecutive program ids along an axis of the grid, or of consecutive quotients of program
    ids and the number of columns of tiles, if these are only used for the first row of a tile. The program computes one
    tile of twice as many rows, and the axis has half as many programs (``xtriton.joined``), which
    ``hopper-persistent-grid`` follows. Accesses through pointers to rows beyond the last tile are masked.

    before: ``%row = arith.muli %y, %c64_i32``, ``%d = tt.dot %a, %b, %c : tensor<64x64xf16> * tensor<64x64xf16> -> ..``
    after:  ``%row = arith.muli (%y * 2), %c64_i32``, ``%d = tt.dot %a, %b, %c : tensor<128x64xf16> * ..``, and
            ``attributes {xtriton.joined = {y = ["ceildivui", 32, ["grid", 1], 2]}}`` on the function
    """

    name: ClassVar[str] = "hopper-join-tiles"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, consistent_ranks)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if not isinstance(function, tt.FuncOp) or not function.is_public or function.is_declaration:
                continue
            if persistent_axes(function) or joined_programs(function) or not _is_bound_by_loads(function):
                continue
            try:
                rows = _rows_of_tiles(function)
            except Unsupported as found:
                subject = f"'{found.op.name}' " if isinstance(found, MixesRows) else ""
                remark(ctx, found.op, f"tiles are not joined: {subject}{found.reason}")
                continue
            _join(function, rows)
            remark(ctx, function, f"two tiles of {_ROWS} rows are joined, along {rows.described}")


def _is_bound_by_loads(function: tt.FuncOp) -> bool:
    """Whether all dots sum up in loops, with few columns and operands of 16 bits or less."""
    dots = [op for op in operations_in(function) if isinstance(op, tt.DotOp)]
    return bool(dots) and all(
        shape_of_tensor(op.d)[0] == _ROWS
        and shape_of_tensor(op.d)[-1] <= _MOST_COLUMNS
        and bit_width(element_type(op.a.type)) <= 16
        and isinstance(op.parent_op(), ForOp)
        for op in dots
    )


def _rows_of_tiles(function: tt.FuncOp) -> TileRows:
    """The values that are the row of a program's tile. Raises :class:`Unsupported`."""
    found = obstacle(function)
    if found is not None:
        raise Unsupported(*found)
    if has_uneven_tiles(function):
        raise Unsupported(function, "they take different times")
    tiles = Tiles(function, _ROWS)
    for op in operations_in(function):
        if op in tiles.stores and not isinstance(op, tt.StoreOp):
            raise Unsupported(op, f"'{op.name}' is not masked by rows")
        if _has_other_effect(op, tiles):
            raise Unsupported(op, f"'{op.name}' has an effect other than on rows of a tile")
    positions = _Positions(tiles)
    for rows in (*tile_rows(function, _ROWS), rows_of_bands(function, _ROWS)):
        if rows is not None and positions.are_of(rows):
            return rows
    raise Unsupported(function, "no program id, or quotient of one, is only used for the first row of a tile")


def _has_other_effect(op: Operation, tiles: Tiles) -> bool:
    harmless = isinstance(op, ForOp | IfOp | YieldOp | tt.FuncOp | tt.ReturnOp | AssumeOp)
    return not harmless and op not in tiles.stores and not is_memory_effect_free(op) and not only_reads(op)


class _Positions:
    """Where the rows of a kernel's tiles come from.

    Raises :class:`Unsupported` if something reads rows of a tile as a whole: for the second tile it would read those of
    the first one, too.
    """

    def __init__(self, tiles: Tiles) -> None:
        self._tiles = tiles
        self._ranges = {value for value, _ in tiles.values if isinstance(value.owner, tt.MakeRangeOp)}
        for value, dim in tiles.values:
            if not isinstance(value.owner, _LEAVES) and not _is_same_row(value, dim):
                for use in value.uses:
                    if not self._keeps_rows(use.operation, use.index, dim):
                        raise Unsupported(use.operation, f"'{use.operation.name}' uses rows of a tile as a whole")

    def _keeps_rows(self, op: Operation, index: int, dim: int) -> bool:
        """Whether an operation only uses the rows that an operand has along ``dim`` one by one."""
        if op in self._tiles.stores:
            return True
        if isinstance(op, ForOp | YieldOp):
            received = receiving_values(op, index)
            return all((value, dim) in self._tiles.values or not any(value.uses) for value in received)
        return any(
            (result, other) in self._tiles.values and (index, dim) in set(rows_of_operands(op, other))
            for result in op.results
            if is_tensor(result)
            for other in range(len(shape_of_tensor(result)))
        )

    def are_of(self, rows: TileRows) -> bool:
        """Whether rows are where all tiles begin."""
        begins: list[SSAValue] = [op.result for op in rows.begins]
        sums = {use.operation: None for begin in begins for use in begin.uses if not self._is_index(use.operation)}
        added = dict.fromkeys(op for splat in sums for op in self._sums_of(splat))
        if None in added or not all(self._is_index_of_rows(op, set(begins)) for op in self._tiles.accesses):
            return False
        # Ranges that are rows of tiles only take part in these sums.
        return all(
            use.operation in added or not self._keeps_rows(use.operation, use.index, 0)
            for value in self._ranges
            for use in value.uses
        )

    def _is_index(self, op: Operation) -> bool:
        return op in self._tiles.accesses

    def _is_index_of_rows(self, op: Operation, begins: set[SSAValue]) -> bool:
        """Whether the rows of an access through a descriptor begin where the tile does, and nothing else does."""
        assert isinstance(op, tt.DescriptorLoadOp | tt.DescriptorStoreOp)
        rows = self._tiles.accesses[op]
        return all((index in begins) == (number == rows) for number, index in enumerate(op.indices))

    def _sums_of(self, op: Operation) -> Iterator[Operation | None]:
        """The sums of a splat with a range of rows; None for another use."""
        if not isinstance(op, tt.SplatOp):
            yield None
            return
        for use in op.result.uses:
            add = use.operation
            is_sum = isinstance(add, AddIOp) and add.operands[1 - use.index] in self._ranges
            yield add if is_sum and (add.results[0], 0) in self._tiles.values else None


def _is_same_row(value: SSAValue, dim: int) -> bool:
    """Whether a value is one row for each row: the other operand may share it, as ``k[None, :]`` with ``x @ w.T``."""
    op = value.owner
    return isinstance(op, tt.BroadcastOp) and shape_of_tensor(op.src)[dim] == 1


# Rewriting


def _join(function: tt.FuncOp, rows: TileRows) -> None:
    rewriter = Rewriter()
    _erase_assumptions(function, rewriter)
    rows.simplify(rewriter)
    row = rows.row(function, rewriter)
    begin_of_masks = rewriter.insert(MulIOp(row, _constant(_ROWS, rewriter)))
    _mask_accesses(function, rows, begin_of_masks.result, rewriter)
    TileSplit(Tiles(function, _ROWS), 1, PROGRAMS_JOINED * _ROWS).run(function)
    for begin in (*rows.begins, begin_of_masks):
        rewriter.start_at(begin)
        number = next(index for index, operand in enumerate(begin.operands) if constant_values(operand) is None)
        tile = rewriter.insert(MulIOp(begin.operands[number], _constant(PROGRAMS_JOINED, rewriter))).result
        begin.operands[number] = tile
    set_joined_programs(function, rows.axis, rows.paired_programs())


def _erase_assumptions(function: tt.FuncOp, rewriter: Rewriter) -> None:
    """Erase what the kernel assumes about its program ids: it may be false for those of joined tiles."""
    for op in list(operations_in(function)):
        if isinstance(op, AssumeOp) and any(isinstance(it, tt.GetProgramIdOp) for it in dependences(op.cond)):
            rewriter.erase(op)


def _mask_accesses(function: tt.FuncOp, rows: TileRows, begin: SSAValue, rewriter: Rewriter) -> None:
    """Mask loads of rows beyond the grid's tiles, and stores of rows beyond the tiles in the program's column.

    The rows of the program's tile are those from ``begin`` on.
    """
    tiles = Tiles(function, _ROWS)
    for load, dim in [(value.owner, dim) for value, dim in tiles.values]:
        if isinstance(load, tt.LoadOp):
            rewriter.start_at(load)
            count = add_launch_argument(function, i32, ScalarRecipe(rows.count), "tiles_of_rows")
            mask = _mask(load, dim, begin, count, rewriter)
            masked = rewriter.insert(tt.LoadOp(load.ptr, mask, load.other))
            masked.properties.update(cache_hints(load))
            rewriter.replace(load, [masked.result])
    for store, dim in tiles.stores.items():
        assert isinstance(store, tt.StoreOp)
        rewriter.start_at(store)
        mask = _mask(store, dim, begin, rows.count_in_column(function, rewriter), rewriter)
        masked = rewriter.insert(tt.StoreOp(store.ptr, store.value, mask))
        masked.properties.update(cache_hints(store))
        rewriter.erase(store)


def _mask(access: tt.LoadOp | tt.StoreOp, dim: int, begin: SSAValue, count: SSAValue, rewriter: Rewriter) -> SSAValue:
    """The mask of an access to the rows from ``begin`` on, false beyond ``count`` rows of tiles, and its own mask."""
    insert, shape, vector = rewriter.insert, shape_of_tensor(access.ptr), TensorType(i32, [_ROWS])
    end = insert(MulIOp(count, _constant(_ROWS, rewriter))).result
    first, last = (insert(tt.SplatOp(bound, result=vector)).result for bound in (begin, end))
    inside = insert(tt.MakeRangeOp(start=0, end=_ROWS, result=vector)).result
    mask = insert(CmpIOp(CmpIPredicate.SLT, insert(AddIOp(first, inside)).result, last)).result
    for number in range(len(shape)):
        if number != dim:
            mask = insert(tt.ExpandDimsOp(mask, axis=number)).result
    if shape_of_tensor(mask) != shape:
        mask = insert(tt.BroadcastOp(mask, result=TensorType(i1, shape))).result
    return mask if access.mask is None else insert(AndIOp(access.mask, mask)).result


def _constant(value: int, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(ConstantOp(IntegerAttr(value, i32))).result
