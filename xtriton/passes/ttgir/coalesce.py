"""``tritongpu-coalesce``: layouts by which adjacent threads access adjacent addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.coalescing import Coalescing, descriptor_encoding
from xtriton.analysis.encoding_propagation import tensor_type
from xtriton.analysis.memory_accesses import accessed_tensor
from xtriton.analysis.requirements import Rule, accesses_with_layouts
from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
)
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.verify import NUM_WARPS, num_warps_of, threads_per_warp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.distributed import Blocked
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.op_encodings import change_encoding


@dataclass(frozen=True)
class TritonGPUCoalesce(Pass):
    """Assign loads and stores layouts that coalesce memory accesses.

    before: ``%1 = tt.load %0 : tensor<1024x!tt.ptr<f32>, #blocked>``
    after:  ``%1 = ttg.convert_layout %0``, ``%2 = tt.load %1 : tensor<1024x!tt.ptr<f32>, #blocked1>``,
    ``%3 = ttg.convert_layout %2`` with ``sizePerThread = [4]`` in ``#blocked1`` if the pointers are contiguous
    """

    name: ClassVar[str] = "tritongpu-coalesce"
    requires: ClassVar[tuple[Rule, ...]] = (accesses_with_layouts,)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op, encoding in _chosen(module).items():
            change_encoding(op, encoding_attr(encoding))


def _chosen(module: ModuleOp) -> dict[Operation, Blocked]:
    """The layouts of all operations that get one."""
    coalescing = Coalescing(ModuleAxisInfo(module))
    lanes = threads_per_warp(module)
    ops = list(operations_inside_out(module))
    chosen: dict[Operation, Blocked] = {}
    for op in ops:
        type_ = accessed_tensor(op)
        if type_ is not None:
            chosen[op] = coalescing.encoding(op, type_, num_warps_of(op), lanes)
    if NUM_WARPS not in module.attributes:
        for op in ops:
            num_warps_of(op)
    for op in ops:
        type_ = _moved_by_descriptor(op)
        if type_ is not None:
            chosen[op] = descriptor_encoding(type_, num_warps_of(op), lanes)
    return chosen


def _moved_by_descriptor(op: Operation) -> TensorType[Attribute] | None:
    """The type of the tensor that an operation loads or stores through a descriptor."""
    if isinstance(op, DescriptorLoadOp | DescriptorGatherOp):
        return tensor_type(op.result)
    if isinstance(op, DescriptorStoreOp | DescriptorReduceOp | DescriptorScatterOp):
        return cast("TensorType[Attribute]", op.src.type)
    return None
