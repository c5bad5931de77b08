"""Which goals the inputs of a differential test have met, recorded while a program runs.

The interpreter calls :meth:`Coverage.watch` for each operation that it compiles, and runs the returned step just before
the operation. Goals that a run met count only if the run was defined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.traits import is_side_effect_free

from xtriton.interp.aims import Change, Steering
from xtriton.interp.frame import Frame
from xtriton.interp.goals import Aim, Goal, Goals, goals_of
from xtriton.interp.numbers.formats import Array
from xtriton.interp.values import Poisoned, is_composite
from xtriton.ir.walk import operations_in, reached

Slots = Callable[[Sequence[SSAValue]], tuple[int, ...]]

_ATTEMPTS = 3
"""How many ways to meet a goal are tried, one in each run that reaches its operation."""

_FEW = 64
_MOST_LOOKS = 15
"""How often a run inspects the operands of one operation: a third of that if these are large."""
_MOST_LOOKED_AT = 1 << 14
"""Maximum number of inspected elements: of larger tensors only the first program's."""


@dataclass
class Site:
    """An operation with goals: bit ``i`` of the sets stands for its goal ``i``."""

    op: Operation
    goals: Goals
    met: int = 0
    """Goals met by defined runs."""
    seen: int = 0
    """Goals met by the current run."""
    reached: bool = False
    """Whether a defined run reached the operation."""
    passed: bool = False
    """Whether the current run did."""
    looks: int = 0
    """How often the current run inspected the operands."""
    attempts: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def all(self) -> int:
        """The set of all goals."""
        return (1 << len(self.goals.goals)) - 1

    def missing(self) -> list[Goal]:
        """The goals that no defined run met."""
        return [goal for at, goal in enumerate(self.goals.goals) if not self.met >> at & 1]


Proposal = tuple[Change, ...]
"""Input changes that may meet a goal."""


