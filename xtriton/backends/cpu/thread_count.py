"""How many threads a launch uses that does not name their number."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import cast

OPENMP_VARIABLE = "OMP_NUM_THREADS"
"""The environment variable by which users limit the threads of numeric libraries."""


def processors() -> int:
    """The number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_threads() -> int:
    """As many threads as torch uses, if it is imported, otherwise those of ``OMP_NUM_THREADS``, or one per processor.

    There are never more than processors available to this process.
    """
    most = processors()
    return min(_of_torch() or _of_openmp() or most, most)


def _of_torch() -> int | None:
    # Torch may be imported without functions yet: another thread is importing it.
    count = cast("Callable[[], int] | None", getattr(sys.modules.get("torch"), "get_num_threads", None))
    return None if count is None else count()


@cache
def _of_openmp() -> int | None:
    """The value of ``OMP_NUM_THREADS`` at the first launch that needs it.

    It is a list of numbers by nesting level, of which the first one counts. An invalid value counts as none: it is not
    xtriton's variable.
    """
    first = os.environ.get(OPENMP_VARIABLE, "").partition(",")[0].strip()
    return int(first) if first.isdecimal() and int(first) else None
