"""Mutants on both sides: the wheel must accept what xtriton accepts, print the same, and its passes give the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fuzz.cases import Case, Counts, Found
from fuzz.checks import Finding, limited, read, run_pipeline, time_limit, words
from fuzz.ring import Ring
from fuzz.wheel import Answer, Wheel
from parity.outcomes import AS_THE_WHEEL
from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes import PASSES
from xtriton.passes.libtriton import TEXT_NAME, wheel_passes
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline, split_pipeline
from xtriton.pipelines import engine_of
from xtriton.versions import default_version

_NOT_IN_THE_WHEEL = re.compile(
    r"\b(memref|linalg|tensor|bufferization|affine|ptr|tts|ttx|tptr|relax|vector|sparse|index|func|nvvm|rocdl|llvm|gpu)\.[a-z]"
)
"""Dialects that the wheel lacks or has in part, or in an older form."""

COMPARED_PASSES = tuple(
    name for name in PASSES if name in wheel_passes(default_version()) and engine_of(name) == "native"
)
"""The passes of the installed wheel that xtriton implements as in that version."""
_RING = Ring(COMPARED_PASSES, str)


def compare(case: Case, wheel: Wheel, counts: Counts) -> list[Found]:
    """The differences on the text of a case, and on the result of one pass on it."""
    if case.context.allow_unregistered or _NOT_IN_THE_WHEEL.search(case.text):
        return []
    counts.compared += 1
    module, error = _read(case.text)
    answer = wheel.ask(case.text)
    if answer.died:
        return []
    return list(_differences(case, module, error, answer)) or _compare_pass(case, module, wheel)


def _read(text: str) -> tuple[ModuleOp | None, str]:
    context = Context()
    try:
        module = parse_module(text, TEXT_NAME, context)
        verify(module, context)
    except DiagnosticError as failure:
        return None, failure.diagnostic.message
    return module, ""


def _differences(case: Case, module: ModuleOp | None, error: str, answer: Answer) -> Iterator[Found]:
    if module is None and answer.text is not None:
        yield _found(case, "rejected", error, error)
    elif module is not None and answer.text is None:
        message = answer.errors[0] if answer.errors else "?"
        yield _found(case, "accepted", message.partition(": ")[2], message)
    elif module is not None and answer.text is not None:
        ours = print_op(module, AS_THE_WHEEL)
        if ours != answer.text:
            yield _found(case, "text", _first_difference(ours, answer.text), f"{ours}\n--- wheel\n{answer.text}")


def _compare_pass(case: Case, module: ModuleOp | None, wheel: Wheel) -> list[Found]:
    if module is None:
        return []
    name = _RING.choose(case.random)
    context = Context()
    if "ttg." in case.text:
        context.load_registered_dialect("ttg")
    try:
        with limited(time_limit(case.text)):
            PassManager(context, verify_each=True).run(parse_pipeline(name), module)
    except DiagnosticError:
        return []
    answer = wheel.ask(case.text, name)
    if answer.text is None:
        return []
    case.pipeline = name
    ours = print_op(module, AS_THE_WHEEL)
    if ours == answer.text:
        return []
    signature = f"{name}: {_first_difference(ours, answer.text)}"
    return [_found(case, "pass differs", signature, f"{ours}\n--- wheel\n{answer.text}")]


def fails_likewise(found: Found, wheel: Wheel) -> bool:
    """Whether a pass that makes an invalid module does so in the wheel, too, with the same error."""
    name, _, message = found.signature.partition(": ")
    passes = split_pipeline(found.pipeline)
    names = [text.partition("{")[0] for text in passes]
    if found.kind != "invalid" or name not in wheel_passes(default_version()) or name not in names:
        return False
    if found.allow_unregistered or _NOT_IN_THE_WHEEL.search(found.text):
        return False
    before = ",".join(passes[: names.index(name)])
    try:
        context = Context()
        given = run_pipeline(read(found.text, context), before, context, time_limit(found.text))
    except (DiagnosticError, Finding):
        return False
    if given is None:
        return False
    answer = wheel.ask(given, passes[names.index(name)])
    return any(words(error.partition(": ")[2]) == message for error in answer.errors)


def _first_difference(ours: str, theirs: str) -> str:
    """The operations on the first line that differs, ours and the wheel's."""
    for one, other in zip(ours.split("\n"), theirs.split("\n"), strict=False):
        if one != other:
            names = [re.search(r"[a-z_]+\.[\w.]+", line) for line in (one, other)]
            return " / ".join(name[0] if name else "?" for name in names)
    return "length"


def _found(case: Case, kind: str, signature: str, detail: str) -> Found:
    words = " ".join(
        word for word in re.sub(r"[^\w./' ]", " ", signature).split() if not any(c.isdigit() for c in word)
    )
    return Found(case.number, kind, words[:100], detail, case.text, case.pipeline, False)
