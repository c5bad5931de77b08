"""Invariants of every text and pipeline: a located diagnostic, or a result that verifies and can be read back.

Each step has a limit of CPU time.
"""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Operation

import xtriton
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.passes.base import Pass
from xtriton.passes.manager import Instrument, PassManager
from xtriton.passes.options import PipelineError
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import use_version

PACKAGE = Path(xtriton.__file__).parent
GENERIC = PrintOptions(generic=True)
SECONDS = 4.0
"""CPU time that a short text may take in one step (reading, or one pass); see :func:`time_limit`."""


UNREADABLE_IN_THE_WHEEL = (
    "cannot name an operation with no results",  # nvws.warp_group with results, in its custom syntax
    "'CGALayout' entry length does not match rank",  # nvmma_shared of another rank than 2, whose rank is not printed
)
"""Messages about text that the Triton wheel prints likewise, and cannot read back either."""


def unreadable_in_the_wheel(message: str) -> bool:
    """Whether an error about text that was printed is one of these."""
    return any(known in message for known in UNREADABLE_IN_THE_WHEEL)


class Finding(Exception):
    """A rule that was broken. Findings with equal texts are taken for the same defect; ``detail`` may vary."""

    def __init__(self, kind: str, signature: str, detail: str) -> None:
        super().__init__(kind, signature)
        self.kind = kind
        self.signature = signature
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.signature}"


class TimeLimit(BaseException):
    """Too much CPU time was used. No handler of ``Exception`` may hide it."""


def time_limit(text: str) -> float:
    """Seconds of CPU time for a step on ``text``: 1000 further characters may take another second."""
    return SECONDS + len(text) / 1000


@dataclass
class Slowest:
    """The step that came closest to its limit of CPU time: which share of the limit it took, and its name."""

    share: float = 0.0
    step: str = ""

    def add(self, share: float, step: str) -> None:
        """Take a step into account."""
        if share > self.share:
            self.share, self.step = share, step

    def take(self) -> Slowest:
        """The slowest step since the last call."""
        taken = Slowest(self.share, self.step)
        self.share, self.step = 0.0, ""
        return taken


