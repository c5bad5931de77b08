"""Functions of ``tt``: kernels and device functions, calls and returns."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    IsolatedFromAbove,
    IsTerminator,
    Pure,
    ReturnLike,
    SymbolOpInterface,
    SymbolUserOpInterface,
)

from xtriton.dialects.tt.op import SupportsGenericLayouts, TritonOp
from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.ir.constraints import AnyType, DictArray, FlatSymbolRef, FunctionTypeAttr, StrAttr, SymbolName
from xtriton.ir.definitions import (
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Results,
    opt_prop_def,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.function_syntax import parse_function, print_function, verify_call, verify_function, verify_return
from xtriton.ir.symbols import lookup_nearest_symbol
from xtriton.ir.traits import HasParentOp


@irdl_op_definition
class FuncOp(CallableOpInterface, TritonOp):
    """A function; a public one is a kernel."""

    name = "tt.func"
    sym_name: Property[str] = prop_def(SymbolName, kw_only=False)
    function_type: Property = prop_def(FunctionTypeAttr, kw_only=False)
    sym_visibility: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    body: OpRegion = region_def()
    traits = traits_def(
        IsolatedFromAbove(),
        SymbolOpInterface(),
        HasParentOp("builtin.module"),
        SupportsGenericLayouts(),
    )

    @property
    def is_public(self) -> bool:
        """Whether the function can be launched or called from outside."""
        visibility = self.properties.get("sym_visibility")
        return not isinstance(visibility, StringAttr) or visibility.data == "public"

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        return parse_function(parser, cls)

    def print(self, printer: Printer) -> None:
        print_function(printer, self)

    def verify_in_context(self) -> None:
        verify_function(self)


class CallSymbolUser(SymbolUserOpInterface):
    """The callee must be a function with the types of the call."""

    def verify(self, op: Operation) -> None:
        callee = cast("SymbolRefAttr", op.properties["callee"])
        function = lookup_nearest_symbol(op, callee)
        if not isinstance(function, FuncOp):
            raise Violation(f"'{callee.root_reference.data}' does not reference a valid function")
        verify_call(op, function.type)


@irdl_op_definition
class CallOp(CallOpInterface, TritonOp):
    """A call of a function of the module."""

    name = "tt.call"
    callee: Property[str] = prop_def(FlatSymbolRef)
    args: Operands = var_operand_def(AnyType, default=())
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res: Results = var_result_def(AnyType, default=())
    traits = traits_def(CallSymbolUser(), SupportsGenericLayouts())
    SYNTAX: ClassVar = "$callee `(` $args `)` attr-dict `:` functional-type($args, results)"


@irdl_op_definition
class ReturnOp(TritonOp):
    """Terminator of a function."""

    name = "tt.return"
    srcs: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(Pure(), HasParentOp("tt.func"), ReturnLike(), IsTerminator(), SupportsGenericLayouts())
    SYNTAX: ClassVar = "attr-dict ($srcs^ `:` type($srcs))?"

    def verify_in_context(self) -> None:
        function = self.parent_op()
        if not isinstance(function, FuncOp):
            return
        verify_return(self, cast("StringAttr", function.properties["sym_name"]).data, function.type)
