"""Functions of real numbers in f64, for results that are rounded to smaller formats afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from xtriton.interp.numbers.formats import Array


def one_by_one(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """Apply a function of Python's math module elementwise; where it is undefined the result is NaN."""

    def safe(value: float) -> float:
        try:
            return function(value)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    def apply(values: Array) -> Array:
        flat = [safe(value) for value in values.astype(np.float64).ravel().tolist()]
        return np.array(flat, np.float64).reshape(values.shape)

    return apply


erf = one_by_one(math.erf)
erfc = one_by_one(math.erfc)
_gamma = one_by_one(math.gamma)
log_gamma = one_by_one(lambda x: math.inf if math.isinf(x) or (x <= 0 and x == math.floor(x)) else math.lgamma(x))


def gamma(values: Array) -> Array:
    """The gamma function; at zero it is infinity with the zero's sign."""
    x = values.astype(np.float64)
    return np.where(x == 0, np.copysign(np.inf, x), _gamma(x))


def times_pi(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """``sin(pi * x)`` or ``cos(pi * x)``, with exact zeros: whole quarter turns are counted separately."""
    shift = 0 if function is math.sin else 1

    def one(x: float) -> float:
        half_turns = math.fmod(x, 2.0)
        quarters = round(2 * half_turns)
        angle = math.pi * (half_turns - quarters / 2)
        turned = (quarters + shift) % 4
        value = math.sin(angle) if turned % 2 == 0 else math.cos(angle)
        if value == 0:
            return math.copysign(0.0, x) if shift == 0 else 0.0
        return -value if turned > 1 else value

    return one_by_one(one)


def reciprocal_square_root(values: Array) -> Array:
    """One over the square root; of -0 it is -infinity as of +0 it is infinity."""
    return 1.0 / np.sqrt(values)


def round_away(values: Array) -> Array:
    """The nearest integer, ties away from zero."""
    whole = np.trunc(values)
    return np.where(np.abs(values - whole) >= 0.5, whole + np.copysign(1.0, values), np.copysign(whole, values))


def _solve(start: Array, step: Callable[[Array], Array], rounds: int) -> Array:
    found = start
    for _ in range(rounds):
        found = found - step(found)
    return found


def inverse_erf(values: Array) -> Array:
    """The inverse of the error function: Giles's approximation of its logarithm's branches, then Newton's method."""
    x = values.astype(np.float64)
    inside = np.abs(x) < 1
    safe = np.where(inside, x, 0.0)
    w = -np.log1p(-safe * safe)
    a = 0.147
    part = 2 / (math.pi * a) - w / 2
    start = np.copysign(np.sqrt(np.sqrt(part * part + w / a) - part), safe)
    # With erfc near one, to keep precision.
    tail = 1 - np.abs(safe)

    def step(y: Array) -> Array:
        error = np.where(np.abs(safe) < 0.5, erf(y) - safe, np.sign(safe) * (tail - erfc(np.abs(y))))
        return error * math.sqrt(math.pi) / 2 * np.exp(np.minimum(y * y, 700.0))

    found = _solve(start, step, 4)
    return np.where(inside, found, np.where(np.abs(x) == 1, np.copysign(np.inf, x), np.nan))


def inverse_erfc(values: Array) -> Array:
    """The inverse of ``erfc``; where that is small, Newton's method on its logarithm."""
    x = values.astype(np.float64)
    small = (x > 0) & (x < _SMALL)
    safe = np.where(small, x, _SMALL)

    def step(y: Array) -> Array:
        rest = erfc(y)
        return (np.log(safe) - np.log(rest)) * rest * (math.sqrt(math.pi) / 2) * np.exp(y * y)

    tail = _solve(np.sqrt(-np.log(safe * 1.8 * np.sqrt(-np.log(safe) + 1))), step, 6)
    return np.where(small, tail, np.where(x < 0, np.nan, inverse_erf(1.0 - x)))


_SMALL = 0.1


def scaled_erfc(values: Array) -> Array:
    """``exp(x^2) * erfc(x)``; where ``erfc`` is tiny by its asymptotic series."""
    x = values.astype(np.float64)
    large = x > _FAR
    inverse = 1.0 / np.square(np.where(large, x, _FAR))
    series = 1.0 + inverse * (-0.5 + inverse * (0.75 + inverse * (-1.875 + inverse * 6.5625)))
    far = series / (np.where(large, x, 1.0) * math.sqrt(math.pi))
    near = np.where(large, 0.0, x)
    return np.where(large, far, np.exp(near * near) * erfc(near))


_FAR = 25.0


def bessel_j(order: int) -> Callable[[Array], Array]:
    """The Bessel function of the first kind: its integral, on which the trapezoid rule converges exponentially."""

    def apply(values: Array) -> Array:
        x = values.astype(np.float64)
        finite = np.where(np.isfinite(x), x, 0.0)
        points = 64 + int(np.abs(finite).max(initial=0.0)) * 2
        if points > _MOST_POINTS:
            raise NotImplementedError("arguments of Bessel functions that large are not supported")
        angles = (np.arange(points) + 0.5) * (math.pi / points)
        total = np.zeros(x.shape)
        for angle in angles:
            total += np.cos(order * angle - finite * math.sin(angle))
        return np.where(np.isnan(x), np.nan, np.where(np.isinf(x), 0.0, total / points))

    return apply


_MOST_POINTS = 100_000


def modified_bessel_i(order: int) -> Callable[[Array], Array]:
    """The modified Bessel function of the first kind, of order 0 or 1, by the same rule on its even or odd part."""
    part = np.sinh if order % 2 else np.cosh

    def apply(values: Array) -> Array:
        x = values.astype(np.float64)
        points = 256
        angles = (np.arange(points) + 0.5) * (math.pi / points)
        total = np.zeros(x.shape)
        for angle in angles:
            total += part(x * math.cos(angle)) * math.cos(order * angle)
        return total / points

    return apply


def normal_cdf(values: Array) -> Array:
    """The cumulative distribution function of the standard normal distribution."""
    return 0.5 * erfc(-values.astype(np.float64) / math.sqrt(2.0))
