"""``cpu-transpose-blocks``: kernels that access memory column by column compute with transposed blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.axis_info import axis_info_of_function
from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.dialects import tt
from xtriton.dialects.tt.reduction import ReduceOp, ReduceReturnOp, ScanOp, ScanReturnOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.folds.elements import constant, scalar_number
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.cpu.split_positions.lanes import is_elementwise
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import with_shape

_ANY_ORDER = (
    *(tt.AssertOp, tt.AtomicRMWOp, tt.BroadcastOp, tt.ExpandDimsOp, tt.LoadOp, tt.SplatOp, tt.StoreOp),
    *(ReduceOp, ReduceReturnOp, ScanOp, ScanReturnOp, ConditionOp, ForOp, IfOp, WhileOp, YieldOp),
)
"""Operations on blocks that do the same with transposed ones, with another axis if they have one."""


@dataclass(frozen=True)
class CpuTransposeBlocks(Pass):
    """Transpose all blocks of a function if columns of those in memory are contiguous, and rows of none are.

    before: ``tt.expand_dims %x {axis = 1}``, ``tt.load %p : tensor<64x32x!tt.ptr<f32>>``, ``tt.reduce {axis = 1}``
    after:  ``tt.expand_dims %x {axis = 0}``, ``tt.load %p : tensor<32x64x!tt.ptr<f32>>``, ``tt.reduce {axis = 0}``

    Rows are then contiguous in memory and in buffers, and reductions add vectors. Sums along rows have been sums along
    columns, in the same order. Only for functions of ranges, elementwise operations, reductions and accesses of tensors
    of pointers.
    """

    name: ClassVar[str] = "cpu-transpose-blocks"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in module.body.block.ops:
            if isinstance(op, tt.FuncOp) and _has_contiguous_columns(op):
                for inner in operations_in(op.body):
                    _transpose(inner)


def _has_contiguous_columns(function: tt.FuncOp) -> bool:
    """Whether all blocks can be transposed, and those in memory have contiguous columns, and not rows."""
    ops = operations_in(function.body)
    accesses = [op.ptr for op in ops if isinstance(op, tt.LoadOp | tt.StoreOp | tt.AtomicRMWOp)]
    accesses = [pointer for pointer in accesses if len(_shape(pointer)) == 2 and min(_shape(pointer)) > 1]
    if not accesses or not all(map(_can_be_transposed, ops)):
        return False
    infos = axis_info_of_function(function)
    columns = rows = False
    for pointer in accesses:
        info = infos.get(pointer)
        # Before 3.7 the analysis does not reach the bodies of some loops, of whose values it knows no dimensions.
        contiguity = (1, 1) if info is None or len(info.contiguity) != 2 else info.contiguity
        columns = columns or contiguity[0] == _shape(pointer)[0]
        rows = rows or contiguity[1] > 1
    return columns and not rows


def _can_be_transposed(op: Operation) -> bool:
    blocks = [value for value in (*op.operands, *op.results) if len(_shape(value)) > 1]
    if not blocks:
        return True
    if any(len(_shape(value)) != 2 for value in blocks):
        return False
    if isinstance(op, tt.LoadOp | tt.StoreOp) and not is_tensor_type(op.ptr.type):
        return False
    if isinstance(op, ConstantOp):
        return scalar_number(op.value) is not None
    return isinstance(op, _ANY_ORDER) or is_elementwise(op)


def _transpose(op: Operation) -> None:
    """Give the blocks of an operation their transposed types, and the operation the other axis."""
    sources = [value for value in op.operands if is_tensor_type(value.type)]
    arguments = [argument for region in op.regions for block in region.blocks for argument in block.args]
    for value in (*op.results, *arguments):
        if len(shape := _shape(value)) == 2:
            Rewriter.set_type(value, with_shape(value.type, [*reversed(shape)]))
    if isinstance(op, ConstantOp) and len(_shape(op.result)) == 2:
        number = scalar_number(op.value)
        assert number is not None
        op.properties["value"] = constant(op.result.type, number)
    if isinstance(op, tt.ExpandDimsOp) or (isinstance(op, ReduceOp | ScanOp) and len(_shape(sources[0])) == 2):
        op.properties["axis"] = IntegerAttr(1 - int_value(op.axis), i32)


def _shape(value: SSAValue) -> tuple[int, ...]:
    """The shape of a tensor; () for other values."""
    return shape_of(value.type) or () if is_tensor_type(value.type) else ()
