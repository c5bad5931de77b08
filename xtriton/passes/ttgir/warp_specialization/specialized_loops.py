"""The warp-specialized loop that an operation is in."""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import WARP_SPECIALIZE
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.walk import ancestors, operations_inside_out
from xtriton.versions import V3_6, V3_9, ByVersion, by_version

Loop = ForOp | WhileOp
LOOPS: Final[ByVersion[tuple[type[Loop], ...]]] = by_version({V3_6: (ForOp,), V3_9: (ForOp, WhileOp)})
"""The loops that can be warp-specialized."""


def specialized_loops(root: Operation) -> list[Loop]:
    """The warp-specialized loops in ``root``, inner ones before those around them."""
    loops = [op for op in operations_inside_out(root) if isinstance(op, LOOPS.now())]
    return [loop for loop in loops if WARP_SPECIALIZE in loop.attributes]


def loops_around(op: Operation) -> list[Loop]:
    """The loops around ``op`` up to the warp-specialized one, or all if there is none; the innermost first."""
    found: list[Loop] = []
    for parent in ancestors(op):
        if isinstance(parent, LOOPS.now()):
            found.append(parent)
            if WARP_SPECIALIZE in parent.attributes:
                break
    return found


def specialized_loop_around(op: Operation) -> Loop | None:
    """The innermost warp-specialized loop around ``op``."""
    loops = loops_around(op)
    return loops[-1] if loops and WARP_SPECIALIZE in loops[-1].attributes else None