@dataclass
class Coverage:
    """The sites of a program, and the goals that the current run met."""

    sites: dict[Operation, Site] = field(default_factory=dict[Operation, Site])
    steering: Steering | None = None
    """How to change inputs, while proposals are collected."""
    proposals: list[Proposal] = field(default_factory=list[Proposal])
    used: dict[Operation, set[Operation]] = field(default_factory=dict[Operation, "set[Operation]"])
    """For each function, the operations with side effects and those that they depend on."""

    def watch(self, op: Operation, slots: Slots) -> Callable[[Frame], None] | None:
        """The step to run before an operation, or None."""
        goals = goals_of(op) if self._is_used(op) else None
        if goals is None:
            return None
        site = self.sites[op] = Site(op, goals)
        inputs = slots(goals.watched)

        def note(frame: Frame) -> None:
            site.passed = True
            if site.met | site.seen != site.all:
                self._note(site, inputs, frame)

        return note

    def _is_used(self, op: Operation) -> bool:
        """Whether an operation is live: front ends leave many dead operations."""
        top = op
        while (parent := top.parent_op()) is not None and not isinstance(parent, ModuleOp):
            top = parent
        if top not in self.used:
            self.used[top] = _used_operations(top)
        return op in self.used[top]

    def _note(self, site: Site, inputs: tuple[int, ...], frame: Frame) -> None:
        values = [frame.values[slot] for slot in inputs]
        if any(value is None or is_composite(value) for value in values):
            return
        data: list[Array] = [value.data if isinstance(value, Poisoned) else value for value in values]
        # In loops only the first iterations are inspected: inspecting operands costs as much as computing with them.
        site.looks += 1 if max(array.size for array in data) <= _FEW else _MOST_LOOKS // 3
        if site.looks > _MOST_LOOKS:
            return
        defined = _defined(values)
        if max(array.size for array in data) > _MOST_LOOKED_AT:
            data = [array[:1] for array in data]
            defined = None if defined is None else defined[:1]
        for at, goal in enumerate(site.goals.goals):
            if (site.met | site.seen) >> at & 1:
                continue
            holds = cast("Callable[..., Array]", goal.holds)(*data)
            if defined is not None:
                holds = holds & defined
            if holds.any():
                site.seen |= 1 << at
            elif self.steering is not None and site.attempts.get(at, 0) < _ATTEMPTS:
                self._wish(at, site, frame, data)

    def _wish(self, at: int, site: Site, frame: Frame, data: list[Array]) -> None:
        """Search for a way to meet a goal: a different one at each attempt, at another element."""
        assert self.steering is not None
        attempt = site.attempts.get(at, 0)
        site.attempts[at] = attempt + 1
        shape = (
            np.broadcast_shapes(*(array.shape for array in data))
            if len({array.ndim for array in data}) == 1
            else data[0].shape
        )
        for element in _elements(shape, attempt):
            numbers = [_element(array, element) for array in data]
            aims = cast("Callable[..., Iterable[Aim]]", site.goals.goals[at].aims)
            for aim in list(aims(*numbers))[attempt % 2 :]:
                targets = [(site.goals.watched[index], target) for index, target in aim]
                changes = self.steering.together(frame, element, targets)
                if changes:
                    self.proposals.append(tuple(changes))
                    return

    def begin(self, steering: Steering | None = None) -> None:
        """Before a run; with ``steering`` proposals are collected."""
        self.steering, self.proposals = steering, []
        for site in self.sites.values():
            site.seen, site.passed, site.looks = 0, False, 0

    def restart(self) -> None:
        """The run restarts: the goals it met so far do not count."""
        self.begin(self.steering)

    def keep(self) -> int:
        """The current run was defined: its goals count. Returns how many goals are new."""
        fresh = 0
        for site in self.sites.values():
            fresh += (site.seen & ~site.met).bit_count()
            site.met |= site.seen
            site.reached |= site.passed
        return fresh

    def of_interest(self) -> int:
        """The number of operations with unmet goals that the current run reached."""
        return sum(site.passed and site.met != site.all for site in self.sites.values())

    def forget(self) -> None:
        """Reset for another function."""
        for site in self.sites.values():
            site.met = site.seen = 0
            site.reached = site.passed = False
            site.attempts.clear()

    @property
    def complete(self) -> bool:
        """Whether all goals of all operations are met."""
        return all(site.met == site.all for site in self.sites.values())

    def uncovered(self, operations: Iterable[Operation]) -> list[tuple[Operation, Goal]]:
        """The goals that no defined run met."""
        listed = [self.sites[op] for op in operations if op in self.sites]
        return [(site.op, goal) for site in listed for goal in site.missing()]


def _used_operations(function: Operation) -> set[Operation]:
    roots = [op for op in operations_in(function) if op.regions or not op.results or not is_side_effect_free(op)]
    return set(reached(roots, lambda op: [value.owner for value in op.operands if isinstance(value.owner, Operation)]))


def _defined(values: Sequence[object]) -> Array | None:
    poison = [value.poison for value in values if isinstance(value, Poisoned)]
    if not poison:
        return None
    total = poison[0]
    for mask in poison[1:]:
        total = total | mask
    return ~total


def _elements(shape: Sequence[int], attempt: int) -> Iterable[tuple[int, ...]]:
    """Elements to try: the first, then others, distributed over the lanes and the tensor."""
    first = tuple(0 for _ in shape)
    last = tuple(extent - 1 for extent in shape)
    middle = tuple(extent // 2 for extent in shape)
    order = [first, last, middle]
    turn = attempt % 3
    return dict.fromkeys([*order[turn:], *order[:turn]][:2])


def _element(array: Array, element: tuple[int, ...]) -> object:
    padded = (element[0], *element[1 : array.ndim])
    return array[tuple(at if extent > 1 else 0 for at, extent in zip(padded, array.shape, strict=True))].item()
