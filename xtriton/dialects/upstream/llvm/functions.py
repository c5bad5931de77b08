"""Functions and global variables of the ``llvm`` dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr, SymbolRefAttr, UnitAttr
from xdsl.ir import Attribute, Region
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, Pure, SymbolOpInterface

from xtriton.dialects.upstream.llvm.attributes import (
    CConv,
    CConvAttr,
    Linkage,
    LinkageAttr,
    UnnamedAddr,
    Visibility,
)
from xtriton.dialects.upstream.llvm.types import (
    AnyPointer,
    ArrayType,
    FunctionType,
    PointerType,
    VoidType,
    is_compatible,
)
from xtriton.dialects.upstream.regions import raise_at_op, split_attributes
from xtriton.ir.constraints import (
    AnyAttr,
    AnyType,
    AttrPredicate,
    BoolAttribute,
    DictArray,
    FlatSymbolRef,
    I32Attr,
    I64Attr,
    StrAttr,
    UnitAttribute,
    enum_attr,
    raise_op_error,
)
from xtriton.ir.definitions import (
    OpRegion,
    OptionalProperty,
    Property,
    Result,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.function_syntax import (
    VARIADIC,
    entry_attributes,
    parse_arguments,
    parse_results,
    print_arguments,
    print_results,
    set_entry_attributes,
    take_entry_attributes,
    verify_all_entry_attributes,
    verify_entry_block,
)
from xtriton.ir.op import Op
from xtriton.ir.symbols import lookup_nearest_symbol

_FunctionTypeAttr = AttrPredicate("type attribute of LLVM function type", lambda attr: isinstance(attr, FunctionType))
_TypeAttribute = AttrPredicate("any type attribute", lambda attr: AnyType.accepts(attr))
_Visibility = enum_attr(Visibility, "LLVM Visibility Type")
_UnnamedAddr = enum_attr(UnnamedAddr, "LLVM unnamed_addr")
_EXTERNAL = LinkageAttr.of("external")


def _parse_symbol_keywords(parser: Parser, properties: dict[str, Attribute]) -> None:
    """Read linkage, visibility and ``unnamed_addr``, if present.

    In this form a missing ``unnamed_addr`` means ``none``; in the generic form the property is absent.
    """
    properties["unnamed_addr"] = UnnamedAddr.NONE.attr
    linkage = parser.parse_optional_keyword_in(LinkageAttr.KEYWORDS)
    if linkage is not None:
        properties["linkage"] = LinkageAttr.of(linkage)
    for name, enum in (("visibility_", Visibility), ("unnamed_addr", UnnamedAddr)):
        keywords = {member.keyword: member.attr for member in enum if member.keyword not in ("default", "none")}
        keyword = parser.parse_optional_keyword_in(keywords)
        if name == "unnamed_addr" and "global_type" in properties and parser.parse_optional_keyword("thread_local"):
            properties["thread_local_"] = UnitAttr()
            keyword = keyword or parser.parse_optional_keyword_in(keywords)
        if keyword is not None:
            properties[name] = keywords[keyword]


class _SymbolOp(Op):
    """The base of functions and global variables."""

    sym_name: Property[str] = prop_def(StrAttr)
    linkage: Property = prop_def(Linkage, default=_EXTERNAL)
    dso_local: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    comdat: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    section: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    alignment: OptionalProperty[int] = opt_prop_def(I64Attr, default=None)
    visibility_: Property[Visibility] = prop_def(_Visibility, default=Visibility.DEFAULT.attr)
    unnamed_addr: OptionalProperty[UnnamedAddr] = opt_prop_def(_UnnamedAddr, default=None)

    @property
    def symbol_keywords(self) -> list[str]:
        """Visibility and ``unnamed_addr``, if not the default."""
        words: list[str] = []
        if self.visibility_ != Visibility.DEFAULT.attr:
            words.append(Visibility.of(self.visibility_).keyword)
        if self.unnamed_addr is not None and self.unnamed_addr != UnnamedAddr.NONE.attr:
            words.append(UnnamedAddr.of(self.unnamed_addr).keyword)
        return words

    @property
    def linkage_keyword(self) -> str:
        """The linkage keyword."""
        return cast("LinkageAttr", self.linkage).keyword.data


_FUNCTION_SIGNATURE = frozenset(
    {
        *("sym_name", "function_type", "arg_attrs", "res_attrs", "linkage", "CConv", "visibility_"),
        *("unnamed_addr", "comdat"),
    }
)


@irdl_op_definition
class LLVMFuncOp(_SymbolOp):
    """A function. Declarations have no body."""

    name = "llvm.func"
    function_type: Property = prop_def(_FunctionTypeAttr)
    CConv: Property = prop_def(CConv, default=CConvAttr.of("ccc"))
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    sym_visibility: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    convergent: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    no_inline: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    always_inline: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    optimize_none: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    no_unwind: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    will_return: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_streaming: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_locally_streaming: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_streaming_compatible: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_new_za: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_in_za: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_out_za: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_inout_za: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    arm_preserves_za: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    garbageCollector: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    target_cpu: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    tune_cpu: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    reciprocal_estimates: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    prefer_vector_width: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    denormal_fp_math: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    denormal_fp_math_f32: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    fp_contract: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    instrument_function_entry: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    instrument_function_exit: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    unsafe_fp_math: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None)
    no_infs_fp_math: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None)
    no_nans_fp_math: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None)
    no_signed_zeros_fp_math: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None)
    personality: OptionalProperty[str] = opt_prop_def(FlatSymbolRef, default=None)
    function_entry_count: OptionalProperty[int] = opt_prop_def(I64Attr, default=None)
    intel_reqd_sub_group_size: OptionalProperty[int] = opt_prop_def(I32Attr, default=None)
    passthrough: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    memory_effects: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    frame_pointer: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    target_features: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    vscale_range: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    vec_type_hint: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    uwtable_kind: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    work_group_size_hint: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    reqd_work_group_size: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    body: OpRegion = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> LLVMFuncOp:
        properties: dict[str, Attribute] = {}
        _parse_symbol_keywords(parser, properties)
        convention = parser.parse_optional_keyword_in(CConvAttr.KEYWORDS)
        if convention is not None:
            properties["CConv"] = CConvAttr.of(convention)
        start = parser.pos
        properties["sym_name"] = parser.parse_symbol_name()
        arguments, entries = parse_arguments(parser, variadic=True)
        results = parse_results(parser)
        variadic = bool(entries) and entries[-1][0] == VARIADIC
        entries = entries[:-1] if variadic else entries
        wrong = _wrong_signature([type_ for type_, _ in entries], [type_ for type_, _ in results])
        if wrong is not None:
            raise_op_error(parser, f"failed to construct function type: expected {wrong}", start)
        properties["function_type"] = FunctionType.of(
            [type_ for type_, _ in entries], results[0][0] if results else VoidType(), variadic=variadic
        )
        set_entry_attributes(properties, "arg_attrs", entries)
        set_entry_attributes(properties, "res_attrs", results)
        attributes: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("attributes") is not None:
            listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
            take_entry_attributes(parser, properties, listed)
            properties |= listed
        region = parser.parse_optional_region(arguments if arguments else None)
        return cls.create(properties=properties, attributes=attributes, regions=[region or Region()])

    def print(self, printer: Printer) -> None:
        words = [] if self.linkage == _EXTERNAL else [self.linkage_keyword]
        words += self.symbol_keywords
        if self.CConv != CConvAttr.of("ccc"):
            words.append(cast("CConvAttr", self.CConv).keyword.data)
        printer.print_string("".join(f" {word}" for word in words) + " ")
        printer.print_symbol_name(cast("StringAttr", self.sym_name).data)
        type_ = cast("FunctionType", self.function_type)
        arguments = entry_attributes(self.properties, "arg_attrs")
        print_arguments(printer, type_.inputs.data, self.body, arguments, variadic=type_.is_variadic)
        print_results(printer, type_.result_types, entry_attributes(self.properties, "res_attrs"))
        shown = {name: value for name, value in self.properties.items() if name not in _FUNCTION_SIGNATURE}
        printer.print_op_attributes(self.attributes | shown, print_keyword=True)
        if self.body.blocks:
            printer.print_string(" ")
            printer.print_region(self.body, print_entry_block_args=False)

    def verify_in_context(self) -> None:
        if not self.body.blocks and self.linkage_keyword not in ("external", "extern_weak"):
            raise Violation("external functions must have 'external' or 'extern_weak' linkage")
        type_ = cast("FunctionType", self.function_type)
        verify_all_entry_attributes(self, len(type_.inputs.data), len(type_.result_types))
        verify_entry_block(self.body, type_.inputs.data)


def _wrong_signature(inputs: Sequence[Attribute], outputs: Sequence[Attribute]) -> str | None:
    """The expected types, if these are not a valid function signature."""
    if len(outputs) > 1:
        return "zero or one function result"
    if not all(is_compatible(type_) for type_ in inputs):
        return "LLVM type for function arguments"
    if not all(is_compatible(type_) for type_ in outputs):
        return f"LLVM type for function results'{outputs[0]}'"
    return None


@irdl_op_definition
class GlobalOp(_SymbolOp):
    """A global variable, with a value, a region that computes one, or neither."""

    name = "llvm.mlir.global"
    global_type: Property = prop_def(_TypeAttribute)
    constant: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    value: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    addr_space: Property[int] = prop_def(I32Attr, default=IntegerAttr(0, 32))
    thread_local_: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    externally_initialized: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    dbg_exprs: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    initializer: OpRegion = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())
    HIDDEN: ClassVar[frozenset[str]] = frozenset(
        {
            *("sym_name", "global_type", "constant", "value", "linkage", "unnamed_addr", "thread_local_"),
            *("visibility_", "comdat"),
        }
    )

    @classmethod
    def parse(cls, parser: Parser) -> GlobalOp:
        properties: dict[str, Attribute] = {}
        _parse_symbol_keywords(parser, properties)
        for keyword, name in (("thread_local", "thread_local_"), ("constant", "constant")):
            if parser.parse_optional_keyword(keyword) is not None:
                properties[name] = UnitAttr()
            address = parser.parse_optional_keyword_in(("local_unnamed_addr", "unnamed_addr"))
            if address is not None:
                properties["unnamed_addr"] = (
                    UnnamedAddr.GLOBAL if address == "unnamed_addr" else UnnamedAddr.LOCAL
                ).attr
                if name == "constant" and parser.parse_optional_keyword("constant") is not None:
                    properties["constant"] = UnitAttr()
        properties["sym_name"] = parser.parse_symbol_name()
        parser.parse_punctuation("(")
        value = parser.parse_optional_attribute()
        if value is not None:
            properties["value"] = value
        parser.parse_punctuation(")")
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        type_: Attribute | None = None
        if parser.parse_optional_punctuation(":") is not None:
            type_ = parser.parse_type()
        elif isinstance(value, StringAttr):
            type_ = ArrayType(len(value.data), IntegerType(8))
        if type_ is None:
            raise_at_op(parser, "type can only be omitted for string globals")
        properties["global_type"] = type_
        region = parser.parse_optional_region() or Region()
        return cls.create(properties=properties | listed, attributes=attributes, regions=[region])

    def print(self, printer: Printer) -> None:
        words = [self.linkage_keyword]
        if self.visibility_ != Visibility.DEFAULT.attr:
            words.append(Visibility.of(self.visibility_).keyword)
        if self.thread_local_ is not None:
            words.append("thread_local")
        if self.unnamed_addr is not None and self.unnamed_addr != UnnamedAddr.NONE.attr:
            words.append(UnnamedAddr.of(self.unnamed_addr).keyword)
        if self.constant is not None:
            words.append("constant")
        printer.print_string("".join(f" {word}" for word in words) + " ")
        printer.print_symbol_name(cast("StringAttr", self.sym_name).data)
        printer.print_string("(")
        if self.value is not None:
            printer.print_attribute(self.value)
        printer.print_string(")")
        shown = {name: value for name, value in self.properties.items() if name not in self.HIDDEN}
        printer.print_op_attributes(self.attributes | shown)
        if not isinstance(self.value, StringAttr):
            printer.print_string(" : ")
            printer.print_attribute(self.global_type)
        if self.initializer.blocks:
            printer.print_string(" ")
            printer.print_region(self.initializer, print_entry_block_args=False)


@irdl_op_definition
class AddressOfOp(Op):
    """The address of a global variable or function."""

    name = "llvm.mlir.addressof"
    global_name: Property[str] = prop_def(FlatSymbolRef)
    res: Result = result_def(AnyPointer)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "$global_name attr-dict `:` qualified(type($res))"

    def verify_in_context(self) -> None:
        symbol = lookup_nearest_symbol(self, cast("SymbolRefAttr", self.global_name))
        if symbol is None or symbol.name not in ("llvm.mlir.global", "llvm.func"):
            raise Violation(
                "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or "
                "'llvm.mlir.ifunc'"
            )
        space = symbol.properties.get("addr_space")
        if isinstance(space, IntegerAttr) and cast("PointerType", self.res.type).address_space.data != space.value.data:
            raise Violation("pointer address space must match address space of the referenced global or alias")


OPS = [AddressOfOp, GlobalOp, LLVMFuncOp]
