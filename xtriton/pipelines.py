"""The stages of the compiler as data: which passes, in which order, for which target.

Each stage is also a named pipeline of the command line: ``--make-ttir=target=cuda:90``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar

from xtriton.passes.base import NamedPipeline

_TARGET = re.compile(r"cuda:(\d+)")


def make_ttir_passes(capability: int) -> tuple[str, ...]:
    """The passes of Triton 3.6's TTIR stage, in its order, for an NVIDIA GPU of a compute capability (80, 90, ...)."""
    has_descriptors = capability // 10 >= 9
    return (
        "inline",
        "triton-rewrite-tensor-pointer",
        *(() if has_descriptors else ("triton-rewrite-tensor-descriptor-to-pointer",)),
        "canonicalize",
        "triton-combine",
        "triton-reorder-broadcast",
        "cse",
        "symbol-dce",
        "triton-loop-unroll",
    )


def capability_of(target: str) -> int:
    """The compute capability of a target spelled as Triton does, ``cuda:90``. Raises ``ValueError`` for any other."""
    match = _TARGET.fullmatch(target)
    if match is None:
        raise ValueError(f"target '{target}' is not known: expected cuda:CAPABILITY, such as cuda:90")
    return int(match[1])


@dataclass(frozen=True)
class MakeTtir(NamedPipeline):
    """Triton's TTIR stage: functions are inlined, block pointers rewritten, expressions simplified.

    before: what the front end made of ``@triton.jit`` functions
    after:  the ``ttir`` of Triton's cache
    """

    name: ClassVar[str] = "make-ttir"
    target: str = field(metadata={"help": "what is compiled for: cuda:80, cuda:90, ..."})

    def __post_init__(self) -> None:
        capability_of(self.target)

    def passes(self) -> tuple[str, ...]:
        return make_ttir_passes(capability_of(self.target))
