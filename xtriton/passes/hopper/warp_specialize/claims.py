"""Tiles that the CTAs of a persistent kernel claim from a counter in global memory, one after the other.

The loop over tiles is an ``scf.while`` whose next tile comes from another ``scf.while`` around an atomic addition,
which goes on until it has a tile with work (``hopper-persistent-grid``). It must be executed once for each tile, so a
partition of its own, the scheduler, executes it and sends the number to the others.
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
    """Whether an operation claims the next tile of the loop around it: its only result is a number from a counter."""
    around = op.parent_op()
    if not isinstance(op, WhileOp) or not isinstance(around, WhileOp) or op.parent is not around.after.block:
        return False
    return [result.type for result in op.results] == [i32] and any(map(_counts, op.before.block.ops))


def _counts(op: Operation) -> bool:
    """Whether an operation is a relaxed atomic: other orderings would also publish stores of other partitions."""
    return isinstance(op, tt.AtomicRMWOp) and MemSemantic.of(op.sem) is MemSemantic.RELAXED


def memory_of_number() -> MemDescType:
    """The type of shared memory for one number."""
    layout = encoding_attr(SwizzledShared(1, 1, 1, (0,), CTALayout.default(1)))
    return MemDescType((1,), i32, layout, SharedMemorySpaceAttr(), True)
