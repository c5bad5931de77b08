"""How a kernel is compiled for the CPU."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class CpuOptions:
    """How kernels are compiled for the CPU and launched. ``ValueError`` tells of values that make no sense."""

    strict_fp: bool = False
    """Compute floating-point sums in the order of the program, and round each product."""
    threads: int | None = None
    """How many threads run a grid; ``None`` for as many as there are processors."""
    debug: bool = False
    """Whether ``tl.device_assert`` is compiled."""

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if one.type == "bool" and type(value) is not bool:
                raise ValueError(f"{one.name} is {value!r}: it must be True or False")
        if self.threads is not None and (type(self.threads) is not int or self.threads < 1):
            raise ValueError(f"threads is {self.threads!r}: it must be 1 or more")
