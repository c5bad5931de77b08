"""Pass instrumentation: IR dumps (``--mlir-print-ir-*``) and timing (``--mlir-timing``)."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TextIO

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from xtriton.cli.arguments import Arguments
from xtriton.cli.sources import PathError
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.walk import ancestors, top_of
from xtriton.passes.base import Pass
from xtriton.passes.manager import Instrument, ordinal
from xtriton.passes.options import print_options
from xtriton.passes.pipeline_text import Nest
from xtriton.versions import V3_6, V3_8, active_version, at_version, by_version

_PASS_IN_HEADERS = by_version({V3_6: " ({0})", V3_8: ": {0}{1}"})
"""The pass in the header of a dump, after its class: its name, later its name and options."""

_RULE = "===" + "-" * 73 + "==="


def title(name: str) -> list[str]:
    """The lines of a report's title, MLIR's layout."""
    return [_RULE, f"... {name} ...".center(len(_RULE)).rstrip(), _RULE]


@dataclass
class IrPrinter(Instrument):
    """Prints the IR before and after passes, under MLIR's headers, to ``out`` or to files of a tree of folders."""

    arguments: Arguments
    options: PrintOptions
    out: TextIO
    pipeline: Nest
    _before: list[str] = field(default_factory=list[str])
    _written: set[Path] = field(default_factory=set[Path])

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
        about = at_version(_PASS_IN_HEADERS, active_version()).format(instance.name, print_options(instance))
        header = f"// -----// IR Dump {when} {instance.shown_class()}{' Failed' if failed else ''}{about}"
        shown, options = op, self.options
        if self.arguments.print_module_scope:
            symbol = op.get_attr_or_prop("sym_name")
            header += f" ('{op.name}' operation{f': @{symbol.data}' if isinstance(symbol, StringAttr) else ''})"
            shown = top_of(op)
        elif op.parent_op() is not None:
            options = replace(options, local_scope=True)
        if self.arguments.print_tree_dir is not None:
            path = self._file(Path(self.arguments.print_tree_dir), instance, op)
            end = "" if shown.parent_op() is not None else "\n"
            mode = "a" if (path in self._written) else "w"
            self._written.add(path)
            _append(path, f"{header} //----- //\n{print_op(shown, options)}\n{end}", mode)
            return
        end = "\n" if shown.parent_op() is not None else "\n\n"
        self.out.write(f"{header} //----- //\n{print_op(shown, options)}{end}")
        self.out.flush()

    def _file(self, root: Path, instance: Pass, op: Operation) -> Path:
        """MLIR's place for a dump: a folder for each operation around it, a file for each pass by its number."""
        around: list[str] = []
        for current in ancestors(op, inclusive=True):
            symbol = current.get_attr_or_prop("sym_name")
            name = symbol.data if isinstance(symbol, StringAttr) else "no-symbol-name"
            around.append(f"{current.name.replace('.', '_')}_{re.sub(_NOT_IN_FILE_NAMES, '_', name)}")
        number = "_".join(map(str, _place_of(self.pipeline, instance) or (0,)))
        return root.joinpath(*reversed(around)) / f"{number}_{instance.name}.mlir"


_NOT_IN_FILE_NAMES = r"[^\w.$-]"


def _place_of(nest: Nest, instance: Pass) -> tuple[int, ...] | None:
    """The position of a pass in a pipeline, one number for each level of nesting."""
    for index, item in enumerate(nest.items):
        if item is instance:
            return (index,)
        if isinstance(item, Nest) and (inner := _place_of(item, instance)) is not None:
            return (index, *inner)
    return None


def _append(path: Path, text: str, mode: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as failure:
        raise PathError(f"error: cannot write '{path}': {failure.strerror}") from None


def _fingerprint(op: Operation) -> str:
    """A fingerprint that is equal before and after a pass that changed nothing, locations included."""
    return print_op(op, PrintOptions(debuginfo=True))


@dataclass
class Position(Instrument):
    """Counts the executions of passes, to name the one that failed. ``total`` is the number of passes."""

    total: int
    _names: list[str] = field(default_factory=list[str])
    _failed: bool = False

    def before(self, instance: Pass, op: Operation) -> None:
        self._names.append(instance.name)

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        self._failed = failed

    def failure(self) -> str | None:
        """A line with the pass that failed, if there are several; None if none did."""
        if not self._failed or self.total < 2:
            return None
        name = self._names[-1]
        occurrence = self._names.count(name)
        return f"note: pass {len(self._names)} of {self.total} failed: the {ordinal(occurrence)} '{name}'"


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
        self.start(instance.shown_class(), depth=0 if op.parent_op() is None else 1)

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

    def table(self, display: str = "tree") -> str:
        """The report, MLIR's layout: seconds of wall time and their share of the total.

        The ``tree`` has the passes in order, the ``list`` sums by name, the longest first.
        """
        total = perf_counter() - self._started
        known = sum(entry.seconds for entry in self.entries)
        rows = [*self.entries, _Entry("Rest", 0, max(total - known, 0.0)), _Entry("Total", 0, total)]
        if display == "list":
            sums: dict[str, float] = {}
            for entry in self.entries:
                sums[entry.name] = sums.get(entry.name, 0.0) + entry.seconds
            longest = sorted(sums, key=lambda name: -sums[name])
            rows = [_Entry("root", 0, total), *(_Entry(name, 0, sums[name]) for name in longest), *rows[-2:]]
        lines = [
            *title("Execution time report"),
            f"  Total Execution Time: {total:.4f} seconds",
            "",
            "  ----Wall Time----  ----Name----",
        ]
        for row in rows:
            share = 100 * row.seconds / total if total else 0.0
            lines.append(f"  {row.seconds:8.4f} ({share:5.1f}%)  {'  ' * row.depth}{row.name}")
        return "\n".join(lines) + "\n"
