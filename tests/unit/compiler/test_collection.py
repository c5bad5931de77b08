"""Garbage collection while a kernel is made: automatic ones are off, and what large stages leave is collected."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from xtriton.compiler.collection import MANY_OBJECTS, without_collection


class Node:
    """An object that refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def collections_enabled() -> Iterator[None]:
    """Start from no garbage, with collections enabled, and restore that."""
    gc.collect()
    gc.enable()
    yield
    gc.enable()


def garbage(count: int) -> weakref.ref[Node]:
    """Leave nodes that nothing refers to; the result is the last of them."""
    nodes = [Node() for _ in range(count)]
    return weakref.ref(nodes[-1])


def test_automatic_collections_are_off_within_and_on_after() -> None:
    with without_collection():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_garbage_of_a_large_stage_is_collected_after_it() -> None:
    with without_collection() as collections:
        left = garbage(2 * MANY_OBJECTS)
        collections.after_stage()
        assert left() is None


def test_small_stages_are_not_traversed() -> None:
    with without_collection() as collections:
        left = garbage(10)
        collections.after_stage()
        assert left() is not None
        assert not collections.survivors


def test_what_was_alive_after_a_stage_is_collected_at_the_end() -> None:
    with without_collection() as collections:
        alive = [Node() for _ in range(2 * MANY_OBJECTS)]
        last = weakref.ref(alive[-1])
        collections.after_stage()
        assert last() is alive[-1]
        del alive
    assert last() is None


def test_who_has_turned_collections_off_gets_none() -> None:
    gc.disable()
    with without_collection() as collections:
        left = garbage(2 * MANY_OBJECTS)
        collections.after_stage()
        assert left() is not None
    assert not gc.isenabled()
    assert left() is not None
