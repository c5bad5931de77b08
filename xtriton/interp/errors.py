"""What goes wrong while a program runs: located errors, as everywhere in xtriton."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from xdsl.ir import Operation

from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity

if TYPE_CHECKING:
    from xtriton.interp.frame import Frame


def program_name(grid: Sequence[int], number: int) -> str:
    """What messages call a program: by its number, or its place in a grid of several dimensions."""
    x, y, z = grid
    if y == z == 1:
        return f"program {number}"
    return f"program ({number % x}, {number // x % y}, {number // (x * y)})"


class RunError(DiagnosticError):
    """An error of a program that runs, at the operation that made it."""

    def __init__(self, op: Operation, message: str, *notes: Diagnostic) -> None:
        super().__init__(Diagnostic(Severity.ERROR, op.location, f"'{op.name}': {message}", notes))
        self.op = op


class OutOfBoundsError(RunError):
    """An access to ``size`` bytes at an address that are no part of any array.

    ``reach`` is the greatest address near it that the operation accesses.
    """

    def __init__(self, op: Operation, message: str, address: int, size: int, reach: int | None = None) -> None:
        super().__init__(op, message)
        self.address = address
        self.size = size
        self.reach = address if reach is None else reach


class PoisonError(RunError):
    """A value that no program may depend on decided what the program does: which value, and in which frame."""

    def __init__(self, op: Operation, message: str, frame: Frame, value: Any) -> None:
        super().__init__(op, message)
        self.found: tuple[Frame, Any] | None = (frame, value)

    def explain(self, *notes: Diagnostic) -> None:
        """Add what else is to be said, and let go of the frame."""
        self.found = None
        self.diagnostic = replace(self.diagnostic, notes=notes)
        self.diagnostics = (self.diagnostic,)


class AssertionFailure(RunError):  # noqa: N818 (it is the program that fails, as with AssertionError)
    """An assertion of the program does not hold."""


class UnsupportedError(RunError):
    """An operation, or a form of one, that the interpreter does not know."""


class UnsupportedInputError(UnsupportedError):
    """Operands on which the interpreter does not know an operation that it knows on others."""


class LoopLimitError(RunError):
    """A loop ran more often than the caller allows."""


class ConflictError(Exception):
    """Programs that run side by side touched the same memory in a way whose order matters; not an error to show."""
