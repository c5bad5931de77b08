"""What goes wrong while a program runs: located errors, as everywhere in xtriton."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, note


class RunError(DiagnosticError):
    """An error of a program that runs, at the operation that made it."""

    def __init__(self, op: Operation, message: str, notes: Sequence[str] = ()) -> None:
        listed = tuple(note(op.location, text) for text in notes)
        super().__init__(Diagnostic(Severity.ERROR, op.location, f"'{op.name}': {message}", listed))
        self.op = op


class OutOfBoundsError(RunError):
    """An access outside every array. ``base`` is the address of the segment meant, ``address`` the one used."""

    def __init__(self, op: Operation, message: str, address: int, size: int, notes: Sequence[str] = ()) -> None:
        super().__init__(op, message, notes)
        self.address = address
        self.size = size


class PoisonError(RunError):
    """A value that no program may depend on decided what the program does."""


class AssertionFailure(RunError):  # noqa: N818 (it is the program that fails, as with AssertionError)
    """An assertion of the program does not hold."""


class UnsupportedError(RunError):
    """An operation, or a form of one, that the interpreter does not know."""


class LoopLimitError(RunError):
    """A loop ran more often than the caller allows."""


class ConflictError(Exception):
    """Programs that run side by side touched the same memory in a way whose order matters; not an error to show."""
