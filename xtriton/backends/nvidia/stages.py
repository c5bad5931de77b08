"""TTGIR to LLVM IR, PTX and cubin by the CUDA backend of the installed Triton wheel."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

from xdsl.dialects.builtin import LocationAttr, UnknownLoc

from xtriton.argument_locations import ArgumentLocations, set_in_wheel
from xtriton.backends.nvidia.elsewhere import is_ours, llir_elsewhere, may_convert
from xtriton.backends.nvidia.errors import PtxasError
from xtriton.backends.nvidia.options import Options
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, error, note
from xtriton.passes.libtriton import TEXT_NAME, captured_stderr, read_diagnostics
from xtriton.targets import Target
from xtriton.versions import V3_9, before, default_version
from xtriton.wheel import WHEEL_LOCK, triton_module

_T = TypeVar("_T")

_SWITCH_OF_SHORT_POINTERS = before(V3_9)
"""The wheels in which 32-bit shared memory pointers are a switch of LLVM in the process; later ones pass it on."""

_CONVERSION = "tt.fp_to_fp"


@dataclass(frozen=True)
class Resources:
    """The resource usage that ptxas reports: registers per thread, bytes of its stack and of spilled registers."""

    registers: int
    stack: int
    spill_stores: int
    spill_loads: int
    serialized_dots: str = ""
    """Why ptxas waits for each wgmma before it issues the next one, in its words; empty if it does not."""


class NvidiaStages:
    """The stages after TTGIR for one target. ``metadata`` collects Triton's metadata of the kernel."""

    def __init__(self, target: Target, options: Options, location: LocationAttr | None = None) -> None:
        """``location`` is that of the kernel, for messages."""
        options.check(target)
        self.target = target
        self.options = options
        self._location: LocationAttr = location or UnknownLoc()
        gpu = target.for_triton()
        self._backend = triton_module("compiler.compiler").make_backend(gpu)
        self._options = self._backend.parse_options(options.for_triton())
        self.metadata: dict[str, Any] = {"target": gpu, **self._options.__dict__}

    def llir(self, ttgir: str, locations: ArgumentLocations | None = None, dump: list[str] | None = None) -> str:
        """LLVM IR of TTGIR, with the locations that its text omits if they are known.

        If ``dump`` is a list, the IR before each pass is appended to it, as Triton writes it under
        ``MLIR_ENABLE_DUMP=1``. Raises ``DiagnosticError`` where the module cannot be lowered.
        """
        if is_ours(self.target) and (_CONVERSION not in ttgir or may_convert(self.target, self._llir_of_one_warp)):
            return self._llir_here(ttgir, locations, dump)
        text, learned, dumped = llir_elsewhere(
            self.target, self.options, ttgir, locations, self._location, dump=dump is not None
        )
        self.metadata.update(learned)
        if dump is not None:
            dump.append(dumped)
        return text

    def _llir_of_one_warp(self, ttgir: str) -> str:
        """LLVM IR of another kernel, for the same target."""
        return NvidiaStages(self.target, Options(num_warps=1))._llir_here(ttgir)

    def _llir_here(self, ttgir: str, locations: ArgumentLocations | None = None, dump: list[str] | None = None) -> str:
        """:meth:`llir` in this process."""
        library = triton_module("_C.libtriton")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "kernel.ttgir"
            path.write_text(ttgir, encoding="utf-8")

            def make() -> str:
                context = library.ir.context()
                library.ir.load_dialects(context)
                self._backend.load_dialects(context)
                module = library.ir.parse_mlir_module(str(path), context)
                module.context = context
                if locations is not None:
                    set_in_wheel(library, module, locations, path.parent)
                self.metadata["tensordesc_meta"] = module.get_tensordesc_metadata()
                return str(self._backend.make_llir(module, self.metadata, self._options, self.target.capability))

            if dump is None:
                return run_checked("make_llir", make, self._location, str(path))
            with environment("MLIR_ENABLE_DUMP", "1"):
                return run_checked("make_llir", make, self._location, str(path), dump)

    def ptx(self, llir: str) -> str:
        """PTX of LLVM IR."""
        library, capability = triton_module("_C.libtriton"), self.target.capability

        def make() -> str:
            # Triton initialises LLVM in the LLVM IR stage, which may have run in another process.
            library.llvm.init_targets()
            if default_version() in _SWITCH_OF_SHORT_POINTERS:
                library.nvidia.set_short_ptr()
            return str(self._backend.make_ptx(llir, self.metadata, self._options, capability))

        return run_checked("make_ptx", make, self._location)

    def cubin(self, ptx: str) -> tuple[bytes, Resources]:
        """The cubin of PTX, and the report of ptxas; the ``DiagnosticError`` has the command that failed."""
        knobs, failed = triton_module("knobs"), triton_module("runtime.errors").PTXASError
        log = StringIO()
        with WHEEL_LOCK, knobs.nvidia.scope():
            knobs.nvidia.dump_ptxas_log = True
            try:
                with redirect_stdout(log):
                    binary = self._backend.make_cubin(ptx, self.metadata, self._options, self.target.capability)
            except failed as failure:
                raise _ptxas_error(str(failure), self._location) from None
        return binary, read_resources(log.getvalue())


@contextmanager
def environment(name: str, value: str) -> Generator[None]:
    """Set a variable of the environment, which the wheel reads, and restore it."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def run_checked(
    stage: str,
    work: Callable[[], _T],
    location: LocationAttr,
    path: str = TEXT_NAME,
    output: list[str] | None = None,
) -> _T:
    """The result of a stage. The wheel's output and exceptions become one located error.

    The wheel's standard error is appended to ``output`` if given.
    """
    with captured_stderr() as said:
        result = _attempt(work)
    if output is not None:
        output.extend(said)
    if not isinstance(result, Exception):
        return result
    diagnostics = read_diagnostics("".join(said).replace(path, TEXT_NAME), location)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    if errors:
        raise DiagnosticError(errors[0])
    raise error(location, f"Triton's {stage} failed: {result or type(result).__name__}")


def _attempt(work: Callable[[], _T]) -> _T | Exception:
    """The result of ``work``, or the exception it raised: libtriton fails with these."""
    try:
        return work()
    except (RuntimeError, AssertionError, ValueError) as failure:
        return failure


_USAGE = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_REGISTERS = re.compile(r"Used (\d+) registers")
_SERIALIZED = re.compile(
    r"wgmma\.mma_async instructions are serialized due to (.*?)(?: in (?:the )?function\b.*)?$", re.MULTILINE
)


def read_resources(log: str) -> Resources:
    """The report of ``ptxas -v``: registers of the kernel, and the rest of all functions together."""
    usages = [tuple(map(int, found)) for found in _USAGE.findall(log)]
    registers = [int(found) for found in _REGISTERS.findall(log)]
    stack, stores, loads = (sum(column) for column in zip(*usages, strict=True)) if usages else (0, 0, 0)
    serialized = _SERIALIZED.search(log)
    return Resources(max(registers, default=0), stack, stores, loads, serialized[1] if serialized else "")


def _ptxas_error(message: str, location: LocationAttr) -> PtxasError:
    """The first error of ptxas, and how to reproduce it: the PTX is kept where the command names it."""
    command = re.search(r"Repro command: (.*)", message)
    complaints = re.findall(r"^ptxas\s*.*?(?:error|fatal)\s*: (.*)$", message, re.MULTILINE)
    first = complaints[0] if complaints else message.strip().splitlines()[0]
    notes: tuple[Diagnostic, ...] = ()
    if command is not None:
        notes = (note(location, f"to see it again: {command[1].strip()}"),)
    return PtxasError(location, first, notes)
