"""The types of the ``tt`` dialect, the constraints of its operations on types, and relations between types.

Triton overloads scalars and tensors: most operations work on ``T`` and on ``tensor<..xT>`` alike, so constraints come
as X, XTensor and XLike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntAttr,
    IntegerType,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.ir.constraints import (
    I1,
    I8,
    I16,
    I32,
    I64,
    TypePredicate,
    any_type_of,
    exactly,
    instance_of,
    raise_op_error,
    raise_op_errors,
    ranked_tensor_of,
    type_class,
)
from xtriton.ir.narrowing import is_integer_type, is_tensor_type

GLOBAL_MEMORY = 1
"""The address space of pointers to global memory, which is not printed."""


@irdl_attr_definition
class PointerType(ParametrizedAttribute, TypeAttribute):
    """``!tt.ptr<T>`` or ``!tt.ptr<T, space>``: a pointer to a scalar, or to a tensor (a block pointer)."""

    name = "tt.ptr"

    pointee_type: Attribute = param_def()
    address_space: IntAttr = param_def()

    def __init__(self, pointee_type: Attribute, address_space: int = GLOBAL_MEMORY) -> None:
        super().__init__(pointee_type, IntAttr(address_space))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        pointee = parser.parse_type()
        space = GLOBAL_MEMORY
        if parser.parse_optional_punctuation(",") is not None:
            position = parser.pos
            space = parser.parse_integer(allow_boolean=False)
            if not -(2**31) <= space < 2**31:
                raise_op_error(parser, "integer value too large", position)
        parser.parse_punctuation(">")
        return pointee, IntAttr(space)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        printer.print_attribute(self.pointee_type)
        if self.address_space.data != GLOBAL_MEMORY:
            printer.print_string(f", {self.address_space.data}")
        printer.print_string(">")


@irdl_attr_definition
class TensorDescType(ParametrizedAttribute, TypeAttribute):
    """``!tt.tensordesc<tensor<...>>``: a tensor descriptor whose blocks have the given type."""

    name = "tt.tensordesc"

    block_type: TensorType[Attribute] = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        position = parser.pos
        block = parser.parse_type()
        if not isinstance(block, TensorType):
            raise_op_errors(
                parser,
                (f"invalid kind of type specified: expected builtin.tensor, but found '{block}'", position),
                (
                    "failed to parse TT_TensorDescType parameter 'blockType' which is to be a `RankedTensorType`",
                    parser.pos,
                ),
            )
        parser.parse_punctuation(">")
        return (cast("TensorType[Attribute]", block),)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        printer.print_attribute(self.block_type)
        printer.print_string(">")

    @property
    def signless_block_type(self) -> TensorType[Attribute]:
        """The block type with signless integers, as loaded and stored through the descriptor."""
        element = self.block_type.element_type
        if is_integer_type(element):
            return clone_tensor(self.block_type, IntegerType(element.width.data))
        return self.block_type


def _ptr_of(pointee: TypePredicate | None) -> TypePredicate:
    """ODS ``TT_PtrOf``: a pointer whose pointee satisfies a constraint."""
    return TypePredicate(
        "ptr",
        lambda attr: isinstance(attr, PointerType) and (pointee is None or pointee.accepts(attr.pointee_type)),
        kind=PointerType,
    )


I4 = exactly(IntegerType(4), "4-bit signless integer")

Float = instance_of(
    "floating-point",
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2Type,
    Float8E5M2FNUZType,
    Float16Type,
    BFloat16Type,
    Float32Type,
    Float64Type,
)
FloatTensor = ranked_tensor_of(Float)
FloatLike = any_type_of(Float, FloatTensor)
BoolTensor = ranked_tensor_of(I1)
BoolLike = any_type_of(I1, BoolTensor)
I1Tensor = ranked_tensor_of(I1, summary="tensor of 1-bit signless integer values")
Int = any_type_of(I1, I4, I8, I16, I32, I64, summary="integer")
IntTensor = ranked_tensor_of(Int)
IntLike = any_type_of(Int, IntTensor)
I64Tensor = ranked_tensor_of(I64, summary="tensor of 64-bit signless integer values")
I64Like = any_type_of(I64, I64Tensor)
Ptr = _ptr_of(None)
PtrTensor = ranked_tensor_of(Ptr)
PtrLike = any_type_of(Ptr, PtrTensor)
FpIntTensor = ranked_tensor_of(Float, Int)
Tensor = ranked_tensor_of(Float, Int, Ptr)
TensorPtr = _ptr_of(Tensor)
AnyTritonType = any_type_of(FloatLike, IntLike, PtrLike, TensorPtr)
PtrTypeClass = type_class("Pointer type (`::mlir::triton::PointerType`) in Triton IR type system", PointerType)
TensorDesc = type_class(
    "Tensor descriptor type (`::mlir::triton::TensorDescType`) in Triton IR type system", TensorDescType
)


def clone_tensor(type_: TensorType[Attribute], element_type: Attribute) -> TensorType[Attribute]:
    """The tensor type with another element type and the same shape and encoding."""
    return TensorType(element_type, type_.shape, type_.encoding)


def with_element_type(type_: Attribute, element_type: Attribute) -> Attribute:
    """``element_type`` in the shape of ``type_``: a tensor of it, or the scalar itself."""
    if is_tensor_type(type_):
        return clone_tensor(type_, element_type)
    return element_type


def i1_same_shape(type_: Attribute) -> Attribute:
    """The type of a mask for values of ``type_``."""
    return with_element_type(type_, i1)


def pointee_type(type_: Attribute) -> Attribute:
    """The pointee type of a pointer or a tensor of pointers; any other type itself."""
    if is_tensor_type(type_):
        element = type_.element_type
        return with_element_type(type_, element.pointee_type) if isinstance(element, PointerType) else type_
    return type_.pointee_type if isinstance(type_, PointerType) else type_


def pointer_type_same_shape(type_: Attribute) -> Attribute:
    """The type of pointers to values of ``type_``, element by element."""
    element = type_.element_type if is_tensor_type(type_) else type_
    return with_element_type(type_, PointerType(element))


def is_tensor_pointer(type_: Attribute) -> bool:
    """Whether ``type_`` is a block pointer."""
    return isinstance(type_, PointerType) and isinstance(type_.pointee_type, TensorType)
