"""What a pass did, or why it did not, as remarks."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity


def remark(ctx: Context, op: Operation, message: str) -> None:
    """Tell of an operation."""
    ctx.diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))
