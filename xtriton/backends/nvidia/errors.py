"""Errors of kernels that a target cannot run: Triton's autotuner passes over such configurations."""

from __future__ import annotations

from xdsl.dialects.builtin import LocationAttr

from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity
from xtriton.targets import Target


class SharedMemoryError(DiagnosticError):
    """A kernel needs more shared memory than a program on the target has: ``needed`` and ``available`` bytes."""

    def __init__(self, location: LocationAttr, needed: int, target: Target) -> None:
        super().__init__(Diagnostic(Severity.ERROR, location, too_much_shared_memory(needed, target)))
        self.needed, self.available = needed, target.shared_memory


class PtxasError(DiagnosticError):
    """ptxas has refused the PTX of a kernel."""

    def __init__(self, location: LocationAttr, message: str, notes: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(Diagnostic(Severity.ERROR, location, f"ptxas failed: {message}", notes))


def too_much_shared_memory(needed: int, target: Target) -> str:
    """The message for a kernel that needs more bytes than a program on the target has."""
    return (
        f"it needs {needed} bytes of shared memory, but a program on {target} has {target.shared_memory}: "
        "use smaller tiles or fewer stages"
    )
