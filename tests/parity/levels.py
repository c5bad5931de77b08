"""How alike two outcomes of a pass are."""

from __future__ import annotations

from enum import IntEnum

from parity.graph import graphs_of
from parity.outcomes import Outcome, parsed


class Level(IntEnum):
    """The better, the greater. Each includes those below it down to ``GRAPH``."""

    FAILED = 0
    """One of them failed, or both did in other ways."""
    DIFFERENT = 1
    """The graphs differ."""
    GRAPH = 2
    """The same graph up to the order of operations without side effects."""
    LOCATIONS = 3
    """The same graph, and every operation and block argument has the same location."""
    BYTES = 4
    """The same text, with locations; or the same errors."""

    @property
    def label(self) -> str:
        """The name in tables and records."""
        return self.name.lower()


def judge(wheel: Outcome, native: Outcome) -> Level:
    """How alike the outcomes are."""
    if wheel == native:
        return Level.BYTES
    if wheel.text is None or native.text is None:
        return Level.FAILED
    ours, theirs = graphs_of(parsed(native.text), parsed(wheel.text))
    if not ours.same_as(theirs):
        return Level.DIFFERENT
    return Level.LOCATIONS if ours.locations == theirs.locations else Level.GRAPH
