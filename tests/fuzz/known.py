"""Findings that are not to be fixed, with their reasons. One that is to be is fixed at once, and does not come here."""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "print: verify: not readable: cannot name an operation with no results": "as in the wheel; see checks.py",
    "print: verify: not readable: entry length does not match rank": "as in the wheel; see checks.py",
    "rejected: axis is out of bounds for a tensor of rank": "on purpose: docs/limits.md",
}
