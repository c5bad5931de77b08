"""Findings that are not to be fixed, with their reasons. One that is to be is fixed at once, and does not come here."""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "rejected: arrays of are not supported use or bits": "on purpose: docs/limits.md",
    "rejected: expected integer index or floating point elements but got": "on purpose: docs/limits.md",
    "print: verify: not readable: cannot name an operation with no results": "as in the wheel; see checks.py",
    "print: verify: not readable: entry length does not match rank": "as in the wheel; see checks.py",
    "rejected: axis is out of bounds for a tensor of rank": "on purpose: docs/limits.md",
}
"""The beginning of a finding's kind and signature -> why it stays."""


def is_known(finding: str) -> bool:
    """Whether a finding is one of these."""
    return finding.startswith(tuple(KNOWN))
