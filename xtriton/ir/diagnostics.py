"""Diagnostics: errors, warnings and remarks with locations, and their rendering.

Every report about a program is a :class:`Diagnostic`: a severity, an MLIR location, one message, and notes. Errors
travel as :class:`DiagnosticError`; warnings and remarks go through the :class:`DiagnosticEngine` of the context, as in
MLIR. A verifier raises :class:`Violation`, which becomes a diagnostic at the operation being verified.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    LocationAttr,
    NameLoc,
    UnknownLoc,
)
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from xtriton.picklable import PicklableError


def listed(values: Sequence[int]) -> str:
    """Integers as formatted in messages: ``1, 2``."""
    return ", ".join(map(str, values))


class Severity(Enum):
    """The severity. The value is the printed word."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"
    NOTE = "note"


@dataclass(frozen=True)
class Diagnostic:
    """A message at a location of a program."""

    severity: Severity
    location: LocationAttr
    message: str
    notes: tuple[Diagnostic, ...] = ()


def remark_about(op: Operation, message: str, culprit: Operation | None = None) -> Diagnostic:
    """A remark that begins with the operation's name, with a note where another operation is that causes it."""
    notes = ()
    if culprit is not None and culprit is not op:
        notes = (Diagnostic(Severity.NOTE, culprit.location, f"'{culprit.name}' is here"),)
    return Diagnostic(Severity.REMARK, op.location, f"'{op.name}' op {message}", notes)


class DiagnosticError(PicklableError):
    """An error that aborts the current compilation. It carries the diagnostics to show, never a traceback.

    ``diagnostic`` is the first of them. There are several where functions are checked independently of each other.
    """

    def __init__(self, diagnostic: Diagnostic, *others: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.diagnostics = (diagnostic, *others)

    def __str__(self) -> str:
        return "\n".join(render(diagnostic, {}) for diagnostic in self.diagnostics)


class Violation(VerifyException):
    """A rule that an operation breaks, raised by verifiers.

    ``prefixed`` distinguishes between MLIR's ``emitOpError`` (the message follows ``'dialect.op' op ``) and its
    ``emitError`` (the message stands alone). ``location`` replaces the location of the operation; ``notes`` follow the
    error, and ``consequences`` are errors about the same operation that are reported after it.
    """

    def __init__(
        self,
        message: str,
        *,
        prefixed: bool = True,
        location: LocationAttr | None = None,
        notes: tuple[Diagnostic, ...] = (),
        consequences: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.consequences = consequences
        self.message = message
        self.prefixed = prefixed
        self.location = location
        self.notes = notes


Handler = Callable[[Diagnostic], None]


@dataclass
class DiagnosticEngine:
    """Receives the warnings and remarks of passes and the parser. The newest handler gets them all."""

    handlers: list[Handler] = field(default_factory=list[Handler])

    def emit(self, diagnostic: Diagnostic) -> None:
        """Hand a diagnostic to the newest handler; without one it is dropped."""
        if self.handlers:
            self.handlers[-1](diagnostic)

    @contextmanager
    def handled_by(self, handler: Handler) -> Generator[None]:
        """Send diagnostics to ``handler`` while the block runs."""
        self.handlers.append(handler)
        try:
            yield
        finally:
            self.handlers.pop()


def error(location: LocationAttr, message: str, notes: tuple[Diagnostic, ...] = ()) -> DiagnosticError:
    """An error ready to raise."""
    return DiagnosticError(Diagnostic(Severity.ERROR, location, message, notes))


def note(location: LocationAttr, message: str) -> Diagnostic:
    """A note to attach to another diagnostic."""
    return Diagnostic(Severity.NOTE, location, message)


def file_location(location: object) -> FileLineColLoc | None:
    """The file position of a location: the first one found, callee before caller, as MLIR reports it."""
    match location:
        case FileLineColLoc():
            return location
        case NameLoc(location=inner):
            return file_location(inner)
        case CallSiteLoc(callee=callee):
            return file_location(callee)
        case FusedLoc():
            for part in location.locations:  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType, reportAttributeAccessIssue]
                if (found := file_location(part)) is not None:  # pyright: ignore[reportUnknownArgumentType]
                    return found
            return None
        case _:
            return None


def render(diagnostic: Diagnostic, sources: dict[str, str]) -> str:
    """The diagnostic as text: ``file:line:col: error: message``, the source line, a caret, then the notes.

    ``sources`` maps file names to their text; a file that is not in it is shown without its line.
    """
    lines: list[str] = []
    for part in (diagnostic, *diagnostic.notes):
        lines.extend(_render_one(part, sources))
    return "\n".join(lines)


def _render_one(diagnostic: Diagnostic, sources: dict[str, str]) -> list[str]:
    place = file_location(diagnostic.location)
    if place is None:
        where = "loc(unknown)" if isinstance(diagnostic.location, UnknownLoc) else f"loc({diagnostic.location})"
        return [f"{where}: {diagnostic.severity.value}: {diagnostic.message}"]
    name, line, column = place.filename.data, place.line.data, place.column.data
    out = [f"{name}:{line}:{column}: {diagnostic.severity.value}: {diagnostic.message}"]
    text = sources.get(name)
    if text is None:
        return out
    source_lines = text.split("\n", line) if line > 0 else []
    if 0 < line <= len(source_lines):
        source = source_lines[line - 1].split("\n")[0].rstrip("\r")
        if len(source) <= _MAX_SOURCE_LINE:
            out += [source, " " * max(column - 1, 0) + "^"]
    return out


_MAX_SOURCE_LINE = 2000
"""Longer source lines are not quoted in messages: a constant can be megabytes long."""
