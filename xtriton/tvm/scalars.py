"""Scalars of kernels: their types in Triton, and the integers and floats that are passed for them.

TVM launches kernels with integers and floats of 32 and 64 bits only. Shorter integers are passed in 32 bits, of which
a launch reads the lowest bytes; f16 and bf16 as integers of their bits.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any

from xtriton.tvm.library import is_constant, plain, scalar_dtype, tirx

_FLOATS = {"fp32": "float32", "fp64": "float64"}
_BOOLEANS = ("i1", "u1")


def is_integer_type(type_: str) -> bool:
    """Whether a type in Triton's spelling is an integer."""
    return type_[:1] in ("i", "u") and type_[1:].isdecimal()


def type_of_scalar(value: Any) -> str:
    """The type that Triton gives a scalar which the kernel does not annotate; expressions of integers have 32 bits."""
    dtype = scalar_dtype(value) if not isinstance(value, int | float) else type(value).__name__
    if dtype == "bool":
        return "i1"
    if dtype.startswith("float"):
        return "fp32"
    return "i32" if not is_constant(value) or -(1 << 31) <= plain(value) < 1 << 31 else "i64"


def passed_dtype(type_: str) -> str:
    """TVM's type of the argument for a scalar of a kernel."""
    if type_ in _FLOATS:
        return _FLOATS[type_]
    return "int64" if is_integer_type(type_) and int(type_[1:]) > 32 else "int32"


def passed_value(value: Any, type_: str) -> Any:
    """A number or an expression as it is passed for a scalar of the type.

    Raises ``ValueError`` for what the type cannot hold.
    """
    if is_constant(value):
        return _number(plain(value), type_)
    is_float = scalar_dtype(value).startswith("float")
    if type_ in _FLOATS:
        return value.astype("float64")
    if is_float or not is_integer_type(type_):
        raise ValueError(f"is {value}, but the kernel takes {type_}, which must be a number here")
    if type_ in _BOOLEANS and scalar_dtype(value) != "bool":
        return tirx.NE(value, tirx.const(0, scalar_dtype(value)))
    return value


def _number(value: int | float, type_: str) -> int | float:
    if type_ in _FLOATS:
        return float(value)
    if type_ in _BITS:
        return _BITS[type_](float(value))
    if not is_integer_type(type_):
        raise ValueError(f"has the type {type_}, which is no type of scalars")
    if isinstance(value, float):
        raise ValueError(f"is {value}, but the kernel takes an integer, {type_}")
    if type_ in _BOOLEANS:
        return int(bool(value))
    bits = int(type_[1:])
    if not -(1 << bits - 1) <= value < 1 << bits:
        raise ValueError(f"is {value}, which {type_} cannot hold")
    return value - (1 << bits) if value >= 1 << bits - 1 else value


def _half(value: float) -> int:
    try:
        return int.from_bytes(struct.pack("<e", value), "little")
    except OverflowError:
        raise ValueError(f"is {value}, which fp16 cannot hold") from None


def _bfloat(value: float) -> int:
    """Rounded to nearest even, as by the CPU back-end's launches."""
    if value != value:
        return 0x7FC0
    try:
        bits = int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        raise ValueError(f"is {value}, which bf16 cannot hold") from None
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


_BITS: Mapping[str, Callable[[float], int]] = {"fp16": _half, "bf16": _bfloat}
