"""The guards of a version of a kernel's code."""

from __future__ import annotations

from enum import Enum


class Guarded(Enum):
    """What the guards of a version of the code check; each version takes over where a guard of the one before fails."""

    AS_COMPILED = "as the kernel was compiled"
    WRAPS = "offsets and masks do not wrap around"
    NOTHING = "there are no guards"
