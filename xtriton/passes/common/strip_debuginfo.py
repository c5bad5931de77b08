"""``strip-debuginfo``: remove source locations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import OperationPass
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class StripDebugInfo(OperationPass):
    """Replace all source locations with the unknown location.

    before: ``tt.return loc("kernel.py":3:4)``
    after:  ``tt.return loc(unknown)``
    """

    name: ClassVar[str] = "strip-debuginfo"
    class_name: ClassVar = by_version({V3_6: "StripDebugInfo", V3_8: "StripDebugInfoPass"})

    def apply_to(self, ctx: Context, op: Operation) -> None:
        unknown = UnknownLoc()
        for inner in operations_in(op):
            inner.location = unknown
            for region in inner.regions:
                for block in region.blocks:
                    for arg in block.args:
                        arg.location = unknown
