"""Running a pipeline: passes in order, the verifier after each, and instruments that watch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import PassFailedException, VerifyException

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.traits import has_trait
from xtriton.ir.verifier import verify
from xtriton.ir.walk import children
from xtriton.passes.base import OperationPass, Pass
from xtriton.passes.pipeline_text import ANY, Nest
from xtriton.versions import use_version


class Instrument:
    """Base class of instruments, which observe passes and may skip them; its methods do nothing."""

    def should_run(self, instance: Pass, op: Operation) -> bool:
        """Whether a pass may run on ``op``; it is skipped if any instrument returns false."""
        return True

    def before(self, instance: Pass, op: Operation) -> None:
        """Called before a pass runs on ``op``."""

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        """Called after a pass has run on ``op``, its verification included, and also when either of them failed."""


@dataclass(frozen=True)
class PassManager:
    """Runs pipelines. With ``verify_each`` the operation is verified after each pass that ran on it."""

    ctx: Context
    verify_each: bool = True
    instruments: Sequence[Instrument] = ()

    def run(self, pipeline: Nest, op: Operation) -> None:
        """Run ``pipeline`` on ``op``, in place. Raises ``DiagnosticError`` when a pass fails or breaks a rule."""
        self._run(pipeline, op)

    def _run(self, pipeline: Nest, op: Operation) -> None:
        for item in pipeline.items:
            if isinstance(item, Pass):
                self._run_pass(item, op)
                continue
            for child in _children(op, item.anchor):
                self._run(item, child)

    def _run_pass(self, instance: Pass, op: Operation) -> None:
        if not all(instrument.should_run(instance, op) for instrument in self.instruments):
            return
        with use_version(self.ctx.triton):
            for instrument in self.instruments:
                instrument.before(instance, op)
        failed = True
        try:
            with use_version(self.ctx.triton):
                self._apply(instance, op)
            failed = False
        finally:
            with use_version(self.ctx.triton):  # which may be another one now
                for instrument in reversed(self.instruments):
                    instrument.after(instance, op, failed=failed)

    def _apply(self, instance: Pass, op: Operation) -> None:
        if self.ctx.triton not in instance.versions:
            problem = f"works on operations of Triton {instance.versions.in_words()}, not of {self.ctx.triton}"
            advice = "--convert-triton-version converts programs"
            raise error(op.location, f"pass '{instance.name}' {problem}: {advice}")
        instance.check(op)
        try:
            if isinstance(instance, OperationPass):
                instance.apply_to(self.ctx, op)
            elif isinstance(op, ModuleOp):
                instance.apply(self.ctx, op)
            else:
                raise error(op.location, f"pass '{instance.name}' runs on 'builtin.module', not on '{op.name}'")
        except DiagnosticError:
            raise
        except (PassFailedException, VerifyException) as failure:
            raise error(op.location, f"pass '{instance.name}' failed: {failure}") from failure
        except Exception as failure:
            from xtriton.layouts.encoding import LayoutError  # which is not needed until now

            if isinstance(failure, LayoutError):  # a layout of the program breaks a rule
                raise error(op.location, f"pass '{instance.name}' failed: {failure}") from failure
            failure.add_note(f"in pass '{instance.name}' of module {type(instance).__module__}")
            raise
        if self.verify_each:
            verify(op, self.ctx)


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th`` ...: which execution of a pass it is."""
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _children(op: Operation, anchor: str) -> list[Operation]:
    """The operations directly below ``op`` a nest applies to; ``any`` takes those that see nothing outside."""
    below = children(op)
    if anchor == ANY:
        return [child for child in below if has_trait(child, IsolatedFromAbove)]
    return [child for child in below if child.name == anchor]
