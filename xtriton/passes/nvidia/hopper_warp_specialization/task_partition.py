"""``nvgpu-test-ws-task-partition``: loads that feed dots become the producer's task, dots and stores the consumers'."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.encoding_propagation import is_expensive_load_or_store
from xtriton.analysis.slices import backward_slice
from xtriton.dialects.tt.descriptor import DescriptorLoadOp, DescriptorStoreOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import LoadOp, StoreOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import set_tasks, tasks_of

_MOST_GROUPS = 1024
"""More warp groups than a CTA can have; each is an entry of an attribute of every operation."""


@dataclass(frozen=True)
class NVGPUTestWSTaskPartition(Pass):
    """Assign loads to a producer task, and the dots that use them to consumer tasks.

    before: ``%a = tt.descriptor_load ...``, ``%d = ttng.warp_group_dot ...``, ``tt.store``
    after:  the load with ``async_task_id = array<i32: 0>``, the others with ``array<i32: 1, 2>`` for three warp groups
    """

    name: ClassVar[str] = "nvgpu-test-ws-task-partition"
    num_warp_groups: int = option(0, "number of warp groups, the producer's and those of consumers; below 2 for none")

    def __post_init__(self) -> None:
        if self.num_warp_groups > _MOST_GROUPS:
            raise ValueError(f"num-warp-groups is {self.num_warp_groups}: it must be at most {_MOST_GROUPS}")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in functions_of(module):
            partition_tasks(func, self.num_warp_groups)


def functions_of(module: ModuleOp) -> list[FuncOp]:
    """The functions of a module."""
    return [op for op in operations_in(module) if isinstance(op, FuncOp)]


def partition_tasks(func: FuncOp, groups: int) -> None:
    """Assign the tasks of ``groups`` warp groups to loads, dots and stores, unless operations have tasks already."""
    if groups <= 1 or any(tasks_of(op) for op in operations_in(func)):
        return
    ops = list(operations_inside_out(func))
    dots = [op for op in ops if isinstance(op, WarpGroupDotOp)]
    if not any(isinstance(op, ForOp) for op in ops):
        return
    producers = dict.fromkeys(load for dot in dots for load in _loads_of(dot))
    if not producers:
        return
    for load in producers:
        set_tasks(load, (0,))
    consumers = tuple(range(1, groups))
    for op in ops:
        if isinstance(op, WarpGroupDotOp | StoreOp | DescriptorStoreOp):
            set_tasks(op, consumers)


def _loads_of(dot: WarpGroupDotOp) -> list[Operation]:
    """The loads that the operands of a dot are computed from, but for loads of a few elements."""
    slices = (backward_slice(value, inclusive=True, omit_block_arguments=True) for value in (dot.a, dot.b))
    return [op for found in slices for op in found if _is_producer(op)]


def _is_producer(op: Operation) -> bool:
    return isinstance(op, DescriptorLoadOp) or (isinstance(op, LoadOp) and is_expensive_load_or_store(op))
