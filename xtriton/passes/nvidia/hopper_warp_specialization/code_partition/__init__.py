"""``nvgpu-test-ws-code-partition``: values pass through shared memory, and each warp group runs a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.buffers import allocate_buffers, insert_copies
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.channels import (
    Channel,
    collect_channels,
    group_by_consumer,
    group_by_producer,
    no_channel,
    reorder_producers,
)
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.counters import Counters
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.synchronization import create_tokens, synchronize
from xtriton.passes.nvidia.hopper_warp_specialization.effects import check_effects
from xtriton.passes.nvidia.hopper_warp_specialization.specialize import specialize
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import tasks_of
from xtriton.passes.nvidia.hopper_warp_specialization.task_partition import functions_of
from xtriton.rewriting.memory_uses import replace_memory
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class NVGPUTestWSCodePartition(Pass):
    """Pass values between tasks through shared memory, and run each task on a warp group of its own.

    before: ``%x = tt.load %p {async_task_id = array<i32: 0>}``, ``"use"(%x) {async_task_id = array<i32: 1>}``
    after:  ``ttg.warp_specialize`` whose default region copies ``%x`` to shared memory, and whose partition uses it
    """

    name: ClassVar[str] = "nvgpu-test-ws-code-partition"
    num_buffers: int = option(0, "number of values of a loop in flight; 0 to change nothing")
    num_warp_groups: int = option(0, "number of warp groups; not used")
    requested_registers: int = option(232, "registers per thread of consumers; not used")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if self.num_buffers > 0:
            for func in functions_of(module):
                partition_code(func, self.num_buffers)


def partition_code(func: FuncOp, buffers: int) -> None:
    """Pass values between tasks with ``buffers`` in flight, and specialize; a function without channels stays.

    Raises ``DiagnosticError`` for values that tasks cannot pass to each other.
    """
    channels = collect_channels(func, buffers)
    if not channels:
        return
    check_effects(func)
    by_producer, by_consumer = group_by_producer(channels), group_by_consumer(channels)
    reorder_producers(channels)
    counters = Counters(channels)
    counters.add_to(_top_regions(func, channels))
    for channel in channels:
        if channel.target.parent is None:  # a loop or branch that has been replaced
            raise no_channel(channel.target)
    memory = allocate_buffers(channels, by_producer, func)
    copies = insert_copies(by_producer, memory, counters)
    tokens = create_tokens(by_consumer, func, copies)
    synchronize(by_consumer, tokens, memory, copies, counters)
    _use_buffers_of_allocations(func)
    specialize(func)


def _top_regions(func: FuncOp, channels: list[Channel]) -> list[Operation]:
    """The outermost loops and branches that contain both ends of a channel."""
    ends = {(_top(channel.source), _top(channel.target)) for channel in channels}
    inside = {first for first, second in ends if first is second}
    ops = (op for block in func.body.blocks for op in block.ops)
    return [op for op in ops if op in inside and isinstance(op, ForOp | IfOp) and len(tasks_of(op)) != 1]


def _top(op: Operation) -> Operation:
    """The operation around ``op`` that is directly in the function."""
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, FuncOp):
        op, parent = parent, parent.parent_op()
    return op


def _use_buffers_of_allocations(func: FuncOp) -> None:
    """Use a buffer directly instead of memory that is initialised with what is loaded from it, in the same tasks."""
    for op in list(operations_inside_out(func)):
        if not isinstance(op, LocalAllocOp) or op.src is None:
            continue
        load = op.src.owner
        if isinstance(load, LocalLoadOp) and tasks_of(load) == tasks_of(op):
            replace_memory(op.result, load.src, Rewriter())
