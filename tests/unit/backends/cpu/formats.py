"""Floating-point formats as tables of their numbers: a reference for conversions that shares nothing with them.

The numbers of a format without a sign, in the order of their bits, ascend. So the nearest number is found by comparing
with the midpoints between neighbours, exactly, and of two that are equally near the even one has the even place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Format:
    """An IEEE-like format. ``top`` is the bits of the largest number; ``over`` what larger ones become."""

    name: str
    bits: int
    mantissa: int
    bias: int
    top: int
    over: int
    negative_zero: bool = True

    @property
    def sign(self) -> int:
        return 1 << (self.bits - 1)

    @cached_property
    def numbers(self) -> list[Fraction]:
        """The numbers from zero to the largest, by their bits."""
        return [self._number(bits) for bits in range(self.top + 1)]

    def _number(self, bits: int) -> Fraction:
        exponent, fraction = bits >> self.mantissa, bits & ((1 << self.mantissa) - 1)
        if exponent == 0:
            return Fraction(fraction) * Fraction(2) ** (1 - self.bias - self.mantissa)
        return Fraction((1 << self.mantissa) + fraction) * Fraction(2) ** (exponent - self.bias - self.mantissa)

    @cached_property
    def midpoints(self) -> list[float]:
        """Between each number and the next; the last is half a unit beyond the largest. An f64 holds each exactly."""
        found = [(low + high) / 2 for low, high in zip(self.numbers, self.numbers[1:], strict=False)]
        found.append(self.numbers[-1] + (self.numbers[-1] - self.numbers[-2]) / 2)
        floats = [float(number) for number in found]
        assert all(Fraction(one) == exact for one, exact in zip(floats, found, strict=True))
        return floats

    def nearest(self, value: Fraction | int | float, *, negative: bool | None = None) -> int:
        """The bits of the number nearest to a value; ``negative`` is the sign of a zero. Python compares exactly."""
        magnitude = abs(value)
        low, high = bisect_left(self.midpoints, magnitude), bisect_right(self.midpoints, magnitude)
        place = low if low == high or low % 2 == 0 else high
        below = value < 0 if negative is None else negative
        sign = self.sign if below else 0
        if place > self.top:
            place = self.over
        return place | sign if self.negative_zero or place else 0

    def value(self, bits: int) -> Fraction:
        """The number that bits stand for."""
        magnitude = self.numbers[bits & (self.sign - 1)]
        return -magnitude if bits & self.sign else magnitude

    def edges(self) -> np.ndarray:
        """f64 around all that decides: numbers, midpoints, and the nearest f64 and f32 below and above both."""
        step = max(len(self.numbers) // 2000, 1)
        ends = [*range(40), *range(len(self.numbers) - 40, len(self.numbers))]
        places = sorted(
            {index for index in (*range(0, len(self.numbers), step), *ends) if 0 <= index < len(self.numbers)}
        )
        exact = [float(table[place]) for place in places for table in (self.numbers, self.midpoints)]
        points = np.array(exact, np.float64)
        near = points.astype(np.float32)
        around = [points, np.nextafter(points, 0), np.nextafter(points, np.inf)]
        around += [np.nextafter(near, np.float32(side)).astype(np.float64) for side in (0, np.inf)]
        # Within f32's rounding of a midpoint, where rounding twice goes wrong.
        around += [points * (1 + side * 2.0**-exponent) for side in (-1, 1) for exponent in (25, 30, 40)]
        all_ = np.concatenate([*around, np.array([0.0, 1e300, 1e-300, 5e-324, 3.4028235677973366e38])])
        return np.concatenate([all_, -all_])


FORMATS = {
    each.name: each
    for each in (
        Format("f16", 16, 10, 15, 0x7BFF, 0x7C00),
        Format("bf16", 16, 7, 127, 0x7F7F, 0x7F80),
        Format("f8E5M2", 8, 2, 15, 0x7B, 0x7C),
        Format("f8E4M3FN", 8, 3, 7, 0x7E, 0x7E),
        Format("f8E4M3FNUZ", 8, 3, 8, 0x7F, 0x80, negative_zero=False),
        Format("f8E5M2FNUZ", 8, 2, 16, 0x7F, 0x80, negative_zero=False),
        Format("f8E4M3B11FNUZ", 8, 3, 11, 0x7F, 0x80, negative_zero=False),
    )
}


def is_nan(form: Format, bits: np.ndarray) -> np.ndarray:
    """Whether bits are a NaN."""
    magnitude = bits.astype(np.int64) & (form.sign - 1)
    if not form.negative_zero:
        return bits.astype(np.int64) == form.sign
    infinity = form.over if form.over > form.top else form.top
    return magnitude > infinity
