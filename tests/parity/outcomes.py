"""Outcomes of a pass on a text, in the Triton wheel and natively. Both get the same bytes, in a fresh context."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from parity.wheel_text import without_hint
from xdsl.dialects.builtin import ModuleOp, UnknownLoc

from xtriton.cli.deep_stack import with_deep_stack
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.passes.libtriton import TEXT_NAME, run_in_wheel
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import TritonVersion, use_version

AS_THE_WHEEL = PrintOptions(debuginfo=True, use_nameloc_as_prefix=True)
"""How libtriton prints a module: with locations, values named after them."""


@dataclass(frozen=True)
class Outcome:
    """The module as text with locations, or the errors if the pass failed. ``crash`` marks faults of ours."""

    text: str | None = None
    errors: tuple[str, ...] = ()
    crash: bool = False


@cache
def wheel_outcome(passes: str, text: str) -> Outcome:
    """The outcome of the wheel's ``passes`` on ``text``. Cached for the life of the process."""
    try:
        return Outcome(run_in_wheel(text, passes, Context(), UnknownLoc()))
    except DiagnosticError as failure:
        return Outcome(errors=_messages(failure))


@cache
def parsed(text: str, triton: TritonVersion | None = None) -> ModuleOp:
    """The module that ``text`` spells in a version of Triton. It is shared: change copies only."""
    return parse_module(text, TEXT_NAME, Context(triton=triton))


def native_outcome(passes: str, text: str, triton: TritonVersion | None = None) -> Outcome:
    """The outcome of xtriton's own ``passes`` on ``text``, in a version of Triton, by default that of the wheel.

    Any exception but ``DiagnosticError`` counts as a crash.
    """
    context = Context(triton=triton)
    if "ttg." in text:
        # The context that read the text has met this dialect, and so has that of a command line.
        context.load_registered_dialect("ttg")

    def work() -> Outcome:
        try:
            module = parsed(text, context.triton)
            with use_version(context.triton):
                module = module.clone()
                PassManager(context, verify_each=False).run(parse_pipeline(passes), module)
                verify(module, context)
                return Outcome(print_op(module, replace(AS_THE_WHEEL, triton=context.triton)))
        except DiagnosticError as failure:
            return Outcome(errors=_messages(failure))

    try:
        return with_deep_stack(work)
    except Exception as failure:
        return Outcome(errors=(f"{type(failure).__name__}: {failure}",), crash=True)


def _messages(failure: DiagnosticError) -> tuple[str, ...]:
    return tuple(f"{diagnostic.location}: {without_hint(diagnostic.message)}" for diagnostic in failure.diagnostics)
