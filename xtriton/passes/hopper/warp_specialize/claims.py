"""Tiles that the CTAs of a persistent kernel claim from a counter in global memory, one after the other.

The loop over tiles is an ``scf.while`` whose next tile follows from an atomic addition (``hopper-persistent-grid``). It
must be executed once for each tile, so a partition of its own, the scheduler, executes it and sends the number to the
others.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation

from xtriton.dialects import tt
from xtriton.dialects.tt.enums import MemSemantic
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.upstream.scf import WhileOp
from xtriton.layouts.encodings import CTALayout, SwizzledShared


def is_claim(op: Operation) -> bool:
    """Whether an operation claims the next tile of a loop: a relaxed atomic on a number, whose result the loop uses.

    Other memory orderings would also publish stores, which other partitions execute.
    """
    if not isinstance(op, tt.AtomicRMWOp) or op.result.type != i32 or not op.result.uses:
        return False
    around = op.parent_op()
    inside = isinstance(around, WhileOp) and op.parent is around.after.block
    return inside and MemSemantic.of(op.sem) is MemSemantic.RELAXED


def resets_counter(op: Operation) -> bool:
    """Whether an operation stores to the counter from which a loop claims tiles."""
    return isinstance(op, tt.StoreOp) and any(is_claim(use.operation) for use in op.ptr.uses)


def memory_of_number() -> MemDescType:
    """The type of shared memory for one number."""
    layout = encoding_attr(SwizzledShared(1, 1, 1, (0,), CTALayout.default(1)))
    return MemDescType((1,), i32, layout, SharedMemorySpaceAttr(), True)
