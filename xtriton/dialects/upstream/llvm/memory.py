"""Loads, stores, atomics and addresses of the ``llvm`` dialect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import DenseArrayBase, UnitAttr, i1, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.llvm.attributes import (
    NO_FLAGS,
    AtomicBinOp,
    AtomicOrdering,
    NoWrap,
    Ordering,
)
from xtriton.dialects.upstream.llvm.types import (
    AnyLLVM,
    AnyPointer,
    IntOrPointer,
    Loadable,
    ScalarOrVectorInt,
    ScalarOrVectorPointer,
    SignlessInt,
    StructType,
)
from xtriton.dialects.upstream.mixed import parse_indices, print_indices
from xtriton.dialects.upstream.regions import split_attributes
from xtriton.ir.constraints import AnyType, AttrPredicate, DenseI32Array, I64Attr, StrAttr, UnitAttribute, enum_attr
from xtriton.ir.definitions import (
    INFERRED,
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
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.traits import TypesMatchWith

if TYPE_CHECKING:
    from xtriton.ir.op import CustomDirective
    from xtriton.ir.syntax import ParsedParts

NOT_ATOMIC = AtomicOrdering.NOT_ATOMIC.attr
_TypeAttribute = AttrPredicate("any type attribute", lambda attr: AnyType.accepts(attr))
_BinOp = enum_attr(AtomicBinOp, "llvm.atomicrmw binary operations")


class _AccessOp(Op):
    """The base of loads and stores."""

    alignment: OptionalProperty[int] = opt_prop_def(I64Attr, default=None)
    volatile_: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    nontemporal: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    invariantGroup: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    ordering: Property[AtomicOrdering] = prop_def(Ordering, default=NOT_ATOMIC)
    syncscope: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)


@irdl_op_definition
class LoadOp(_AccessOp):
    """Loads from memory."""

    name = "llvm.load"
    addr: Operand = operand_def(AnyPointer)
    invariant: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    dereferenceable: OptionalProperty = opt_prop_def(
        AttrPredicate("LLVM dereferenceable attribute", lambda attr: True), default=None
    )
    res: Result = result_def(Loadable)
    SYNTAX: ClassVar = (
        "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? "
        "(`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? (`dereferenceable` `` $dereferenceable^)? "
        "attr-dict `:` qualified(type($addr)) `->` type($res)"
    )


@irdl_op_definition
class StoreOp(_AccessOp):
    """Stores to memory."""

    name = "llvm.store"
    value: Operand = operand_def(Loadable)
    addr: Operand = operand_def(AnyPointer)
    SYNTAX: ClassVar = (
        "(`volatile` $volatile_^)? $value `,` $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? "
        "(`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` qualified(type($addr))"
    )


@irdl_op_definition
class AllocaOp(Op):
    """Memory on the stack for ``arraySize`` elements."""

    name = "llvm.alloca"
    arraySize: Operand = operand_def(SignlessInt)
    alignment: OptionalProperty[int] = opt_prop_def(I64Attr, default=None)
    elem_type: Property = prop_def(_TypeAttribute)
    inalloca: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    res: Result = result_def(AnyPointer)

    @classmethod
    def parse(cls, parser: Parser) -> AllocaOp:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("inalloca") is not None:
            properties["inalloca"] = UnitAttr()
        size = parser.parse_unresolved_operand()
        parser.parse_keyword("x")
        properties["elem_type"] = parser.parse_type()
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type_ = parser.parse_function_type()
        return cls.create(
            operands=[parser.resolve_operand(size, type_.inputs.data[0])],
            result_types=type_.outputs.data,
            properties=properties | listed,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" " if self.inalloca is None else " inalloca ")
        printer.print_ssa_value(self.arraySize)
        printer.print_string(" x ")
        printer.print_attribute(self.elem_type)
        alignment = {} if self.alignment is None else {"alignment": self.alignment}
        printer.print_op_attributes(self.attributes | alignment)
        printer.print_string(" : (")
        printer.print_attribute(self.arraySize.type)
        printer.print_string(") -> ")
        printer.print_attribute(self.res.type)


DYNAMIC_INDEX = -(2**31)
"""The constant index of ``llvm.getelementptr`` that stands for an operand."""


def _parse_indices(parser: Parser, parts: ParsedParts) -> None:
    operands, constants = parse_indices(parser, parser.Delimiter.NONE, DYNAMIC_INDEX)
    parts.operands["dynamicIndices"] = operands
    parts.properties["rawConstantIndices"] = DenseArrayBase.from_list(i32, constants)


def _print_indices(printer: Printer, op: GEPOp) -> None:
    print_indices(printer, op.constant_indices, op.dynamicIndices, DYNAMIC_INDEX)


def _parse_element_type(parser: Parser, parts: ParsedParts) -> None:
    parts.properties["elem_type"] = parser.parse_type()


def _print_element_type(printer: Printer, op: GEPOp) -> None:
    printer.print_attribute(op.elem_type)


@irdl_op_definition
class GEPOp(Op):
    """The address of an element, by indices into ``elem_type``."""

    name = "llvm.getelementptr"
    base: Operand = operand_def(ScalarOrVectorPointer)
    dynamicIndices: Operands = var_operand_def(ScalarOrVectorInt, default=())
    rawConstantIndices: Property[Sequence[int]] = prop_def(DenseI32Array)
    elem_type: Property = prop_def(_TypeAttribute)
    noWrapFlags: Property = prop_def(NoWrap, default=NO_FLAGS)
    res: Result = result_def(ScalarOrVectorPointer)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "($noWrapFlags^)? $base `[` custom<Indices>($dynamicIndices, $rawConstantIndices) `]` attr-dict "
        "`:` functional-type(operands, results) `,` custom<ElementType>($elem_type)"
    )
    CUSTOM: ClassVar[Mapping[str, CustomDirective]] = {
        "Indices": (_parse_indices, _print_indices),
        "ElementType": (_parse_element_type, _print_element_type),
    }

    @property
    def constant_indices(self) -> Sequence[int]:
        """The indices, with :data:`DYNAMIC_INDEX` for operands."""
        return dense_numbers(self.rawConstantIndices)

    def verify_op(self) -> None:
        if self.constant_indices.count(DYNAMIC_INDEX) != len(self.dynamicIndices):
            raise Violation("expected as many dynamic indices as specified in 'rawConstantIndices'")


@irdl_op_definition
class AtomicRMWOp(Op):
    """An atomic read-modify-write; returns the old value."""

    name = "llvm.atomicrmw"
    volatile_: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    bin_op: Property[AtomicBinOp] = prop_def(_BinOp)
    ptr: Operand = operand_def(AnyPointer)
    val: Operand = operand_def(AnyLLVM)
    syncscope: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    ordering: Property[AtomicOrdering] = prop_def(Ordering)
    alignment: OptionalProperty[int] = opt_prop_def(I64Attr, default=None)
    res: Result = result_def(AnyLLVM, default=INFERRED)
    traits = traits_def(TypesMatchWith("result #0 and operand #1 have the same type", "val", "res"))
    SYNTAX: ClassVar = (
        "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict "
        "`:` qualified(type($ptr)) `,` type($val)"
    )


def _exchanged(type_: Attribute) -> Attribute:
    return StructType.of([type_, i1])


@irdl_op_definition
class AtomicCmpXchgOp(Op):
    """Atomic compare-and-swap; returns the old value and whether it was replaced."""

    name = "llvm.cmpxchg"
    weak: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    volatile_: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    ptr: Operand = operand_def(AnyPointer)
    cmp: Operand = operand_def(IntOrPointer)
    val: Operand = operand_def(IntOrPointer)
    syncscope: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    success_ordering: Property[AtomicOrdering] = prop_def(Ordering)
    failure_ordering: Property[AtomicOrdering] = prop_def(Ordering)
    alignment: OptionalProperty[int] = opt_prop_def(I64Attr, default=None)
    res: Result = result_def(AnyLLVM, default=INFERRED)
    traits = traits_def(
        TypesMatchWith("operand #1 and operand #2 have the same type", "val", "cmp"),
        TypesMatchWith(
            "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
            "val",
            "res",
            _exchanged,
        ),
    )
    SYNTAX: ClassVar = (
        "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` $syncscope^ `)`)? "
        "$success_ordering $failure_ordering attr-dict `:` qualified(type($ptr)) `,` type($val)"
    )


@irdl_op_definition
class FenceOp(Op):
    """Orders memory accesses."""

    name = "llvm.fence"
    ordering: Property[AtomicOrdering] = prop_def(Ordering)
    syncscope: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    SYNTAX: ClassVar = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict"

    def verify_op(self) -> None:
        if self.ordering in (NOT_ATOMIC, AtomicOrdering.UNORDERED.attr, AtomicOrdering.MONOTONIC.attr):
            raise Violation("can be given only acquire, release, acq_rel, and seq_cst orderings")


OPS = [AllocaOp, AtomicCmpXchgOp, AtomicRMWOp, FenceOp, GEPOp, LoadOp, StoreOp]
