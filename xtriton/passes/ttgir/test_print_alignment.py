"""``test-print-alignment``: prints contiguity, divisibility and constancy as remarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity
from xtriton.ir.names import Namer
from xtriton.ir.printer import Printer, PrintOptions
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass


@dataclass(frozen=True)
class PrintAlignment(Pass):
    """Print axis info (contiguity, divisibility, constancy) as remarks.

    ``%0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>`` is followed by the remark ``%0 = ...
    => contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>``.
    """

    name: ClassVar[str] = "test-print-alignment"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        known = ModuleAxisInfo(module)
        for function in operations_inside_out(module):
            if isinstance(function, FuncOp):
                _remark(ctx, function, known)


def _remark(ctx: Context, function: Operation, known: ModuleAxisInfo) -> None:
    printer = Printer(PrintOptions(local_scope=True))
    printer.names = Namer(generic=False, use_nameloc_as_prefix=False).name(function)
    for op in operations_inside_out(function):
        if not op.results:
            continue
        printer.out.clear()
        printer.print_op(op)
        text = printer.text()
        for result in op.results:
            info = known.info(result)
            message = f"{text} => {'' if info is None else info}"
            ctx.diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))
