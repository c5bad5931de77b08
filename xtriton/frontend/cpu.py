"""Configuration of Triton's front end for the CPU target: all 8-bit floats, and dots of any size."""

from __future__ import annotations

from typing import Any

from xtriton.frontend.jit import FrontEnd
from xtriton.wheel import triton_module

_LARGEST = 0x3F00
"""The bits in f16 of 1.75, where fp8e4b15 saturates."""


def _convert(value: Any, type_: Any, rounding: Any = None, *, _semantic: Any) -> Any:
    """Conversions from and to fp8e4b15, which is f16 without one bit of its exponent and seven of its mantissa.

    For GPUs Triton has inline assembly here. As there, f32 is rounded towards zero to f16 first, and ties are rounded
    away from zero.
    """
    del rounding
    core = triton_module("language.core")
    if value.type.scalar.is_fp8e4b15():
        bits = _semantic.cast(_semantic.bitcast(value, core.uint8), core.uint16)
        sign = _semantic.shl(_semantic.and_(bits, _number(0x80, core, _semantic)), _number(8, core, _semantic))
        rest = _semantic.shl(_semantic.and_(bits, _number(0x7F, core, _semantic)), _number(7, core, _semantic))
        return _semantic.cast(_semantic.bitcast(_semantic.or_(sign, rest), core.float16), type_)
    half = _semantic.cast(value, core.float16, "rtz") if value.type.scalar.is_fp32() else value
    bits = _semantic.bitcast(half, core.uint16)
    magnitude = _semantic.and_(bits, _number(0x7FFF, core, _semantic))
    clamped = _semantic.minimum(magnitude, _number(_LARGEST, core, _semantic), core.PropagateNan.NONE)
    doubled = _semantic.shl(clamped, _number(1, core, _semantic))
    rounded = _semantic.lshr(_semantic.add(doubled, _number(0x80, core, _semantic), False), _number(8, core, _semantic))
    sign = _semantic.lshr(_semantic.and_(bits, _number(0x8000, core, _semantic)), _number(8, core, _semantic))
    return _semantic.bitcast(_semantic.cast(_semantic.or_(sign, rounded), core.uint8), core.float8e4b15)


def _number(value: int, core: Any, semantic: Any) -> Any:
    return semantic.scalar_constant(value, core.uint16)


def _any_size(left: object, right: object) -> tuple[int, int, int]:
    """The minimum M, N and K of ``tl.dot``."""
    del left, right
    return (1, 1, 1)


FOR_CPU = FrontEnd(
    {"supported_fp8_dtypes": ("fp8e4b15", "fp8e4b8", "fp8e4nv", "fp8e5", "fp8e5b16")},
    {"convert_custom_types": _convert, "min_dot_size": _any_size},
)
