"""Comparisons and ``arith.select``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import OpTrait, Pure

from xtriton.dialects.upstream.arith.attributes import (
    NO_FAST_MATH,
    CmpFPredicate,
    CmpIPredicate,
    FastMath,
)
from xtriton.dialects.upstream.constraints import (
    VECTORS_AND_TENSORS,
    BoolLike,
    FloatLike,
    NonZeroWidthIntegerOrIndexLike,
    i1_like,
)
from xtriton.ir.constraints import AnyType, enum_attr
from xtriton.ir.definitions import INFERRED, Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.syntax import ParsedParts
from xtriton.ir.traits import AllTypesMatch, Elementwise, SameTypeOperands, TypesMatchWith, shape_of

if TYPE_CHECKING:
    from xtriton.ir.op import CustomDirective


class _CompareOp(Op):
    """An elementwise comparison."""

    result: Result = result_def(BoolLike, default=INFERRED)
    traits = traits_def(
        TypesMatchWith("result type has i1 element type and same shape as operands", "lhs", "result", i1_like),
        Pure(),
        SameTypeOperands(),
        Elementwise(),
    )


@irdl_op_definition
class CmpIOp(_CompareOp):
    """Compares integers."""

    name = "arith.cmpi"
    predicate: Property[CmpIPredicate] = prop_def(enum_attr(CmpIPredicate), kw_only=False)
    lhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    rhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    SYNTAX: ClassVar = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"


@irdl_op_definition
class CmpFOp(_CompareOp):
    """Compares floating-point numbers."""

    name = "arith.cmpf"
    predicate: Property[CmpFPredicate] = prop_def(enum_attr(CmpFPredicate), kw_only=False)
    lhs: Operand = operand_def(FloatLike)
    rhs: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    SYNTAX: ClassVar = "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"


@dataclass(frozen=True)
class ScalarConditionOrMatchingShape(OpTrait):
    """The condition is a scalar i1, or has the shape of the result."""

    def verify(self, op: Operation) -> None:
        condition, result = op.operands[0].type, op.results[0].type
        if condition != i1 and shape_of(condition) != shape_of(result):
            raise Violation("failed to verify that condition is signless i1 or has matching shape")


def _parse_select_types(parser: Parser, parts: ParsedParts) -> None:
    first = parser.parse_type()
    scalar = parser.parse_optional_punctuation(",") is None
    parts.types["condition"] = [i1 if scalar else first]
    parts.types["result"] = [first if scalar else parser.parse_type()]


def _print_select_types(printer: Printer, op: SelectOp) -> None:
    if isinstance(op.condition.type, VECTORS_AND_TENSORS):
        printer.print_attribute(op.condition.type)
        printer.print_string(", ")
    printer.print_attribute(op.result.type)


@irdl_op_definition
class SelectOp(Op):
    """Selects one of two values, for tensors also elementwise."""

    name = "arith.select"
    condition: Operand = operand_def(BoolLike)
    true_value: Operand = operand_def(AnyType)
    false_value: Operand = operand_def(AnyType)
    result: Result = result_def(AnyType, default=INFERRED)
    traits = traits_def(
        AllTypesMatch(("true_value", "false_value", "result")), ScalarConditionOrMatchingShape(), Pure(), Elementwise()
    )
    SYNTAX: ClassVar = "$condition `,` $true_value `,` $false_value attr-dict `:` custom<SelectTypes>()"
    CUSTOM: ClassVar[Mapping[str, CustomDirective]] = {"SelectTypes": (_parse_select_types, _print_select_types)}

    def verify_op(self) -> None:
        condition, expected = self.condition.type, i1_like(self.result.type)
        if condition not in (i1, expected):
            raise Violation(
                "expected condition type to have the same shape as the result type, expected "
                f"'{expected}', but got '{condition}'"
            )
