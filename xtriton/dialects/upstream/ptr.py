"""The ``ptr`` dialect: pointers with a memory space and without a pointee type."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.ir.constraints import TypePredicate, any_type_of, type_class
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.shaped_type_parser import MemRefElement, VectorElement


@irdl_attr_definition
class GenericSpaceAttr(ParametrizedAttribute):
    """``#ptr.generic_space``: the generic memory space."""

    name = "ptr.generic_space"


@irdl_attr_definition
class PtrType(ParametrizedAttribute, TypeAttribute, VectorElement, MemRefElement):
    """``!ptr.ptr<#space>``: a pointer into a memory space."""

    name = "ptr.ptr"

    memory_space: Attribute = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (parser.parse_attribute(),)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        printer.print_attribute(self.memory_space)
        printer.print_string(">")


AnyPtr = type_class("pointer type", PtrType)
_PtrTensor = TypePredicate(
    "tensor of pointer type values",
    lambda attr: is_tensor_type(attr) and isinstance(attr.element_type, PtrType),
)
PtrLike = any_type_of(AnyPtr, _PtrTensor)

Ptr = Dialect("ptr", [], [GenericSpaceAttr, PtrType])
