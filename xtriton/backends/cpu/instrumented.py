"""Instruments the source of a kernel for checked launches, before any pass of the TTIR stage could drop an access."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from xtriton.backends.cpu.calls import inline_calls
from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import compile_module
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity
from xtriton.ir.parser import parse_module
from xtriton.ir.places import Place
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.walk import operations_in
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.passes.ttir.check_accesses import instrument
from xtriton.passes.ttir.check_accesses.sites import Hidden, Instrumentation, Site
from xtriton.pipelines import TO_LINALG_PASSES, cpu_ttir_passes
from xtriton.recipes import checked

_LOWERING = ("triton-rewrite-tensor-pointer", "triton-rewrite-tensor-descriptor-to-pointer")
"""The passes that make all accesses those of pointers."""


def instrument_module(
    module: ModuleOp, ctx: Context, *, overlapping: bool = False, reports: bool = False
) -> Instrumentation:
    """Instrument the kernel of a TTIR module, in place. Raises ``DiagnosticError`` where a pass fails."""
    inline_calls(module, lambda call: True)
    PassManager(ctx, verify_each=False).run(parse_pipeline(",".join(_LOWERING)), module)
    kernel = next(op for op in module.body.ops if isinstance(op, FuncOp) and op.is_public)
    for op in operations_in(kernel):
        if isinstance(op, CallOp):
            message = "accesses in this function are not checked, since the call cannot be inlined"
            ctx.diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))
    return instrument(kernel, ctx.diagnostics, overlapping=overlapping, reports=reports)


@dataclass(frozen=True)
class Instrumented:
    """Code that reports the first wrong element, the TTIR that it is compiled from, and the facts for launches."""

    kernel: CpuKernel
    ttir: str
    facts: Instrumentation


def compiled_version(text: str, name: str, options: CpuOptions, *, overlapping: bool) -> Instrumented:
    """The version of a kernel that reports the first wrong element, from its TTIR before the first pass."""
    ctx = Context()
    module = parse_module(text, "source", ctx)
    manager = PassManager(ctx, verify_each=False)
    with ctx.diagnostics.handled_by(lambda _: None):  # the remarks are known from the first version
        facts = instrument_module(module, ctx, overlapping=overlapping, reports=True)
        manager.run(parse_pipeline(",".join(cpu_ttir_passes())), module)
        ttir = print_op(module, PrintOptions(debuginfo=True))
        manager.run(parse_pipeline(",".join(TO_LINALG_PASSES)), module)
        kernel = compile_module(module, ctx, options, name=name, noalias=not overlapping)
    return Instrumented(kernel, ttir, facts)


def to_json(facts: Instrumentation) -> dict[str, Any]:
    """The facts as JSON."""
    return asdict(facts)


def from_json(known: Mapping[str, Any]) -> Instrumentation:
    """The facts of :func:`to_json`. Raises ``KeyError``, ``TypeError`` or ``RecipeError`` if they are damaged."""
    sites = tuple(map(_site, known["sites"]))
    hidden = tuple(Hidden(**parameter) for parameter in known["hidden"])
    cells = tuple((int(number), int(size)) for number, size in known["cells"])
    runs = tuple((int(number), int(extent)) for number, extent in known["runs"])
    names, strides = tuple(known["names"]), tuple(map(checked, known["strides"]))
    return Instrumentation(hidden, sites, names, cells, known["entries"], known["site_bits"], runs, strides)


def _site(known: Mapping[str, Any]) -> Site:
    places = tuple(Place(**place) for place in known["places"])
    shape, others = tuple(known["shape"]), tuple(known["others"])
    return Site(known["op"], places, shape, known["size"], known["parameter"], known["writes"], others)
