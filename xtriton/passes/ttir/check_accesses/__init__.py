"""``check-accesses``: instruments kernels to report out-of-bounds accesses and races before they happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, ModuleOp, NameLoc
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.analysis.requirements import Rule, inlined_calls, powers_of_two, without_layouts
from xtriton.dialects.tt.enums import MemSemantic
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.reduction import GatherOp
from xtriton.dialects.tt.types import is_tensor_pointer
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, error
from xtriton.ir.narrowing import int_value
from xtriton.ir.places import places_of
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.ttir.check_accesses.emit import Access, Emitter, Entries
from xtriton.passes.ttir.check_accesses.offsets import Offsets, pointee_size
from xtriton.passes.ttir.check_accesses.runs import can_be_repeated, longest_runs, strides_of
from xtriton.passes.ttir.check_accesses.sites import Hidden, Instrumentation, Site
from xtriton.passes.ttir.check_accesses.values import Run
from xtriton.rewriting.rewriter import Rewriter

_Atomic = AtomicRMWOp | AtomicCASOp
_Access = LoadOp | StoreOp | AtomicRMWOp | AtomicCASOp


@dataclass(frozen=True)
class CheckAccesses(Pass):
    """Check that accesses are within the arrays of the arguments, and free of conflicts between programs.

    before: ``tt.func @kernel(%x: !tt.ptr<f32>)``, ``tt.load %p, %mask``
    after:  ``tt.func @kernel(%x: !tt.ptr<f32>, %low: i64, %high: i64, %report: !tt.ptr<i64>)``, the least and the
    greatest offset compared with the bounds, ``tt.load %p, %mask``

    Calls must be inlined, and block pointers and descriptors lowered to pointers before. :func:`instrument` also
    describes the added parameters for launches.
    """

    name: ClassVar[str] = "check-accesses"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, inlined_calls, powers_of_two)
    overlapping: bool = option(False, "arrays may overlap: track reads of all arguments, byte by byte")
    reports: bool = option(True, "report the first wrong element; otherwise the program just ends")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if isinstance(function, FuncOp) and function.is_public and not function.is_declaration:
                instrument(function, ctx.diagnostics, overlapping=self.overlapping, reports=self.reports)


def instrument(
    function: FuncOp, diagnostics: DiagnosticEngine, *, overlapping: bool = False, reports: bool = True
) -> Instrumentation:
    """Instrument a kernel in place. Accesses through pointers of unknown origin are not checked, with a remark.

    For pointers that are selected from several arguments, bounds are checked, but not races between programs.
    """
    return _Instrumenter(function, diagnostics, overlapping, reports).run()


class _Instrumenter:
    """The instrumentation of one kernel."""

    def __init__(self, function: FuncOp, diagnostics: DiagnosticEngine, overlapping: bool, reports: bool) -> None:
        self._function = function
        self._diagnostics = diagnostics
        self._overlapping = overlapping
        self._rewriter = Rewriter()
        self._arguments: Sequence[SSAValue] = tuple(function.body.blocks[0].args)
        self._offsets = Offsets(function, self._rewriter)
        accesses = [op for op in operations_in(function) if isinstance(op, _Access | GatherOp)]
        self._synchronising = {op for op in accesses if _synchronises(op)}
        ordered = sorted(accesses, key=lambda op: isinstance(op, _Atomic))
        self._numbers: dict[Operation, int] = {op: number for number, op in enumerate(ordered)}
        self._sites: list[Site | None] = [None] * len(ordered)
        self._cells, self._read = self._tracked(accesses)
        may_repeat = not reports and can_be_repeated(function) and self._all_known(accesses)
        self._extents: dict[int, int] = {}
        self._runs = self._long_runs(accesses) if may_repeat and not overlapping else {}
        self._strides = strides_of(function) if self._extents else ()
        atomics = sum(isinstance(op, _Atomic) for op in ordered)
        bits = max(0, len(ordered) - 1).bit_length()
        self._entries = Entries(bits, len(ordered) - atomics, bool(self._synchronising and self._cells))
        self._emitter = Emitter(function, self._rewriter, self._entries, reports, may_repeat)

    def run(self) -> Instrumentation:
        """Instrument all accesses, and add the parameters."""
        for block in self._function.body.blocks:
            self._visit(block)
        self._extend_signature()
        names = tuple(_name(argument) for argument in self._arguments)
        sites = tuple(site or Site("", (), (), 1, -1, False) for site in self._sites)
        hidden = tuple(self._emitter.hidden)
        return Instrumentation(
            hidden,
            sites,
            names,
            tuple(sorted(self._cells.items())),
            1 << self._entries.program_bits,
            self._entries.site_bits,
            tuple(sorted(self._extents.items())),
            self._strides,
        )

    def _tracked(self, accesses: Sequence[Operation]) -> tuple[dict[int, int], set[int]]:
        """The arguments whose accesses are recorded, with the bytes of their cells; those that are read, too."""
        sizes: dict[int, list[int]] = {}
        written, read = set[int](), set[int]()
        for op in accesses:
            if isinstance(op, _Access) and (root := self._offsets.root(op.ptr)) is not None:
                size = pointee_size(op.ptr) or 1
                sizes.setdefault(root, []).append(size)
                if isinstance(op, LoadOp):
                    read.add(root)
                else:
                    written.add(root)
        if self._overlapping:
            return (dict.fromkeys(sizes, 1), set(sizes)) if written else ({}, set())
        small = self._offsets.is_bytewise
        return {root: 1 if small else min(sizes[root]) for root in written}, read & written

    def _all_known(self, accesses: Sequence[Operation]) -> bool:
        """Whether only arrays of the arguments are written, which a launch can restore."""
        written = [op for op in accesses if isinstance(op, _Access) and not isinstance(op, LoadOp)]
        return all(self._offsets.roots(op.ptr) for op in written)

    def _long_runs(self, accesses: Sequence[Operation]) -> dict[Operation, Run]:
        """The runs of the accesses to arrays whose records are of runs; all accesses to an array have equal extents.

        Atomic operations of several programs may access an element without a conflict, and those that synchronise
        allow it for others, too: there, records of runs would conflict at each launch.
        """
        memory = [op for op in accesses if isinstance(op, _Access)]
        if self._synchronising or self._offsets.is_bytewise:
            return {}
        unsuitable = {self._offsets.root(op.ptr) for op in memory if isinstance(op, _Atomic)}
        known = {op: root for op in memory if (root := self._offsets.root(op.ptr)) is not None}
        roots = {op: root for op, root in known.items() if root in self._cells and root not in unsuitable}
        longest = longest_runs(self._function, [op.ptr for op in roots]) if roots else {}
        for op, root in roots.items():
            extent = longest[op.ptr].extent
            self._extents[root] = min(self._extents.get(root, extent), extent)
        self._extents = {root: extent for root, extent in self._extents.items() if extent > 1}
        return {
            op: replace(longest[op.ptr], extent=self._extents[root])
            for op, root in roots.items()
            if root in self._extents
        }

    def _visit(self, block: Block) -> None:
        op = block.first_op
        while op is not None:
            op = self._offsets.extended(op)
            for region in op.regions:
                for inner in region.blocks:
                    self._visit(inner)
            following = op.next_op
            if isinstance(op, _Access):
                self._check(op)
            elif isinstance(op, GatherOp):
                self._check_gather(op)
            op = following

    def _check(self, op: _Access) -> None:
        if is_tensor_pointer(op.ptr.type):
            raise error(op.location, f"'{op.name}' op uses a block pointer: run triton-rewrite-tensor-pointer before")
        mask = None if isinstance(op, AtomicCASOp) else op.mask
        offset = self._offsets.of(op.ptr)
        if offset is None and (roots := self._offsets.roots(op.ptr)):
            self._check_addresses(op, mask, roots)
            return
        if offset is None:
            message = f"'{op.name}' op is not checked: its pointers are not derived from a single argument"
            self._diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))
            return
        emitter, number = self._emitter, self._numbers[op]
        size = pointee_size(op.ptr) or 1
        value = op.value if isinstance(op, StoreOp) else None
        access = Access(op, op.ptr, mask, value, offset, size, number, isinstance(op, _Atomic))
        shape = shape_of(op.ptr.type) or ()
        writes = not isinstance(op, LoadOp)
        self._sites[number] = Site(op.name, places_of(op.location), shape, size, offset.root, writes)
        self._rewriter.start_at(op)
        cell, run = self._cells.get(offset.root), self._runs.get(op)
        access = emitter.with_extremes(access, run)
        emitter.check_bounds(access)
        if run is not None:
            emitter.check_runs(access)
        if cell is not None and writes:
            emitter.check_write(access, cell, has_readers=offset.root in self._read)
        elif cell is not None and offset.root in self._read and op not in self._synchronising:
            emitter.check_read(access, cell)
        if op in self._synchronising and self._entries.has_epochs:
            emitter.count_synchronisation(op)

    def _check_addresses(self, op: _Access, mask: SSAValue | None, roots: Sequence[int]) -> None:
        """Check the bounds of an access through pointers that are selected from several arguments."""
        number, size = self._numbers[op], pointee_size(op.ptr) or 1
        shape, writes = shape_of(op.ptr.type) or (), not isinstance(op, LoadOp)
        places = places_of(op.location)
        self._sites[number] = Site(op.name, places, shape, size, roots[0], writes, tuple(roots[1:]))
        self._rewriter.start_at(op)
        self._emitter.check_addresses(op.ptr, mask, roots, size, number)

    def _check_gather(self, op: GatherOp) -> None:
        number = self._numbers[op]
        source, shape = shape_of(op.src.type), shape_of(op.indices.type)
        assert source is not None and shape is not None
        extent = source[int_value(op.axis)]
        self._sites[number] = Site(op.name, places_of(op.location), shape, 1, extent, False)
        self._rewriter.start_at(op)
        self._emitter.check_indices(op.indices, extent, number)

    def _extend_signature(self) -> None:
        """Add the parameters to the type of the function."""
        function, hidden = self._function, self._emitter.hidden
        type_ = cast("FunctionType", function.function_type)
        added = [argument.type for argument in hidden.values()]
        function.properties["function_type"] = FunctionType.from_lists(
            [*type_.inputs.data, *added], list(type_.outputs.data)
        )
        attributes = function.properties.get("arg_attrs")
        if isinstance(attributes, ArrayAttr):
            known = cast("ArrayAttr[Attribute]", attributes).data
            function.properties["arg_attrs"] = ArrayAttr([*known, *[DictionaryAttr({}) for _ in added]])


def _synchronises(op: Operation) -> bool:
    """Whether an operation orders the accesses of programs: an atomic that is not relaxed, or a volatile load."""
    if isinstance(op, LoadOp):
        return bool(int_value(op.isVolatile))
    return isinstance(op, _Atomic) and int_value(op.sem) != MemSemantic.RELAXED.value


def _name(argument: SSAValue) -> str:
    """The name of a parameter; empty if it is unknown."""
    location: object = getattr(argument, "location", None)
    return location.desc.data if isinstance(location, NameLoc) else argument.name_hint or ""


__all__ = ["CheckAccesses", "Hidden", "Instrumentation", "instrument"]