SLOWEST = Slowest()
"""Of this process. Steps that ran out of time are findings and do not count."""


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise :class:`TimeLimit` in the main thread after so many seconds of CPU time."""

    def expire(number: int, frame: object) -> None:
        raise TimeLimit

    old = signal.signal(signal.SIGVTALRM, expire)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


@contextmanager
def watched(what: str, seconds: float) -> Generator[None]:
    """Turn everything but results and located diagnostics into findings. ``what`` names the step."""
    start = time.process_time()
    try:
        with limited(seconds):
            yield
        SLOWEST.add((time.process_time() - start) / seconds, what)
    except (Finding, DiagnosticError, PipelineError):
        raise
    except TimeLimit as failure:
        raise Finding("hang", f"{what}: {_outermost(failure)}", f"more than {seconds:.1f} s of CPU time") from failure
    except MemoryError as failure:
        raise Finding("memory", f"{what}: {_outermost(failure)}", "out of memory") from failure
    except RecursionError as failure:
        raise Finding("exception", f"{what}: RecursionError in {_outermost(failure)}", "") from failure
    except Exception as failure:
        detail = "".join(traceback.format_exception(failure)[-6:])
        raise Finding("exception", f"{what}: {type(failure).__name__} in {_innermost(failure)}", detail) from failure


def _frames(failure: BaseException) -> list[str]:
    """The functions of the package that the exception went through, outermost first."""
    return [
        f"{Path(frame.filename).relative_to(PACKAGE)}:{frame.name}"
        for frame in traceback.extract_tb(failure.__traceback__)
        if Path(frame.filename).is_relative_to(PACKAGE)
    ]


def _innermost(failure: BaseException) -> str:
    return (_frames(failure) or ["?"])[-1]


def _outermost(failure: BaseException) -> str:
    """The function of a pass, or of the parser, that does not come back."""
    inner = [frame for frame in _frames(failure) if not frame.startswith(("passes/manager", "passes/base"))]
    return " > ".join(inner[:3]) if inner else "?"


def read(text: str, context: Context, name: str = "input") -> ModuleOp:
    """The verified module of ``text``. Raises ``DiagnosticError`` for invalid text, and :class:`Finding`."""
    with watched("read", time_limit(text)):
        module = parse_module(text, name, context)
        verify(module, context)
    return module


def check_text_form(module: Operation, context: Context, what: str, limit: float, known: set[str] | None = None) -> str:
    """The printed module. It can be read back, and is printed the same then.

    One text in eight is checked in the generic form, too; texts that are ``known`` to be right are not read again.
    """
    with watched(f"print after {what}", limit):
        text = print_op(module)
        if known is not None and text in known:
            return text
        forms = [(PrintOptions(), text)]
        if crc32(text.encode(errors="replace")) % 8 == 0:
            forms.append((GENERIC, print_op(module, GENERIC)))
    for options, form in forms:
        _check_form(form, options, context, what, limit)
    if known is not None:
        known.add(text)
    return text


def _check_form(form: str, options: PrintOptions, context: Context, what: str, limit: float) -> None:
    """Check that a printed module can be read back, and is printed the same then."""
    with watched(f"read back after {what}", limit + time_limit(form)):
        try:
            again = parse_module(form, "printed", _fresh(context))
            verify(again, context)
        except DiagnosticError as failure:
            message = failure.diagnostic.message
            if unreadable_in_the_wheel(message):
                return
            raise Finding("print", f"{what}: not readable: {words(message)}", f"{message}\n{form}") from failure
        second = print_op(again, options)
    if second != form:
        raise Finding("print", f"{what}: printed differently when read back", f"{form}\n---\n{second}")


def _fresh(context: Context) -> Context:
    return Context(allow_unregistered=context.allow_unregistered)


def words(message: str) -> str:
    """A message without the names and numbers that vary."""
    return " ".join(word for word in message.split() if word.isalpha())[:80]


@dataclass
class _Checker(Instrument):
    """Verifies after each pass, and with ``forms`` prints, so that a finding names the pass."""

    context: Context
    limit: float
    forms: bool
    known: set[str]

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        """Check what the pass left."""
        if failed:
            return
        with watched(f"verify after {instance.name}", self.limit):
            try:
                verify(op, self.context)
            except DiagnosticError as failure:
                message = failure.diagnostic.message
                raise Finding("invalid", f"{instance.name}: {words(message)}", message) from failure
        if self.forms and isinstance(op, ModuleOp):
            check_text_form(op, self.context, instance.name, self.limit, self.known)


@dataclass(frozen=True)
class _Runner(PassManager):
    """Runs passes with a time limit for each."""

    limit: float = SECONDS

    def _apply(self, instance: Pass, op: Operation) -> None:
        with watched(instance.name, self.limit):
            super()._apply(instance, op)


def run_pipeline(
    module: ModuleOp, pipeline: str, context: Context, limit: float, known: set[str] | None = None
) -> str | None:
    """Run the passes on a copy of ``module``. Raises :class:`Finding`. Printed forms that are ``known`` are right.

    Returns the printed result, or None if a pass fails with a located diagnostic. Only the result is printed and read
    back; if there is a finding about it, the passes run again with this check after each, so that it names the pass.
    """
    known = set() if known is None else known
    with use_version(context.triton):
        try:
            return _run(module, pipeline, context, limit, known, forms=False)
        except _AboutResult as about:
            _run(module, pipeline, context, limit, known, forms=True)
            raise about.finding from None


class _AboutResult(Exception):
    """The result of a pipeline cannot be printed and read back."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


def _run(
    module: ModuleOp, pipeline: str, context: Context, limit: float, known: set[str], *, forms: bool
) -> str | None:
    with watched("read the pipeline", SECONDS):
        try:
            nest = parse_pipeline(pipeline)
        except PipelineError:
            return None
    result = module.clone()
    checker = _Checker(context, limit, forms, known)
    try:
        _Runner(context, False, [checker], limit).run(nest, result)
    except DiagnosticError as failure:
        for diagnostic in failure.diagnostics:
            if isinstance(diagnostic.location, UnknownLoc) and not _may_be_unlocated(
                diagnostic.message, pipeline, module
            ):
                raise Finding(
                    "unlocated", words(diagnostic.message), f"{diagnostic.location}: {diagnostic.message}"
                ) from failure
        return None
    try:
        return check_text_form(result, context, "pipeline", limit, known)
    except Finding as finding:
        raise _AboutResult(finding) from finding


def _may_be_unlocated(message: str, pipeline: str, module: ModuleOp) -> bool:
    """Whether what the message is about need not have a location.

    Constants that stand for several have none, and neither has what the program says it of.
    """
    if "loc(unknown)" in print_op(module, PrintOptions(debuginfo=True)):
        return True
    constants = ("'arith.constant' op", "'llvm.mlir.constant' op", "'ub.poison' op")
    return "strip-debuginfo" in pipeline or any(name in message for name in constants)


def examine(text: str, pipeline: str, *, allow_unregistered: bool = False) -> Finding | None:
    """The finding about ``text`` and ``pipeline``, if there is one."""
    context = Context(allow_unregistered=allow_unregistered)
    try:
        module = read(text, context)
        check_text_form(module, context, "read", time_limit(text))
        run_pipeline(module, pipeline, context, time_limit(text))
    except DiagnosticError:
        return None
    except Finding as finding:
        return finding
    return None
