"""Choosing at random from items of which there may be more tomorrow (consistent hashing).

Samples, tokens and passes are added with every change. Choices by index would all change then, and a run with the same
seed would examine other cases, which a test must not.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from hashlib import blake2b
from random import Random
from typing import Generic, TypeVar

_T = TypeVar("_T")
_POINTS = 4
"""Places of an item on the ring. More make the items more equally likely."""
_BITS = 64


class Ring(Generic[_T]):
    """Each item has places on a ring; the one whose place comes first behind a random point is chosen.

    ``name`` tells items apart. Another item takes over what lies in front of its places, and changes no other choice.
    """

    def __init__(self, items: Iterable[_T], name: Callable[[_T], str]) -> None:
        places = [(_place(f"{point} {name(item)}"), item) for item in items for point in range(_POINTS)]
        places.sort(key=lambda place: place[0])
        self._places = [place for place, _ in places]
        self._items = [item for _, item in places]

    def choose(self, random: Random) -> _T:
        """One of the items."""
        return self._items[bisect(self._places, random.getrandbits(_BITS)) % len(self._items)]


def _place(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(errors="surrogateescape"), digest_size=_BITS // 8).digest())
