"""Which loops can be pipelined."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import NUM_STAGES, WARP_SPECIALIZE, integer_attribute
from xtriton.dialects.tt.program import AssertOp, PrintOp
from xtriton.dialects.ttg.barrier import BarrierOp
from xtriton.dialects.upstream.gpu import BarrierOp as GpuBarrierOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.creation import is_operation
from xtriton.ir.walk import ancestors, operations_in
from xtriton.versions import V3_6, V3_7, by_version

_STOPS: tuple[type[Operation], ...] = (BarrierOp, AssertOp, PrintOp)
_KEEPS_ORDER = by_version({V3_6: (GpuBarrierOp,), V3_7: _STOPS})
"""Operations that must not be executed for another iteration at the same time."""


def has_distance_greater_than_one(loop: ForOp) -> bool:
    """Whether a yielded value is a block argument: a loop-carried dependence with a distance greater than one."""
    return any(not is_operation(value.owner) for value in loop.yielded_values)


def is_outer_loop(loop: ForOp) -> bool:
    """Whether the body directly contains another loop."""
    return any(isinstance(op, ForOp | WhileOp) for op in loop.body.ops)


def is_safe_to_pipeline(loop: ForOp) -> bool:
    """Whether the loop is innermost, has no barriers, and only dependences of distance one."""
    if has_distance_greater_than_one(loop) or is_outer_loop(loop):
        return False
    stops = _KEEPS_ORDER.now()
    return not any(isinstance(op, stops) for op in operations_in(loop))


def num_stages_of(loop: ForOp, default: int) -> int:
    """The number of stages that the loop asks for, or ``default``."""
    count = integer_attribute(loop, NUM_STAGES)
    return default if count is None else count


def is_warp_specialized(loop: ForOp) -> bool:
    """Whether the loop, or a loop around it, is to be warp-specialized."""
    around = ancestors(loop, inclusive=True)
    return any(isinstance(other, ForOp) and WARP_SPECIALIZE in other.attributes for other in around)
