"""Tests of garbage collection while a kernel is made."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Generator

import pytest

from xtriton.compiler.collection import without_collection


class _Cycle:
    """An object that only the garbage collector frees."""

    def __init__(self) -> None:
        self.itself = self


def _garbage() -> weakref.ref[_Cycle]:
    return weakref.ref(_Cycle())


@pytest.fixture(autouse=True)
def _enabled() -> Generator[None]:
    gc.enable()
    yield
    gc.enable()


def test_garbage_is_freed_where_asked() -> None:
    with without_collection() as collect_young:
        garbage = _garbage()
        assert garbage() is not None
        assert not gc.isenabled()
        collect_young()
        assert garbage() is None
    assert gc.isenabled()


def test_nothing_is_freed_where_the_caller_has_disabled_collection() -> None:
    gc.disable()
    with without_collection() as collect_young:
        garbage = _garbage()
        collect_young()
        assert garbage() is not None
    assert not gc.isenabled()


def test_collection_is_enabled_again_after_an_error() -> None:
    with pytest.raises(KeyError), without_collection():
        raise KeyError
    assert gc.isenabled()
