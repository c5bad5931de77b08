"""The terminators of ``scf`` regions."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, traits_def, var_operand_def
from xdsl.traits import IsTerminator, Pure, ReturnLike

from xtriton.ir.constraints import I1, AnyType
from xtriton.ir.op import Op
from xtriton.ir.traits import HasParentOp


@irdl_op_definition
class YieldOp(Op):
    """Ends a region and hands values to the operation around it."""

    name = "scf.yield"
    results_ = var_operand_def(AnyType)
    traits = traits_def(
        HasParentOp("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
        Pure(),
        ReturnLike(),
        IsTerminator(),
    )
    SYNTAX: ClassVar[str | None] = "attr-dict ($results_^ `:` type($results_))?"

    def __init__(self, *values: SSAValue) -> None:
        super().__init__(operands=[values])


@irdl_op_definition
class ConditionOp(Op):
    """Ends the first region of ``scf.while``: whether to go on, and the values to go on with."""

    name = "scf.condition"
    condition = operand_def(I1)
    args = var_operand_def(AnyType)
    traits = traits_def(HasParentOp("scf.while"), Pure(), IsTerminator())
    SYNTAX: ClassVar[str | None] = "`(` $condition `)` attr-dict ($args^ `:` type($args))?"

    def __init__(self, condition: SSAValue, *values: SSAValue) -> None:
        super().__init__(operands=[condition, values])
