"""``hopper-pointers-to-descriptors``: loads and stores of tiles go through tensor descriptors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.requirements import Rule, without_partitions
from xtriton.dialects import tt
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.common.remove_dead_values import RemoveDeadValues
from xtriton.passes.hopper.pointers_to_descriptors.rewrite import DescriptorRewrite


@dataclass(frozen=True)
class HopperPointersToDescriptors(Pass):
    """Load and store tiles of dots through tensor descriptors instead of tensors of pointers.

    before: ``%p = tt.addptr %splat_of_x, %rows_times_k_plus_columns``, ``%t = tt.load %p``
    after:  ``%d = tt.make_tensor_descriptor %x, [%M, %K], [%stride, %c1]`` in the entry block,
            ``%t = tt.descriptor_load %d[%row, %column]``
    """

    name: ClassVar[str] = "hopper-pointers-to-descriptors"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions,)
    assumes_no_overflow: ClassVar[bool] = True
    everything: bool = option(False, "rewrite all tiles of rank 2 or higher, not only those of dots")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in list(module.body.block.ops):
            if isinstance(op, tt.FuncOp) and op.is_public and not op.is_declaration:
                rewrite = DescriptorRewrite(op, ModuleAxisInfo(module), ctx.diagnostics, everything=self.everything)
                if rewrite.run():
                    RemoveDeadValues().apply_to(ctx, op)
