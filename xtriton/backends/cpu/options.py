"""Options of compilation for the CPU."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class CpuOptions:
    """Options of compilation for the CPU, and of launches. Raises ``ValueError`` for invalid values."""

    strict_fp: bool = False
    """Compute floating-point sums in program order, without contracting multiply and add."""
    threads: int | None = None
    """The number of threads that run a grid; ``None`` for that of :func:`~.thread_count.default_threads`."""
    debug: bool = False
    """Whether ``tl.device_assert`` is compiled."""
    check: bool = False
    """Whether accesses are checked against the bounds of arrays, and for conflicts between programs."""
    sanitize_overflow: bool = True
    """Whether ``debug`` also checks additions, subtractions and multiplications of integers for overflow."""

    def __post_init__(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if option.type == "bool" and type(value) is not bool:
                raise ValueError(f"{option.name} is {value!r}: it must be True or False")
        if self.threads is not None:
            check_threads(self.threads)


def check_threads(threads: int) -> None:
    """Raise ``ValueError`` for an invalid number of threads."""
    if type(threads) is not int:
        raise ValueError(f"threads is {threads!r}: it must be a whole number")
    if threads < 1:
        raise ValueError(f"threads is {threads}: it must be 1 or more")
