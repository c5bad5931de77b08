"""``triton-arith-to-linalg``: arithmetic on tensors to linalg."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.requirements import PLAIN_TTIR, Rule, pointers_in_memory
from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.barrier import DEBUG_BARRIERS
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.linalg.outline import outline_branching_regions
from xtriton.passes.linalg.patterns import POINTER_PATTERNS, PROGRAM_ID_PATTERNS, arithmetic_patterns
from xtriton.passes.linalg.patterns.elementwise import is_on_tensors, select_of_comparison
from xtriton.passes.linalg.patterns.pointers import addptr
from xtriton.passes.linalg.patterns.program import add_grid_arguments, assertion, calls_of_triton, to_func
from xtriton.passes.linalg.patterns.shape import decompose_concat
from xtriton.rewriting.dialect_conversion import ConversionTarget, apply_partial_conversion
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import Pattern, PatternSet

_ON_POINTERS = (tt.LoadOp, tt.StoreOp, tt.IntToPtrOp, tt.PtrToIntOp)


@dataclass(frozen=True)
class TritonArithToLinalg(Pass):
    """Lower arithmetic on tensors to linalg, program ids to arguments, ``tt.func`` to ``func.func``.

    Loads and stores stay as they are, unless their pointers are tensors and ``tensor-ptr-to-linalg`` is set.

    before: ``%s = arith.addf %x, %y : tensor<8xf32>``
    after:  ``%s = linalg.generic {...} ins(%x, %y : ...) outs(%x : ...) { ... arith.addf %in, %in_0 : f32 ... }``
    """

    name: ClassVar[str] = "triton-arith-to-linalg"
    requires: ClassVar[tuple[Rule, ...]] = (*PLAIN_TTIR, pointers_in_memory)
    reassociates: ClassVar[bool] = True
    pids_to_func_args: bool = option(True, "pass program ids and grid extents as function arguments")
    tt_to_func_func: bool = option(True, "lower tt.func to func.func")
    addptr_to_linalg: bool = option(True, "lower tt.addptr on tensors to linalg")
    assert_to_cf: bool = option(True, "lower tt.assert to cf.assert")
    tensor_ptr_to_linalg: bool = option(False, "lower operations on tensors of pointers to linalg.generic")
    transpose_reduce_to_rank0: bool = option(
        True, "transpose to reduce the first dimension; otherwise the last but one instead of the last"
    )
    exact: bool = option(False, "keep exact semantics, NaN included, where triton-shared deviates")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        outline_branching_regions(module)
        rewrite_greedily(module, PatternSet([] if self.exact else [select_of_comparison]))
        if self.pids_to_func_args:
            for function in _functions(module):
                add_grid_arguments(function)
        apply_partial_conversion(module, self._target(), PatternSet(self._patterns()), folding="never")
        rewrite_greedily(module, PatternSet([decompose_concat]))
        if self.tt_to_func_func:
            for function in _functions(module):
                to_func(function)
        else:
            calls_of_triton(module)

    def _patterns(self) -> Iterable[Pattern]:
        if self.pids_to_func_args:
            yield from PROGRAM_ID_PATTERNS
        if self.addptr_to_linalg:
            yield addptr
        if self.assert_to_cf:
            yield assertion
        if self.tensor_ptr_to_linalg:
            yield from POINTER_PATTERNS
        yield from arithmetic_patterns(leading_reductions=self.transpose_reduce_to_rank0, exact=self.exact)

    def _target(self) -> ConversionTarget:
        """Remaining operations are legal on scalars, or if unknown: the next passes lower them."""
        target = ConversionTarget()
        target.set_unknown(lambda op: None if isinstance(op, (*DEBUG_BARRIERS, PoisonOp)) else True)
        target.add_dynamically_legal(lambda op: not is_on_tensors(op), "arith", "math")
        target.add_dynamically_legal(self._triton_legality, "tt")
        target.add_legal(tt.FuncOp, tt.ReturnOp)
        return target

    def _triton_legality(self, op: Operation) -> bool | None:
        match op:
            case tt.GetProgramIdOp() | tt.GetNumProgramsOp():
                return False if self.pids_to_func_args else None
            case tt.AddPtrOp():
                return not is_tensor_type(op.result.type) if self.addptr_to_linalg else None
            case tt.BitcastOp():
                pointers = isinstance(element_type(op.result.type), PointerType)
                return pointers and not (self.tensor_ptr_to_linalg and is_tensor_type(op.result.type))
            case tt.AssertOp() if not self.assert_to_cf:
                return True
            case tt.CallOp() if not self.tt_to_func_func and not self.pids_to_func_args:
                return True
            case _ if isinstance(op, _ON_POINTERS) and self.tensor_ptr_to_linalg:
                return not is_tensor_type(op.operands[0].type)
            case _:
                return None


def _functions(module: ModuleOp) -> list[tt.FuncOp]:
    return [op for op in operations_in(module) if isinstance(op, tt.FuncOp)]
