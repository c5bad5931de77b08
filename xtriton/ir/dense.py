"""Dense constants, with splats stored as one element.

xDSL expands ``dense<0.0> : tensor<1048576xf32>`` to four megabytes. Triton's constants are nearly all splats, so this
attribute keeps the bytes of a single element for them, as MLIR does: equal splats are equal whatever their size, and
cost the same.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    ComplexType,
    IndexType,
    IntegerType,
    Signedness,
    TensorType,
    VectorType,
)
from xdsl.ir import Attribute, BuiltinAttribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.printer import Printer

from xtriton.ir.narrowing import is_float_type, is_integer_type
from xtriton.ir.numbers import float_bits, float_from_bits, format_float, format_integer, pack_floats

HEX_IF_LARGER = 100
"""Constants with more elements than this print as hexadecimal bytes (MLIR's default)."""


def element_size(type_: Attribute) -> int:
    """Bytes of storage of one element."""
    if is_integer_type(type_):
        return (type_.width.data + 7) // 8
    if isinstance(type_, IndexType):
        return 8
    assert is_float_type(type_)
    return (type_.bitwidth + 7) // 8


def pack_element(value: int | float, type_: Attribute) -> bytes:
    """The little-endian bytes of one element; integers wrap."""
    if is_float_type(type_):
        return float_bits(float(value), type_).to_bytes(element_size(type_), "little")
    size = element_size(type_)
    bits = type_.width.data if is_integer_type(type_) else 64
    return (int(value) & ((1 << bits) - 1)).to_bytes(size, "little")


def pack_elements(values: Sequence[int | float], type_: Attribute) -> bytes:
    """The little-endian bytes of many elements; packed by the struct module where it supports the element size."""
    code = _STRUCT_CODES.get(element_size(type_))
    if is_float_type(type_) and not any(value != value for value in values):  # NaN bits are kept below
        return pack_floats([float(value) for value in values], type_)
    if code is None or is_float_type(type_):
        return b"".join(pack_element(value, type_) for value in values)
    mask = (1 << (type_.width.data if is_integer_type(type_) else 64)) - 1
    return struct.pack(f"<{len(values)}{code}", *[int(value) & mask for value in values])


_STRUCT_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


def unpack_element(data: bytes, type_: Attribute) -> int | float:
    """The value of one element: floats as Python floats, integers by the type's signedness (signless as signed)."""
    if is_float_type(type_):
        return float_from_bits(int.from_bytes(data, "little"), type_)
    value = int.from_bytes(data, "little")
    if is_integer_type(type_):
        bits, signed = type_.width.data, type_.signedness.data is not Signedness.UNSIGNED and type_.width.data > 1
    else:
        assert isinstance(type_, IndexType)
        bits, signed = 64, True
    return value - (1 << bits) if signed and value >> (bits - 1) else value


@irdl_attr_definition
class DenseElementsAttr(ParametrizedAttribute, BuiltinAttribute):
    """``dense<...> : type`` of integers or floats. ``data`` holds one element if it is a splat, else all in order."""

    name = "dense_elements"

    type: Attribute = param_def()
    data: BytesAttr = param_def()

    @staticmethod
    def splat(type_: Attribute, value: int | float) -> DenseElementsAttr:
        """All elements of ``type_`` equal ``value``."""
        return DenseElementsAttr(type_, BytesAttr(pack_element(value, shaped(type_).element_type)))

    @staticmethod
    def of(type_: Attribute, values: Sequence[int | float]) -> DenseElementsAttr:
        """The elements of ``type_`` in row-major order; equal elements make a splat."""
        element = shaped(type_).element_type
        return DenseElementsAttr.of_bytes(type_, pack_elements(values, element))

    @staticmethod
    def of_bytes(type_: Attribute, data: bytes) -> DenseElementsAttr:
        """The elements given as little-endian bytes; equal elements make a splat."""
        size = element_size(shaped(type_).element_type)
        first = data[:size]
        if data and data == first * (len(data) // size):
            data = first
        return DenseElementsAttr(type_, BytesAttr(data))

    @property
    def element_type(self) -> Attribute:
        """The type of one element."""
        return shaped(self.type).element_type

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents."""
        return shaped(self.type).get_shape()

    @property
    def num_elements(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def is_splat(self) -> bool:
        """Whether a single stored element is the value of all. A constant without elements may be a splat too."""
        size = element_size(self.element_type)
        return len(self.data.data) == size and (size > 0 or self.num_elements > 0)

    @property
    def splat_value(self) -> int | float:
        """The value of every element of a splat."""
        assert self.is_splat
        return unpack_element(self.data.data, self.element_type)

    def values(self) -> list[int | float]:
        """All elements in row-major order."""
        element, data = self.element_type, self.data.data
        size = element_size(element)
        if self.is_splat:
            return [unpack_element(data, element)] * self.num_elements
        return [unpack_element(data[at : at + size], element) for at in range(0, len(data), size)]

    def stored_values(self) -> list[int | float]:
        """The elements as they are stored: all in row-major order, a single one of a splat."""
        return [self.splat_value] if self.is_splat else self.values()

    def first_values(self, most: int) -> list[int | float]:
        """The first ``most`` elements in row-major order, or all if there are fewer: splats may be huge."""
        if self.is_splat:
            return [self.splat_value] * min(most, self.num_elements)
        return self.values()[:most]

    def body(self) -> str:
        """The text between the angle brackets."""
        count, element, data = self.num_elements, self.element_type, self.data.data
        if self.is_splat:
            return format_element(unpack_element(data, element), element)
        if count == 0:
            return ""
        if count > HEX_IF_LARGER:
            return f'"0x{data.hex().upper()}"'
        return _nested([format_element(value, element) for value in self.values()], self.shape)

    def print_builtin(self, printer: Printer) -> None:
        printer.print_string(f"dense<{self.body()}> : ")
        printer.print_attribute(self.type)


def shaped(type_: Any) -> TensorType[Attribute] | VectorType[Attribute]:
    """The type as one with a shape and an element type."""
    return type_


def format_element(value: int | float, type_: Attribute) -> str:
    """One element as it prints inside ``dense<...>``."""
    if is_float_type(type_):
        return format_float(value, type_)
    if is_integer_type(type_) and type_.width.data == 1:
        return "true" if value else "false"
    return format_integer(int(value))


def _nested(items: list[str], shape: tuple[int, ...]) -> str:
    if not shape:
        return items[0]
    step = len(items) // shape[0]
    return "[" + ", ".join(_nested(items[at : at + step], shape[1:]) for at in range(0, len(items), step)) + "]"


def is_dense_element(type_: Attribute) -> bool:
    """Whether constants of this element type are supported."""
    return isinstance(type_, IntegerType | IndexType | AnyFloat) and not isinstance(type_, ComplexType)
