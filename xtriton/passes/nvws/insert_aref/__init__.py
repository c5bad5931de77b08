"""``nvws-insert-aref``: values pass between partitions through arefs in shared memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttng.launch_control import (
    CLCGetProgramIdOp,
    CLCIsCanceledOp,
    CLCLoadResultOp,
    CLCTryCancelSyncOp,
)
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMStoreOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.nvws.insert_aref.consumer import insert_gets
from xtriton.passes.nvws.insert_aref.producer import insert_put
from xtriton.passes.nvws.insert_aref.values import (
    Produced,
    collect_consumers,
    is_passed_by_value,
    produced_values,
)
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Membership,
    PartitionBuilder,
    has_partition,
    partition_outputs,
)
from xtriton.passes.ttgir.warp_specialization.loop_values import walk_while_changing
from xtriton.passes.ttgir.warp_specialization.specialized_loops import LOOPS, Loop, specialized_loops
from xtriton.rewriting.rewriter import location_of
from xtriton.versions import V3_7, active_version, since


@dataclass(frozen=True)
class NVWSInsertAref(Pass):
    """Pass values between the partitions of warp-specialized loops through arefs.

    before: ``%x = tt.descriptor_load {ttg.partition = [2]}``, ``"use"(%x) {ttg.partition = [0]}``
    after:  ``nvws.aref.put.enter``, ``nvws.descriptor_load``, ``nvws.aref.put.exit``, ``nvws.aref.get.enter``,
            ``%x = ttg.local_load``, ``nvws.aref.get.exit``, ``"use"(%x)``
    """

    name: ClassVar[str] = "nvws-insert-aref"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        loops = specialized_loops(module)
        if active_version() in _REQUIRES_PARTITIONS:
            loops = [loop for loop in loops if has_partition(loop)]
        for loop in loops:
            inserter = _Inserter(ctx, loop)
            inserter.pass_iter_args()
            inserter.pass_allocations()
            inserter.pass_other_values()


_REQUIRES_PARTITIONS = since(V3_7)
"""Loops to which no partitions have been assigned are left alone."""


_NOT_PASSED = (
    *MMAv5Op.__args__,
    TMEMAllocOp,
    TMEMStoreOp,
    CLCTryCancelSyncOp,
    CLCLoadResultOp,
    CLCIsCanceledOp,
    CLCGetProgramIdOp,
)
"""Operations whose results do not pass through shared memory: all partitions read the responses to CLC requests."""


@dataclass(frozen=True)
class _Inserter:
    """Inserts the arefs of one loop."""

    ctx: Context
    loop: Loop

    def pass_iter_args(self) -> None:
        """Loop-carried values pass from the partition that yields them to others that use them."""
        for inner in [op for op in operations_inside_out(self.loop) if isinstance(op, LOOPS.now())]:
            body = inner.regions[-1].block
            for index, argument in enumerate(body.args[-len(inner.results) :] if inner.results else ()):
                if is_passed_by_value(argument.type):
                    builder = _builder_of(argument)
                    builder.at_start(body)
                    self._insert(Produced(argument, partition_outputs(inner)[index]), builder)

    def pass_allocations(self) -> None:
        """Allocations in shared memory come before the tensors in registers that they are initialised with."""
        for alloc in [op for op in operations_inside_out(self.loop) if isinstance(op, LocalAllocOp)]:
            for produced in produced_values(alloc):
                builder = _builder_of(produced.value)
                builder.before(alloc)
                self._insert(produced, builder)

    def pass_other_values(self) -> None:
        """The results of all other operations but for those on tensor memory."""
        for op in walk_while_changing(self.loop):
            if op is self.loop or isinstance(op, _NOT_PASSED):
                continue
            for produced in produced_values(op):
                builder = _builder_of(produced.value)
                builder.after(op)
                self._insert(produced, builder)

    def _insert(self, produced: Produced, builder: PartitionBuilder) -> None:
        """Create an aref for a value that is used in other partitions than its own."""
        consumers = collect_consumers(produced)
        if not consumers:
            return
        aref, replaced = insert_put(produced, self.loop, builder, self.ctx.diagnostics)
        insert_gets(aref, produced, consumers, self.loop)
        for op in replaced:
            if any(result.uses for result in op.results):
                raise error(op.location, f"'{op.name}' op becomes a load into the buffer of one user, but has others")
            builder.erase(op)


def _builder_of(value: SSAValue) -> PartitionBuilder:
    """A builder at the location of a value, outside of partitions so far."""
    return PartitionBuilder(Membership.NONE, location_of(value))
