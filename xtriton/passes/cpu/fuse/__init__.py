"""``cpu-fuse``: elementwise operations become one with those that use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option


@dataclass(frozen=True)
class CpuFuse(Pass):
    """Fuse."""

    name: ClassVar[str] = "cpu-fuse"
    noalias: bool = option(True, "arguments with memory that is written do not overlap others")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        pass
