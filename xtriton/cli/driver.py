"""The driver of ``xtriton-opt``: parse, verify, run passes, print, for each chunk of the input."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, BinaryIO, TextIO

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.ir import Operation

from xtriton.cli.arguments import Arguments
from xtriton.cli.expected import DiagnosticVerifier
from xtriton.cli.instruments import IrPrinter, Position, Timer
from xtriton.cli.reporting import Reporter
from xtriton.cli.sources import Chunk, InputError, read_source, split_source, write_output, write_stream
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.passes.manager import Instrument, PassManager
from xtriton.passes.options import PipelineError
from xtriton.passes.pipeline_text import Nest
from xtriton.registry import PluginError

if TYPE_CHECKING:
    from xtriton.cli.statistics import Watcher


@dataclass
class Driver:
    """One run of ``xtriton-opt``. ``report_bug`` gets internal errors; the other chunks are processed anyway."""

    arguments: Arguments
    pipeline: Nest
    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO
    report_bug: Callable[[Exception, Reporter], None]
    _after_errors: list[str] = field(default_factory=list[str])
    """Lines about the failure of a pass, which follow its diagnostics."""

    def run(self) -> int:
        """Process the input. Returns the exit status. Raises ``InputError`` for files that cannot be used."""
        source = read_source(self.arguments.input, self.stdin)
        chunks, warnings = split_source(source, self.arguments.split_marker)
        for warning in warnings:
            self.stderr.write(warning + "\n")
        outputs: list[str] = []
        succeeded = True
        for chunk in chunks:
            output, fine = self._process(chunk)
            outputs.append(output)
            succeeded = succeeded and fine
        separator = f"\n{self.arguments.output_marker}\n" if self.arguments.output_marker else ""
        self._write(separator.join(outputs), succeeded)
        return 0 if succeeded else 1

    def _write(self, text: str, succeeded: bool) -> None:
        """Standard output gets partial output; a file is only written by a run that succeeded."""
        if self.arguments.output == "-":
            write_stream(self.stdout, text)
        elif succeeded:
            write_output(self.arguments.output, text)

    def _process(self, chunk: Chunk) -> tuple[str, bool]:
        """The output of a chunk, and whether it succeeded."""
        context = Context(allow_unregistered=self.arguments.allow_unregistered, triton=self.arguments.triton)
        reporter = Reporter(chunk, self.stderr)
        if self.arguments.verify_diagnostics is None:
            with context.diagnostics.handled_by(reporter.report):
                output, _ = self._output(chunk, context, reporter)
            return output or "", output is not None
        only_expected = self.arguments.verify_diagnostics == "only-expected"
        verifier = DiagnosticVerifier(chunk.name, chunk.text, reporter.report, only_expected=only_expected)
        with context.diagnostics.handled_by(verifier.process):
            output, sound = self._output(chunk, context, reporter)
        return output or "", verifier.finish() and sound

    def _output(self, chunk: Chunk, context: Context, reporter: Reporter) -> tuple[str | None, bool]:
        """The printed result of a chunk, or None after an error, which has been emitted as a diagnostic.

        The second value is False after an internal error, which no comment in the chunk can expect.
        """
        timer = Timer()
        try:
            return self._transform(chunk, context, timer), True
        except DiagnosticError as failure:
            for diagnostic in failure.diagnostics:
                context.diagnostics.emit(diagnostic)
        except RecursionError:
            place = FileLineColLoc(StringAttr(chunk.name), IntAttr(1), IntAttr(1))
            context.diagnostics.emit(error(place, "the input is nested too deeply").diagnostic)
        except (BrokenPipeError, PluginError, InputError, PipelineError):
            raise
        except Exception as failure:
            self.report_bug(failure, reporter)
            return None, False
        finally:
            for line in self._after_errors:
                self.stderr.write(line + "\n")
            self._after_errors.clear()
            if self.arguments.timing:
                self.stderr.write(timer.table(self.arguments.timing_display))
        return None, True

    def _transform(self, chunk: Chunk, context: Context, timer: Timer) -> str:
        with timer.measured("Parser"):
            module = parse_module(chunk.text, chunk.name, context)
            verify(module, context)
            if self.arguments.verify_roundtrip:
                check_roundtrip(module, context)
        root = self._root(chunk, module)
        pipeline, verify_each = self.pipeline, self.arguments.verify_each
        if self.arguments.run_reproducer:
            from xtriton.cli.reproducer import read_reproducer

            pipeline, verify_each = read_reproducer(chunk.text, chunk.name)
        self._dump_pipeline(pipeline)
        options = print_options(self.arguments)
        instruments, watcher, position = self._instruments(root, pipeline, context, timer, options)
        manager = PassManager(context, verify_each, instruments)
        try:
            with redirect_stderr(self.stderr):  # passes such as print-op-stats write there
                manager.run(pipeline, root)
        except Exception:
            if self.arguments.verify_diagnostics is None and (where := position.failure()) is not None:
                self._after_errors.append(where)
            raise
        finally:
            if self.arguments.statistics and watcher is not None:
                self.stderr.write(watcher.table(self.arguments.statistics_display))
        with timer.measured("Output"):
            return print_op(root, replace(options, triton=context.triton))

    def _instruments(
        self, root: Operation, pipeline: Nest, context: Context, timer: Timer, options: PrintOptions
    ) -> tuple[list[Instrument], Watcher | None, Position]:
        """The pass instrumentation: all instruments, the counter of actions, and the position in the pipeline."""
        position = Position(len(list(pipeline.passes())))
        instruments: list[Instrument] = [position]
        if self.arguments.crash_reproducer is not None or self.arguments.generate_reproducer is not None:
            from xtriton.cli.reproducer import CrashReproducer

            reproducer = CrashReproducer(self.arguments, pipeline, print_op(root, options))
            if self.arguments.generate_reproducer is not None:
                reproducer.write(self.arguments.generate_reproducer, reproducer.program, str(pipeline))
            instruments.append(reproducer)
        if self.arguments.verify_interp:
            from xtriton.triage.proof_instrument import ProofInstrument

            # First of all, so that its time is not attributed to the passes.
            instruments.append(ProofInstrument(context))
        if self.arguments.timing:
            instruments.append(timer)
        if IrPrinter.wanted(self.arguments):
            instruments.append(IrPrinter(self.arguments, options, self.stderr, pipeline))
        watcher = None
        if self.arguments.statistics or self.arguments.debug_only:
            from xtriton.cli.statistics import Watcher

            watcher = Watcher(self.stderr, self.arguments.debug_only)
            instruments.append(watcher)
        return instruments, watcher, position

    def _root(self, chunk: Chunk, module: ModuleOp) -> Operation:
        """The root operation: the module, or with ``--no-implicit-module`` the file's own top-level operation."""
        if not self.arguments.no_implicit_module or not is_implicit(module):
            return module
        operations = list(module.body.ops)
        if len(operations) == 1:
            operations[0].detach()
            return operations[0]
        place = FileLineColLoc(StringAttr(chunk.name), IntAttr(1), IntAttr(1))
        raise error(place, f"source must contain a single top-level operation, found: {len(operations)}")

    def _dump_pipeline(self, pipeline: Nest) -> None:
        if self.arguments.dump_pipeline:
            self.stderr.write(f"Pass Manager with {len(pipeline.items)} passes:\n{pipeline}\n\n")


