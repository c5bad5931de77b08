"""Reduction: shrink a program and its pipeline while they fail in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.walk import operations_in
from xtriton.passes.pipeline_text import Nest
from xtriton.triage.bisect import NothingFailsError
from xtriton.triage.judges import Judge, JudgeError, OutOfTimeError
from xtriton.triage.simplifications import WAYS, erase_all
from xtriton.triage.subject import Failure, Subject

_T = TypeVar("_T")


@dataclass(frozen=True)
class Reduction:
    """The smallest program and pipeline found, and their failure."""

    subject: Subject
    failure: Failure
    operations: tuple[int, int]
    """How many operations the program had and has."""
    passes: tuple[int, int]
    tried: int
    """How many programs were judged."""
    complete: bool
    """Whether there was time to try everything."""

    def __str__(self) -> str:
        return (
            f"{self.operations[0]} operations and {self.passes[0]} passes reduced to {self.operations[1]} and "
            f"{self.passes[1]} in {self.tried} tries{'' if self.complete else ' (out of time)'}: {self.failure.message}"
        )


def reduce(
    subject: Subject, judge: Judge, seconds: float = 300, progress: Callable[[str], None] | None = None
) -> Reduction:
    """Find a small program that still fails as ``subject`` does, and passes that it needs for that.

    ``seconds`` are of wall time; the best program until then is returned. Raises
    :class:`~xtriton.triage.bisect.NothingFailsError` if nothing fails, ``JudgeError`` if the program cannot be
    judged, or the judge's command does not end in that time on the program itself, ``DiagnosticError`` if it is not
    valid.
    """
    search = _Search(subject, judge, time.monotonic() + seconds, progress or (lambda _: None))
    counts = _count(subject), len(list(subject.pipeline.passes()))
    complete = True
    try:
        search.shrink()
    except OutOfTimeError:
        complete = False
    best = search.best
    return Reduction(
        best,
        search.failure,
        (counts[0], _count(best)),
        (counts[1], len(list(best.pipeline.passes()))),
        search.tried,
        complete,
    )


def _count(subject: Subject) -> int:
    return len(operations_in(subject.parse())) - 1


class _Search:
    """Tries smaller programs, and keeps the best one that fails as the first did."""

    def __init__(self, subject: Subject, judge: Judge, end: float, progress: Callable[[str], None]) -> None:
        self.best = subject
        self.tried = 0
        self._judge, self._end, self._progress = judge, end, progress
        judge.deadline = end
        judge.accept(subject)
        judge.start(subject.parse(), subject.context())
        found = self._judged(subject)
        if found is None:
            raise NothingFailsError("nothing fails: there is nothing to reduce")
        self.failure: Failure = found

    def shrink(self) -> None:
        """Remove passes and operations until none can be removed."""
        while True:
            before = self.best
            without_chunks(list(self.best.pipeline.items), self._fails_with_passes)
            found = smallest(self.best.text, self._kind_of, context=self.best.context)
            if found == before.text and self.best.pipeline == before.pipeline:
                return

    def _fails_with_passes(self, items: Sequence[object]) -> bool:
        nest = Nest(self.best.pipeline.anchor, tuple(items))  # pyright: ignore[reportArgumentType]
        return self._attempt(replace(self.best, pipeline=nest))

    def _kind_of(self, text: str) -> str | None:
        if text == self.best.text:
            return self.failure.kind
        return self.failure.kind if self._attempt(self.best.with_text(text)) else None

    def _attempt(self, candidate: Subject) -> bool:
        """Whether a smaller program fails in the same way; it is the best one then."""
        if time.monotonic() > self._end:
            raise OutOfTimeError("the time limit is reached")
        found = self._judged(candidate)
        if found is None or found.kind != self.failure.kind:
            return False
        self.best, self.failure = candidate, found
        self._progress(f"{candidate.text.count(chr(10))} lines, {len(candidate.pipeline.items)} passes")
        return True

    def _judged(self, candidate: Subject) -> Failure | None:
        self.tried += 1
        try:
            original = candidate.parse()
        except DiagnosticError:
            return None  # a program that is not valid shows nothing
        if self.tried > 1:
            try:
                self._judge.start(original, candidate.context())
            except JudgeError:
                return None
        run = candidate.run()
        if run.failure is not None:
            return run.failure
        assert run.module is not None
        return self._judge.failure(run.module, [step.instance for step in run.steps])


def without_chunks(items: list[_T], still_fails: Callable[[list[_T]], bool]) -> list[_T]:
    """Remove halves, quarters ... of the items, then single ones, as long as it fails without them."""
    size = max(len(items) // 2, 1)
    while size and items:
        start = 0
        while start < len(items):
            fewer = items[:start] + items[start + size :]
            if still_fails(fewer):
                items = fewer
            else:
                start += size
        size //= 2
    return items


def smallest(
    text: str,
    kind_of: Callable[[str], str | None],
    form: PrintOptions | None = None,
    context: Callable[[], Context] = Context,
) -> str:
    """The smallest text found of the same kind as ``text``, which must be of one, with fewer operations.

    Candidates are printed in ``form``, MLIR's by default, and parsed in contexts that ``context`` makes.
    """
    form = form or PrintOptions()
    kind = kind_of(text)
    assert kind is not None, "there is nothing to find on this program"
    text = _without_many(text, lambda candidate: kind_of(candidate) == kind, form, context)
    progress = True
    while progress:
        progress = False
        position = 0
        while (smaller := _without(text, position, form, context)) is not None:
            for candidate in smaller:
                if candidate != text and kind_of(candidate) == kind:
                    text, progress = candidate, True
                    break
            else:
                position += 1
    return text


def _without_many(
    text: str, still_fails: Callable[[str], bool], form: PrintOptions, context: Callable[[], Context]
) -> str:
    """The program without halves, quarters ... of its operations, and without operations that only these use."""
    size = len(operations_in(parse_module(text, "reduce", context()))) // 2
    while size > 1:
        start = 0
        while True:
            module = parse_module(text, "reduce", context())
            operations = [op for op in operations_in(module) if op is not module]
            chosen = operations[::-1][start : start + size]
            if not chosen:
                break
            if erase_all(chosen) and still_fails(candidate := print_op(module, form)):
                text = candidate
            else:
                start += size
        size //= 2
    return text


def _without(text: str, position: int, form: PrintOptions, context: Callable[[], Context]) -> list[str] | None:
    """The program without the operation at a position from the end, in several ways. None if there is none there."""
    found: list[str] = []
    for way in WAYS:
        module = parse_module(text, "reduce", context())
        operations = [op for op in operations_in(module) if op is not module]
        if position >= len(operations):
            return None
        if way(operations[-1 - position]):
            found.append(print_op(module, form))
    return found
