"""``triton-to-linalg-experimental``: from Triton to linalg by the passes that can also be used alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.common.canonicalize import Canonicalize
from xtriton.passes.common.cse import Cse
from xtriton.passes.common.remove_dead_values import RemoveDeadValues
from xtriton.passes.linalg.reconcile_ptr_casts import ReconcilePtrCasts
from xtriton.passes.linalg.reconcile_unrealized_casts import ReconcileUnrealizedCasts
from xtriton.passes.linalg.structured_to_memref import StructuredToMemref
from xtriton.passes.linalg.triton_arith_to_linalg import TritonArithToLinalg
from xtriton.passes.linalg.triton_ptr_to_memref import TritonPtrToMemref
from xtriton.passes.linalg.triton_to_ptr import TritonToPtr
from xtriton.passes.linalg.triton_to_structured import TritonToStructured
from xtriton.passes.linalg.triton_to_unstructured import TritonToUnstructured
from xtriton.passes.linalg.unstructured_to_memref import UnstructuredToMemref


@dataclass(frozen=True)
class TritonToLinalgExperimental(Pass):
    """Lower Triton to linalg on tensors and memory, in steps.

    Structured pointers first (``triton-to-structured``), then offsets from single bases (``triton-to-unstructured``),
    and what is left as addresses (``triton-to-ptr``).
    """

    name: ClassVar[str] = "triton-to-linalg-experimental"
    enable_make_gather_scatter: bool = option(True, "gather and scatter where one dimension is not structured")
    enable_collapse_shape: bool = option(False, "make tensors of as few dimensions as possible")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for step in self.steps():
            step.apply(ctx, module)

    def steps(self) -> list[Pass]:
        """The passes, in their order."""
        return [
            TritonToStructured(enable_make_gather_scatter=self.enable_make_gather_scatter),
            Cse(),
            Canonicalize(),
            TritonToUnstructured(),
            TritonArithToLinalg(tensor_ptr_to_linalg=True),
            StructuredToMemref(),
            UnstructuredToMemref(),
            TritonPtrToMemref(),
            TritonToPtr(),
            ReconcileUnrealizedCasts(),
            ReconcilePtrCasts(),
            RemoveDeadValues(),
            Cse(),
            Canonicalize(),
        ]
