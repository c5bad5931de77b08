"""Operations of ``tt`` about the running program: program ids, printing, assertions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.effects import GLOBAL_MEMORY, Effects, write
from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.op import SupportsGenericLayouts, TritonOp
from xtriton.dialects.tt.types import AnyTritonType, I1Tensor
from xtriton.ir.constraints import I1, I32, BoolAttribute, DenseI32Array, StrAttr, any_type_of, enum_attr
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    Property,
    Result,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.effects import KeepsMemory
from xtriton.versions import V3_9, since

AxisAttr = enum_attr(ProgramIDDim)


@irdl_op_definition
class GetProgramIdOp(TritonOp):
    """The program id along an axis of the grid."""

    name = "tt.get_program_id"
    axis: Property[ProgramIDDim] = prop_def(AxisAttr)
    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$axis attr-dict `:` type($result)"


@irdl_op_definition
class GetNumProgramsOp(TritonOp):
    """The extent of the grid along an axis."""

    name = "tt.get_num_programs"
    axis: Property[ProgramIDDim] = prop_def(AxisAttr)
    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$axis attr-dict `:` type($result)"


@irdl_op_definition
class PrintOp(TritonOp):
    """Print values after ``prefix``, in every thread."""

    name = "tt.print"
    prefix: Property[str] = prop_def(StrAttr)
    hex: Property[bool] = prop_def(BoolAttribute)
    args: Operands = var_operand_def(AnyTritonType, default=())
    isSigned: Property[Sequence[int]] = prop_def(DenseI32Array)
    traits = traits_def(Effects(write(GLOBAL_MEMORY)), KeepsMemory())
    SYNTAX: ClassVar = "$prefix attr-dict (`:` $args^ `:` type($args))?"


@irdl_op_definition
class AssertOp(TritonOp):
    """Stop the program with ``message`` unless the condition holds."""

    name = "tt.assert"
    condition: Operand = operand_def(any_type_of(I1, I1Tensor))
    message: Property[str] = prop_def(StrAttr)
    traits = traits_def(Effects(write(GLOBAL_MEMORY)), KeepsMemory(), SupportsGenericLayouts(since(V3_9)))
    SYNTAX: ClassVar = "$condition `,` $message attr-dict `:` type($condition)"
