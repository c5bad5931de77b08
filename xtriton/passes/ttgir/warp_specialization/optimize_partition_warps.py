"""``tritongpu-optimize-partition-warps``: reduces the number of warps of partitions that need few registers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, TensorType, i32
from xdsl.ir import Attribute, Operation, Region

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttg.verify import num_warps_of
from xtriton.dialects.ttg.verify import threads_per_warp as threads_per_warp_of
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp, AsyncTMAGatherOp, AsyncTMAScatterOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.layouts.encodings import DistributedEncoding, threads_per_warp, total_elems_per_thread, warps_per_cta
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.warp_specialization.relayout_partition import relayout_partition
from xtriton.versions import V3_6, V3_8, by_version

_REGISTERS_PER_SM = 1 << 16
"""Of Blackwell: the 32-bit registers that all warps share."""
_POINTER_BITS = 64
_REGISTERS_WITH_TENSORS, _REGISTERS_WITHOUT = 88, 24
"""The registers per thread that partitions with and without tensors request."""
_WARPS_FOR_TMA = 2
_WARPS_FOR_TENSOR_MEMORY = 4
"""Each of four warps can access a quarter of the rows of tensor memory."""
_LOADS = (AsyncTMACopyGlobalToLocalOp, AsyncTMAGatherOp)
_TMA = by_version({V3_6: (*_LOADS, AsyncTMAScatterOp), V3_8: _LOADS})
"""The operations that need ``_WARPS_FOR_TMA`` warps: since 3.8 stores are in the default region only."""


@dataclass(frozen=True)
class TritonGPUOptimizePartitionWarps(Pass):
    """Reduce the number of warps of partitions whose tensors fit into the registers of fewer.

    before: ``ttg.warp_specialize ... partition0(%a) num_warps(8) { ttng.async_tma_copy_global_to_local }``
    after:  ``ttg.warp_specialize ... partition0(%a) num_warps(2) { ttng.async_tma_copy_global_to_local }``
    """

    name: ClassVar[str] = "tritongpu-optimize-partition-warps"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        ops = [op for op in operations_inside_out(module) if isinstance(op, WarpSpecializeOp)]
        if not ops:
            return
        axis_info = ModuleAxisInfo(module)
        for op in ops:
            _optimize(ctx, module, op, axis_info)


def _optimize(ctx: Context, module: ModuleOp, op: WarpSpecializeOp, axis_info: ModuleAxisInfo) -> None:
    registers = [2 * max(_tensor_registers(region), default=0) for region in op.partitions]
    old = list(op.num_warps)
    new = _reduced_warps(op, registers, threads_per_warp_of(module))
    for region, before, after, needed in zip(op.partitions, old, new, registers, strict=True):
        if before != after and needed:
            captured = [axis_info.info(capture) for capture in op.captures]
            relayout_partition(ctx, module, region, captured, before, after)
    requested = [_REGISTERS_WITH_TENSORS if needed else _REGISTERS_WITHOUT for needed in registers]
    op.properties["requestedRegisters"] = DenseArrayBase.from_list(i32, requested)
    op.properties["partitionNumWarps"] = DenseArrayBase.from_list(i32, new)


def _tensor_registers(region: Region) -> Iterator[int]:
    """The 32-bit registers of each tensor in a region, over all threads."""
    for op in operations_in(region):
        for type_ in (*op.operand_types, *op.result_types):
            if is_tensor_type(type_):
                yield _registers_of(type_)


def _registers_of(type_: TensorType[Attribute]) -> int:
    layout, shape = layout_of(encoding_of(type_)), tuple(type_.get_shape())
    if not isinstance(layout, DistributedEncoding):
        return 0
    lanes, warps = prod(threads_per_warp(layout, shape)), prod(warps_per_cta(layout, shape))
    element = type_.element_type
    bits = _POINTER_BITS if isinstance(element, PointerType) else bit_width(element)
    return total_elems_per_thread(layout, shape) * lanes * warps * bits // 32


def _least_warps(region: Region) -> int:
    """How many warps a partition needs at least for its instructions; the last instruction decides."""
    least = 1
    for block in region.blocks:
        for top in block.ops:
            for op in operations_inside_out(top):
                least = _least_warps_of(op) or least
    return least


def _least_warps_of(op: Operation) -> int | None:
    if isinstance(op, _TMA.now()):
        return _WARPS_FOR_TMA
    return _WARPS_FOR_TENSOR_MEMORY if isinstance(op, TMEMLoadOp | TMEMStoreOp | TMEMAllocOp) else None


def _reduced_warps(op: WarpSpecializeOp, registers: Sequence[int], lanes: int) -> list[int]:
    """Halve the warps of one partition after the other, as long as its tensors fit into the registers then available.

    The registers are taken to be distributed evenly over all warps. Half of those of a partition hold its largest
    tensor.
    """
    counts = list(op.num_warps)
    least = [_least_warps(region) for region in op.partitions]
    default = num_warps_of(op)
    changed = True
    while changed:
        changed = False
        total = default + sum(counts)
        for index, count in enumerate(counts):
            if count <= least[index]:
                continue
            required = registers[index] // lanes // (count // 2)
            if required <= _REGISTERS_PER_SM // lanes // (total - count // 2):
                counts[index] = count // 2
                changed = True
                break
    return counts
