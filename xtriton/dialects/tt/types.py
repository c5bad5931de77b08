"""The types of the ``tt`` dialect, the constraints of its operations on types, and relations between types.

Triton overloads scalars and tensors: most operations work on ``T`` and on ``tensor<..xT>`` alike, so constraints come
as X, XTensor and XLike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
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
    NoneAttr,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xtriton.ir.attribute_parser import AttributeParser
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
    type_by_version,
    type_class,
)
from xtriton.ir.narrowing import is_integer_type, is_tensor_type
from xtriton.ir.number_parser import parse_static_dimensions
from xtriton.ir.shared_attributes import tensor_of
from xtriton.ir.traits import encoding_of
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, by_version

GLOBAL_MEMORY = 1
"""The address space of pointers to global memory, which is not printed."""
CONSTANT_MEMORY = 4
"""The address space of pointers to memory that the kernel does not write."""

_ADDRESS_SPACES = {0: "descriptor", CONSTANT_MEMORY: "constant", GLOBAL_MEMORY: "global"}
"""The names of address spaces since Triton 3.9, which has no others."""


def _parse_space_number(parser: AttrParser) -> int:
    position = parser.pos
    space = parser.parse_integer(allow_boolean=False)
    if not -(2**31) <= space < 2**31:
        raise_op_error(parser, "integer value too large", position)
    return space


def _parse_space_name(parser: AttrParser) -> int:
    name = parser.parse_optional_str_literal()
    if name is None:
        parser.raise_error("expected string")
    numbers = {name: number for number, name in _ADDRESS_SPACES.items()}
    if name not in numbers:
        parser.raise_error(f"invalid pointer address space '{name}'")
    return numbers[name]


def _print_space_name(space: int) -> str:
    return f'"{_ADDRESS_SPACES[space]}"'


_PARSE_SPACE = by_version({V3_6: _parse_space_number, V3_9: _parse_space_name})
_PRINT_SPACE = by_version({V3_6: str, V3_9: _print_space_name})


def _verify_pointee_is_no_tensor(pointee: Attribute) -> None:
    if isinstance(pointee, TensorType):
        raise VerifyException("pointer types cannot point to ranked tensor types")


def _verify_pointee_is_number(pointee: Attribute) -> None:
    if not isinstance(pointee, IntegerType | AnyFloat):
        raise VerifyException("pointer types must point to integer or floating-point types")


_VERIFY_POINTEE: ByVersion[Callable[[Attribute], None]] = by_version(
    {V3_6: lambda pointee: None, V3_8: _verify_pointee_is_no_tensor, V3_9: _verify_pointee_is_number}
)


def _verify_pointee(pointee: Attribute, parser: AttrParser) -> None:
    """Raise ``VerifyException`` for a pointee that the version does not have.

    Operations of ``tts``, triton-shared's dialect, have pointers to tensors in every version: triton-shared is of a
    Triton that has them, and ``triton-to-structured`` makes its operations for any version.
    """
    if is_tensor_type(pointee) and isinstance(parser, AttributeParser) and parser.op_dialect == "tts":
        parser.keep_to_operation()
    else:
        _VERIFY_POINTEE.now()(pointee)


@irdl_attr_definition
class PointerType(ParametrizedAttribute, TypeAttribute):
    """``!tt.ptr<T>`` or ``!tt.ptr<T, "space">``: a pointer to a scalar.

    Before Triton 3.9, spaces are numbers; before 3.8, there are pointers to tensors (block pointers). Operations of the
    dialect ``tts`` have them in every version.
    """

    name = "tt.ptr"

    pointee_type: Attribute = param_def()
    address_space: IntAttr = param_def()

    def __init__(self, pointee_type: Attribute, address_space: int = GLOBAL_MEMORY) -> None:
        super().__init__(pointee_type, IntAttr(address_space))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        position = parser.pos
        parser.parse_punctuation("<")
        pointee = parser.parse_type()
        space = GLOBAL_MEMORY
        if parser.parse_optional_punctuation(",") is not None:
            space = _PARSE_SPACE.now()(parser)
        parser.parse_punctuation(">")
        try:
            _verify_pointee(pointee, parser)
        except VerifyException as exc:
            parser.raise_error(str(exc), position)
        return pointee, IntAttr(space)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        printer.print_attribute(self.pointee_type)
        if self.address_space.data != GLOBAL_MEMORY:
            printer.print_string(f", {_PRINT_SPACE.now()(self.address_space.data)}")
        printer.print_string(">")


def _parse_block_tensor(parser: AttrParser) -> TensorType[Attribute]:
    """Read ``tensor<128x64xf16, #shared>``."""
    position = parser.pos
    block = parser.parse_type()
    if not isinstance(block, TensorType):
        raise_op_errors(
            parser,
            (f"invalid kind of type specified: expected builtin.tensor, but found '{block}'", position),
            ("failed to parse TT_TensorDescType parameter 'blockType' which is to be a `RankedTensorType`", parser.pos),
        )
    return cast("TensorType[Attribute]", block)


