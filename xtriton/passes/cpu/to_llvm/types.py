"""The LLVM types of values, and of elements in memory.

f16, bf16 and the 8-bit floats are integers of their bits, so that no operation on them becomes a call of a runtime
library; an i1 takes a byte in memory, as in Triton's arrays.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    VectorType,
    f32,
    i1,
    i8,
    i16,
    i64,
)
from xdsl.ir import Attribute

from xtriton.dialects.upstream.llvm.types import X86AMXType
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_vector_type
from xtriton.ir.shared_attributes import signless, vector_of
from xtriton.passes.cpu.to_llvm.builder import PTR

MEMREFS = (MemRefType, UnrankedMemRefType)
_NATIVE = (Float32Type, Float64Type)


def scalar_type(type_: Attribute) -> Attribute:
    """The LLVM type of a value. Raises ``ValueError`` for a type that the CPU backend does not support."""
    match type_:
        case IndexType():
            return i64
        case IntegerType():
            return signless(type_.width.data)  # signs are no part of LLVM's types
        case Float32Type() | Float64Type() | X86AMXType():
            return type_
        case Float16Type() | BFloat16Type():
            return i16
        case VectorType():
            return vector_of(scalar_type(type_.element_type), type_.get_shape())
        case _ if is_float_type(type_) and type_.bitwidth == 8:
            return i8
        case _ if type_.name in ("ptr.ptr", "tptr.ptr", "llvm.ptr", "tt.ptr"):
            return PTR
        case _:
            raise ValueError(f"the CPU backend has nothing for values of type '{type_}'")


def memory_type(element: Attribute) -> Attribute:
    """The LLVM type of a memref element."""
    if element == i1:
        return i8
    return scalar_type(element)


def element_bytes(element: Attribute) -> int:
    """The size of a memref element in bytes."""
    type_ = memory_type(element)
    if type_ == PTR:
        return 8
    if is_integer_type(type_):
        return (type_.width.data + 7) // 8
    assert is_float_type(type_)
    return type_.bitwidth // 8


def is_emulated(type_: Attribute) -> bool:
    """Whether arithmetic on a floating-point type is done in f32."""
    scalar = type_.element_type if is_vector_type(type_) else type_
    return is_float_type(scalar) and not isinstance(scalar, _NATIVE)


def f32_like(type_: Attribute) -> Attribute:
    """f32, or a vector of f32 with as many elements as ``type_``."""
    return VectorType(f32, type_.get_shape()) if is_vector_type(type_) else f32


def bits_of_elements(value: DenseElementsAttr) -> DenseElementsAttr:
    """A constant with its elements as in LLVM: emulated floats as integers of their bits."""
    if not is_emulated(value.element_type):
        return value
    type_ = TensorType(scalar_type(value.element_type), value.shape)
    return DenseElementsAttr(type_, value.data)


def with_element(type_: Attribute, element: Attribute) -> Attribute:
    """``element``, or a vector of it with as many elements as ``type_``."""
    if is_vector_type(type_):
        return VectorType(element, type_.get_shape())
    return element
