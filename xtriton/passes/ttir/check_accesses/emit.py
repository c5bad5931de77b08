"""The checks before an access: bounds, and shadow entries that record the program that accessed each cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from xdsl.dialects.builtin import IntegerType, f64, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.tt.elementwise import BitcastOp, PtrToIntOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AddPtrOp, LoadOp, StoreOp
from xtriton.dialects.tt.program import AssertOp
from xtriton.dialects.tt.shape import SplatOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import AddFOp, CmpIPredicate, FPToSIOp, MinSIOp, MulFOp, ShRSIOp, SIToFPOp, SubIOp
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.folds.elements import width_of
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.ttir.check_accesses.intervals import Intervals
from xtriton.passes.ttir.check_accesses.offsets import Offset
from xtriton.passes.ttir.check_accesses.sites import (
    EPOCHS,
    MESSAGE,
    REPORT_KINDS,
    SHARED,
    SYNCHRONISATIONS,
    Hidden,
    HiddenKind,
    ReportKind,
)
from xtriton.passes.ttir.check_accesses.values import Run, Values, typed
from xtriton.rewriting.rewriter import Rewriter, block_argument

_TYPES: dict[HiddenKind, Attribute] = {
    "low": i64,
    "high": i64,
    "cell": i64,
    "row": i64,
    "part": i64,
    "row_cells": i64,
    "part_cells": i64,
    "cells_per_byte": f64,
    "rows_per_byte": f64,
    "parts_per_byte": f64,
    "first": i32,
    "report": PointerType(i64),
}
"""The types of added parameters that do not point to entries."""
_LEVELS: tuple[tuple[HiddenKind, HiddenKind, HiddenKind | None], ...] = (
    ("rows_per_byte", "row", "row_cells"),
    ("parts_per_byte", "part", "part_cells"),
    ("cells_per_byte", "cell", None),
)
"""How memory that is recorded by runs is divided, outermost first: the reciprocal of a size, the size, the cells."""
_MOST = {32: (1 << 31) - 1, 64: (1 << 63) - 1}


@dataclass(frozen=True)
class Access:
    """An access to memory through pointers with a known offset, and the number of its site."""

    op: Operation
    pointers: SSAValue
    mask: SSAValue | None
    value: SSAValue | None
    """The stored value; ``None`` for loads and atomics."""
    offset: Offset
    size: int
    site: int
    is_atomic: bool = False
    run: Run | None = None
    """Where records are kept for runs of elements: the runs."""
    extremes: tuple[SSAValue, SSAValue] | None = None
    """The least and the greatest lane under the mask, of each run if there are runs (of all if their lanes are the
    same); the least is greater where there is none."""
    fits: SSAValue | None = None
    """Whether the extremes are right; otherwise the launch is repeated with others."""


@dataclass(frozen=True)
class Entries:
    """How an entry, the last access to a cell, is encoded: program, epoch, site, in this order from the highest bit."""

    site_bits: int
    first_atomic: int
    """Sites from this number on are atomics."""
    has_epochs: bool

    @property
    def program_bits(self) -> int:
        """The bits below those of the program."""
        return self.site_bits + ((EPOCHS - 1).bit_length() if self.has_epochs else 0)


@dataclass
class Emitter:
    """Inserts the checks of one kernel, and the parameters that they need."""

    function: FuncOp
    rewriter: Rewriter
    entries: Entries
    reports: bool
    """Whether the first wrong element is found and reported; otherwise the program just ends."""
    may_repeat: bool = False
    """Whether the program may also end where no access is wrong: the launch is repeated by a version that reports."""
    values: Values = field(init=False)
    hidden: dict[Hidden, SSAValue] = field(default_factory=dict[Hidden, SSAValue])
    _program: SSAValue | None = None
    _mine: SSAValue | None = None

    def __post_init__(self) -> None:
        self.values = Values(self.rewriter)

    # Parameters and program-wide values

    def parameter(self, kind: HiddenKind, number: int = -1) -> SSAValue:
        """An added parameter."""
        key = Hidden(kind, number)
        if key not in self.hidden:
            block = self.function.body.blocks[0]
            self.hidden[key] = block_argument(block, _TYPES.get(kind, PointerType(i32)), self.function.location)
        return self.hidden[key]

    def program(self) -> SSAValue:
        """The number of the program."""
        if self._program is None:
            with self.rewriter.elsewhere():
                self.rewriter.at_start(self.function.body.blocks[0])
                self._program = self.values.program()
        return self._program

    def mine(self) -> SSAValue:
        """The first entry of the program."""
        if self._mine is None:
            program = self.program()
            with self.rewriter.elsewhere():
                self.rewriter.after_value(program)
                own = self.values.times(program, 1 << self.entries.program_bits)
                self._mine = self.values.plus(own, self.parameter("first"))
        return self._mine

    # Bounds

    def check_bounds(self, access: Access) -> None:
        """End the program with a report if an element is outside of the argument's array."""
        v, offset = self.values, access.offset
        low, high = (self.parameter(kind, offset.root) for kind in ("low", "high"))
        mask = access.mask
        if offset.lanes is None:
            nothing = None if mask is None else v.negated(v.any(mask))
            least = greatest = offset.uniform
        else:
            lows, highs = access.extremes or self._active_lanes(access, offset.lanes)
            least, greatest = v.least(lows), v.greatest(highs)
            nothing = None if mask is None else v.compare(CmpIPredicate.SGT, least, greatest)
            least, greatest = (v.plus(v.wide(bound), offset.uniform) for bound in (least, greatest))
        above = v.compare(CmpIPredicate.SGE, v.times(least, offset.unit), low)
        end = v.plus(v.times(greatest, offset.unit), access.size)
        inside = v.both(above, v.compare(CmpIPredicate.SLE, end, high))
        holds = v.both(inside if nothing is None else v.either(inside, nothing), access.fits)
        self._require(holds, lambda: self._outside(access, low, high))

    def _active_lanes(self, access: Access, lanes: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The lanes, with the greatest and with the least integer where the mask is false."""
        mask, most = access.mask, _MOST[width_of(lanes.type)]
        if mask is None:
            return lanes, lanes
        return self.values.select(mask, lanes, most), self.values.select(mask, lanes, -most - 1)

    def with_extremes(self, access: Access, run: Run | None) -> Access:
        """``access`` with extremes in closed form, if they have one, and those of runs if there are records of them."""
        v, offset, shape = self.values, access.offset, shape_of(access.pointers.type)
        if self.may_repeat and offset.lanes is not None and shape is not None:
            axes = reversed(range(len(shape))) if run is None else [run.axis] if run.extent == shape[run.axis] else []
            for axis in axes:
                found = Intervals(v, axis).of(offset.lanes, access.mask)
                if found is not None:
                    return replace(access, run=run, extremes=(found.least, found.greatest), fits=found.holds)
        return access if run is None else self._with_runs(access, run)

    def _with_runs(self, access: Access, run: Run) -> Access:
        v, offset = self.values, access.offset
        lanes = v.number(0, typed(i64, shape_of(access.pointers.type))) if offset.lanes is None else offset.lanes
        lows, highs = self._active_lanes(access, lanes)
        extremes = v.least_of_runs(lows, run), v.greatest_of_runs(highs, run)
        return replace(access, offset=replace(offset, lanes=lanes), run=run, extremes=extremes)

    def check_runs(self, access: Access) -> None:
        """End the program if the active elements of a run are not in one cell: the launch is repeated."""
        v = self.values
        assert access.extremes is not None
        _, start = self._run_cells(access)
        apart = v.compare(CmpIPredicate.SLT, self._distance(access, access.extremes[0]), start)
        self.rewriter.insert(AssertOp(v.negated(v.any(v.both(apart, self._cell_mask(access)))), message=MESSAGE))

    def _run_cells(self, access: Access) -> tuple[SSAValue, SSAValue]:
        """The number of the cell of the greatest lane of each run, and the distance at which the cell starts."""
        v, root = self.values, access.offset.root
        assert access.extremes is not None
        distance = self._distance(access, access.extremes[1])
        number = start = v.number(0, i64)
        for unit, size, count in _LEVELS:
            units = self._quotient(v.minus(distance, start), self.parameter(unit, root))
            start = v.plus(v.times(units, self.parameter(size, root)), start)
            number = v.plus(units if count is None else v.times(units, self.parameter(count, root)), number)
        return number, start

    def _distance(self, access: Access, lanes: SSAValue) -> SSAValue:
        """The bytes between the start of the array and one lane of each run."""
        v, offset = self.values, access.offset
        place = v.times(v.plus(v.wide(lanes), offset.uniform), offset.unit)
        return v.minus(place, self.parameter("low", offset.root))

    def _quotient(self, distance: SSAValue, reciprocal: SSAValue) -> SSAValue:
        """A distance divided by a size, given the reciprocal of the size, rounded down.

        Integer divisions would take longer than the access. One half more than an integer, divided by an integer, is
        no nearer to an integer than one half divided by that, so this is exact for distances below 2^50.
        """
        v, shape = self.values, shape_of(distance.type)
        middle = v.add(AddFOp(place := v.add(SIToFPOp(distance, typed(f64, shape))), v.number(0.5, place.type)))
        return v.add(FPToSIOp(v.add(MulFOp(middle, v.like(reciprocal, middle))), typed(i64, shape)))

    def _outside(self, access: Access, low: SSAValue, high: SSAValue) -> None:
        v, place = self.values, self._bytes(access)
        below = v.compare(CmpIPredicate.SLT, place, low)
        beyond = v.compare(CmpIPredicate.SGT, v.plus(place, access.size), high)
        self._report("bounds", access.site, v.both(v.either(below, beyond), access.mask), place)

    def check_addresses(
        self, pointers: SSAValue, mask: SSAValue | None, roots: Sequence[int], size: int, site: int
    ) -> None:
        """End the program with a report if an element is outside of the arrays of several arguments.

        Which of them an element belongs to is not known before it runs, so that its address decides.
        """
        v = self.values
        arguments = self.function.body.blocks[0].args
        addresses = v.add(PtrToIntOp(pointers, result=typed(i64, shape_of(pointers.type))))
        starts = [v.add(PtrToIntOp(arguments[root], result=i64)) for root in roots]
        inside: SSAValue | None = None
        for root, start in zip(roots, starts, strict=True):
            above = v.compare(CmpIPredicate.SGE, addresses, v.plus(start, self.parameter("low", root)))
            end = v.plus(start, self.parameter("high", root))
            here = v.both(above, v.compare(CmpIPredicate.SLE, v.plus(addresses, size), end))
            inside = here if inside is None else v.either(inside, here)
        assert inside is not None
        wrong = v.both(v.negated(inside), mask)

        def report() -> None:
            self._report("bounds", site, wrong, v.add(SubIOp(addresses, v.like(starts[0], addresses))))

        self._require(v.negated(v.any(wrong)), report)

    def check_indices(self, indices: SSAValue, extent: int, site: int) -> None:
        """End the program with a report if an index of ``tt.gather`` is not in ``0 .. extent - 1``."""
        v = self.values
        above = v.compare(CmpIPredicate.SGE, v.least(indices), 0)
        inside = v.both(above, v.compare(CmpIPredicate.SLT, v.greatest(indices), extent))

        def report() -> None:
            wrong = v.either(v.compare(CmpIPredicate.SLT, indices, 0), v.compare(CmpIPredicate.SGE, indices, extent))
            self._report("index", site, wrong, v.wide(indices))

        self._require(inside, report)

    # Conflicts between programs

    def check_read(self, access: Access, cell: int) -> None:
        """Report a read of a cell that another program wrote, and record this one as a reader."""
        v = self.values
        for part in range(access.size // cell):
            self._check_writers("read", access, self._cells("writers", access, cell, part))
            readers = self._cells("readers", access, cell, part)
            read = self._recorded(access, readers)
            entry = self._entry(access)
            others = v.either(read, v.number(SHARED, read.type))
            known = v.select(self._is_foreign_or_shared(read), others, read)
            stored = v.select(self._stale(read), entry, known)
            self.rewriter.insert(StoreOp(readers, stored, self._cell_mask(access)))

    def check_write(self, access: Access, cell: int, *, has_readers: bool) -> None:
        """Report a write that conflicts with an access of another program, and record this one as a writer."""
        v = self.values
        for part in range(access.size // cell):
            writers = self._cells("writers", access, cell, part)
            self._check_writers("write", access, writers)
            if has_readers:
                readers = self._cells("readers", access, cell, part)
                read = self._recorded(access, readers)
                foreign = v.both(self._is_foreign_or_shared(read), self._cell_mask(access))
                self._conflict("overwrite", access, foreign, read)
            entry = self._entry(access)
            shape = shape_of(writers.type)
            stored = entry if shape is None else v.add(SplatOp(entry, result=typed(i32, shape)))
            self.rewriter.insert(StoreOp(writers, stored, self._cell_mask(access)))

    def _check_writers(self, kind: ReportKind, access: Access, writers: SSAValue) -> None:
        """Report cells that another program has written.

        Most cells have no entry of this launch: the greatest one tells. Only otherwise entries are loaded once more and
        compared, so that the load has a single use and is fused into the reduction.
        """
        v = self.values

        def compare() -> None:
            wrote = self._recorded(access, writers)
            self._conflict(kind, access, v.both(self._foreign(wrote), self._cell_mask(access)), wrote)

        latest = v.greatest(self._recorded(access, writers))
        self._unless(v.compare(CmpIPredicate.SLT, latest, self.parameter("first")), compare)

    def count_synchronisation(self, op: Operation) -> None:
        """Count an operation that orders the accesses of programs, after it."""
        self.rewriter.after(op)
        self.rewriter.location = op.location
        place = self.values.add(AddPtrOp(self.parameter("synchronised"), self.program()))
        count = self.values.add(LoadOp(place, None, None))
        self.rewriter.insert(StoreOp(place, self.values.plus(count, 1), None))

    def _recorded(self, access: Access, cells: SSAValue) -> SSAValue:
        """The entries of the accessed cells; 0 for those that are not accessed."""
        mask = self._cell_mask(access)
        nothing = None if mask is None else self.values.number(0, typed(i32, shape_of(cells.type)))
        return self.values.add(LoadOp(cells, mask, nothing))

    def _cell_mask(self, access: Access) -> SSAValue | None:
        """Which cells are accessed; ``None`` for all."""
        if access.run is None or access.extremes is None or access.mask is None:
            return access.mask
        return self.values.compare(CmpIPredicate.SLE, *access.extremes)

    def _cells(self, kind: HiddenKind, access: Access, cell: int, part: int) -> SSAValue:
        """Pointers to the entries of the accessed cells: an element may have several, or a run of elements one."""
        v, offset = self.values, access.offset
        records = self.parameter(kind, offset.root)
        if access.run is not None and access.extremes is not None:
            numbers, _ = self._run_cells(access)
            return v.add(AddPtrOp(v.like(records, numbers), numbers))
        scale = offset.unit // cell
        uniform = v.times(offset.uniform, scale)
        if part:
            uniform = v.plus(uniform, part)
        lanes = None if offset.lanes is None else offset.lanes if scale == 1 else v.times(v.wide(offset.lanes), scale)
        return v.moved(records, uniform, lanes, access.pointers)

    def _entry(self, access: Access) -> SSAValue:
        """The entry that records an access of this program."""
        v = self.values
        entry = v.plus(self.mine(), access.site)
        if not self.entries.has_epochs:
            return entry
        count = v.add(LoadOp(v.add(AddPtrOp(self.parameter("synchronised"), self.program())), None, None))
        epoch = v.add(MinSIOp(count, v.number(SYNCHRONISATIONS, i32)))
        return v.plus(entry, v.times(epoch, 1 << self.entries.site_bits))

    def _foreign(self, entry: SSAValue) -> SSAValue:
        """Whether a writer's entry is that of another program of this launch."""
        v = self.values
        recent = v.compare(CmpIPredicate.SGE, entry, self.parameter("first"))
        distance = v.add(SubIOp(entry, v.like(self.mine(), entry)))
        return v.both(recent, v.compare(CmpIPredicate.UGE, distance, 1 << self.entries.program_bits))

    def _stale(self, entry: SSAValue) -> SSAValue:
        """Whether a reader's entry is of an earlier launch."""
        v = self.values
        plain = v.both(entry, v.number(~SHARED, entry.type))
        return v.compare(CmpIPredicate.SLT, plain, self.parameter("first"))

    def _is_foreign_or_shared(self, entry: SSAValue) -> SSAValue:
        """Whether a reader's entry is of this launch, and not of this program alone."""
        v = self.values
        distance = v.add(SubIOp(entry, v.like(self.mine(), entry)))
        other = v.compare(CmpIPredicate.UGE, distance, 1 << self.entries.program_bits)
        return v.both(other, v.negated(self._stale(entry)))

    def _conflict(self, kind: ReportKind, access: Access, foreign: SSAValue, entry: SSAValue) -> None:
        """Report the conflicts among the accesses in ``foreign``; computed only if there are any.

        Runs in one cell may have no element in common: the program ends, and the launch is repeated.
        """
        v = self.values
        if access.run is not None:
            self.rewriter.insert(AssertOp(v.negated(v.any(foreign)), message=MESSAGE))
            return

        def decide() -> None:
            conflicting, other = foreign, v.both(entry, v.number(~SHARED, entry.type))
            number = v.add(SubIOp(other, v.like(self.parameter("first"), other)))
            if access.value is not None:
                conflicting = v.both(conflicting, self._changes(access))
            elif access.is_atomic and kind == "write":
                site = v.both(number, v.number((1 << self.entries.site_bits) - 1, number.type))
                conflicting = v.both(conflicting, v.compare(CmpIPredicate.SLT, site, self.entries.first_atomic))
            if self.entries.has_epochs:
                conflicting = v.both(conflicting, v.negated(self._ordered(number, foreign)))
            found = v.negated(v.any(conflicting))
            self._require(found, lambda: self._report(kind, access.site, conflicting, self._bytes(access), other))

        self._unless(v.negated(v.any(foreign)), decide)

    def _changes(self, access: Access) -> SSAValue:
        """Whether a store changes the bits of memory."""
        assert access.value is not None
        old = self.values.add(LoadOp(access.pointers, access.mask, None))
        return self.values.compare(CmpIPredicate.NE, self._bits(old), self._bits(access.value))

    def _bits(self, value: SSAValue) -> SSAValue:
        element, shape = element_type(value.type), shape_of(value.type)
        if isinstance(element, PointerType):
            return self.values.add(PtrToIntOp(value, result=typed(i64, shape)))
        if not is_float_type(element):
            return value
        return self.values.add(BitcastOp(value, result=typed(IntegerType(element.bitwidth), shape)))

    def _ordered(self, number: SSAValue, active: SSAValue) -> SSAValue:
        """Whether both programs have synchronised since the recorded access: the other one after it, this one before.

        ``number`` are the entries relative to that of the first program, valid where ``active``.
        """
        v, counts = self.values, self.parameter("synchronised")
        own = v.add(LoadOp(v.add(AddPtrOp(counts, self.program())), None, None))
        zero = v.number(0, number.type)
        number = v.select(active, number, zero)
        other = v.add(ShRSIOp(number, v.number(self.entries.program_bits, number.type)))
        place = v.moved(counts, v.number(0, i64), None, number)
        count = v.add(LoadOp(v.add(AddPtrOp(place, other, result=place.type)), active, zero))
        mask = (EPOCHS - 1) << self.entries.site_bits
        epoch = v.add(ShRSIOp(v.both(number, v.number(mask, number.type)), v.number(self.entries.site_bits, zero.type)))
        return v.both(v.compare(CmpIPredicate.SGT, count, epoch), v.compare(CmpIPredicate.SGT, own, 0))

    # Reports

    def _bytes(self, access: Access) -> SSAValue:
        """The distance of each element from the argument, in bytes, as i64."""
        v, offset = self.values, access.offset
        shape = shape_of(access.pointers.type)
        found = v.times(offset.uniform, offset.unit)
        if shape is None:
            return found
        lanes = v.number(0, typed(i64, shape)) if offset.lanes is None else v.wide(offset.lanes)
        return v.plus(v.times(lanes, offset.unit), found)

    def _require(self, condition: SSAValue, report: Callable[[], None]) -> None:
        """End the program unless the condition holds, after the code that ``report`` inserts if there are reports."""
        if self.reports:
            self._unless(condition, report)
        else:
            self.rewriter.insert(AssertOp(condition, message=MESSAGE))

    def _unless(self, condition: SSAValue, fill: Callable[[], None]) -> None:
        """Insert the code of ``fill``, executed unless the condition holds."""
        block = Block()
        self.rewriter.insert(IfOp(self.values.negated(condition), Region(block)))
        with self.rewriter.elsewhere():
            self.rewriter.at_end(block)
            fill()
            self.rewriter.insert(YieldOp())

    def _report(
        self, kind: ReportKind, site: int, wrong: SSAValue, place: SSAValue, other: SSAValue | None = None
    ) -> None:
        """Write a report about the first element that is ``wrong``, if any is, and end the program."""
        v = self.values
        wrong, place = v.flat(wrong), v.flat(v.like(place, wrong))
        positions = v.positions(wrong)
        first = v.least(v.select(wrong, positions, _MOST[32]))
        chosen = v.compare(CmpIPredicate.EQ, positions, first)
        words = [
            v.number(1 + REPORT_KINDS.index(kind), i64),
            v.number(site, i64),
            v.wide(self.program()),
            v.wide(first),
            v.greatest(v.select(chosen, place, -_MOST[64] - 1)),
            v.number(-1, i64) if other is None else v.wide(v.greatest(v.select(chosen, v.flat(other), SHARED))),
        ]
        report = self.parameter("report")

        def write() -> None:
            for index, word in enumerate(words):
                self.rewriter.insert(StoreOp(v.add(AddPtrOp(report, v.number(index, i32))), word, None))

        # Later programs run, too: the first report is kept.
        self._unless(v.compare(CmpIPredicate.NE, v.add(LoadOp(report, None, None)), 0), write)
        self.rewriter.insert(AssertOp(v.compare(CmpIPredicate.EQ, first, _MOST[32]), message=MESSAGE))
