"""Representations of the numbers of each IR type, in computation and in memory.

In computation, integers are NumPy's signed integers of the next width (``i1`` is ``bool``), f16, f32 and f64 are
NumPy's, and the other floating-point formats are float32 arrays that hold only numbers of the format. In memory every
format has its own bits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import IndexType, TensorType
from xdsl.ir import Attribute

from xtriton.dialects.tt.types import PointerType
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_tensor_type

Array = npt.NDArray[Any]


class FormatError(Exception):
    """A type that the interpreter does not support."""


@dataclass(frozen=True)
class Format:
    """The numbers of one type: ``dtype`` in computation, ``storage`` in memory, ``size`` bytes there."""

    name: str
    bits: int
    dtype: np.dtype[Any]
    storage: np.dtype[Any]

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.storage.itemsize

    def decode(self, stored: Array) -> Array:
        """Convert bits in memory to numbers."""
        return stored.astype(self.dtype, copy=False)

    def encode(self, values: Array) -> Array:
        """Convert numbers to bits in memory."""
        return values.astype(self.storage, copy=False)


@dataclass(frozen=True)
class IntegerFormat(Format):
    """Two's complement integers. Widths that NumPy lacks are kept sign-extended in the next wider type."""

    @cached_property
    def exact(self) -> bool:
        """Whether NumPy has the width, so that its arithmetic wraps."""
        return self.bits in (8, 16, 32, 64)

    @property
    def unsigned(self) -> np.dtype[Any]:
        """NumPy's unsigned type of the same size."""
        return np.dtype(f"u{self.dtype.itemsize}")

    @property
    def minimum(self) -> int:
        """The smallest number, signed; for ``i1`` it is -1."""
        return -(1 << (self.bits - 1))

    @property
    def maximum(self) -> int:
        """The largest number, signed; for ``i1`` it is 0."""
        return (1 << (self.bits - 1)) - 1

    def wrap(self, values: Array) -> Array:
        """Wrap ``values``, whose low bits are right, to this format."""
        if self.bits == 1:
            return values if values.dtype == np.bool_ else (values & 1).astype(np.bool_)
        if self.exact:
            return values.astype(self.dtype, copy=False)
        spare = self.dtype.itemsize * 8 - self.bits
        return (values.astype(self.dtype, copy=False) << spare) >> spare

    def signed(self, values: Array) -> Array:
        """The numbers as signed integers: for ``i1`` true is -1."""
        return -values.astype(np.int8) if self.bits == 1 else values

    def as_unsigned(self, values: Array) -> Array:
        """The bits as unsigned numbers, in NumPy's unsigned type."""
        if self.bits == 1:
            return values.astype(np.uint8)
        unsigned = values.view(self.unsigned)
        return unsigned if self.exact else unsigned & self.unsigned.type((1 << self.bits) - 1)

    def decode(self, stored: Array) -> Array:
        return self.wrap(stored)


@dataclass(frozen=True)
class FloatFormat(Format):
    """Floating-point numbers with ``exponent`` and ``mantissa`` bits.

    ``infinite`` tells whether there are infinities; ``unsigned_zero`` marks the "fnuz" formats, whose only NaN has the
    bits of a negative zero.
    """

    exponent: int = 8
    mantissa: int = 23
    bias: int = 127
    infinite: bool = True
    unsigned_zero: bool = False
    has_nan: bool = True

    @property
    def native(self) -> bool:
        """Whether NumPy computes in this format."""
        return self.dtype.itemsize * 8 == self.bits

    @property
    def least_exponent(self) -> int:
        """The exponent of the smallest normal number."""
        return 1 - self.bias

    @cached_property
    def greatest(self) -> float:
        """The largest finite number."""
        top = (1 << self.exponent) - 1 - self.bias
        steps = (1 << (self.mantissa + 1)) - 1
        if self.infinite:
            top -= 1
        elif self.has_nan and not self.unsigned_zero:
            steps -= 1
        return float(np.ldexp(float(steps), top - self.mantissa))

    @cached_property
    def table(self) -> Array:
        """The number of each bit pattern, for formats of at most 8 bits."""
        codes = np.arange(1 << self.bits)
        sign = np.where(codes >> (self.bits - 1), -1.0, 1.0)
        raised = (codes >> self.mantissa) & ((1 << self.exponent) - 1)
        low = codes & ((1 << self.mantissa) - 1)
        normal = raised > 0
        significand = np.where(normal, low + (1 << self.mantissa), low).astype(np.float64)
        power = np.where(normal, raised, 1) - self.bias - self.mantissa
        values = np.ldexp(significand, power) * sign
        top = raised == (1 << self.exponent) - 1
        if self.infinite:
            values = np.where(top, np.where(low == 0, sign * np.inf, np.nan * sign), values)
        elif self.unsigned_zero:
            values[1 << (self.bits - 1)] = np.nan
        elif self.has_nan:
            values = np.where(top & (low == (1 << self.mantissa) - 1), np.copysign(np.nan, sign), values)
        return values.astype(np.float32)

    def decode(self, stored: Array) -> Array:
        if self.native:
            return stored.view(self.dtype)
        if self.bits == 16:
            return (stored.astype(np.uint32) << 16).view(np.float32)
        return self.table[stored]

    def encode(self, values: Array) -> Array:
        if self.native:
            return np.ascontiguousarray(values).view(self.storage)
        if self.bits == 16:
            bits = np.ascontiguousarray(values).view(np.uint32)
            # A NaN whose payload lies below the kept bits must not become an infinity.
            lost = ((bits & 0x7FFFFFFF) > 0x7F800000) & ((bits & 0x7FFF0000) == 0x7F800000)
            return ((bits >> 16) | np.where(lost, 0x40, 0).astype(np.uint32)).astype(np.uint16)
        return self._encode_small(values)

    def _encode_small(self, values: Array) -> Array:
        half = 1 << (self.bits - 1)
        positive = self.table[:half]
        finite = int(np.isfinite(positive).sum())
        codes = np.searchsorted(positive[:finite], np.abs(values)).astype(np.uint8)
        negative = np.signbit(values)
        if self.infinite:
            codes = np.where(np.isinf(values), finite, codes)
        codes = np.where(negative, codes + half, codes)
        if self.unsigned_zero:
            codes = np.where((values == 0), 0, codes)
        nan = half if self.unsigned_zero else half - 1
        flagged = np.where(negative & (not self.unsigned_zero), nan + half, nan)
        return np.where(np.isnan(values), flagged, codes).astype(np.uint8)


