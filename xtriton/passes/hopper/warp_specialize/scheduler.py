"""The scheduler partition: one warp that claims tiles, and sends their numbers to the other partitions.

An atomic takes about a microsecond, as long as the stages of a ring last. The scheduler claims the next tile when the
others have begun the current one.
"""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.ir.walk import operations_in
from xtriton.passes.hopper.warp_specialize.build import SCHEDULER_WARPS
from xtriton.passes.hopper.warp_specialize.channels import Channel
from xtriton.passes.hopper.warp_specialize.claims import is_claim
from xtriton.passes.hopper.warp_specialize.partition import Partition
from xtriton.passes.hopper.warp_specialize.plan import Needed, Plan, needed_by


def needed_by_scheduler(plan: Plan) -> Needed:
    """The backward slice of the claims."""
    return needed_by([op for op in operations_in(plan.func) if is_claim(op)])


class Scheduler(Partition):
    """Executes the claims."""

    FIRST_PHASE_OF_NUMBERS = 1

    def takes_part_in(self, channel: Channel) -> bool:
        return False

    def end(self) -> None:
        """Leave: nothing is outstanding."""

    def claim(self, op: Operation) -> None:
        """Claim a tile once all others have received the previous number, and send its number."""
        builder, ring = self.builder, self.ring_of(op)
        memory, stage = self.memory.rings[ring], self.stages[ring]
        builder.wait(builder.element(memory.empty, stage.index), stage.phase)
        self.operation(op)
        number, place = self.value(op.results[0]), builder.element(memory.tiles[0], stage.index)
        builder.store_number(number, place, SCHEDULER_WARPS)
        builder.arrive(builder.element(memory.full, stage.index))
        self.stages[ring] = builder.next_stage(stage, ring.stages)
