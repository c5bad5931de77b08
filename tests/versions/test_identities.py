"""Folds and canonicalization patterns of ``arith``: those of the installed wheel on every pair of operations."""

from __future__ import annotations

import re

import pytest
from parity.identities import FAMILIES, identities
from parity.outcomes import native_outcome, wheel_outcome


def _functions(text: str) -> dict[str, str]:
    return dict(re.findall(r"tt.func @(f\d+)(.*?)\n  }", text, re.DOTALL))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_canonical_forms_are_the_wheel_s(family: str) -> None:
    text = identities(family)
    wheel, native = wheel_outcome("canonicalize", text).text, native_outcome("canonicalize", text).text
    assert wheel is not None and native is not None
    expected, found = _functions(wheel), _functions(native)
    differing = {name: (expected[name], found.get(name)) for name in expected if expected[name] != found.get(name)}
    assert not differing
    assert native == wheel


def test_families_have_functions() -> None:
    assert all(identities(family).count("tt.func") > 100 for family in FAMILIES)
