"""Which cases of a test `make test` runs, where all of them take long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def slow_unless(cases: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """The cases of a parametrised test, marked as slow except for some."""
    return [case if is_quick(case) else _slow(case) for case in cases]


def some(cases: Iterable[Any], every: int) -> list[Any]:
    """The cases of a parametrised test, marked as slow except for the first of each ``every`` ones."""
    return [_slow(case) if number % every else case for number, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)
