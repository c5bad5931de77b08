"""Which cases of a test `make test` runs, where all of them take long; tests that are of some versions of Triton."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from xtriton.versions import V3_8, VersionRange, before, default_version


def of_versions(held: VersionRange, reason: str) -> pytest.MarkDecorator:
    """Skips a test with wheels of other versions; ``make test-versions`` runs it with one of ``held``.

    For tests that need what the wheel of a version has or does. Tests of how xtriton does as a version need no wheel:
    they name the version (``Context(triton="3.6")``, ``--triton=3.6``) and run with any.
    """
    return pytest.mark.skipif(default_version() not in held, reason=f"{reason}: a test of Triton {held.in_words()}")


WITH_BLOCK_POINTERS = before(V3_8)
"""The versions of Triton that have ``tl.make_block_ptr``."""

with_block_pointers = of_versions(WITH_BLOCK_POINTERS, "Triton has no block pointers since 3.8")


def slow_unless(cases: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """The cases of a parametrised test, marked as slow except for some."""
    return [case if is_quick(case) else _slow(case) for case in cases]


def some(cases: Iterable[Any], every: int) -> list[Any]:
    """The cases of a parametrised test, marked as slow except for the first of each ``every`` ones."""
    return [_slow(case) if number % every else case for number, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)
