"""The types of the builder: Triton's own element types, pointers, blocks and tensor descriptors.

They carry more information than IR types: signedness of integers, and whether a pointer is to constant data. Names,
widths and mangling are Triton's, since both show in the IR (``@f__i32_Pfp32__``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import prod

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute

from xtriton.dialects.tt.op import MAX_TENSOR_ELEMENTS
from xtriton.dialects.tt.types import CONSTANT_MEMORY, TensorDescType
from xtriton.dialects.tt.types import PointerType as IrPointerType
from xtriton.frontend.builder.errors import BuildError
from xtriton.versions import V3_6, V3_9, by_version, cached_by_version


class Kind(IntEnum):
    """Kinds of numbers, in promotion order."""

    BOOLEAN = 0
    INTEGRAL = 1
    FLOATING = 2


@dataclass(frozen=True)
class DType:
    """A number type. ``name`` is Triton's short name, ``bits`` the width, ``mantissa`` the bits of the fraction."""

    name: str
    bits: int
    kind: Kind
    signed: bool = False
    mantissa: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def scalar(self) -> DType:
        """The type of one element: itself."""
        return self

    @property
    def is_floating(self) -> bool:
        """Whether this is a floating-point type."""
        return self.kind is Kind.FLOATING

    @property
    def is_int(self) -> bool:
        """Whether this is an integer type; ``int1`` is one."""
        return self.kind is not Kind.FLOATING

    @property
    def is_fp8(self) -> bool:
        """Whether this is one of the 8-bit floating-point types."""
        return self.is_floating and self.bits == 8

    @property
    def min_value(self) -> int:
        """The smallest integer."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def max_value(self) -> int:
        """The largest integer."""
        return (1 << (self.bits - self.signed)) - 1

    def mangle(self) -> str:
        """The type in mangled function names."""
        return self.name if self.is_floating else f"{'i' if self.signed else 'u'}{self.bits}"


@dataclass(frozen=True)
class PointerType:
    """A pointer to a number in memory, or to a block of them (a block pointer)."""

    element: DType | BlockType
    address_space: int = 1
    const: bool = False

    def __str__(self) -> str:
        return f"{'const_' if self.const else ''}pointer<{self.element}>"

    @property
    def scalar(self) -> PointerType:
        """The type of one element: itself."""
        return self

    @property
    def is_block_pointer(self) -> bool:
        """Whether this points to a block."""
        return isinstance(self.element, BlockType)

    def mangle(self) -> str:
        """The type in mangled function names."""
        return f"P{self.element.mangle()}"


ScalarType = DType | PointerType


@dataclass(frozen=True)
class BlockType:
    """A tensor of numbers or pointers. Every extent is a power of two."""

    element: ScalarType
    shape: tuple[int, ...]

    def __post_init__(self) -> None:
        if isinstance(self.element, PointerType) and self.element.is_block_pointer:
            raise BuildError(f"a block pointer is a scalar: there are no tensors of {self.element}")
        if not self.shape:
            raise BuildError("a tensor has at least one dimension")
        for index, extent in enumerate(self.shape):
            if extent <= 0 or extent & (extent - 1):
                raise BuildError(f"extent {index} of a tensor must be a power of two, not {extent}")
        if prod(self.shape) > MAX_TENSOR_ELEMENTS:
            raise BuildError(f"a tensor has at most {MAX_TENSOR_ELEMENTS} elements, not {prod(self.shape)}")

    def __str__(self) -> str:
        return f"{self.element}[{', '.join(map(str, self.shape))}]"

    @property
    def scalar(self) -> ScalarType:
        """The type of one element."""
        return self.element

    def mangle(self) -> str:
        """The type in mangled function names."""
        return f"{self.element.mangle()}S{'_'.join(map(str, self.shape))}S"


ValueType = ScalarType | BlockType


@dataclass(frozen=True)
class DescriptorType:
    """A tensor descriptor with blocks of the given type; it carries ``rank`` extents and strides."""

    block: BlockType

    def __str__(self) -> str:
        return f"tensor_descriptor<{self.block}>"

    def mangle(self) -> str:
        """The type in mangled function names."""
        return f"TD{self.block.mangle()}"


def _int(bits: int, signed: bool) -> DType:
    return DType(f"{'' if signed else 'u'}int{bits}", bits, Kind.INTEGRAL, signed)


def _float(name: str, bits: int, mantissa: int) -> DType:
    return DType(name, bits, Kind.FLOATING, mantissa=mantissa)


int1 = DType("int1", 1, Kind.BOOLEAN)
int8, int16, int32, int64 = (_int(bits, True) for bits in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (_int(bits, False) for bits in (8, 16, 32, 64))
float8e5 = _float("fp8e5", 8, 2)
float8e5b16 = _float("fp8e5b16", 8, 2)
float8e4nv = _float("fp8e4nv", 8, 3)
float8e4b8 = _float("fp8e4b8", 8, 3)
float16 = _float("fp16", 16, 10)
bfloat16 = _float("bf16", 16, 7)
float32 = _float("fp32", 32, 23)
float64 = _float("fp64", 64, 52)

FP8_TYPES = frozenset({float8e5, float8e5b16, float8e4nv, float8e4b8})
STANDARD_FLOATS = frozenset({float16, bfloat16, float32, float64})

_FLOATS: dict[DType, Attribute] = {
    float8e5: Float8E5M2Type(),
    float8e5b16: Float8E5M2FNUZType(),
    float8e4nv: Float8E4M3FNType(),
    float8e4b8: Float8E4M3FNUZType(),
    float16: Float16Type(),
    bfloat16: BFloat16Type(),
    float32: Float32Type(),
    float64: Float64Type(),
}
_INTEGERS = {(type_.bits, type_.signed): type_ for type_ in (int8, int16, int32, int64, uint8, uint16, uint32, uint64)}


def int_dtype(bits: int, *, signed: bool) -> DType:
    """The integer type of a width: 1, 8, 16, 32 or 64 bits."""
    return int1 if bits == 1 else _INTEGERS[bits, signed]


def _own_space(pointer: PointerType) -> int:
    return pointer.address_space


def _constant_space_if_const(pointer: PointerType) -> int:
    return CONSTANT_MEMORY if pointer.const else pointer.address_space


_ADDRESS_SPACE = by_version({V3_6: _own_space, V3_9: _constant_space_if_const})


@cached_by_version(maxsize=1 << 12)
def ir_type(type_: ValueType) -> Attribute:
    """The IR type: integers become signless. Constness is an address space since Triton 3.9, and lost before."""
    match type_:
        case DType():
            return IntegerType(type_.bits) if type_.is_int else _FLOATS[type_]
        case PointerType():
            return IrPointerType(ir_type(type_.element), _ADDRESS_SPACE.now()(type_))
        case BlockType():
            return TensorType(ir_type(type_.element), type_.shape)


def ir_descriptor_type(block: BlockType) -> TensorDescType:
    """The IR type of a descriptor, where integers keep their signedness: ``tensor<8x8xsi32>``."""
    element = block.element
    if isinstance(element, DType) and element.is_int:
        sign = Signedness.SIGNED if element.signed else Signedness.UNSIGNED
        return TensorDescType(TensorType(IntegerType(element.bits, sign), block.shape))
    return TensorDescType(TensorType(ir_type(element), block.shape))


def with_element(type_: ValueType, element: ScalarType) -> ValueType:
    """``element`` with the shape of ``type_``."""
    return BlockType(element, type_.shape) if isinstance(type_, BlockType) else element


def block_of(element: ScalarType, shape: Sequence[int]) -> BlockType:
    """A tensor type."""
    return BlockType(element, tuple(map(int, shape)))
