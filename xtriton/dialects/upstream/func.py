"""The ``func`` dialect: functions, calls and returns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from xdsl.dialects.builtin import FunctionType, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    ConstantLike,
    EffectInstance,
    IsolatedFromAbove,
    IsTerminator,
    MemoryEffect,
    Pure,
    ReturnLike,
    SymbolOpInterface,
)

from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.ir.constraints import (
    AnyType,
    DictArray,
    FlatSymbolRef,
    FunctionTypeAttr,
    StrAttr,
    SymbolName,
    TypePredicate,
    UnitAttribute,
)
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Result,
    Results,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.function_syntax import parse_function, print_function, verify_call, verify_function, verify_return
from xtriton.ir.op import Op
from xtriton.ir.symbols import lookup_nearest_symbol
from xtriton.ir.traits import HasParentOp

_AnyFunction = TypePredicate("function type", lambda attr: isinstance(attr, FunctionType))


@irdl_op_definition
class FuncOp(CallableOpInterface):
    """A function. Declarations have no body."""

    name = "func.func"
    sym_name: Property[str] = prop_def(SymbolName, kw_only=False)
    function_type: Property = prop_def(FunctionTypeAttr, kw_only=False)
    sym_visibility: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    no_inline: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    body: OpRegion = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        return parse_function(parser, cls)

    def print(self, printer: Printer) -> None:
        print_function(printer, self)

    def verify_in_context(self) -> None:
        verify_function(self)


READ_NONE = "llvm.readnone"
"""The attribute of a function without memory effects: calls of it are pure."""


def is_pure_call(op: Operation) -> bool:
    """Whether an operation calls a function that is declared to be pure."""
    if not isinstance(op, CallOp):
        return False
    function = lookup_nearest_symbol(op, cast("SymbolRefAttr", op.callee))
    return isinstance(function, FuncOp) and function.is_declaration and READ_NONE in function.attributes


def _function(op: Operation, reference: Attribute) -> FuncOp:
    """The function that a symbol names."""
    symbol = cast("SymbolRefAttr", reference)
    function = lookup_nearest_symbol(op, symbol)
    if not isinstance(function, FuncOp):
        raise Violation(f"'{symbol.root_reference.data}' does not reference a valid function")
    return function


class CalleeEffects(MemoryEffect):
    """None for a function that is declared to be pure; otherwise unknown."""

    @classmethod
    def get_effects(cls, op: Operation) -> set[EffectInstance] | None:
        return set[EffectInstance]() if is_pure_call(op) else None


@irdl_op_definition
class CallOp(CallOpInterface):
    """Calls a function by name."""

    name = "func.call"
    callee: Property[str] = prop_def(FlatSymbolRef, kw_only=False)
    operands_: Operands = var_operand_def(AnyType, default=())
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    no_inline: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    results_: Results = var_result_def(AnyType, default=(), alias="result_types", kw_only=False)
    traits = traits_def(CalleeEffects())
    SYNTAX: ClassVar[str | None] = "$callee `(` $operands_ `)` attr-dict `:` functional-type($operands_, results)"

    def verify_in_context(self) -> None:
        verify_call(self, _function(self, self.callee).type)


@irdl_op_definition
class CallIndirectOp(Op):
    """Calls a function value."""

    name = "func.call_indirect"
    callee: Operand = operand_def(_AnyFunction)
    callee_operands: Operands = var_operand_def(AnyType, default=())
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")

    @classmethod
    def parse(cls, parser: Parser) -> CallIndirectOp:
        callee = parser.parse_unresolved_operand()
        operands = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_function_type()
        return cls.create(
            operands=[
                parser.resolve_operand(callee, type_),
                *(
                    parser.resolve_operand(operand, input_)
                    for operand, input_ in zip(operands, type_.inputs.data, strict=True)
                ),
            ],
            result_types=type_.outputs.data,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.callee)
        printer.print_string("(")
        printer.print_list(self.callee_operands, printer.print_ssa_value)
        printer.print_string(")")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.callee.type)

    def verify_op(self) -> None:
        type_ = cast("FunctionType", self.callee.type)
        if type_.inputs.data != tuple(operand.type for operand in self.callee_operands):
            raise Violation("failed to verify that callee input types match argument types")
        if type_.outputs.data != tuple(result.type for result in self.results):
            raise Violation("failed to verify that callee result types match result types")


@irdl_op_definition
class ConstantOp(Op):
    """A function as a value."""

    name = "func.constant"
    value: Property[str] = prop_def(FlatSymbolRef)
    result: Result = result_def(AnyType)
    traits = traits_def(ConstantLike(), Pure())
    SYNTAX: ClassVar[str | None] = "attr-dict $value `:` type($result)"

    def asm_result_names(self) -> Iterable[tuple[SSAValue, str]]:
        return ((self.result, "f"),)

    def verify_in_context(self) -> None:
        name = cast("SymbolRefAttr", self.value).root_reference.data
        function = lookup_nearest_symbol(self, cast("SymbolRefAttr", self.value))
        if not isinstance(function, FuncOp):
            raise Violation(f"reference to undefined function '{name}'")
        if function.type != self.result.type:
            raise Violation("reference to function with mismatched type")


@irdl_op_definition
class ReturnOp(Op):
    """Returns from the function."""

    name = "func.return"
    operands_: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("func.func"), Pure(), ReturnLike(), IsTerminator())
    SYNTAX: ClassVar[str | None] = "attr-dict ($operands_^ `:` type($operands_))?"

    def verify_in_context(self) -> None:
        function = self.parent_op()
        if isinstance(function, FuncOp):
            verify_return(self, cast("StringAttr", function.sym_name).data, function.type)


Func = Dialect("func", [CallIndirectOp, CallOp, ConstantOp, FuncOp, ReturnOp])
