"""Compilation targets: NVIDIA GPUs by compute capability, and the CPU."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from xtriton.wheel import triton_module

CPU = "cpu"
"""The host as a target. APIs for GPUs alone take a :class:`Target`."""

CAPABILITIES = (70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120, 121)
"""The compute capabilities that Triton 3.6 and the ptxas that it brings know: 90 is 9.0, the H100."""

_SHARED_KIB = {70: 96, 72: 96, 75: 64, 80: 163, 86: 99, 87: 163, 89: 99, 120: 99, 121: 99}
"""Shared memory of a thread block in KiB where it differs from that since 9.0 (CUDA C++ Programming Guide)."""
_SHARED_KIB_SINCE_90 = 227

_TARGET = re.compile(r"(?:cuda:|sm_?)?([0-9]+)[af]?|(?:cuda:)?([0-9]+)\.([0-9])")
_WARP_SIZE = 32


@dataclass(frozen=True, order=True)
class Target:
    """A GPU of a compute capability. It need not be there."""

    capability: int

    def __post_init__(self) -> None:
        if self.capability not in CAPABILITIES:
            known = ", ".join(map(str, CAPABILITIES))
            from difflib import get_close_matches

            near = get_close_matches(str(self.capability), list(map(str, CAPABILITIES)), n=1, cutoff=0.5)
            hint = f"; did you mean cuda:{near[0]}?" if near else ""
            raise ValueError(f"target '{self}' is not a GPU that Triton compiles for (it knows {known}){hint}")

    @classmethod
    def parse(cls, text: str, *, or_cpu: bool = False) -> Target:
        """Read ``cuda:90``, or another spelling of it: ``90``, ``90a``, ``9.0``, ``sm_90``, ``sm_90a``.

        Triton selects the features of ``90a`` itself. Raises ``ValueError`` for other texts, and for capabilities that
        no GPU has; ``or_cpu`` tells whether the caller takes ``cpu``, too, which the message says then.
        """
        match = _TARGET.fullmatch(str(text))
        if match is None:
            others = ", or cpu" if or_cpu else ""
            reason = "is not for this, which needs a GPU" if text == CPU else "is not known"
            raise ValueError(f"target '{text}' {reason}: give cuda:CAPABILITY, such as cuda:90 or sm_90{others}")
        return cls(int(match[1] or match[2] + match[3]))

    def __str__(self) -> str:
        return f"cuda:{self.capability}"

    @property
    def shared_memory(self) -> int:
        """The bytes of shared memory that a program can have."""
        return _SHARED_KIB.get(self.capability, _SHARED_KIB_SINCE_90) * 1024

    def for_triton(self) -> Any:
        """The target as Triton's backends take it. No driver is asked."""
        return triton_module("backends.compiler").GPUTarget("cuda", self.capability, _WARP_SIZE)
