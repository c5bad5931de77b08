"""Actions: the single steps of rewriting, counted by name, observed, and stopped after a number of them.

The greedy driver performs folds, patterns, erasures of dead operations and region simplifications one after the other,
each of which leaves valid IR. So a run that is limited to *n* actions is a prefix of the full run, and a bisection over
*n* finds the action that breaks a program. Dialect conversions report their patterns, but cannot be stopped halfway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation

from xtriton.ir.printer import describe


@dataclass(frozen=True)
class Action:
    """A step of rewriting: its kind (``pattern``, ``fold`` ...), the pattern's name and place, and its operation."""

    kind: str
    name: str = ""
    source: str = ""
    """``file.py:line`` of the pattern."""
    operation: str = ""
    """The operation as it was before, in generic form; its text is only made where it is asked for."""
    op_name: str = ""
    location: LocationAttr | None = None

    def __str__(self) -> str:
        named = f"{self.kind} '{self.name}'" if self.name else self.kind
        return named + (f" ({self.source})" if self.source else "") + (f" on '{self.op_name}'" if self.op_name else "")


@dataclass
class Actions:
    """The actions of the drivers that run while this is in effect (:func:`observed`)."""

    limit: int | None = None
    """After this many actions greedy drivers stop; None for no limit."""
    observer: Callable[[Action], None] | None = None
    """Called with each action when it has been performed."""
    performed: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    """How often each action was performed, by kind and name."""
    last: Action | None = None
    """The last action, if it was described: the one at the limit, or any with an observer."""
    tried: tuple[str, Callable[..., Any] | None, Operation | None] | None = None
    """The kind, pattern and operation of the action that is tried now, or was when an exception was raised."""
    _before: Action | None = None

    @property
    def exhausted(self) -> bool:
        """Whether drivers have to stop."""
        return self.limit is not None and self.performed >= self.limit

    def consider(self, op: Operation) -> None:
        """Note the operation that the next action may change; steps on whole regions have none."""
        self._before = None
        if self.observer is not None or self.performed + 1 == self.limit:
            self._before = Action("", operation=describe(op), op_name=op.name, location=op.location)

    def consider_none(self) -> None:
        """Note that the next action is on a whole region."""
        self._before, self.tried = None, ("region simplification", None, None)

    def trying(self, kind: str, rewrite: Callable[..., Any] | None, op: Operation | None) -> None:
        """Note the action that is tried."""
        self.tried = kind, rewrite, op

    def perform(self, kind: str, rewrite: Callable[..., Any] | None = None) -> None:
        """Count an action that has been performed, of the pattern ``rewrite`` if it is one."""
        self.performed += 1
        name = rewrite.__name__ if rewrite is not None else ""
        self.counts[f"{kind} {name}" if name else kind] += 1
        if self.observer is None and self.performed != self.limit:
            return
        seen, self._before = self._before or Action(""), None
        self.last = Action(kind, name, source_of(rewrite), seen.operation, seen.op_name, seen.location)
        if self.observer is not None:
            self.observer(self.last)


def source_of(rewrite: Callable[..., Any] | None) -> str:
    """``file.py:line`` of a function; empty for others."""
    code = getattr(rewrite, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if isinstance(code, CodeType) else ""


_CURRENT: ContextVar[Actions | None] = ContextVar("actions", default=None)


def current_actions() -> Actions | None:
    """The actions that are in effect, if rewriting is observed."""
    return _CURRENT.get()


@contextmanager
def observed(actions: Actions | None) -> Generator[None]:
    """Let the drivers that run in the block report to ``actions``; None turns that off."""
    token = _CURRENT.set(actions)
    try:
        yield
    finally:
        _CURRENT.reset(token)
