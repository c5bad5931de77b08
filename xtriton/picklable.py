"""Errors that other processes receive."""

from __future__ import annotations


class PicklableError(Exception):
    """An error that pickles whatever its constructor takes, so that a pool of processes can pass it on.

    Python calls the constructor with ``args``, the message, which breaks the pool where it takes something else.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _without_constructor, (type(self), self.args), self.__dict__


def _without_constructor(kind: type[PicklableError], args: tuple[object, ...]) -> PicklableError:
    error = kind.__new__(kind)
    error.args = args
    return error
