"""Runs the partitions of ``ttg.warp_specialize``: one at a time, until it must wait or another one is scheduled.

Every partition has a thread of its own, so that it can wait anywhere in its loops, but only the thread that holds the
baton runs. It hands the baton over where its barrier is not ready, and at synchronising operations if the interleaving
says so. If no partition can continue there is a deadlock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from xdsl.ir import Operation

from xtriton.interp.values import Value
from xtriton.ir.diagnostics import Diagnostic

ORDERS = ("first", "last", "turns")
"""Interleavings by name: the first ready partition runs until it must wait, or the last one, or each runs from one
synchronising operation to the next, in turn."""


class Interleaving:
    """The scheduler's policy. An integer is the seed of a random order; names are those of :data:`ORDERS`."""

    def __init__(self, order: str | int = "first") -> None:
        if isinstance(order, str) and order not in ORDERS:
            raise ValueError(f"an interleaving is one of {', '.join(ORDERS)} or an integer, not {order!r}")
        self.order = order
        self._random = Random(order) if isinstance(order, int) else None

    @property
    def switches(self) -> bool:
        """Whether partitions also switch where they need not wait."""
        return self.order not in ("first", "last")

    def choose(self, ready: Sequence[int], current: int) -> int:
        """Choose one of the ready partitions, given in ascending order."""
        if self._random is not None:
            return self._random.choice(ready)
        if self.order == "turns":
            return next((number for number in ready if number > current), ready[0])
        return ready[-1] if self.order == "last" else ready[0]


class Waiting(Protocol):
    """The condition that a partition waits for."""

    op: Operation

    @property
    def notes(self) -> Sequence[Diagnostic]:
        """The notes of a deadlock error."""
        ...

    def is_over(self) -> bool:
        """Whether the condition holds."""
        ...


class _CancelledError(Exception):
    """Another partition has failed: unwind."""


@dataclass(eq=False)
class _Runner:
    """A partition: its thread is resumed when ``turn`` is released."""

    number: int
    body: Callable[[], list[Value]]
    turn: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    waiting: Waiting | None = None
    done: bool = False

    @property
    def is_ready(self) -> bool:
        return not self.done and (self.waiting is None or self.waiting.is_over())


@dataclass
class Scheduler:
    """Schedules partitions. ``deadlock`` creates the error for partitions that all wait, by their numbers."""

    interleaving: Interleaving
    deadlock: Callable[[dict[int, Waiting]], Exception]
    current: int = 0
    _runners: list[_Runner] = field(default_factory=list[_Runner])
    _failure: BaseException | None = None
    _cancelled: bool = False

    def run(self, bodies: Sequence[Callable[[], list[Value]]]) -> list[Value]:
        """Run all bodies to completion. Returns the result of the first, which runs in the caller's thread.

        Raises exceptions of bodies, and the error of a deadlock.
        """
        self._runners = [_Runner(number, body) for number, body in enumerate(bodies)]
        threads = [
            threading.Thread(target=copy_context().run, args=(self._run_in_thread, runner), daemon=True)
            for runner in self._runners[1:]
        ]
        for thread in threads:
            thread.start()
        first = self._runners[0]
        try:
            self.current = 0
            result = first.body()
            first.done = True
            if not all(runner.done for runner in self._runners):
                self._hand_over(first)
            return result
        finally:
            self._cancelled = True
            for runner in self._runners[1:]:
                runner.turn.release()
            for thread in threads:
                thread.join()
            self._runners, self.current, self._failure, self._cancelled = [], 0, None, False

    def _run_in_thread(self, runner: _Runner) -> None:
        runner.turn.acquire()
        try:
            if self._cancelled:
                return
            runner.body()
            runner.done = True
            following = self._next(runner)
            if following is not None:
                self._give(following)
        except _CancelledError:
            return
        except BaseException as failure:
            self._fail(failure)

    def point(self) -> None:
        """A switch point of the running partition."""
        if self._runners and self.interleaving.switches:
            self._hand_over(self._runners[self.current])

    def wait(self, waiting: Waiting) -> None:
        """Suspend the running partition until its condition holds. Raises the error of a deadlock."""
        if not self._runners:
            raise self.deadlock({0: waiting})
        runner = self._runners[self.current]
        runner.waiting = waiting
        self._hand_over(runner)
        runner.waiting = None

    def _hand_over(self, runner: _Runner) -> None:
        following = self._next(runner)
        if following is runner:
            return
        if following is not None:
            self._give(following)
        runner.turn.acquire()
        if runner.number == 0 and self._failure is not None:
            raise self._failure
        if self._cancelled:
            raise _CancelledError

    def _next(self, runner: _Runner) -> _Runner | None:
        """The next runner; the first one where all have ended. None after a deadlock, which has been reported."""
        if all(other.done for other in self._runners):
            return self._runners[0]
        ready = [other.number for other in self._runners if other.is_ready]
        if ready:
            return self._runners[self.interleaving.choose(ready, runner.number)]
        stuck = {other.number: other.waiting for other in self._runners if not other.done and other.waiting is not None}
        failure = self.deadlock(stuck)
        if runner.number == 0:
            raise failure
        self._fail(failure)
        return None

    def _give(self, runner: _Runner) -> None:
        self.current = runner.number
        runner.turn.release()

    def _fail(self, failure: BaseException) -> None:
        """Make the first partition raise, which ends all others."""
        self._failure = failure
        self._give(self._runners[0])
