"""The functions of NVIDIA's libdevice that work on bits, integers and single roundings, on arrays of their own formats.

Integers are passed and returned as NumPy's signed ones, truncated to their width.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from xtriton.interp.numbers.exact import fused_multiply_add
from xtriton.interp.numbers.formats import FLOATS, Array

Function = Callable[..., Array]


def _low_bits(value: int, bits: int) -> int:
    """The two's complement number with these low bits."""
    half = 1 << (bits - 1)
    return (value + half) % (2 * half) - half


def _integers(function: Callable[..., int], signed: bool) -> Function:
    """Apply a function of the bit width and of integers elementwise."""

    def apply(*arrays: Array) -> Array:
        bits = arrays[0].dtype.itemsize * 8
        wide = np.broadcast_arrays(*(array if signed else array.view(f"u{array.dtype.itemsize}") for array in arrays))
        numbers = zip(*(array.ravel().tolist() for array in wide), strict=True)
        found = [_low_bits(function(bits, *values), bits) for values in numbers]
        return np.array(found, np.int64).reshape(wide[0].shape)

    return apply


def _of_one(function: Callable[[int, int], int]) -> Function:
    return _integers(function, signed=False)


def _of_two(function: Callable[[int, int, int], int], *, signed: bool) -> Function:
    return _integers(function, signed)


def _of_three(function: Callable[[int, int, int, int], int], *, signed: bool) -> Function:
    return _integers(function, signed)


def _permuted(_: int, x: int, y: int, selector: int) -> int:
    both = (y << 32 | x).to_bytes(8, "little")
    return int.from_bytes((both[selector >> 4 * place & 7] for place in range(4)), "little")


def _low_24(value: int) -> int:
    return _low_bits(value & 0xFFFFFF, 24)


_ROUND: dict[str, Callable[[float], float]] = {"rn": round, "rz": math.trunc, "rd": math.floor, "ru": math.ceil}
_WORDS = {"int": (32, True), "uint": (32, False), "ll": (64, True), "ull": (64, False)}


def _to_integer(mode: Callable[[float], float], bits: int, signed: bool, values: Array) -> Array:
    """Out-of-range values saturate. A NaN is 0 if both types are 32 bits wide, else only the highest bit is set."""
    least = -(1 << (bits - 1)) if signed else 0
    most = least + (1 << bits) - 1
    of_nan = 0 if bits == values.dtype.itemsize * 8 == 32 else -(1 << (bits - 1))

    def one(value: float) -> int:
        if math.isnan(value):
            return of_nan
        if math.isinf(value):
            return most if value > 0 else least
        return min(max(int(mode(value)), least), most)

    found = [_low_bits(one(value), bits) for value in values.ravel().tolist()]
    return np.array(found, np.int64).reshape(values.shape)


def _from_integer(format_: Any, signed: bool, values: Array) -> Array:
    return (values if signed else values.view(f"u{values.dtype.itemsize}")).astype(format_)


def _away(value: float) -> float:
    whole = math.trunc(value)
    return whole + math.copysign(1, value) if abs(value - whole) >= 0.5 else whole


def _as(format_: Any) -> Function:
    def apply(values: Array) -> Array:
        return values.view(format_)

    return apply


def _conversions() -> dict[str, Function]:
    found: dict[str, Function] = {"llrintf": partial(_to_integer, round, 64, True)}
    found |= {"llrint": found["llrintf"]}
    found |= dict.fromkeys(("llround", "llroundf"), partial(_to_integer, _away, 64, True))
    for word, (bits, signed) in _WORDS.items():
        for mode, function in _ROUND.items():
            names = (f"float2{word}_{mode}", f"double2{word}_{mode}")
            found |= dict.fromkeys(names, partial(_to_integer, function, bits, signed))
        found[f"{word}2float_rn"] = partial(_from_integer, np.float32, signed)
        found[f"{word}2double_rn"] = partial(_from_integer, np.float64, signed)
    found |= dict.fromkeys(("float_as_int", "float_as_uint"), _as(np.int32))
    found |= dict.fromkeys(("int_as_float", "uint_as_float"), _as(np.float32))
    return found | {"double_as_longlong": _as(np.int64), "longlong_as_double": _as(np.float64)}


def _halves() -> dict[str, Function]:
    def high(values: Array) -> Array:
        return values.view(np.int64) >> 32

    def together(upper: Array, lower: Array) -> Array:
        return (upper.astype(np.int64) << 32 | lower.view(np.uint32)).view(np.float64)

    return {"double2hiint": high, "double2loint": _as(np.int64), "hiloint2double": together}


def _words() -> dict[str, Function]:
    found: dict[str, Function] = {}
    for sign, signed in (("", True), ("u", False)):
        found[f"{sign}hadd"] = _of_two(lambda _, x, y: (x + y) >> 1, signed=signed)
        found[f"{'ur' if sign else 'r'}hadd"] = _of_two(lambda _, x, y: (x + y + 1) >> 1, signed=signed)
        high = _of_two(lambda bits, x, y: x * y >> bits, signed=signed)
        found |= dict.fromkeys((f"{sign}mulhi", f"{sign}mul64hi"), high)
        found[f"{sign}sad"] = _of_three(lambda _, x, y, more: abs(x - y) + more, signed=signed)
        found |= dict.fromkeys((f"{sign}min", f"{sign}llmin"), _of_two(lambda _, x, y: min(x, y), signed=signed))
        found |= dict.fromkeys((f"{sign}max", f"{sign}llmax"), _of_two(lambda _, x, y: max(x, y), signed=signed))
    found |= dict.fromkeys(("clz", "clzll"), _of_one(lambda bits, x: bits - x.bit_length()))
    found |= dict.fromkeys(("ffs", "ffsll"), _of_one(lambda _, x: (x & -x).bit_length()))
    found |= dict.fromkeys(("popc", "popcll"), _of_one(lambda _, x: x.bit_count()))
    found |= dict.fromkeys(("brev", "brevll"), _of_one(lambda bits, x: int(f"{x:0{bits}b}"[::-1], 2)))
    found |= {"mul24": _of_two(lambda _, x, y: _low_24(x) * _low_24(y), signed=False)}
    found |= {"umul24": _of_two(lambda _, x, y: (x & 0xFFFFFF) * (y & 0xFFFFFF), signed=False)}
    return found | {"byte_perm": _of_three(_permuted, signed=False)}


def _of_both_formats() -> dict[str, Function]:
    found: dict[str, Function] = {}
    for end, form in (("f", FLOATS["f32"]), ("", FLOATS["f64"])):
        found |= dict.fromkeys((f"fma{end}", f"fma{end}_rn"), partial(fused_multiply_add, form))
        found |= {f"nextafter{end}": np.nextafter}
    return found


WORDS: dict[str, Function] = {
    f"__nv_{name}": function for name, function in (_conversions() | _halves() | _words() | _of_both_formats()).items()
}
"""The supported functions, by symbol name."""
