"""The ``tptr`` dialect: pointer arithmetic on ``ptr`` types, in bytes, and casts between pointers and memrefs."""

from __future__ import annotations

from typing import Any, ClassVar

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure

from xtriton.dialects.upstream.ptr import AnyPtr, PtrType
from xtriton.dialects.upstream.shaped import RankedOrUnrankedMemRef, StaticMemRef
from xtriton.ir.constraints import AnyType, AttrPredicate, SignlessIntegerOrIndex
from xtriton.ir.definitions import INFERRED, Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.effects import MEMORY, Effects, read, write
from xtriton.ir.op import Op
from xtriton.ir.op_tables import operations_in
from xtriton.ir.syntax import ParsedParts
from xtriton.ir.traits import AllTypesMatch


@irdl_attr_definition
class DefaultMemorySpaceAttr(ParametrizedAttribute):
    """``#tptr.default_memory_space``: the only memory space of a CPU."""

    name = "tptr.default_memory_space"


POINTER = PtrType(DefaultMemorySpaceAttr())
"""The type of pointers into the default memory space."""


@irdl_op_definition
class IntToPtrOp(Op):
    """The pointer with a given integer address."""

    name = "tptr.inttoptr"
    arg: Operand = operand_def(SignlessIntegerOrIndex)
    res: Result = result_def(AnyPtr, default=POINTER, kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "$arg attr-dict `:` type($arg) `to` type($res)"


@irdl_op_definition
class PtrToIntOp(Op):
    """The address of a pointer as an integer."""

    name = "tptr.ptrtoint"
    arg: Operand = operand_def(AnyPtr)
    res: Result = result_def(SignlessIntegerOrIndex, kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "$arg attr-dict `:` type($arg) `to` type($res)"


def _parse_int_type(parser: Parser, parts: ParsedParts) -> None:
    colon = parser.parse_optional_punctuation(":")
    parts.types["result"] = [IndexType() if colon is None else parser.parse_type()]


def _print_int_type(printer: Printer, op: TypeOffsetOp) -> None:
    # Two spaces precede the colon, as in triton-shared.
    if not isinstance(op.result.type, IndexType):
        printer.print_string(" : ")
        printer.print_attribute(op.result.type)


_TypeAttr = AttrPredicate("any type attribute", lambda attr: isinstance(attr, TypeAttribute))


@irdl_op_definition
class TypeOffsetOp(Op):
    """The size of an element type in bytes, padding included."""

    name = "tptr.type_offset"
    baseType: Property = prop_def(_TypeAttr, kw_only=False)
    result: Result = result_def(SignlessIntegerOrIndex, kw_only=False)
    traits = traits_def(ConstantLike(), Pure())
    SYNTAX: ClassVar[str | None] = "attr-dict $baseType custom<IntType>(type($result))"
    CUSTOM: ClassVar[Any] = {"IntType": (_parse_int_type, _print_int_type)}


@irdl_op_definition
class FromMemrefOp(Op):
    """The pointer to the start of a memref."""

    name = "tptr.from_memref"
    input: Operand = operand_def(RankedOrUnrankedMemRef)
    result: Result = result_def(AnyPtr, default=POINTER, kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "$input attr-dict `:` type($input) `to` type($result)"


@irdl_op_definition
class ToMemrefOp(Op):
    """The memref at a pointer."""

    name = "tptr.to_memref"
    arg: Operand = operand_def(AnyPtr)
    res: Result = result_def(StaticMemRef, kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "$arg attr-dict `:` type($arg) `to` type($res)"


@irdl_op_definition
class PtrAddOp(Op):
    """A pointer advanced by a number of bytes."""

    name = "tptr.ptradd"
    base: Operand = operand_def(AnyPtr)
    offset: Operand = operand_def(SignlessIntegerOrIndex)
    result: Result = result_def(AnyPtr, default=INFERRED)
    traits = traits_def(Pure(), AllTypesMatch(("base", "result")))
    SYNTAX: ClassVar[str | None] = "$base $offset attr-dict `:` type($base) `,` type($offset) `to` type($result)"


@irdl_op_definition
class LoadOp(Op):
    """Loads a value."""

    name = "tptr.load"
    addr: Operand = operand_def(AnyType)
    res: Result = result_def(AnyType)
    traits = traits_def(Effects(read(MEMORY, "addr")))
    SYNTAX: ClassVar[str | None] = "$addr attr-dict `:` qualified(type($addr)) `->` type($res)"


@irdl_op_definition
class StoreOp(Op):
    """Stores a value."""

    name = "tptr.store"
    value: Operand = operand_def(AnyType)
    addr: Operand = operand_def(AnyType)
    traits = traits_def(Effects(write(MEMORY, "addr")))
    SYNTAX: ClassVar[str | None] = "$value `,` $addr attr-dict `:` type($value) `,` qualified(type($addr))"


TPtr = Dialect(
    "tptr",
    operations_in(vars()),
    [DefaultMemorySpaceAttr],
)
