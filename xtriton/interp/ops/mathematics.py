"""Mathematical functions: computed in f64 and rounded once. f64 itself has NumPy's accuracy."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation

from xtriton.interp.compiler import Binary, Elementwise, Unary, elementwise
from xtriton.interp.numbers import special
from xtriton.interp.numbers.formats import floats_of, integers_of
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.ops.arith_float import promises

_UNARY: dict[str, Unary] = {
    "math.exp": np.exp,
    "math.exp2": np.exp2,
    "math.expm1": np.expm1,
    "math.log": np.log,
    "math.log2": np.log2,
    "math.log10": np.log10,
    "math.log1p": np.log1p,
    "math.sin": np.sin,
    "math.cos": np.cos,
    "math.tan": np.tan,
    "math.asin": np.arcsin,
    "math.acos": np.arccos,
    "math.atan": np.arctan,
    "math.sinh": np.sinh,
    "math.cosh": np.cosh,
    "math.tanh": np.tanh,
    "math.asinh": np.arcsinh,
    "math.acosh": np.arccosh,
    "math.atanh": np.arctanh,
    "math.erf": special.erf,
    "math.erfc": special.erfc,
    "math.rsqrt": special.reciprocal_square_root,
    "math.cbrt": np.cbrt,
    "math.floor": np.floor,
    "math.ceil": np.ceil,
    "math.round": special.round_away,
    "math.roundeven": np.rint,
    "math.trunc": np.trunc,
}


@elementwise(*_UNARY)
def _unary(op: Operation) -> Elementwise:
    form, function = floats_of(op.operands[0].type), _UNARY[op.name]
    return Elementwise(lambda a: round_to(form, function(a.astype(np.float64))), promises(op))


_BINARY: dict[str, Binary] = {"math.atan2": np.arctan2, "math.powf": np.power}


@elementwise(*_BINARY)
def _binary(op: Operation) -> Elementwise:
    form, function = floats_of(op.operands[0].type), _BINARY[op.name]
    return Elementwise(lambda a, b: round_to(form, function(a.astype(np.float64), b.astype(np.float64))), promises(op))


@elementwise("math.fpowi")
def _integer_power(op: Operation) -> Elementwise:
    form, exponent = floats_of(op.operands[0].type), integers_of(op.operands[1].type)
    return Elementwise(
        lambda a, b: round_to(form, np.power(a.astype(np.float64), exponent.signed(b).astype(np.float64))),
        promises(op),
    )
