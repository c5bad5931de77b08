"""``triton-arith-to-linalg``: arithmetic on tensors becomes linalg."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, Region

from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.func import FuncOp, ReturnOp
from xtriton.ir.context import Context
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import Elementwise, element_type, has_trait
from xtriton.passes.base import Pass, option
from xtriton.passes.linalg.conversion import Conversion
from xtriton.passes.linalg.patterns import POINTER_PATTERNS, PROGRAM_ID_PATTERNS, arithmetic_patterns
from xtriton.passes.linalg.patterns.elementwise import select_of_comparison
from xtriton.passes.linalg.patterns.pointers import addptr
from xtriton.passes.linalg.patterns.program import add_grid_arguments, assertion
from xtriton.passes.linalg.patterns.shape import decompose_concat
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import Pattern, PatternSet

_ON_POINTERS = (tt.LoadOp, tt.StoreOp, tt.IntToPtrOp, tt.PtrToIntOp)


@dataclass(frozen=True)
class TritonArithToLinalg(Pass):
    """Turn arithmetic on tensors into linalg, program ids into arguments, and kernels into functions.

    Loads and stores stay as they are, unless their pointers are tensors and ``tensor-ptr-to-linalg`` is set.

    before: ``%s = arith.addf %x, %y : tensor<8xf32>``
    after:  ``%s = linalg.generic {...} ins(%x, %y : ...) outs(%x : ...) { ... arith.addf %in, %in_0 : f32 ... }``
    """

    name: ClassVar[str] = "triton-arith-to-linalg"
    reassociates: ClassVar[bool] = True
    pids_to_func_args: bool = option(True, "take program ids and the extents of the grid as arguments")
    tt_to_func_func: bool = option(True, "turn tt.func into func.func")
    addptr_to_linalg: bool = option(True, "turn tt.addptr of tensors into linalg")
    assert_to_cf: bool = option(True, "turn tt.assert into cf.assert")
    tensor_ptr_to_linalg: bool = option(False, "turn operations on tensors of pointers into linalg.generic")
    transpose_reduce_to_rank0: bool = option(
        True, "transpose so that the first dimension is reduced; otherwise the last but one instead of the last"
    )
    exact: bool = option(False, "keep to what the program means, NaN included, where triton-shared does not")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, PatternSet([] if self.exact else [select_of_comparison]))
        if self.pids_to_func_args:
            for function in _functions(module):
                add_grid_arguments(function)
        Conversion(PatternSet(self._patterns()), self._may_stay).run(module)
        rewrite_greedily(module, PatternSet([decompose_concat]))
        if self.tt_to_func_func:
            for function in _functions(module):
                to_func(function)

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

    def _may_stay(self, op: Operation) -> bool | None:
        dialect = op.name.partition(".")[0]
        if dialect in ("arith", "math"):
            return not on_tensors_only(op)
        if dialect != "tt":
            return True
        return self._triton_may_stay(op)

    def _triton_may_stay(self, op: Operation) -> bool | None:
        match op:
            case tt.FuncOp() | tt.ReturnOp():
                return True
            case tt.GetProgramIdOp() | tt.GetNumProgramsOp():
                return False if self.pids_to_func_args else None
            case tt.AddPtrOp():
                return not is_tensor_type(op.result.type) if self.addptr_to_linalg else None
            case tt.BitcastOp():
                pointers = isinstance(element_type(op.result.type), PointerType)
                return pointers and not (self.tensor_ptr_to_linalg and is_tensor_type(op.result.type))
            case tt.AssertOp() if not self.assert_to_cf:
                return True
            case _ if isinstance(op, _ON_POINTERS) and self.tensor_ptr_to_linalg:
                return not is_tensor_type(op.operands[0].type)
            case _:
                return None


def on_tensors_only(op: Operation) -> bool:
    """Whether an operation of ``arith`` or ``math`` is one on tensors, or a constant with equal elements."""
    if isinstance(op, ConstantOp):
        value = op.value
        return isinstance(value, DenseElementsAttr) and is_tensor_type(value.type) and value.is_splat
    return has_trait(op, Elementwise) and any(is_tensor_type(operand.type) for operand in op.operands)


def _functions(module: ModuleOp) -> list[tt.FuncOp]:
    return [op for op in module.body.block.ops if isinstance(op, tt.FuncOp)]


def to_func(function: tt.FuncOp, *, keep_visibility: bool = True) -> None:
    """Replace a ``tt.func`` and its returns by those of ``func``."""
    given = function.properties.get("sym_visibility") if keep_visibility else None
    visibility = None
    if isinstance(given, StringAttr) and given.data != "public":
        visibility = given.data
    body = function.body
    region = Region()
    body.move_blocks(region)
    name = cast("StringAttr", function.sym_name).data
    new = FuncOp(name, function.type, region, visibility)
    new.location = function.location
    for key in ("arg_attrs", "res_attrs"):
        if key in function.properties:
            new.properties[key] = function.properties[key]
    block = function.parent
    assert block is not None
    block.insert_op_before(new, function)
    function.detach()
    function.erase()
    for inner in region.blocks:
        last = inner.last_op
        if isinstance(last, tt.ReturnOp):
            values = list(last.operands)
            replacement = ReturnOp.create(operands=values)
            replacement.location = last.location
            last.detach()
            last.erase()
            inner.add_op(replacement)
