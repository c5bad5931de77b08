"""Allocation of memory: ``memref.alloc``, ``memref.alloca``, ``memref.dealloc`` and global memrefs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr, TensorType, UnitAttr
from xdsl.ir import Attribute, TypeAttribute
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, SymbolOpInterface

from xtriton.dialects.upstream.memref.layouts import MemRef
from xtriton.dialects.upstream.shaped import (
    NamedResult,
    RankedMemRef,
    RankedOrUnrankedMemRef,
    dynamic_dims,
    has_static_shape,
)
from xtriton.ir.constraints import (
    AnyAttr,
    AttrPredicate,
    FlatSymbolRef,
    I64Attr,
    Index,
    StrAttr,
    SymbolName,
    UnitAttribute,
    confined,
    raise_op_error,
)
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import MEMORY, Effects, allocate, free
from xtriton.ir.narrowing import int_value, is_memref_type
from xtriton.ir.op import Op
from xtriton.ir.symbols import lookup_nearest_symbol
from xtriton.ir.syntax import ParsedParts

if TYPE_CHECKING:
    from xtriton.ir.attribute_parser import AttributeParser


Alignment = confined(
    I64Attr,
    (
        "value is positive and whose value is a power of two > 0",
        lambda attr: int_value(attr) > 0 and int_value(attr) & (int_value(attr) - 1) == 0,
    ),
)


def symbols_of(type_: MemRef) -> int:
    """The number of symbols of a memref type's layout."""
    data = getattr(type_.layout, "data", None)
    return cast("int", getattr(data, "num_symbols", 0))


class _Allocation(NamedResult):
    """An allocation. ``dynamicSizes`` are the dynamic extents of its type."""

    dynamicSizes: Operands = var_operand_def(Index, default=())
    symbolOperands: Operands = var_operand_def(Index, default=())
    alignment: OptionalProperty[int] = opt_prop_def(Alignment, default=None)
    memref: Result = result_def(RankedMemRef)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Effects(allocate(MEMORY, "memref")))
    SYNTAX: ClassVar = "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"

    @property
    def type(self) -> MemRef:
        """The type of the memory."""
        return cast("MemRef", self.memref.type)

    def verify_op(self) -> None:
        type_ = self.type
        if len(self.dynamicSizes) != dynamic_dims(type_):
            raise Violation("dimension operand count does not equal memref dynamic dimension count")
        symbols = symbols_of(type_)
        if len(self.symbolOperands) != symbols:
            raise Violation(
                f"symbol operand count does not equal memref symbol count: expected {symbols}, got "
                f"{len(self.symbolOperands)}"
            )


@irdl_op_definition
class AllocOp(_Allocation):
    """A heap allocation."""

    name = "memref.alloc"
    RESULT_NAME: ClassVar[str] = "alloc"


@irdl_op_definition
class AllocaOp(_Allocation):
    """A stack allocation, which lives until the function returns."""

    name = "memref.alloca"
    RESULT_NAME: ClassVar[str] = "alloca"


@irdl_op_definition
class DeallocOp(Op):
    """Frees memory allocated by ``memref.alloc``."""

    name = "memref.dealloc"
    memref: Operand = operand_def(RankedOrUnrankedMemRef)
    traits = traits_def(Effects(free(MEMORY, "memref")))
    SYNTAX: ClassVar = "$memref attr-dict `:` type($memref)"


_MemRefTypeAttr = AttrPredicate(
    "memref type attribute",
    lambda attr: is_memref_type(attr),
    storage=lambda attr: isinstance(attr, TypeAttribute),
)


def _parse_optional_string(parser: Parser, name: str) -> Attribute | None:
    text = parser.parse_optional_str_literal()
    return None if text is None else StringAttr(text)


_Visibility = replace(StrAttr, parse_optional=_parse_optional_string)


def _parse_global_type(parser: Parser, parts: ParsedParts) -> None:
    type_ = parser.parse_type()
    if not is_memref_type(type_) or not has_static_shape(type_):
        raise_op_error(parser, f"type should be static shaped memref, but got '{type_}'", at_name=True)
    parts.properties["type"] = type_
    if parser.parse_optional_punctuation("=") is None:
        return
    if parser.parse_optional_keyword("uninitialized") is not None:
        parts.properties["initial_value"] = UnitAttr()
        return
    tensor = TensorType(type_.element_type, type_.get_shape())
    parts.properties["initial_value"] = cast("AttributeParser", parser).parse_elements(tensor)


def _print_global_type(printer: Printer, op: GlobalOp) -> None:
    printer.print_attribute(op.type)
    value = op.initial_value
    if value is None:
        return
    printer.print_string(" = ")
    if isinstance(value, UnitAttr):
        printer.print_string("uninitialized")
        return
    if isinstance(value, DenseElementsAttr):
        printer.print_string(f"dense<{value.body()}>")
    else:
        printer.print_attribute(value)


@irdl_op_definition
class GlobalOp(Op):
    """A named memref with static lifetime; ``initial_value`` is a unit attribute if it is uninitialised."""

    name = "memref.global"
    sym_name: Property[str] = prop_def(SymbolName)
    sym_visibility: OptionalProperty[str] = opt_prop_def(_Visibility, default=None)
    type: Property = prop_def(_MemRefTypeAttr)
    initial_value: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    constant: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    alignment: OptionalProperty[int] = opt_prop_def(Alignment, default=None)
    traits = traits_def(SymbolOpInterface())
    SYNTAX: ClassVar = (
        "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` "
        "custom<TypeAndInitialValue>($type, $initial_value) attr-dict"
    )
    CUSTOM: ClassVar = {"TypeAndInitialValue": (_parse_global_type, _print_global_type)}

    def verify_op(self) -> None:
        if not is_memref_type(self.type) or not has_static_shape(self.type):
            raise Violation(f"type should be static shaped memref, but got '{self.type}'")
        value = self.initial_value
        if value is None or isinstance(value, UnitAttr):
            return
        if not isinstance(value, DenseElementsAttr):
            raise Violation(f"initial value should be a unit or elements attribute, but got '{value}'")
        tensor = TensorType(self.type.element_type, self.type.get_shape())
        if value.type != tensor:
            raise Violation(f"initial value expected to be of type '{tensor}', but was of type '{value.type}'")


@irdl_op_definition
class GetGlobalOp(Op):
    """The memref that a ``memref.global`` declares."""

    name = "memref.get_global"
    # "name" belongs to the Python class; MLIR uses it for this property.
    symbol: Property[str] = prop_def(FlatSymbolRef, prop_name="name")
    result: Result = result_def(RankedMemRef)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$name `:` type($result) attr-dict"

    def verify_in_context(self) -> None:
        symbol = cast("SymbolRefAttr", self.symbol)
        found = lookup_nearest_symbol(self, symbol)
        name = symbol.root_reference.data
        if not isinstance(found, GlobalOp):
            raise Violation(f"'{name}' does not reference a valid global memref")
        if found.type != self.result.type:
            raise Violation(
                f"result type '{self.result.type}' does not match type '{found.type}' of the global memref @{name}"
            )
