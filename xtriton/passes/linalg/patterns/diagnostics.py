"""What is said of operations that have no place in MLIR's core dialects."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.ir.diagnostics import DiagnosticError, error


def unsupported(op: Operation, reason: str, advice: str) -> DiagnosticError:
    """The error for an operation that cannot be lowered: why, and what to do instead."""
    return error(op.location, f"'{op.name}' cannot be lowered to linalg: {reason}; {advice}")
