"""Vector clocks: which events each partition of a warp-specialised program is ordered after.

A clock counts events by their *key*: an agent's own actions, those of them that are ordered by a proxy fence, how
many of its asynchronous dots, stores and copies have completed, and how many phases each barrier has completed. An
event happened before another one exactly if the clock of the other one's agent has counted it. Clocks advance where an
agent waits, and are passed on only through barriers, forks and joins, so that the result does not depend on the order
in which partitions happened to run.
"""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """The key of a counter: a kind of event, and the number of an agent or a barrier."""

    kind: str
    number: int


AGENT = "agent"
"""An agent's own actions, in epochs: each release begins a new one."""
FENCED = "fenced"
"""The epochs of an agent that a fence ordered before accesses by the asynchronous proxy."""
BARRIER = "barrier"
"""The phases that a barrier has completed."""
DOT = "dot"
"""How many asynchronous dots of an agent have ended."""
STORE = "store"
"""How many copies from shared to global memory of an agent have read their source."""
GROUP = "group"
"""How many groups of ``cp.async`` of an agent have ended."""


class Clock(dict[Key, int]):
    """How many events of each key are known; 0 for keys that are not listed."""

    def __missing__(self, key: Key) -> int:
        return 0

    def learn(self, other: Clock) -> None:
        """Merge another clock into this one (elementwise maximum)."""
        for key, count in other.items():
            if self[key] < count:
                self[key] = count

    def knows(self, other: Clock) -> bool:
        """Whether this clock is at or after ``other``."""
        return all(self[key] >= count for key, count in other.items())

    def copy(self) -> Clock:
        return Clock(self)
