"""The warp-specialized loop that an operation is in."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import WARP_SPECIALIZE
from xtriton.dialects.upstream.scf import ForOp


def loops_around(op: Operation) -> list[ForOp]:
    """The loops around ``op`` up to the warp-specialized one, or all if there is none; the innermost first."""
    found: list[ForOp] = []
    parent = op.parent_op()
    while parent is not None:
        if isinstance(parent, ForOp):
            found.append(parent)
            if WARP_SPECIALIZE in parent.attributes:
                break
        parent = parent.parent_op()
    return found


def specialized_loop_around(op: Operation) -> ForOp | None:
    """The innermost warp-specialized loop around ``op``."""
    loops = loops_around(op)
    return loops[-1] if loops and WARP_SPECIALIZE in loops[-1].attributes else None
