"""Lowers descriptor loads to TMA copies with barriers.

Consecutive loads of one stage and cluster without a user between them share a barrier, which expects all their bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Protocol

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.slices import users_of
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.barrier import BarrierExpectOp, WaitBarrierOp
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp, AsyncTMAGatherOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.narrowing import tensor
from xtriton.layouts.encodings import DistributedEncoding, shape_per_cta
from xtriton.passes.nvidia.descriptor_accesses import coordinates, row_offsets
from xtriton.passes.ttgir.pipeline.buffers import allocate_barriers, buffer_view, insert_true, insert_unused_zero
from xtriton.passes.ttgir.pipeline.loads import DescriptorLoad, must_load_to_registers
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule
from xtriton.passes.ttgir.pipeline.stage_builder import StageBuilder
from xtriton.passes.ttgir.pipeline.users import first_user
from xtriton.rewriting.memory_uses import replace_by_local_load


class Counters(Protocol):
    """The insert and extract indices of an iteration, and the phase of the barriers."""

    insert: SSAValue
    extract: SSAValue
    phase: SSAValue | None


class Barrier:
    """The barrier of a copy, and the wait for it."""

    def __init__(self, memory: SSAValue, wait: WaitBarrierOp) -> None:
        self.memory = memory
        self.wait = wait


def create_barriers(
    loop: ForOp, schedule: CoarseSchedule, loads: Mapping[DescriptorLoad, int], groups: Mapping[int, Counters]
) -> dict[DescriptorLoad, Barrier]:
    """Create barriers for ``loads``, given in program order with their numbers of buffers, and their waits."""
    barriers: dict[DescriptorLoad, Barrier] = {}
    for group in _groups(schedule, loads):
        barrier = _create_barrier(loop, schedule, group, loads[group[0]], groups[loads[group[0]]])
        barriers.update(dict.fromkeys(group, barrier))
    return barriers


def _groups(schedule: CoarseSchedule, loads: Mapping[DescriptorLoad, int]) -> list[list[DescriptorLoad]]:
    """The loads that share a barrier."""
    groups: list[list[DescriptorLoad]] = []
    visited: set[Operation] = set()
    for load in loads:
        if load in visited:
            continue
        group, users = [load], _users_of(load)
        visited.add(load)
        following = load.next_op
        while following is not None and following not in users and following not in visited:
            if isinstance(following, DescriptorLoad) and following in loads:
                if loads[following] != loads[load]:
                    break
                if schedule[following] == schedule[load]:
                    group.append(following)
                    visited.add(following)
                    users |= _users_of(following)
            following = following.next_op
        groups.append(group)
    return groups


def _users_of(load: DescriptorLoad) -> set[Operation]:
    """The operations in the block of a load that use it, or the memory that replaces its only allocation."""
    users: set[Operation] = set()
    for user in users_of(load):
        if not must_load_to_registers(load):
            alloc = user
            assert isinstance(alloc, LocalAllocOp)
            if alloc.parent is load.parent:
                users.update(users_of(alloc))
                continue
        inside = ancestor_in_block(user, load.parent)
        if inside is not None:
            users.add(inside)
    return users


def _create_barrier(
    loop: ForOp, schedule: CoarseSchedule, group: list[DescriptorLoad], buffers: int, counters: Counters
) -> Barrier:
    assert counters.phase is not None
    size = sum(_bytes_of(tensor(op.results[0].type)) for op in group)
    barriers = allocate_barriers(loop, buffers)
    builder = StageBuilder(schedule, group[0])
    builder.location = loop.location
    barrier = buffer_view(builder, barriers, counters.insert)
    builder.insert(BarrierExpectOp(barrier, insert_true(builder), size=size))
    builder.after(group[-1])
    builder.place = schedule[first_user(group, loop, schedule)]
    view = buffer_view(builder, barriers, counters.extract)
    return Barrier(barrier, builder.insert(WaitBarrierOp(view, counters.phase)))


def _bytes_of(type_: TensorType[Attribute]) -> int:
    """The size of the part of a tensor that one CTA copies."""
    layout = layout_of(type_.encoding)
    assert isinstance(layout, DistributedEncoding)
    return prod(shape_per_cta(layout, type_.get_shape())) * bit_width(type_.element_type) // 8


def create_tma_copy(
    loop: ForOp,
    schedule: CoarseSchedule,
    op: DescriptorLoad,
    buffers: SSAValue,
    insert: SSAValue,
    extract: SSAValue,
    barrier: Barrier,
) -> None:
    """Replace a load with a copy to the buffer ``insert``; its users read the buffer ``extract``."""
    builder = StageBuilder(schedule, loop)
    insert_unused_zero(builder)
    first = first_user([op], loop, schedule)
    builder.start_at(op)
    builder.place = schedule[op]
    view = buffer_view(builder, buffers, insert)
    predicate = insert_true(builder)
    if isinstance(op, DescriptorLoadOp):
        place = coordinates(op, op.desc, op.indices, builder)
        memory = barrier.memory
        builder.insert(AsyncTMACopyGlobalToLocalOp(op.desc, place, memory, view, predicate, cachePolicy=op.cachePolicy))
    else:
        builder.insert(
            AsyncTMAGatherOp(op.desc, row_offsets(op.x_offsets, builder), op.y_offset, barrier.memory, view, predicate)
        )
    builder.after(barrier.wait)
    builder.place = schedule[first]
    view = buffer_view(builder, buffers, extract)
    replace_by_local_load(op.result, view, builder)
    schedule.erase(op)
    builder.erase(op)
