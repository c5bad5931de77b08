"""``hopper-split-rows``: split tiles of dots into several tiles of fewer rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, ModuleOp, i32
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.interfaces.region_branch import incoming_values, receiving_values
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import Diagnostic, Severity
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor
from xtriton.ir.walk import operations_in, reached
from xtriton.passes.base import Pass, option
from xtriton.passes.common.remove_dead_values import RemoveDeadValues
from xtriton.passes.hopper.narrowed_descriptors import (
    NarrowedDescriptors,
    can_be_narrowed,
    dimension_of_block,
    is_argument_of_kernel,
)
from xtriton.passes.hopper.row_dimension import (
    MixesRows,
    is_tensor,
    resized,
    rows_of_operands,
    rows_of_result,
)
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.regions import erase_dead_code
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield, replace_if_by_wider

_Rows = tuple[SSAValue, int]
"""A tensor or a descriptor, and its dimension that holds the rows."""


@dataclass(frozen=True)
class SplitRows(Pass):
    """Split tiles of dots with more than ``rows`` rows into tiles of ``rows`` rows.

    Each warp group of a warp-specialised kernel then has a tile of its own (``hopper-warp-specialize``). Functions
    that combine rows, as by a reduction along them, are not modified; a remark names the operation. Descriptors that
    are arguments get blocks of fewer rows: launches create them for the blocks of the compiled kernel.

    before: ``%d = tt.dot %a, %b, %c : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>``
    after:  ``%d0 = tt.dot %a0, %b, %c0 : tensor<64x64xf16> * ...``, ``%d1 = tt.dot %a1, %b, %c1 : ...``
    """

    name: ClassVar[str] = "hopper-split-rows"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, consistent_ranks)
    rows: int = option(64, "rows of the tiles after the split")

    def __post_init__(self) -> None:
        if self.rows < 1:
            raise ValueError(f"rows is {self.rows}: it must be at least 1")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in [op for op in module.body.ops if isinstance(op, tt.FuncOp)]:
            for total in _tile_heights(func, self.rows):
                self._split(ctx, func, total)

    def _split(self, ctx: Context, func: tt.FuncOp, total: int) -> None:
        """Split all tiles of ``total`` rows of a function, or emit a remark with the reason."""
        try:
            tiles = Tiles(func, total)
        except MixesRows as found:
            text = f"tiles of {total} rows are not split: '{found.op.name}' op {found.reason}"
            ctx.diagnostics.emit(Diagnostic(Severity.REMARK, found.op.location, text))
            return
        TileSplit(tiles, total // self.rows, self.rows).run(func)
        text = f"tiles of {total} rows are split into {total // self.rows} tiles of {self.rows} rows"
        ctx.diagnostics.emit(Diagnostic(Severity.REMARK, func.location, text))


def _tile_heights(func: tt.FuncOp, rows: int) -> list[int]:
    """The distinct numbers of rows of dots' results that are multiples of ``rows`` and greater."""
    heights = {shape_of_tensor(op.d)[0]: None for op in operations_in(func) if isinstance(op, tt.DotOp)}
    return [height for height in heights if height > rows and height % rows == 0]