@dataclass(frozen=True)
class PointerFormat(Format):
    """Addresses; ``pointee`` is the format of the pointee, or None if that is a block."""

    pointee: Format | None = field(default=None)


def _float(name: str, bits: int, dtype: str, exponent: int, mantissa: int, **rest: Any) -> FloatFormat:
    bias = rest.pop("bias", (1 << (exponent - 1)) - 1)
    storage = np.dtype(f"u{max(bits, 8) // 8}")
    return FloatFormat(name, bits, np.dtype(dtype), storage, exponent, mantissa, bias, **rest)


FLOATS: dict[str, FloatFormat] = {
    form.name: form
    for form in (
        _float("f64", 64, "f8", 11, 52),
        _float("f32", 32, "f4", 8, 23),
        _float("f16", 16, "f2", 5, 10),
        _float("bf16", 16, "f4", 8, 7),
        _float("f8E5M2", 8, "f4", 5, 2),
        _float("f8E4M3FN", 8, "f4", 4, 3, infinite=False),
        _float("f8E4M3", 8, "f4", 4, 3),
        _float("f8E3M4", 8, "f4", 3, 4),
        _float("f8E4M3FNUZ", 8, "f4", 4, 3, bias=8, infinite=False, unsigned_zero=True),
        _float("f8E5M2FNUZ", 8, "f4", 5, 2, bias=16, infinite=False, unsigned_zero=True),
        _float("f8E4M3B11FNUZ", 8, "f4", 4, 3, bias=11, infinite=False, unsigned_zero=True),
        _float("f6E2M3FN", 6, "f4", 2, 3, infinite=False, has_nan=False),
        _float("f6E3M2FN", 6, "f4", 3, 2, infinite=False, has_nan=False),
        _float("f4E2M1FN", 4, "f4", 2, 1, infinite=False, has_nan=False),
    )
}
"""Floating-point formats by their MLIR names."""

INDEX = IntegerFormat("index", 64, np.dtype(np.int64), np.dtype(np.int64))
I1 = IntegerFormat("i1", 1, np.dtype(np.bool_), np.dtype(np.uint8))


@cache
def integer_format(bits: int) -> IntegerFormat:
    """The integers of ``bits`` bits, at most 64."""
    if bits == 1:
        return I1
    for size in (1, 2, 4, 8):
        if bits <= size * 8:
            return IntegerFormat(f"i{bits}", bits, np.dtype(f"i{size}"), np.dtype(f"i{size}"))
    raise FormatError(f"integers of {bits} bits are not supported")


@cache
def format_of(type_: Attribute) -> Format:
    """The format of a scalar type, or of a tensor's elements. Raises :class:`FormatError`."""
    if is_tensor_type(type_):
        return format_of(type_.element_type)
    if is_integer_type(type_):
        return integer_format(type_.width.data)
    if isinstance(type_, IndexType):
        return INDEX
    if is_float_type(type_) and type_.name in FLOATS:
        return FLOATS[type_.name]
    if isinstance(type_, PointerType):
        inner = type_.pointee_type
        pointee = None if isinstance(inner, TensorType) else format_of(inner)
        return PointerFormat("pointer", 64, np.dtype(np.int64), np.dtype(np.int64), pointee)
    raise FormatError(f"values of type '{type_}' are not supported")


def integers_of(type_: Attribute) -> IntegerFormat:
    """The format of an integer or index type, or of a tensor of such."""
    found = format_of(type_)
    if not isinstance(found, IntegerFormat):
        raise FormatError(f"'{type_}' is not an integer type")
    return found


def floats_of(type_: Attribute) -> FloatFormat:
    """The format of a floating-point type, or of a tensor of such."""
    found = format_of(type_)
    if not isinstance(found, FloatFormat):
        raise FormatError(f"'{type_}' is not a floating-point type")
    return found


def bits_of(form: Format, values: Array) -> Array:
    """The bits of values as integers of the format's ``storage`` type."""
    return form.encode(values)


def from_bits(form: Format, bits: Array) -> Array:
    """Reinterpret bits, given as any integers of the same size, in another format."""
    return form.decode(np.ascontiguousarray(bits).view(form.storage))
