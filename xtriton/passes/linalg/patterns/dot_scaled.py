"""Products of matrices whose elements share scales."""

from __future__ import annotations

from xtriton.rewriting.pattern import Pattern

PATTERNS: list[Pattern] = []
