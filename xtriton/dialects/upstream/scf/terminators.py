"""The terminators of ``scf`` regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Block
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import IsTerminator, Pure, ReturnLike

from xtriton.interfaces.region_branch import Constants, RegionBranchTerminatorOpInterface, RegionSuccessor
from xtriton.ir.constraints import I1, AnyType
from xtriton.ir.definitions import Operand, Operands, operand_def, var_operand_def
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.traits import HasParentOp


@irdl_op_definition
class YieldOp(RegionBranchTerminatorOpInterface):
    """Ends a region and hands values to the operation around it."""

    name = "scf.yield"
    results_: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(
        HasParentOp("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
        Pure(),
        ReturnLike(),
        IsTerminator(),
    )
    SYNTAX: ClassVar = "attr-dict ($results_^ `:` type($results_))?"


def yield_of(block: Block) -> YieldOp:
    """The ``scf.yield`` that ends a block."""
    end = block.last_op
    assert isinstance(end, YieldOp)
    return end


@irdl_op_definition
class ConditionOp(RegionBranchTerminatorOpInterface):
    """Ends the first region of ``scf.while``: whether to go on, and the values to go on with."""

    name = "scf.condition"
    condition: Operand = operand_def(I1)
    args: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("scf.while"), Pure(), IsTerminator())
    SYNTAX: ClassVar = "`(` $condition `)` attr-dict ($args^ `:` type($args))?"

    def forwarded_operands(self) -> range:
        return range(1, len(self.operands))

    def successors_taken(self, constants: Constants) -> Sequence[RegionSuccessor]:
        past, again = super().successors_taken(constants)
        condition = constants[0]
        if not is_integer_attr(condition):
            return (again, past)
        return (again if condition.value.data else past,)