class Tiles:
    """The tensors of a function that hold tiles of ``total`` rows, and the stores that consume them."""

    def __init__(self, func: tt.FuncOp, total: int) -> None:
        """Raises :class:`MixesRows`."""
        self.total = total
        self.stores: dict[Operation, int] = {}
        """The stores and atomic operations on rows, each with the dimension that holds the rows."""
        self.values: dict[_Rows, None] = {}
        """The values to split."""
        self.accesses: dict[Operation, int] = {}
        """The accesses through descriptors, each with the dimension of the descriptor's block that holds the rows."""
        self._follow(func)
        self._demand()
        self._check_arguments()
        self._check_whole_loads(func)

    def _follow(self, func: tt.FuncOp) -> None:
        """Follow the rows from the results of the dots to the stores."""
        dots = (op for op in operations_in(func) if isinstance(op, tt.DotOp))
        pending: list[_Rows] = [(op.d, 0) for op in dots if shape_of_tensor(op.d)[0] == self.total]
        followed = set(pending)
        while pending:
            value, dim = pending.pop()
            for use in value.uses:
                for rows in self._reached(use.operation, value, use.index, dim):
                    if rows not in followed:
                        followed.add(rows)
                        pending.append(rows)

    def _reached(self, op: Operation, value: SSAValue, index: int, dim: int) -> Iterator[_Rows]:
        """The values to which the rows of an operand propagate."""
        match op:
            case tt.StoreOp() | tt.DescriptorStoreOp() | tt.AtomicRMWOp() if not any(r.uses for r in op.results):
                if self.stores.setdefault(op, dim) != dim:
                    raise MixesRows(op, "stores rows along several dimensions")
            case ForOp():
                yield from ((target, dim) for target in receiving_values(op, index))
            case YieldOp():
                if not isinstance(op.branching_parent(), ForOp | IfOp):
                    raise MixesRows(op, "terminates an operation that is not known to compute rows independently")
                yield from ((target, dim) for target in receiving_values(op, index))
            case _:
                dim = rows_of_result(op, value, index, dim)
                yield from ((result, dim) for result in op.results if is_tensor(result))

    def _demand(self) -> None:
        """Find all values that must be split for the stores of rows."""
        stored = [rows for store, dim in self.stores.items() for rows in self._stored_rows(store, dim)]
        for rows in reached(stored, lambda rows: self._sources(*rows)):
            self.values[rows] = None

    def _sources(self, value: SSAValue, dim: int) -> Iterator[_Rows]:
        """The values from which the rows of a value are computed."""
        if is_block_argument(value):
            yield from self._sources_of_argument(value, dim)
            return
        assert is_result(value)
        op, index = value.op, value.index
        match op:
            case ForOp():
                yield op.iter_args[index], dim
            case IfOp():
                yield from ((source, dim) for source in incoming_values(value) or ())
            case ConstantOp():
                if not isinstance(op.value, DenseElementsAttr) or not op.value.is_splat:
                    raise MixesRows(op, "is a constant that is not a splat")
            case tt.DescriptorLoadOp():
                self._access(op, op.result, dim)
            case _:
                yield from ((op.operands[number], inner) for number, inner in rows_of_operands(op, dim))

    @staticmethod
    def _sources_of_argument(value: BlockArgument, dim: int) -> Iterator[_Rows]:
        loop = value.block.parent_op()
        assert loop is not None
        if not isinstance(loop, ForOp):
            raise MixesRows(loop, "passes rows to a block argument")
        for source in incoming_values(value) or ():
            yield source, dim

    def _stored_rows(self, store: Operation, dim: int) -> Iterator[_Rows]:
        """The operands of a store that have rows."""
        if isinstance(store, tt.DescriptorStoreOp):
            self._access(store, store.src, dim)
            yield store.src, dim
            return
        yield from ((value, dim) for value in store.operands)

    def _access(self, op: tt.DescriptorLoadOp | tt.DescriptorStoreOp, tile: SSAValue, dim: int) -> None:
        """Record an access through a descriptor to a tile with rows along ``dim``."""
        if not can_be_narrowed(op.desc):
            raise MixesRows(op, "accesses a descriptor that is neither created in this function nor its argument")
        inner = dimension_of_block(op, tile, dim)
        if self.accesses.setdefault(op, inner) != inner:
            raise MixesRows(op, "accesses rows along several dimensions")

    def _check_arguments(self) -> None:
        """The blocks of a descriptor argument become smaller for all accesses through it."""
        for op, inner in self.accesses.items():
            desc = cast("tt.DescriptorLoadOp", op).desc
            if isinstance(desc.owner, tt.MakeTensorDescOp):
                continue
            for use in desc.uses:
                if self.accesses.get(use.operation) != inner:
                    raise MixesRows(use.operation, "uses a descriptor argument whose other accesses are split")

    def _check_whole_loads(self, func: tt.FuncOp) -> None:
        """A tile that is needed whole, too, as in ``dot(x, x)``, cannot be loaded through smaller blocks."""
        pending = [operand for op in operations_in(func) if self._stays(op) for operand in op.operands]
        for value, dim in self.values:
            op = value.owner
            if isinstance(op, Operation) and not isinstance(op, ForOp | IfOp | ConstantOp | tt.DescriptorLoadOp):
                rows = {number for number, _ in rows_of_operands(op, dim)}
                pending += [operand for number, operand in enumerate(op.operands) if number not in rows]
        whole: set[SSAValue] = set()
        while pending:
            value = pending.pop()
            if value in whole or not is_tensor(value):
                continue
            whole.add(value)
            op = value.owner
            if isinstance(op, tt.DescriptorLoadOp) and op in self.accesses and is_argument_of_kernel(op.desc):
                raise MixesRows(op, "loads a tile that is needed whole, too, through a descriptor argument")
            sources = incoming_values(value)
            if sources is None and isinstance(op, Operation):
                sources = op.operands
            pending.extend(sources or ())

    def _stays(self, op: Operation) -> bool:
        """Whether an operation has effects on whole tiles."""
        structured = isinstance(op, ForOp | IfOp | YieldOp)
        return not structured and op not in self.stores and not is_memory_effect_free(op) and not only_reads(op)


