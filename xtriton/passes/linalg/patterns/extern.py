"""Functions of CUDA's libdevice that ``math`` has."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import BoolAttr, StringAttr
from xdsl.ir import Operation

from xtriton.dialects import tt
from xtriton.dialects.upstream import math
from xtriton.dialects.upstream.arith import ExtUIOp, MaxNumFOp, MinNumFOp, RemFOp
from xtriton.dialects.upstream.constraints import i1_like
from xtriton.passes.linalg.patterns.diagnostics import unsupported
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter

_UNARY: dict[str, type[Operation]] = {
    "fabs": math.AbsFOp,
    "sin": math.SinOp,
    "cos": math.CosOp,
    "tan": math.TanOp,
    "asin": math.AsinOp,
    "acos": math.AcosOp,
    "atan": math.AtanOp,
    "sinh": math.SinhOp,
    "cosh": math.CoshOp,
    "tanh": math.TanhOp,
    "asinh": math.AsinhOp,
    "acosh": math.AcoshOp,
    "atanh": math.AtanhOp,
    "log": math.LogOp,
    "log2": math.Log2Op,
    "log10": math.Log10Op,
    "log1p": math.Log1pOp,
    "exp": math.ExpOp,
    "exp2": math.Exp2Op,
    "expm1": math.ExpM1Op,
    "erf": math.ErfOp,
    "erfc": math.ErfcOp,
    "cbrt": math.CbrtOp,
    "sqrt": math.SqrtOp,
    "rsqrt": math.RsqrtOp,
    "ceil": math.CeilOp,
    "floor": math.FloorOp,
    "trunc": math.TruncOp,
    "round": math.RoundOp,
    "rint": math.RoundEvenOp,
    "nearbyint": math.RoundEvenOp,
}
_BINARY: dict[str, type[Operation]] = {
    "atan2": math.Atan2Op,
    "pow": math.PowFOp,
    "copysign": math.CopySignOp,
    "fmod": RemFOp,
    "fmax": MaxNumFOp,
    "fmin": MinNumFOp,
}
_TERNARY: dict[str, type[Operation]] = {"fma": math.FmaOp}
_QUESTIONS: dict[str, type[Operation]] = {
    "isnan": math.IsNaNOp,
    "isinf": math.IsInfOp,
    "finite": math.IsFiniteOp,
    "isfinite": math.IsFiniteOp,
}
_PREFIX, _FAST = "__nv_", "fast_"


@pattern(tt.ExternElementwiseOp)
def libdevice(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """``__nv_sin``, and ``__nv_sinf`` or ``__nv_fast_sinf`` for ``f32``, is ``math.sin``."""
    table = {1: _UNARY, 2: _BINARY, 3: _TERNARY}.get(len(op.operands), {})
    symbol = cast("StringAttr", op.symbol).data
    pure = cast("BoolAttr", op.pure).value.data
    if not pure or not symbol.startswith(_PREFIX):
        return False
    name = symbol.removeprefix(_PREFIX).removeprefix(_FAST)
    function = table.get(name) or table.get(name.removesuffix("f"))
    if function is None:
        return False
    types = [result.type for result in op.results]
    rewriter.replace_by(op, function.create(operands=op.operands, result_types=types))
    return True


@pattern(tt.ExternElementwiseOp)
def question(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """``__nv_isnanf`` for ``f32`` and ``__nv_isnand`` for ``f64`` are ``math.isnan``, as an integer of 32 bits."""
    symbol = cast("StringAttr", op.symbol).data
    function = _QUESTIONS.get(symbol.removeprefix(_PREFIX)[:-1])
    if function is None or not symbol.startswith(_PREFIX) or len(op.operands) != 1:
        return False
    bit = i1_like(op.operands[0].type)
    answer = rewriter.insert(function.create(operands=op.operands, result_types=[bit]))
    rewriter.replace_by(op, ExtUIOp(answer.results[0], op.results[0].type))
    return True


@pattern(tt.ExternElementwiseOp)
def unknown_function(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """Any other function is one of a GPU's library."""
    symbol = cast("StringAttr", op.symbol).data
    raise unsupported(op, f"nothing is known of '{symbol}' outside a GPU", "write the function with operations of tl")


def patterns(*, exact: bool) -> list[Pattern]:
    """The patterns for functions of libraries; ``exact`` ones leave none of them."""
    return [libdevice, question, unknown_function] if exact else [libdevice, question]
