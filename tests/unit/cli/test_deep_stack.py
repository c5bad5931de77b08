"""Deep recursion."""

from __future__ import annotations

import sys

import pytest

from xtriton.cli.deep_stack import with_deep_stack


def depth_through_c(count: int) -> int:
    """Recurse through C code (``map`` within ``max``), where every level takes C stack as well."""
    return 0 if count == 0 else 1 + max(map(depth_through_c, [count - 1]))


def test_a_result_and_an_exception_come_back():
    assert with_deep_stack(lambda: 42) == 42
    with pytest.raises(KeyError, match="x"):
        with_deep_stack(lambda: {}["x"])


def test_recursion_goes_deep():
    assert with_deep_stack(lambda: depth_through_c(50_000)) == 50_000


def test_recursion_without_end_is_an_exception_and_not_a_crash():
    with pytest.raises(RecursionError):
        with_deep_stack(lambda: depth_through_c(-1))


def test_limits_are_put_back():
    before = sys.getrecursionlimit()
    with_deep_stack(lambda: None)
    assert sys.getrecursionlimit() == before