def _last(block: Block) -> Operation:
    end = block.last_op
    assert end is not None
    return end


class TileSplit:
    """Inserts the parts beside the tiles, replaces the stores with stores of the parts, and erases dead code."""

    def __init__(self, tiles: Tiles, count: int, rows: int) -> None:
        self._tiles = tiles
        self._count = count
        self._rows = rows
        self._parts: dict[_Rows, list[SSAValue]] = {}
        self._rewriter = Rewriter()
        self._descriptors = NarrowedDescriptors(self._rewriter)

    def run(self, func: tt.FuncOp) -> None:
        """Split the tiles of a function."""
        for block in func.body.blocks:
            self._block(block)
        RemoveDeadValues().apply_to(Context(), func)
        erase_dead_code(func.body, self._rewriter)

    def _block(self, block: Block) -> None:
        for op in list(block.ops):
            match op:
                case ForOp():
                    self._loop(op)
                case IfOp():
                    self._conditional(op)
                case _ if op in self._tiles.stores:
                    self._store(op, self._tiles.stores[op])
                case _:
                    self._operation(op)

    def _wanted(self, values: Sequence[SSAValue]) -> list[_Rows]:
        """The values that must be split, in order."""
        found = (((value, dim) for dim in range(len(shape_of_tensor(value)))) for value in values if is_tensor(value))
        return [rows for several in found for rows in several if rows in self._tiles.values]

    # Operations with regions

    def _loop(self, loop: ForOp) -> None:
        """Add the parts of loop-carried tiles to the iter_args of a loop."""
        wanted = self._wanted(loop.iter_args)
        positions: dict[SSAValue, int] = {argument: position for position, argument in enumerate(loop.iter_args)}
        numbers = [positions[value] for value, _ in wanted]
        results, inits = list(loop.results), list(loop.init_args)
        parts = [
            part for number, (_, dim) in zip(numbers, wanted, strict=True) for part in self._parts[inits[number], dim]
        ]
        wider = add_iter_args(loop, parts, self._rewriter)
        first = len(results)
        for position, rows in enumerate(wanted):
            begin = first + position * self._count
            self._parts[rows] = list(wider.iter_args[begin : begin + self._count])
        self._block(wider.body)
        yielded = list(_last(wider.body).operands)
        given = [self._parts[yielded[number], dim] for number, (_, dim) in zip(numbers, wanted, strict=True)]
        append_to_yield(wider, [part for several in given for part in several], self._rewriter)
        for position, (number, (_, dim)) in enumerate(zip(numbers, wanted, strict=True)):
            begin = first + position * self._count
            self._rename(results[number], wider.results[number], dim)
            self._parts[wider.results[number], dim] = list(wider.results[begin : begin + self._count])

    def _conditional(self, op: IfOp) -> None:
        """Add the parts of yielded tiles to the results of an ``scf.if``."""
        wanted = self._wanted(op.results)
        for region in op.regions:
            for block in region.blocks:
                self._block(block)
        if not wanted:
            return
        numbers = [cast("OpResult", value).index for value, _ in wanted]
        results = list(op.results)
        ends = [_last(region.block) for region in op.regions]
        given = [
            [
                part
                for number, (_, dim) in zip(numbers, wanted, strict=True)
                for part in self._parts[end.operands[number], dim]
            ]
            for end in ends
        ]
        wider = replace_if_by_wider(op, [part.type for part in given[0]], self._rewriter)
        self._rewriter.erase(op)
        for region, parts in zip(wider.regions, given, strict=True):
            end = _last(region.block)
            end.operands = [*end.operands, *parts]
        for position, (number, (_, dim)) in enumerate(zip(numbers, wanted, strict=True)):
            begin = len(results) + position * self._count
            self._rename(results[number], wider.results[number], dim)
            self._parts[wider.results[number], dim] = list(wider.results[begin : begin + self._count])

    def _rename(self, old: SSAValue, new: SSAValue, dim: int) -> None:
        """Record that a result has been replaced by that of an operation with more results."""
        self._tiles.values.pop((old, dim), None)
        self._tiles.values[new, dim] = None

    # Operations on rows

    def _operation(self, op: Operation) -> None:
        for value, dim in self._wanted(op.results):
            assert is_result(value)
            if (value, dim) in self._parts:
                continue
            self._rewriter.after(op)
            self._rewriter.location = op.location
            copies = [self._part(op, dim, number) for number in range(self._count)]
            for index, result in enumerate(op.results):
                self._parts[result, dim] = [copy.results[index] for copy in copies]

    def _part(self, op: Operation, dim: int, number: int) -> Operation:
        """The operation on rows ``number * rows`` to ``(number + 1) * rows``."""
        if isinstance(op, tt.DescriptorLoadOp):
            return self._load_from_descriptor(op, dim, number)
        part = clone_op(op, {})
        for index, inner in rows_of_operands(op, dim):
            part.operands[index] = self._parts[op.operands[index], inner][number]
        for result in part.results:
            Rewriter.set_type(result, resized(result.type, dim, self._rows))
        if isinstance(part, ConstantOp):
            value = part.value
            assert isinstance(value, DenseElementsAttr)
            part.properties["value"] = DenseElementsAttr.splat(part.result.type, value.splat_value)
        elif isinstance(part, tt.MakeRangeOp):
            start = int_value(part.start) + number * self._rows
            part.properties["start"] = _i32(start)
            part.properties["end"] = _i32(start + self._rows)
        return self._rewriter.insert(part)

    def _load_from_descriptor(self, op: tt.DescriptorLoadOp, dim: int, number: int) -> Operation:
        part = clone_op(op, {})
        self._descriptors.access(part, self._tiles.accesses[op], self._rows, number)
        Rewriter.set_type(part.results[0], resized(op.result.type, dim, self._rows))
        return self._rewriter.insert(part)

    def _store(self, op: Operation, dim: int) -> None:
        """Replace a store, or an atomic operation without users, with operations on the parts."""
        self._rewriter.start_at(op)
        for number in range(self._count):
            part = clone_op(op, {})
            if isinstance(op, tt.DescriptorStoreOp):
                stored = self._parts[op.src, dim][number]
                self._descriptors.access(part, self._tiles.accesses[op], self._rows, number, [stored])
            else:
                part.operands = [self._parts[value, dim][number] for value in op.operands]
            for result in part.results:
                Rewriter.set_type(result, resized(result.type, dim, self._rows))
            self._rewriter.insert(part)
        self._rewriter.erase(op)


def _i32(value: int) -> IntegerAttr[IntegerType]:
    return IntegerAttr(value, i32)