def check_roundtrip(module: ModuleOp, context: Context) -> None:
    """Raise ``DiagnosticError`` unless the module, printed in either form, reads back as the same module."""
    for options in (PrintOptions(debuginfo=True), PrintOptions(debuginfo=True, generic=True)):
        text = print_op(module, options)
        try:
            again = parse_module(text, "<round trip>", context)
            verify(again, context)
        except DiagnosticError as failure:
            message = f"round trip failed: the printed module is not valid: {failure.diagnostic.message}"
            raise error(module.location, message) from failure
        found = print_op(again, options)
        if found != text:
            lines = zip(text.splitlines(), found.splitlines(), strict=False)
            before, after = next(((a, b) for a, b in lines if a != b), ("", ""))
            message = f"round trip failed: '{before.strip()}' reads back as '{after.strip()}'"
            raise error(module.location, message)


def print_options(arguments: Arguments) -> PrintOptions:
    """The printing flags of the command line."""
    return PrintOptions(
        generic=arguments.print_generic,
        debuginfo=arguments.print_debuginfo,
        local_scope=arguments.print_local_scope,
        pretty_debuginfo=arguments.pretty_debuginfo,
        use_nameloc_as_prefix=arguments.nameloc_as_prefix,
        elide_larger=arguments.elide_larger,
    )


def is_implicit(module: ModuleOp) -> bool:
    """Whether the parser created the module implicitly: such a module starts at line 0."""
    return isinstance(module.location, FileLineColLoc) and module.location.line.data == 0
