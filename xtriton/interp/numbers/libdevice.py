"""The functions of NVIDIA's libdevice, by name, on float64 arrays (and integers where they take integers).

The f32 functions have the name of the f64 functions with a suffix ``f``; the caller rounds to f32. The ``fast_`` ones
are computed exactly too.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from xtriton.interp.numbers import special
from xtriton.interp.numbers.formats import Array

Unary = Callable[[Array], Array]
Binary = Callable[[Array, Array], Array]
Function = Unary | Binary


def _ones_where(test: Callable[[Array], Array]) -> Unary:
    return lambda x: test(x).astype(np.int32)


def _log_b(x: Array) -> Array:
    """The exponent of the leading bit."""
    _, exponent = np.frexp(x)
    return np.where(x == 0, -np.inf, np.where(np.isfinite(x), exponent - 1.0, np.abs(x)))


def _int_log_b(x: Array) -> Array:
    special_ = np.where(x == 0, -(2**31), np.where(np.isinf(x), 2**31 - 1, -(2**31)))
    return np.where(np.isfinite(x) & (x != 0), np.where(x == 0, 0, _log_b(np.where(x == 0, 1, x))), special_)


def _remainder(x: Array, y: Array) -> Array:
    valid = np.isfinite(x) & ~np.isnan(y) & (y != 0)
    pairs = zip(np.where(valid, x, 0.0).ravel().tolist(), np.where(valid, y, 1.0).ravel().tolist(), strict=True)
    found = np.array([math.remainder(*pair) for pair in pairs]).reshape(x.shape)
    return np.where(valid, found, np.nan)


def _norm(*values: Array) -> Array:
    length = values[0]
    for value in values[1:]:
        length = np.hypot(length, value)
    return length


def _inverse_norm(*values: Array) -> Array:
    return 1.0 / _norm(*values)


def _saturate(x: Array) -> Array:
    return np.where(np.isnan(x), 0.0, np.clip(x, 0.0, 1.0))


_F64: dict[str, Function] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atan2": np.arctan2, "atanh": np.arctanh, "cbrt": np.cbrt, "ceil": np.ceil, "copysign": np.copysign,
    "cos": np.cos, "cosh": np.cosh, "cospi": special.times_pi(math.cos),
    "cyl_bessel_i0": special.modified_bessel_i(0), "cyl_bessel_i1": special.modified_bessel_i(1),
    "erf": special.erf, "erfc": special.erfc, "erfcinv": special.inverse_erfc,
    "erfcx": special.scaled_erfc, "erfinv": special.inverse_erf,
    "exp": np.exp, "exp10": lambda x: np.power(10.0, x), "exp2": np.exp2, "expm1": np.expm1,
    "fabs": np.abs, "fdim": lambda x, y: np.where(x > y, x - y, np.where(x <= y, 0.0, np.nan)), "floor": np.floor,
    "fmax": np.fmax, "fmin": np.fmin, "fmod": np.fmod, "hypot": np.hypot, "ilogb": _int_log_b,
    "j0": special.bessel_j(0), "j1": special.bessel_j(1),
    "ldexp": lambda x, n: np.ldexp(x, n), "lgamma": special.log_gamma, "log": np.log, "log10": np.log10,
    "log1p": np.log1p, "log2": np.log2, "logb": _log_b,
    **dict.fromkeys(("norm3d", "norm4d"), _norm), **dict.fromkeys(("rnorm3d", "rnorm4d"), _inverse_norm),
    "normcdfinv": lambda x: -math.sqrt(2.0) * special.inverse_erfc(2.0 * x),
    "nearbyint": np.rint, "normcdf": special.normal_cdf, "pow": np.power,
    "powi": lambda x, n: np.power(x, n.astype(np.float64)), "rcbrt": lambda x: 1.0 / np.cbrt(x),
    "remainder": _remainder, "rhypot": lambda x, y: 1.0 / np.hypot(x, y),
    "rint": np.rint, "round": special.round_away, "rsqrt": special.reciprocal_square_root,
    "scalbn": lambda x, n: np.ldexp(x, n), "sin": np.sin, "sinh": np.sinh,
    "sinpi": special.times_pi(math.sin), "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
    "tgamma": special.gamma, "trunc": np.trunc,
}  # fmt: skip

_OTHERS: dict[str, Function] = {
    "isnanf": _ones_where(np.isnan), "isnand": _ones_where(np.isnan), "isinff": _ones_where(np.isinf),
    "isinfd": _ones_where(np.isinf), "finitef": _ones_where(np.isfinite), "isfinited": _ones_where(np.isfinite),
    "signbitf": _ones_where(np.signbit), "signbitd": _ones_where(np.signbit), "saturatef": _saturate,
    "abs": np.abs, "llabs": np.abs, "double2float_rn": lambda x: x,
    "fast_sinf": np.sin, "fast_cosf": np.cos, "fast_tanf": np.tan, "fast_expf": np.exp, "fast_logf": np.log,
    "fast_log2f": np.log2, "fast_log10f": np.log10, "fast_exp10f": lambda x: np.power(10.0, x),
    "fast_powf": np.power, "fast_fdividef": np.divide, "fast_tanhf": np.tanh,
    "frcp_rn": lambda x: 1.0 / x, "drcp_rn": lambda x: 1.0 / x, "fsqrt_rn": np.sqrt, "dsqrt_rn": np.sqrt,
    "fadd_rn": np.add, "dadd_rn": np.add, "fsub_rn": np.subtract, "dsub_rn": np.subtract,
    "fmul_rn": np.multiply, "dmul_rn": np.multiply, "fdiv_rn": np.divide, "ddiv_rn": np.divide,
    "frsqrt_rn": special.reciprocal_square_root,
}  # fmt: skip

_NORMS: dict[str, Callable[..., Array]] = {
    **dict.fromkeys(("norm3d", "norm4d"), _norm),
    **dict.fromkeys(("rnorm3d", "rnorm4d"), _inverse_norm),
}

FUNCTIONS: dict[str, Callable[..., Array]] = {
    **{f"__nv_{name}": function for name, function in (_F64 | _NORMS).items()},
    **{f"__nv_{name}f": function for name, function in (_F64 | _NORMS).items()},
    **{f"__nv_{name}": function for name, function in _OTHERS.items()},
}
"""The supported functions, by symbol name."""
