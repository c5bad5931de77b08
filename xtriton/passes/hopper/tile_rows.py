"""The program ids, or quotients of them, that are the row of a program's tile, counted in tiles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Operation, SSAValue, Use

from xtriton.analysis.launch_arguments import add_launch_argument, expression_of
from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.program import GetProgramIdOp
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp
from xtriton.dialects.upstream.arith.constant import constant_values
from xtriton.dialects.upstream.arith.integer import (
    DivSIOp,
    DivUIOp,
    MinSIOp,
    MinUIOp,
    MulIOp,
    RemSIOp,
    RemUIOp,
    SubIOp,
)
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.hopper.divided_program_ids import (
    DividedIds,
    counts_programs,
    is_at_most_one,
    program_ids,
    uses_but_assumptions,
)
from xtriton.recipes import Expression, ScalarRecipe
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class TileRows(ABC):
    """Values that are the row of a program's tile, counted in tiles, and only multiplied by the height of a tile."""

    axis: ProgramIDDim
    """The axis of the grid that the rows are on."""
    begins: tuple[MulIOp, ...]
    """The products with the height: the first row of the tile."""

    @property
    @abstractmethod
    def described(self) -> str:
        """What the rows are in the grid, for remarks."""

    @property
    @abstractmethod
    def count(self) -> Expression:
        """The number of rows of tiles of a launch. Some columns may have no tile in the last row."""

    @abstractmethod
    def paired_programs(self) -> Expression:
        """How many programs the axis has if each computes two tiles, one below the other."""

    @abstractmethod
    def simplify(self, rewriter: Rewriter) -> None:
        """Replace sums of a row and zero by the row, so that the products are of program ids or quotients."""

    @abstractmethod
    def row(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        """The row of the program's tile, in the entry block. Leaves ``rewriter`` behind it."""

    @abstractmethod
    def count_in_column(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        """The number of tiles in the column of the program's tile."""


def tile_rows(function: FuncOp, height: int) -> Iterator[TileRows]:
    """For each axis of the grid the rows of tiles of ``height`` rows, if its program ids or quotients are only that."""
    for axis in ProgramIDDim:
        if not counts_programs(function, axis):
            found = _RowsOfAxis.of(function, axis, height)
            if found is None and axis is ProgramIDDim.X:
                found = _RowsOfQuotients.of(function, height)
            if found is not None:
                yield found


@dataclass(frozen=True)
class _RowsOfAxis(TileRows):
    """The program ids along an axis are the rows."""

    @staticmethod
    def of(function: FuncOp, axis: ProgramIDDim, height: int) -> _RowsOfAxis | None:
        begins = [
            first_row_of(use, height) for value in program_ids(function, axis) for use in uses_but_assumptions(value)
        ]
        products = tuple(begin for begin in begins if begin is not None)
        return _RowsOfAxis(axis, products) if products and len(products) == len(begins) else None

    @property
    def described(self) -> str:
        return self.axis.name.lower()

    @property
    def count(self) -> Expression:
        return ("grid", int_value(self.axis.attr))

    def paired_programs(self) -> Expression:
        return ("ceildivui", 32, self.count, 2)

    def simplify(self, rewriter: Rewriter) -> None:
        """The rows are program ids as they are."""

    def row(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        rewriter.at_start(function.body.blocks[0])
        rewriter.location = function.location
        return rewriter.insert(GetProgramIdOp(axis=self.axis.attr)).result

    def count_in_column(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        return add_launch_argument(function, i32, ScalarRecipe(self.count), "tiles_of_rows")


@dataclass(frozen=True)
class _RowsOfQuotients(TileRows):
    """The program ids along x divided by the number of columns of tiles are the rows.

    A kernel that computes its tiles in bands of ``g`` rows (``GROUP_SIZE_M``) has for ``g = 1`` the row
    ``q + r % min(rows - q, 1)`` and the column ``r / min(rows - q, 1)``, with the quotient ``q`` and the remainder
    ``r``. The minimum is 1: programs are numbered from 0, so that one with ``q > rows`` would imply another with
    ``q = rows``, which divides by zero.
    """

    ids: DividedIds
    sums: tuple[AddIOp, ...]
    """Sums of a quotient and zero."""

    @staticmethod
    def of(function: FuncOp, height: int) -> _RowsOfQuotients | None:
        ids = DividedIds.of(function)
        if ids is None or any(op.parent is not function.body.first_block for op in ids.quotients):
            return None
        if loads_before(function, *ids.quotients):
            return None
        others = (
            use.operation
            for value in ids.ids
            for use in uses_but_assumptions(value)
            if use.operation not in ids.quotients
        )
        if any(not op.results or op.results[0] not in ids.remainders for op in others):
            return None
        begins: list[MulIOp] = []
        sums: list[AddIOp] = []
        pending: list[SSAValue] = [op.result for op in ids.quotients]
        for row in pending:
            for use in uses_but_assumptions(row):
                op, begin = use.operation, first_row_of(use, height)
                if begin is not None:
                    begins.append(begin)
                elif isinstance(op, AddIOp) and _is_zero(op.operands[1 - use.index], ids, function):
                    sums.append(op)
                    pending.append(op.result)
                elif not _belongs_to_remainder(op, ids) and not _is_height_of_band(op, ids, function):
                    return None
        return _RowsOfQuotients(ProgramIDDim.X, tuple(begins), ids, tuple(sums)) if begins else None

    @property
    def described(self) -> str:
        return "the quotients of program ids"

    @property
    def _columns(self) -> Expression:
        """The divisor; a grid without columns has no programs, and the launch must not divide by zero."""
        divisor = expression_of(self.ids.divisor)
        assert divisor is not None
        return ("maxui", 32, divisor, 1)

    @property
    def count(self) -> Expression:
        return ("ceildivui", 32, ("grid", 0), self._columns)

    def paired_programs(self) -> Expression:
        # Complete rows are joined in pairs. A complete row that is left over is joined with the incomplete row behind
        # it, with a program per column; otherwise there is a program for each tile of the incomplete row.
        programs, columns = ("grid", 0), self._columns
        whole: Expression = ("divui", 32, programs, columns)
        last: Expression = ("select", ("trunci", 32, 1, whole), columns, ("remui", 32, programs, columns))
        return ("addi", 32, ("muli", 32, ("shrui", 32, whole, 1), columns), last)

    def simplify(self, rewriter: Rewriter) -> None:
        for op in self.sums:
            quotient = next(operand for operand in op.operands if not isinstance(operand.owner, RemSIOp | RemUIOp))
            rewriter.replace(op, [quotient])

    def row(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        first = next(op for op in function.body.blocks[0].ops if op in self.ids.quotients)
        rewriter.after(first)
        rewriter.location = first.location
        return first.results[0]

    def count_in_column(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        """``ceil((programs - column) / columns)``: an incomplete last row has tiles in its first columns only."""
        insert, columns = rewriter.insert, self.ids.divisor
        programs = add_launch_argument(function, i32, ScalarRecipe(("grid", 0)), "programs")
        column = insert(RemUIOp(insert(GetProgramIdOp(axis=self.axis.attr)).result, columns)).result
        one = insert(ConstantOp(IntegerAttr(1, i32))).result
        last = insert(AddIOp(programs, insert(SubIOp(columns, one)).result)).result
        return insert(DivUIOp(insert(SubIOp(last, column)).result, columns)).result


def loads_before(function: FuncOp, *ops: Operation) -> bool:
    """Whether a load of a tensor, which may need a mask by the row, is before the first of ``ops``."""
    before = takewhile(lambda op: op not in ops, function.body.blocks[0].ops)
    loads = [op for top in before for op in operations_in(top) if isinstance(op, LoadOp)]
    return any(is_tensor_type(op.result.type) for op in loads)


def first_row_of(use: Use, height: int) -> MulIOp | None:
    """The product of a row with the height of a tile; None for another use."""
    op = use.operation
    if not isinstance(op, MulIOp):
        return None
    return op if list(constant_values(op.operands[1 - use.index]) or ()) == [height] else None


def _belongs_to_remainder(op: Operation, ids: DividedIds) -> bool:
    """Whether ``op`` is ``quotient * divisor``, and is only used to compute the remainder."""
    product = op.results[0] if op.results else None
    return product is not None and ids.is_product(product) and _all_in(product, ids.remainders)


def _all_in(value: SSAValue, results: Iterable[SSAValue]) -> bool:
    """Whether the first result of each operation that uses a value is one of ``results``."""
    found = set(results)
    return all(use.operation.results and use.operation.results[0] in found for use in value.uses)


def _is_zero(value: SSAValue, ids: DividedIds, function: FuncOp) -> bool:
    """Whether a value is the remainder of a division by the height of a band of one row."""
    op = value.owner
    return (
        isinstance(op, RemSIOp | RemUIOp)
        and op.parent is function.body.first_block
        and is_at_most_one(op.rhs)
        and any(_is_height_of_band(source, ids, function) for source in _sources(op.rhs))
    )


def _sources(value: SSAValue) -> Iterator[Operation]:
    """The operations that compute the operands of the operation that defines a value."""
    op = value.owner
    if isinstance(op, Operation):
        yield from (operand.owner for operand in op.operands if isinstance(operand.owner, Operation))


def _is_height_of_band(op: Operation, ids: DividedIds, function: FuncOp) -> bool:
    """Whether ``op`` is ``rows - quotient``, of which only the minimum with 1 is used, as a divisor."""
    if not isinstance(op, SubIOp) or op.rhs not in ids.rows or expression_of(op.lhs) is None:
        return False
    heights = [use.operation for use in op.result.uses]
    divisions = [use for height in heights for result in height.results for use in result.uses]
    return (
        all(isinstance(height, MinSIOp | MinUIOp) and is_at_most_one(height.result) for height in heights)
        and all(isinstance(use.operation, RemSIOp | RemUIOp | DivSIOp | DivUIOp) and use.index for use in divisions)
        and any(use.operation.parent is function.body.first_block for use in divisions)
    )
