"""The lowering of each function of f32.

Most reduce the argument to a small interval, approximate by a polynomial there to f32 accuracy (minimax, found by
Lawson's iteration or Remez' exchange in 40 digits), and undo the reduction. Errors against the correctly rounded
result are within 2 ulp; special values are those of the C library.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import SSAValue

from xtriton.dialects.upstream import math as functions
from xtriton.passes.cpu.math import circle, errors, exponentials, hyperbolic
from xtriton.passes.cpu.math.remainder import fmod
from xtriton.passes.cpu.math.roots import cbrt

FUNCTIONS: dict[str, Callable[..., SSAValue]] = {
    "arith.remf": fmod,
    "math.acos": circle.acos,
    "math.acosh": hyperbolic.acosh,
    "math.asin": circle.asin,
    "math.asinh": hyperbolic.asinh,
    "math.atan": circle.atan,
    "math.atan2": circle.atan2,
    "math.atanh": hyperbolic.atanh,
    "math.cbrt": cbrt,
    "math.cosh": hyperbolic.cosh,
    "math.erf": errors.erf,
    "math.erfc": errors.erfc,
    "math.exp": exponentials.exp,
    "math.exp2": exponentials.exp2,
    "math.expm1": exponentials.expm1,
    "math.log": exponentials.natural_log,
    "math.log10": exponentials.logarithm_of_10,
    "math.log1p": exponentials.log1p,
    "math.log2": exponentials.logarithm_of_2,
    "math.sinh": hyperbolic.sinh,
    "math.tanh": hyperbolic.tanh,
}
"""The lowerings, by operation name, from a builder and the operands."""

VECTOR_CALLS = (functions.CosOp, functions.SinOp, functions.TanOp)
"""Functions that stay calls until loops are vectorised; ``backends/cpu/trigonometry.py`` has their variants."""