def _print_block_tensor(printer: Printer, block: TensorType[Attribute]) -> None:
    printer.print_attribute(block)


def parse_block_shape(parser: AttrParser) -> TensorType[Attribute]:
    """Read ``128x64xf16, #shared``, which follows ``<``."""
    position = parser.pos
    shape = parse_static_dimensions(parser)
    if shape:
        parser.parse_shape_delimiter()
    element = parser.parse_type()
    if isinstance(element, TensorType):
        parser.raise_error(
            "tensor descriptors must not wrap tensor types; use !tt.tensordesc<shape x element-type[, layout]> instead",
            position - 1,
        )
    layout = parser.parse_attribute() if parser.parse_optional_punctuation(",") is not None else NoneAttr()
    return TensorType(element, shape, layout)


def print_block_shape(printer: Printer, block: TensorType[Attribute]) -> None:
    """Write ``128x64xf16, #shared``."""
    printer.print_string("".join(f"{extent}x" for extent in block.get_shape()))
    printer.print_attribute(block.element_type)
    layout = encoding_of(block)
    if layout is not None:
        printer.print_string(", ")
        printer.print_attribute(layout)


PARSE_BLOCK = by_version({V3_6: _parse_block_tensor, V3_8: parse_block_shape})
"""Parse the block of a tensor descriptor type."""
PRINT_BLOCK = by_version({V3_6: _print_block_tensor, V3_8: print_block_shape})
"""Write the block of a tensor descriptor type."""


class BlockDescriptorType(ParametrizedAttribute, TypeAttribute):
    """A type of tensor descriptors with its blocks."""

    block_type: TensorType[Attribute] = param_def()

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        PRINT_BLOCK.now()(printer, self.block_type)
        printer.print_string(">")

    @property
    def signless_block_type(self) -> TensorType[Attribute]:
        """The block type with signless integers, as loaded and stored through the descriptor."""
        block, element = self.block_type, self.block_type.element_type
        return clone_tensor(block, IntegerType(element.width.data)) if is_integer_type(element) else block


@irdl_attr_definition
class TensorDescType(BlockDescriptorType):
    """``!tt.tensordesc<128x64xf16, #shared>``: a tensor descriptor with blocks of this shape and element type.

    The layout of blocks in shared memory is optional. Before Triton 3.8 the block is written as a tensor type.
    """

    name = "tt.tensordesc"

    block_type: TensorType[Attribute] = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        block = PARSE_BLOCK.now()(parser)
        parser.parse_punctuation(">")
        return (block,)


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
AnyTritonType = type_by_version(
    {V3_6: any_type_of(FloatLike, IntLike, PtrLike, TensorPtr), V3_8: any_type_of(FloatLike, IntLike, PtrLike)}
)
PtrTypeClass = type_class("Pointer type (`::mlir::triton::PointerType`) in Triton IR type system", PointerType)
TensorDesc = type_class(
    "Tensor descriptor type (`::mlir::triton::TensorDescType`) in Triton IR type system", TensorDescType
)


def clone_tensor(type_: TensorType[Attribute], element_type: Attribute) -> TensorType[Attribute]:
    """The tensor type with another element type and the same shape and encoding."""
    return tensor_of(element_type, type_.shape, type_.encoding)


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
