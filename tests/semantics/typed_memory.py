"""The contents of memory for random kernels: numbers of all types, many of them at the types' limits."""

from __future__ import annotations

import numpy as np
from semantics.typed_program import BITS, INTEGER_LIMITS, INTEGERS, SMALL_FLOATS, STORED


def random_memory(seed: int, element: str, count: int) -> np.ndarray:
    """Elements as integers of their size, many of them at the limits of the type."""
    random = np.random.default_rng([seed, STORED.index(element)])
    bits = BITS[element]
    dtype = np.dtype(f"uint{bits}")
    found = (
        random.integers(0, 1 << bits, count, np.uint64, endpoint=False)
        if bits < 64
        else random.integers(0, 2**64, count, np.uint64, endpoint=False)
    )
    found = found.astype(dtype)
    if element in INTEGERS:
        limits = np.array([number % (1 << bits) for number in INTEGER_LIMITS], dtype)
    else:
        limits = _float_limits(element).astype(dtype)
    chosen = random.random(count) < 0.6
    found[chosen] = random.choice(limits, int(chosen.sum()))
    if element in SMALL_FLOATS:  # one NaN: the interpreter does not keep others apart
        greatest = 0x7C if element == "f8E5M2" else 0x7E
        found[(found & 0x7F) > greatest] = 0x7F
    return found


_FIELDS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52), "f8E5M2": (5, 2), "f8E4M3FN": (4, 3)}


def _float_limits(element: str) -> np.ndarray:
    """Zeros, small whole numbers and halves, subnormals, the greatest, infinity and NaN or their neighbours."""
    exponent, mantissa = _FIELDS[element]
    bias, sign = (1 << exponent - 1) - 1, 1 << exponent + mantissa
    one, half = bias << mantissa, 1 << max(mantissa - 1, 0)
    top = ((1 << exponent) - 1) << mantissa
    found = [
        0,
        1,
        (1 << mantissa) - 1,
        1 << mantissa,
        one,
        one | half,
        one + (1 << mantissa),
        one + (2 << mantissa) | half,
    ]
    found += [one - (1 << mantissa), one + 1, one - 1, top - 1, top, top | half]
    return np.array([*found, *(number | sign for number in found)], np.uint64)
