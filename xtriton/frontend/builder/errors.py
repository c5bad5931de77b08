"""Errors of the builder."""

from __future__ import annotations

from xtriton.frontend.builder.places import caller_position
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity
from xtriton.ir.locations import file_line_col


class BuildError(DiagnosticError):
    """A kernel that cannot be built, with one cause, at the line of the caller.

    ``str`` gives ``file:line:column: error: message``; ``message`` is the message alone.
    """

    def __init__(self, message: str) -> None:
        super().__init__(Diagnostic(Severity.ERROR, file_line_col(*caller_position()), message))
        self.message = message
