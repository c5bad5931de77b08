"""The text of operations and attributes."""

from __future__ import annotations

from dataclasses import replace

from xdsl.ir import Operation

from xtriton.ir.attribute_printer import PrintOptions
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.op import READING_FAILURES
from xtriton.ir.op_printer import Printer, attribute_text, describe
from xtriton.ir.verifier import verify
from xtriton.versions import active_version, use_version

__all__ = ["PrintOptions", "Printer", "attribute_text", "describe", "print_op"]


def print_op(op: Operation, options: PrintOptions = PrintOptions()) -> str:
    """The text of an operation with the aliases it needs, ending in a newline.

    As in MLIR, everything is in the generic form where a custom form cannot be written since an operation is malformed.
    """
    with use_version(options.triton or active_version()):
        try:
            return Printer(options).print_top_level(op)
        except READING_FAILURES:
            if options.generic or _is_valid(op):
                raise
            return Printer(replace(options, generic=True)).print_top_level(op)


def _is_valid(op: Operation) -> bool:
    try:
        verify(op)
    except DiagnosticError:
        return False
    return True
