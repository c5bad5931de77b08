"""The attributes by which Triton's front end and passes tell how loops are pipelined."""

from __future__ import annotations

from functools import cache
from typing import Final

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Operation

from xtriton.dialects.ttg.verify import WARP_SPECIALIZE as WARP_SPECIALIZE
from xtriton.ir.narrowing import is_integer_attr

NUM_STAGES: Final = "tt.num_stages"
"""Of a loop: the number of pipeline stages, instead of the pass option."""
DISALLOW_ACC_MULTI_BUFFER: Final = "tt.disallow_acc_multi_buffer"
"""Of a loop: accumulators have one buffer."""
LATENCY: Final = "tt.latency"
"""Of an operation in a loop: the number of stages between the operation and its users."""
SELF_LATENCY: Final = "tt.self_latency"
"""Of an MMA in a loop: the number of stages between the MMA and the wait for it in the same partition."""
LOOP_STAGE: Final = "loop.stage"
"""Of an operation in a loop: its pipeline stage."""
LOOP_CLUSTER: Final = "loop.cluster"
"""Of an operation in a loop: the position of its cluster in the pipelined loop body."""
SCHEDULED_MAX_STAGE: Final = "tt.scheduled_max_stage"
"""Of a loop: the last pipeline stage of its schedule."""


def integer_attribute(op: Operation, name: str) -> int | None:
    """The value of an integer attribute of ``op``; ``None`` if it is absent or not an integer."""
    attribute = op.attributes.get(name)
    return attribute.value.data if is_integer_attr(attribute) else None


def set_integer_attribute(op: Operation, name: str, value: int) -> None:
    """Set an attribute of ``op`` to an ``i32``."""
    op.attributes[name] = _integer(value)


StageCluster = tuple[int, int]
"""The pipeline stage of an operation and the position of its cluster."""


def stage_cluster(op: Operation | None) -> StageCluster | None:
    """The stage and cluster of ``op``, if it has both."""
    if op is None:
        return None
    stage, cluster = integer_attribute(op, LOOP_STAGE), integer_attribute(op, LOOP_CLUSTER)
    return None if stage is None or cluster is None else (stage, cluster)


def set_stage_cluster(op: Operation, place: StageCluster | None) -> None:
    """Set the stage and cluster of ``op``, if given."""
    if place is not None:
        set_integer_attribute(op, LOOP_STAGE, place[0])
        set_integer_attribute(op, LOOP_CLUSTER, place[1])


@cache
def _integer(value: int) -> IntegerAttr:
    return IntegerAttr(value, i32)
