"""Builds a report: runs the analyses on the texts of a compilation."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from xtriton.backends.nvidia.options import OPTION_NAMES, Options
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.compiler.sources import STAGE_OF_SUFFIX
from xtriton.explain.accesses import accesses_of
from xtriton.explain.allocation import Allocation, buffers_of
from xtriton.explain.artifacts import Artifacts
from xtriton.explain.bank_conflicts import shared_accesses
from xtriton.explain.conversions import conversions_of
from xtriton.explain.given_text import given_listing
from xtriton.explain.global_sectors import Sectors, measured_sectors
from xtriton.explain.hints import hints_of
from xtriton.explain.kernel_ir import KernelIR
from xtriton.explain.loops import loops_of, roofline_of
from xtriton.explain.machine_code import SassInstruction, disassemble
from xtriton.explain.model import Listing, SourceFile, Stage
from xtriton.explain.origins import Origins, llvm_listing, mlir_listing, ptx_listing, without_lines_of_assembly
from xtriton.explain.pass_changes import pass_steps
from xtriton.explain.pictures import layouts_of
from xtriton.explain.ptx_program import functions_of
from xtriton.explain.report import Report
from xtriton.explain.resources import lines_of, resources_of
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.layouts.encoding import LayoutError
from xtriton.targets import Target
from xtriton.wheel import triton_module

_MOST_SOURCE = 2_000_000
"""Bytes. Larger files are not embedded into a report."""
_MODULES = ("source", "ttir", "ttgir")
_ALIAS = re.compile(r"^(#\w+) = (#.*)$", re.MULTILINE)
_WARPS = re.compile(r'"ttg\.num-warps" = (\d+)')
_TOTAL_WARPS = re.compile(r'"ttg\.total-num-warps" = (\d+)')


def report_of(artifacts: Artifacts) -> Report:
    """The report of a compilation. Its notes list the data that could not be determined."""
    return _Builder(artifacts).build()


class _Builder:
    """A report under construction."""

    def __init__(self, artifacts: Artifacts) -> None:
        data = artifacts.metadata
        self._artifacts = artifacts
        self._origins = Origins()
        self._listings: dict[str, Listing] = {}
        self._code: list[SassInstruction] = []
        self._sectors: dict[int, Sectors] = {}
        self._target = _target(artifacts.target)
        self._report = Report(
            artifacts.name,
            artifacts.target,
            artifacts.origin,
            data.get("options", {}),
            [str(type_) for type_ in data.get("signature", ())],
            data.get("constants", {}),
            data.get("versions", {}),
            data.get("milliseconds", {}),
            origins=self._origins.listed,
            notes=list(artifacts.notes),
        )

    def build(self) -> Report:
        """Run all analyses that the texts allow."""
        report, artifacts = self._report, self._artifacts
        for stage in (*_MODULES, "llir", "ptx"):
            text = artifacts.texts.get(stage)
            if isinstance(text, str):
                self._listings[stage] = self._listing(stage, text)
        self._disassemble()
        report.stages = [Stage(name, listing) for name, listing in self._listings.items()]
        report.passes = pass_steps(artifacts.steps, self._origins)
        report.sources = list(_sources(self._origins))
        warps = self._warps()
        if "ptx" in self._listings:
            listing = self._listings["ptx"]
            functions = functions_of(listing.text, warps)
            report.shared_accesses = shared_accesses(listing, functions)
            self._sectors = measured_sectors(listing, functions)
        if self._target is not None:
            ptx = artifacts.texts.get("ptx")
            report.resources = resources_of(artifacts.metadata, str(ptx or ""), self._target, self._code, warps)
            report.roofline = roofline_of(self._target.capability)
        report.lines = lines_of(report, self._listings.get("ttgir"), self._code)
        kernel = self._kernel()
        if kernel is not None:
            self._analyse(kernel)
        return report

    def _listing(self, stage: str, text: str) -> Listing:
        origin = self._artifacts.origin
        if STAGE_OF_SUFFIX.get(Path(origin).suffix) == stage:
            return given_listing(text, origin, self._origins)
        make = {"llir": llvm_listing, "ptx": ptx_listing}.get(stage, mlir_listing)
        return make(text, self._origins)

    def _analyse(self, kernel: KernelIR) -> None:
        report = self._report
        try:
            report.accesses = accesses_of(kernel, self._sectors)
            allocation = Allocation.of(kernel, self._target.capability if self._target is not None else None)
            if allocation.problem:
                report.notes.append(allocation.problem)
            report.buffers = buffers_of(kernel, allocation)
            report.conversions = conversions_of(kernel, allocation, report.shared_accesses)
            report.loops = loops_of(kernel, report.conversions, report.roofline)
            aliases = {match[2]: match[1] for match in _ALIAS.finditer(kernel.listing.text)}
            report.layouts = layouts_of(kernel, aliases)
            report.hints = hints_of(report, kernel)
        except (DiagnosticError, LayoutError) as failure:
            report.notes.append(f"the TTGIR could not be analysed: {failure}")

    def _kernel(self) -> KernelIR | None:
        text = self._artifacts.texts.get("ttgir")
        if not isinstance(text, str):
            self._report.notes.append("there is no TTGIR: accesses, conversions and loops are unknown")
            return None
        try:
            return KernelIR.parse(text, self._listings["ttgir"], self._artifacts.metadata.get("arguments", ()))
        except DiagnosticError as failure:
            self._report.notes.append(f"the TTGIR is not of the installed Triton: {failure}")
            return None

    def _disassemble(self) -> None:
        binary = self._artifacts.texts.get("cubin")
        if not isinstance(binary, bytes):
            return
        ptx = self._listings.get("ptx")
        known = ptx.origins if ptx is not None else ()
        notes = self._report.notes
        try:
            lines = self._assembled_for_lines()
            listing, self._code = disassemble(binary, self._origins, known, lines)
        except (DiagnosticError, ValueError) as failure:
            try:
                listing, self._code = disassemble(binary, self._origins, known)
            except ValueError as missing:
                notes.append(f"there is no machine code: {missing}")
                return
            notes.append(f"lines of machine code from inline assembly are LLVM's, which may be too large: {failure}")
        self._listings["sass"] = listing

    def _assembled_for_lines(self) -> bytes | None:
        """The PTX assembled with the source lines of inline assembly corrected, or none if they are right.

        Raises ``ValueError`` or ``DiagnosticError`` if that fails.
        """
        text = self._artifacts.texts.get("ptx")
        if not isinstance(text, str) or self._target is None:
            return None
        corrected = without_lines_of_assembly(text)
        if corrected == text:
            return None
        options: dict[str, Any] = dict(self._artifacts.metadata.get("options", {}))
        kept = {name: value for name, value in options.items() if name in OPTION_NAMES}
        return NvidiaStages(self._target, Options(**kept)).cubin(corrected)[0]

    def _warps(self) -> int:
        """The warps of a CTA, those of warp-specialised partitions included."""
        known = self._artifacts.metadata.get("num_warps")
        if isinstance(known, int):
            return known
        text = str(self._artifacts.texts.get("ttgir", ""))
        match = _TOTAL_WARPS.search(text) or _WARPS.search(text)
        return int(match[1]) if match is not None else 4


def _target(text: str) -> Target | None:
    try:
        return Target.parse(text)
    except ValueError:
        return None


def _sources(origins: Origins) -> Iterator[SourceFile]:
    """The files that origins name, the user's first, those of the most origins before others."""
    counts: dict[str, int] = {}
    for origin in origins.listed:
        for frame in origin:
            counts[frame.file] = counts.get(frame.file, 0) + 1
    library = str(Path(triton_module("knobs").__file__).parent)
    for path in sorted(counts, key=lambda name: (name.startswith(library), -counts[name], name)):
        is_library = path.startswith(library) or "/triton/language/" in path
        yield SourceFile(path, _text_of(path), is_library)


def _text_of(path: str) -> str:
    """The text of a file of Python or MLIR, or of a notebook's cell, which Python keeps in ``linecache``.

    Empty if it is unknown.
    """
    if path in linecache.cache and not Path(path).exists():
        return "".join(linecache.getlines(path))
    file = Path(path)
    try:
        if file.suffix in (".py", *STAGE_OF_SUFFIX) and file.is_file() and file.stat().st_size <= _MOST_SOURCE:
            return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    return ""
