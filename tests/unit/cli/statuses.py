"""The exit status that belongs to an error message."""

from __future__ import annotations

import re


def status_for(message: str) -> int:
    """1 for errors located in the input, and if there is nothing to find; 2 for those of the command line."""
    located = re.match(r"\S+:\d+:\d+: error: ", message) or "error: nothing fails" in message
    return 1 if located else 2
