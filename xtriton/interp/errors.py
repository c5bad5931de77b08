"""Run-time errors of interpreted programs, with locations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from xdsl.ir import Operation

from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity

if TYPE_CHECKING:
    from xtriton.interp.frame import Frame


def program_name(grid: Sequence[int], number: int) -> str:
    """The name of a program in messages: its number, or its coordinates in a grid of several dimensions."""
    x, y, z = grid
    if y == z == 1:
        return f"program {number}"
    return f"program ({number % x}, {number // x % y}, {number // (x * y)})"


class RunError(DiagnosticError):
    """A run-time error of a program, at the operation that caused it."""

    def __init__(self, op: Operation, message: str, *notes: Diagnostic) -> None:
        super().__init__(Diagnostic(Severity.ERROR, op.location, f"'{op.name}': {message}", notes))
        self.op = op


class OutOfBoundsError(RunError):
    """An access to ``size`` bytes at an address outside of all arrays.

    ``reach`` is the largest nearby address that the operation accesses.
    """

    def __init__(self, op: Operation, message: str, address: int, size: int, reach: int | None = None) -> None:
        super().__init__(op, message)
        self.address = address
        self.size = size
        self.reach = address if reach is None else reach


class PoisonError(RunError):
    """Poison that affects control flow or memory: the value, and its frame."""

    def __init__(self, op: Operation, message: str, frame: Frame, value: Any) -> None:
        super().__init__(op, message)
        self.found: tuple[Frame, Any] | None = (frame, value)

    def explain(self, *notes: Diagnostic) -> None:
        """Add an explanatory note, and release the frame."""
        self.found = None
        self.diagnostic = replace(self.diagnostic, notes=notes)
        self.diagnostics = (self.diagnostic,)


class AssertionFailure(RunError):  # noqa: N818 (it is the program that fails, as with AssertionError)
    """An assertion of the program does not hold."""


class UnsupportedError(RunError):
    """An operation, or a form of one, that the interpreter does not support."""


class UnsupportedInputError(UnsupportedError):
    """Operands for which the interpreter does not support an operation that it otherwise supports."""


class LoopLimitError(RunError):
    """A loop ran more often than the caller allows."""


class ConflictError(Exception):
    """Programs of a batch accessed the same memory in a way whose order matters; not an error to report."""
