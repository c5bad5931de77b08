"""``cpu-math``: functions as polynomials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.passes.base import Pass


@dataclass(frozen=True)
class CpuMath(Pass):
    """Math."""

    name: ClassVar[str] = "cpu-math"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        pass
