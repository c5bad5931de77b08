"""Diagnostics of operations that cannot be lowered to MLIR's core dialects."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.ir.diagnostics import DiagnosticError, error


def unsupported(op: Operation, reason: str, advice: str) -> DiagnosticError:
    """The error for an operation that cannot be lowered, with the reason and advice."""
    return error(op.location, f"'{op.name}' cannot be lowered to linalg: {reason}; {advice}")
