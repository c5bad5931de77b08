"""Pass instrumentation: IR dumps (``--mlir-print-ir-*``) and timing (``--mlir-timing``)."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import TextIO

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from xtriton.cli.arguments import Arguments
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.base import Pass
from xtriton.passes.manager import Instrument

_RULE = "===" + "-" * 73 + "==="


@dataclass
class IrPrinter(Instrument):
    """Prints the IR before and after passes, under MLIR's headers."""

    arguments: Arguments
    options: PrintOptions
    out: TextIO
    _before: list[str] = field(default_factory=list[str])

    @staticmethod
    def wanted(arguments: Arguments) -> bool:
        """Whether the command line asks for any dump."""
        return bool(
            arguments.print_before_all
            or arguments.print_after_all
            or arguments.print_after_change
            or arguments.print_after_failure
            or arguments.print_before
            or arguments.print_after
        )

    def before(self, instance: Pass, op: Operation) -> None:
        if self.arguments.print_before_all or instance.name in self.arguments.print_before:
            self._print("Before", instance, op)
        if self.arguments.print_after_change:
            self._before.append(_fingerprint(op))

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        changed = not self.arguments.print_after_change or self._before.pop() != _fingerprint(op)
        if failed:
            changed = True
        elif self.arguments.print_after_failure:
            return
        asked = (
            self.arguments.print_after_all
            or self.arguments.print_after_failure
            or instance.name in self.arguments.print_after
            or (self.arguments.print_after_change and not self.arguments.print_after)
        )
        if asked and changed:
            self._print("After", instance, op, failed=failed)

    def _print(self, when: str, instance: Pass, op: Operation, *, failed: bool = False) -> None:
        title = f"// -----// IR Dump {when} {type(instance).__name__}{' Failed' if failed else ''} ({instance.name})"
        shown, options = op, self.options
        if self.arguments.print_module_scope:
            symbol = op.get_attr_or_prop("sym_name")
            title += f" ('{op.name}' operation{f': @{symbol.data}' if isinstance(symbol, StringAttr) else ''})"
            while (parent := shown.parent_op()) is not None:
                shown = parent
        elif op.parent_op() is not None:
            options = PrintOptions(
                generic=options.generic,
                debuginfo=options.debuginfo,
                local_scope=True,
                pretty_debuginfo=options.pretty_debuginfo,
                use_nameloc_as_prefix=options.use_nameloc_as_prefix,
            )
        self.out.write(f"{title} //----- //\n{print_op(shown, options)}\n\n")
        self.out.flush()


def _fingerprint(op: Operation) -> str:
    """A fingerprint that is equal before and after a pass that changed nothing, locations included."""
    return print_op(op, PrintOptions(debuginfo=True))


@dataclass
class _Entry:
    name: str
    depth: int
    seconds: float


@dataclass
class Timer(Instrument):
    """Measures the wall time of the parser, every pass and the output, and prints MLIR's table."""

    entries: list[_Entry] = field(default_factory=list[_Entry])
    _started: float = field(default_factory=perf_counter)
    _running: list[tuple[_Entry, float]] = field(default_factory=list[tuple[_Entry, float]])

    def before(self, instance: Pass, op: Operation) -> None:
        self.start(type(instance).__name__, depth=0 if op.parent_op() is None else 1)

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        self.stop()

    def start(self, name: str, depth: int = 0) -> None:
        """Start a measurement."""
        entry = _Entry(name, depth, 0.0)
        self.entries.append(entry)
        self._running.append((entry, perf_counter()))

    def stop(self) -> None:
        """Stop the measurement started last."""
        entry, started = self._running.pop()
        entry.seconds = perf_counter() - started

    @contextmanager
    def measured(self, name: str) -> Generator[None]:
        """Measure the block."""
        self.start(name)
        try:
            yield
        finally:
            self.stop()

    def table(self) -> str:
        """The report, MLIR's layout. Seconds of wall time and their share of the total."""
        total = perf_counter() - self._started
        known = sum(entry.seconds for entry in self.entries)
        rows = [*self.entries, _Entry("Rest", 0, max(total - known, 0.0)), _Entry("Total", 0, total)]
        lines = [
            _RULE,
            "... Execution time report ...".center(len(_RULE)).rstrip(),
            _RULE,
            f"  Total Execution Time: {total:.4f} seconds",
            "",
            "  ----Wall Time----  ----Name----",
        ]
        for row in rows:
            share = 100 * row.seconds / total if total else 0.0
            lines.append(f"  {row.seconds:8.4f} ({share:5.1f}%)  {'  ' * row.depth}{row.name}")
        return "\n".join(lines) + "\n"
