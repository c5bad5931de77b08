"""Remarks: the transformations that a pass applied, or why it applied none."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity


def remark(ctx: Context, op: Operation, message: str) -> None:
    """Emit a remark at an operation."""
    ctx.diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))


def counted(number: int, noun: str) -> str:
    """A number and its noun: ``1 load``, ``2 loads``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
