"""``triton-to-linalg-experimental``: lowers Triton to linalg by a pipeline of passes that can also be run alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.analysis.requirements import PLAIN_TTIR, Rule, pointers_to_elements, structured_pointers_to_numbers
from xtriton.dialects import tt
from xtriton.dialects.tt import TensorDescType
from xtriton.dialects.tt.memory import checks_boundaries
from xtriton.dialects.tt.types import PointerType, pointee_type
from xtriton.ir.context import Context
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.passes.common.cse import CSE
from xtriton.passes.common.remove_dead_values import RemoveDeadValues
from xtriton.passes.linalg.collapse_shape import CollapseShape
from xtriton.passes.linalg.loads_in_rows import StructuredLoadsInRows
from xtriton.passes.linalg.reconcile_ptr_casts import ReconcilePtrCasts
from xtriton.passes.linalg.reconcile_unrealized_casts import ReconcileUnrealizedCasts
from xtriton.passes.linalg.structured_to_memref import StructuredToMemref
from xtriton.passes.linalg.triton_arith_to_linalg import TritonArithToLinalg
from xtriton.passes.linalg.triton_ptr_to_memref import TritonPtrToMemref
from xtriton.passes.linalg.triton_to_ptr import TritonToPtr
from xtriton.passes.linalg.triton_to_structured import TritonToStructured
from xtriton.passes.linalg.triton_to_unstructured import TritonToUnstructured
from xtriton.passes.linalg.unstructured_to_memref import UnstructuredToMemref
from xtriton.passes.ttir.rewrite_tensor_descriptor_to_pointer import TritonRewriteTensorDescriptorToPointer
from xtriton.passes.ttir.rewrite_tensor_pointer import TritonRewriteTensorPointer
from xtriton.rewriting.atomics import lower_synchronisation


@dataclass(frozen=True)
class TritonToLinalgExperimental(Pass):
    """Lower kernels to linalg in steps: structured, unstructured, then raw pointers.

    Structured pointers first (``triton-to-structured``), then offsets from a single base (``triton-to-unstructured``),
    and the remaining accesses by address (``triton-to-ptr``).
    """

    name: ClassVar[str] = "triton-to-linalg-experimental"
    requires: ClassVar[tuple[Rule, ...]] = (*PLAIN_TTIR, pointers_to_elements, structured_pointers_to_numbers)
    enable_make_gather_scatter: bool = option(True, "use gathers and scatters where one dimension is unstructured")
    enable_collapse_shape: bool = option(False, "run collapse-shape")
    safe: bool = option(
        False,
        "keep boundary checks, drop triton-shared's assumptions about pointers, load dot operands in rows",
    )
    guards: bool = option(True, "with safe: assert that no integer overflows; otherwise access single elements")
    rows: bool = option(False, "with guards: assert that blocks numbered through rows with gaps do not cross them")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        lower_synchronisation(module)
        for step in [*self._first_steps(module), *self.steps()]:
            step.apply_within(self, ctx, module)

    def _first_steps(self, module: ModuleOp) -> list[Pass]:
        """The passes that lower descriptors, and block pointers unsupported by ``triton-to-structured``, to pointers.

        Those are block pointers with boundary checks, or to memory that holds pointers.
        """
        ops = operations_in(module)
        steps: list[Pass] = []
        if any(isinstance(type_, TensorDescType) for op in ops for type_ in _types(op)):
            steps.append(TritonRewriteTensorDescriptorToPointer())
        if any(_points_to_pointers(op) or (self.safe and checks_boundaries(op)) for op in ops):
            steps.append(TritonRewriteTensorPointer())
        return steps

    def steps(self) -> list[Pass]:
        """The passes for plain pointers, in order."""
        return [
            TritonToStructured(
                enable_make_gather_scatter=self.enable_make_gather_scatter,
                safe=self.safe,
                guards=self.guards,
                rows=self.rows,
            ),
            CSE(),
            Canonicalizer(),
            *([StructuredLoadsInRows()] if self.safe else []),
            TritonToUnstructured(through_branches=self.safe, exact=self.safe),
            TritonArithToLinalg(tensor_ptr_to_linalg=True, exact=self.safe),
            StructuredToMemref(safe=self.safe),
            UnstructuredToMemref(safe=self.safe),
            TritonPtrToMemref(),
            TritonToPtr(),
            ReconcileUnrealizedCasts(),
            ReconcilePtrCasts(),
            RemoveDeadValues(),
            CSE(),
            Canonicalizer(),
            *([CollapseShape()] if self.enable_collapse_shape else []),
        ]


def _types(op: Operation) -> list[Attribute]:
    arguments = [argument for region in op.regions for block in region.blocks for argument in block.args]
    return [value.type for value in (*op.results, *arguments)]


def _points_to_pointers(op: Operation) -> bool:
    """Whether an operation creates a block pointer to a block of pointers."""
    return isinstance(op, tt.MakeTensorPtrOp) and isinstance(element_type(pointee_type(op.result.type)), PointerType)
