"""Vector clocks: what each partition of a warp-specialised program knows to have happened.

A clock counts events by their *key*: what an agent did itself, which of its writes went through a fence of the proxies,
how many of its asynchronous dots, stores and copies have ended, and how many phases each barrier has completed. An
event happened before another one exactly if the clock of that one's agent has counted it. Clocks grow where an agent
waits, and are handed on through barriers, forks and joins alone, so that what is found does not depend on the order in
which partitions happened to run.
"""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """What a clock counts: a kind of event, of an agent or a barrier, by its number."""

    kind: str
    number: int


AGENT = "agent"
"""What an agent did itself, in epochs: each release begins a new one."""
FENCED = "fenced"
"""The epochs of an agent that a fence ordered before accesses by the asynchronous proxy."""
BARRIER = "barrier"
"""The phases that a barrier has completed."""
PRODUCT = "product"
"""How many asynchronous dots of an agent have ended."""
STORE = "store"
"""How many copies from shared to global memory of an agent have read their source."""
GROUP = "group"
"""How many groups of ``cp.async`` of an agent have ended."""


class Clock(dict[Key, int]):
    """How many events of each key are known; none of those that are not listed."""

    def __missing__(self, key: Key) -> int:
        return 0

    def learn(self, other: Clock) -> None:
        """Know what ``other`` knows, too."""
        for key, count in other.items():
            if self[key] < count:
                self[key] = count

    def knows(self, other: Clock) -> bool:
        """Whether everything that ``other`` knows is known."""
        return all(self[key] >= count for key, count in other.items())

    def copy(self) -> Clock:
        return Clock(self)
