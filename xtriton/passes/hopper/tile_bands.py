"""The rows of tiles that programs compute in bands of several rows, as in Triton's matmul tutorial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, overload

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.affine.scalars import constant_of
from xtriton.analysis.launch_arguments import add_launch_argument, expression_of
from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp
from xtriton.dialects.upstream.arith.integer import DivSIOp, MinSIOp, MulIOp, RemSIOp, SubIOp
from xtriton.passes.hopper.divided_program_ids import counts_programs, program_ids, uses_but_assumptions
from xtriton.passes.hopper.tile_rows import TileRows, first_row_of, loads_before
from xtriton.recipes import Expression, ScalarRecipe
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class _Bands:
    """The operations by which a program finds its tile in a band.

    With ``g`` rows of tiles in each band but the last, ``R`` rows and ``C`` columns of tiles::

        band   = id / (g C)                 column = (id % (g C)) / height
        first  = band g                     row    = first + (id % (g C)) % height
        height = min(R - first, g)
    """

    size: int
    """``g``."""
    rows: SSAValue
    """``R``."""
    columns: SSAValue | int
    """``C``; a number if ``g C`` is a constant."""
    quotient: DivSIOp
    remainder: RemSIOp
    first: MulIOp
    left: SubIOp
    """``R - first``."""
    height: MinSIOp
    column: DivSIOp
    row: AddIOp

    @staticmethod
    def of(function: FuncOp) -> _Bands | None:
        """The bands of a kernel; None if it computes anything else from its program id along x."""
        ids = program_ids(function, ProgramIDDim.X)
        if len(ids) != 1 or counts_programs(function, ProgramIDDim.X):
            return None
        try:
            return _Bands._from(ids[0], function.body.blocks[0])
        except _OtherProgramError:
            return None

    @staticmethod
    def _from(program: SSAValue, entry: Block) -> _Bands:
        quotient, remainder = _users(program, entry, DivSIOp, RemSIOp)
        (first,) = _users(quotient.result, entry, MulIOp)
        left, row = _users(first.result, entry, SubIOp, AddIOp)
        (height,) = _users(left.result, entry, MinSIOp)
        column, inside = _users(remainder.result, entry, DivSIOp, RemSIOp)
        _require(_users(height.result, entry, DivSIOp, RemSIOp) == (column, inside))
        _require(_users(inside.result, entry, AddIOp) == (row,))
        divisions = (quotient, program), (remainder, program), (column, remainder.result), (inside, remainder.result)
        _require(all(op.lhs is dividend is not op.rhs for op, dividend in divisions))
        _require(quotient.rhs is remainder.rhs and left.rhs is first.result)
        size = constant_of(first.rhs)
        if size is None or size <= 0 or constant_of(height.rhs) != size:
            raise _OtherProgramError
        columns = _columns(quotient.rhs, size)
        _require(expression_of(quotient.rhs) is not None and expression_of(left.lhs) is not None)
        return _Bands(size, left.lhs, columns, quotient, remainder, first, left, height, column, row)


class _OtherProgramError(Exception):
    """The program does not compute its tile as in :class:`_Bands`."""


def _require(condition: bool) -> None:
    if not condition:
        raise _OtherProgramError


_First = TypeVar("_First", bound=Operation)
_Second = TypeVar("_Second", bound=Operation)


@overload
def _users(value: SSAValue, block: Block, kind: type[_First], /) -> tuple[_First]: ...
@overload
def _users(value: SSAValue, block: Block, first: type[_First], second: type[_Second], /) -> tuple[_First, _Second]: ...
def _users(value: SSAValue, block: Block, *kinds: type[Operation]) -> tuple[Operation, ...]:
    """The users of a value, which must be one of each kind, in a block."""
    uses = list(uses_but_assumptions(value))
    users = {type(use.operation): use.operation for use in uses}
    _require(len(uses) == len(kinds) and set(users) == set(kinds))
    _require(all(user.parent is block for user in users.values()))
    return tuple(users[kind] for kind in kinds)


def _columns(programs: SSAValue, size: int) -> SSAValue | int:
    """``C`` of ``programs``, the programs of a band: ``C * size``, or a constant multiple of ``size``."""
    known, op = constant_of(programs), programs.owner
    if known is not None:
        _require(known > 0 and known % size == 0)
        return known // size
    if not isinstance(op, MulIOp) or constant_of(op.rhs) != size:
        raise _OtherProgramError
    return op.lhs


def rows_of_bands(function: FuncOp, height: int) -> TileRows | None:
    """The rows of tiles of ``height`` rows in bands of an even number of them, if they are only used for first rows."""
    bands = _Bands.of(function)
    if bands is None or bands.size % 2 or loads_before(function, bands.row):
        return None
    begins = tuple(first_row_of(use, height) for use in uses_but_assumptions(bands.row.result))
    found = tuple(begin for begin in begins if begin is not None)
    return _RowsOfBands(ProgramIDDim.X, found, bands) if found and len(found) == len(begins) else None


@dataclass(frozen=True)
class _RowsOfBands(TileRows):
    """Rows of tiles in bands. Joined tiles are in bands of ``g / 2`` rows, of which there are ``ceil(R / 2)``."""

    bands: _Bands

    @property
    def described(self) -> str:
        return "the rows of bands of tiles"

    @property
    def count(self) -> Expression:
        last = self._last_band()
        return _binary("addi", _binary("muli", last.number, self.bands.size), _binary("minsi", last.height, last.tiles))

    def paired_programs(self) -> Expression:
        # In the last band each column has all pairs of rows, also the last column, which may be incomplete.
        last, half = self._last_band(), self.bands.size // 2
        before = _binary("muli", last.number, _binary("muli", self._columns, half))
        columns, pairs = (_binary("ceildivui", *parts) for parts in ((last.tiles, last.height), (last.height, 2)))
        return _binary("addi", before, _binary("muli", columns, pairs))

    @property
    def _columns(self) -> Expression:
        """``C``; a grid without columns has no programs, and the launch must not divide by zero."""
        columns = self.bands.columns
        found = columns if isinstance(columns, int) else expression_of(columns)
        assert found is not None
        return _binary("maxsi", found, 1)

    def _last_band(self) -> _LastBand:
        rows, size = expression_of(self.bands.rows), self.bands.size
        assert rows is not None
        rows, tiles = _binary("maxsi", rows, 1), _binary("muli", self._columns, size)
        number = _binary(
            "minsi", _binary("divui", ("grid", 0), tiles), _binary("divui", _binary("subi", rows, 1), size)
        )
        height = _binary("minsi", _binary("subi", rows, _binary("muli", number, size)), size)
        return _LastBand(number, height, _binary("subi", ("grid", 0), _binary("muli", number, tiles)))

    def simplify(self, rewriter: Rewriter) -> None:
        """Halve the bands."""
        bands, insert = self.bands, rewriter.insert
        rewriter.start_at(bands.quotient)
        half = _number(bands.size // 2, rewriter)
        programs = insert(MulIOp(self._width(rewriter), half)).result
        for op in (bands.quotient, bands.remainder):
            op.operands[1] = programs
        for op in (bands.first, bands.height):
            op.operands[1] = half
        rows = insert(AddIOp(bands.rows, _number(1, rewriter))).result
        bands.left.operands[0] = insert(DivSIOp(rows, _number(2, rewriter))).result

    def _width(self, rewriter: Rewriter) -> SSAValue:
        """``C``, inserted if it is a number."""
        columns = self.bands.columns
        return _number(columns, rewriter) if isinstance(columns, int) else columns

    def row(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        rewriter.after(self.bands.row)
        rewriter.location = self.bands.row.location
        return self.bands.row.result

    def count_in_column(self, function: FuncOp, rewriter: Rewriter) -> SSAValue:
        """``first + min(height, programs - first C - column height)``, in bands of ``g`` rows.

        The grid may end within a column of a band.
        """
        bands, insert = self.bands, rewriter.insert
        programs = add_launch_argument(function, i32, ScalarRecipe(("grid", 0)), "programs")
        size, width = _number(bands.size, rewriter), self._width(rewriter)
        first = insert(MulIOp(bands.quotient.result, size)).result
        height = insert(MinSIOp(insert(SubIOp(bands.rows, first)).result, size)).result
        before = insert(MulIOp(first, width)).result
        above = insert(AddIOp(before, insert(MulIOp(bands.column.result, height)).result)).result
        tiles = insert(MinSIOp(height, insert(SubIOp(programs, above)).result)).result
        return insert(AddIOp(first, tiles)).result


@dataclass(frozen=True)
class _LastBand:
    """The last band that programs of a launch are in, or the one behind it if all of its tiles have a program."""

    number: Expression
    height: Expression
    """Rows of tiles of the matrix."""
    tiles: Expression
    """Programs of the launch."""


def _binary(operation: str, lhs: Expression, rhs: Expression) -> Expression:
    return (operation, 32, lhs, rhs)


def _number(value: int, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(ConstantOp(IntegerAttr(value, i32))).result
