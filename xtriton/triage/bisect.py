"""Bisection: the first pass that breaks a program, then the first action of that pass that does."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, replace

from xtriton.ir.diagnostics import file_location
from xtriton.ir.printer import print_op
from xtriton.passes.libtriton import LibTriton
from xtriton.passes.manager import ordinal
from xtriton.rewriting.actions import Action, source_of
from xtriton.triage.judges import Judge
from xtriton.triage.subject import Failure, Run, Step, Subject


class NothingFailsError(Exception):
    """There is no failure to look for, or the program fails before the first pass."""


@dataclass(frozen=True)
class Culprit:
    """The pass that breaks a program: its number from 1 among ``steps`` passes, and the failure after it.

    ``action`` is the first action of it that does so, number ``number`` of ``actions``; None if the pass does not
    rewrite by greedy patterns, or breaks the program in other ways. ``before`` and ``after`` are the IR around it.
    """

    step: Step
    index: int
    steps: int
    failure: Failure
    pipeline: str
    action: Action | None = None
    number: int = 0
    actions: int = 0
    before: str = ""
    after: str = ""

    def diff(self, context: int = 3) -> str:
        """The change of the IR, as a unified diff; empty if there is no IR after it."""
        if not self.after:
            return ""
        before, after = self.before.splitlines(), self.after.splitlines()
        return "\n".join(difflib.unified_diff(before, after, "before", "after", lineterm="", n=context))

    def __str__(self) -> str:
        occurrence = f", the {ordinal(self.step.occurrence)} '{self.step.name}'"
        occurrence += " of the wheel" if isinstance(self.step.instance, LibTriton) else ""
        where = f" on '{self.step.anchor}'" if self.step.anchor != "builtin.module" else ""
        lines = [f"pass {self.index} of {self.steps}{occurrence}{where}, breaks the program: {self.failure.message}"]
        if self.action is not None:
            number = f"action {self.number} of {self.actions}" if self.number else "the action that it ends in"
            place = file_location(self.action.location)
            at = f" at {place.filename.data}:{place.line.data}:{place.column.data}" if place is not None else ""
            lines.append(f"  {number}: {self.action}{at}")
            if self.action.operation:
                lines += [f"    {line}" for line in self.action.operation.splitlines()[:_MOST_LINES]]
        elif self.actions:
            lines.append(f"  none of its {self.actions} actions is the cause: the pass does more than that")
        return "\n".join(lines)


_MOST_LINES = 6


def bisect(subject: Subject, judge: Judge, progress: Callable[[str], None] | None = None) -> Culprit:
    """Find the pass, and the action in it, that breaks the program.

    Raises :class:`NothingFailsError` if the program is good after all passes, or bad before the first one;
    ``JudgeError`` if it cannot be judged; ``DiagnosticError`` if it is not valid.
    """
    judge.accept(subject)
    judge.start(subject.parse(), subject.context())
    search = _Search(subject, judge, progress or (lambda _: None))
    whole = search.failure()
    if whole is None:
        count = len(search.last.steps)
        raise NothingFailsError(
            f"nothing fails after {count} {'pass' if count == 1 else 'passes'}: there is nothing to find"
        )
    total = len(search.last.steps)
    early = whole if total == 0 else search.failure(0)
    if early is not None:
        raise NothingFailsError(f"the program fails before the first pass: {early.message}")
    index = _first_bad(1, total, lambda steps: search.failure(steps) is not None)
    failure = search.failure(index)
    assert failure is not None
    run = search.last
    culprit = Culprit(run.steps[-1], index, total, failure, subject.prefix(index))
    return _with_action(culprit, search, run)


def _first_bad(low: int, high: int, is_bad: Callable[[int], bool]) -> int:
    """The smallest bad number from ``low`` to ``high``, which is bad."""
    while low < high:
        middle = (low + high) // 2
        if is_bad(middle):
            high = middle
        else:
            low = middle + 1
    return low


@dataclass
class _Search:
    """Judges the program after parts of the pipeline."""

    subject: Subject
    judge: Judge
    progress: Callable[[str], None]
    last: Run = None  # pyright: ignore[reportAssignmentType]
    """The run that was judged last."""

    def failure(self, steps: int | None = None, actions: int | None = None) -> Failure | None:
        """Why the program is bad after so many passes, with so many actions of the last one."""
        run = self.last = self.subject.run(steps, actions)
        found = run.failure
        if found is None and run.module is not None:
            found = self.judge.failure(run.module, [step.instance for step in run.steps])
        what = "all passes" if steps is None else f"{steps} passes"
        what += "" if actions is None else f", {actions} actions"
        self.progress(f"{what}: {'good' if found is None else found.message}")
        return found

    def text(self, steps: int, actions: int | None) -> str:
        """The IR after so many passes and actions; empty if there is none."""
        module = self.subject.run(steps, actions).module
        return "" if module is None else print_op(module)


def _with_action(culprit: Culprit, search: _Search, run: Run) -> Culprit:
    """The culprit with the first action that breaks the program."""
    count, index = run.actions.performed, culprit.index
    whole = replace(culprit, before=search.text(index - 1, None), after=search.text(index, None), actions=count)
    conversions = sum(number for name, number in run.actions.counts.items() if name.startswith("conversion"))
    if run.module is None and run.actions.tried is not None and search.failure(index, count) is None:
        # The pass fails in the action that it tries after its last one.
        return replace(whole, action=_tried(run), before=search.text(index, count))
    if conversions == count or search.failure(index, 0) is not None or search.failure(index, count) is None:
        return whole
    number = _first_bad(1, count, lambda actions: search.failure(index, actions) is not None)
    failure = search.failure(index, number)
    assert failure is not None
    found = search.last.actions.last
    before, after = search.text(index, number - 1), search.text(index, number)
    return replace(whole, before=before, after=after, action=found, number=number, failure=failure)


def _tried(run: Run) -> Action | None:
    """The action that the pass was executing when it failed."""
    if run.actions.tried is None:
        return None
    kind, rewrite, op = run.actions.tried
    name = rewrite.__name__ if rewrite is not None else ""
    return Action(kind, name, source_of(rewrite), "", op.name if op else "", op.location if op else None)
