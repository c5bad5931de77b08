"""Locks over forks: a child process has no threads that could release locks that other threads held.

A lock that guards state that cannot be recreated, such as LLVM's context or the streams of the process, is held over
forks: a fork waits until other threads have released it, so that the guarded state is consistent in the child. Other
locks, which are held briefly, are recreated in the child.
"""

from __future__ import annotations

import os
import threading
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any
from weakref import WeakSet

_HELD: dict[int, AbstractContextManager[Any]] = {}
"""Locks that are held over forks, by their place in the order in which threads take them."""
_TAKEN: list[AbstractContextManager[Any]] = []
"""The locks that the current fork holds."""


def hold_over_forks(lock: AbstractContextManager[Any], place: int) -> None:
    """Let forks wait for a lock that one thread can take several times.

    A thread may take a lock of a higher ``place`` while it holds this one, but none of a lower place.
    """
    assert _HELD.setdefault(place, lock) is lock, f"two locks have place {place}"


class Lock:
    """A lock that no thread holds in a new child."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        _LOCKS.add(self)

    def renew(self) -> None:
        """Recreate the lock, released."""
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock.locked():  # a thread that forks while it holds the lock holds none in the child
            self._lock.release()


_LOCKS: WeakSet[Lock] = WeakSet()


def _before() -> None:
    for _, lock in sorted(_HELD.items()):
        lock.__enter__()
        _TAKEN.append(lock)


def _after() -> None:
    while _TAKEN:
        _TAKEN.pop().__exit__(None, None, None)


def _in_child() -> None:
    for lock in list(_LOCKS):
        lock.renew()
    _after()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_in_child)
