"""Functions of CUDA's libdevice that ``math`` has."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import BoolAttr, StringAttr
from xdsl.ir import Operation

from xtriton.dialects import tt
from xtriton.dialects.upstream import math
from xtriton.dialects.upstream.arith import (
    AddFOp,
    DivFOp,
    ExtUIOp,
    MaxNumFOp,
    MaxSIOp,
    MinNumFOp,
    MinSIOp,
    MulFOp,
    RemFOp,
    SubFOp,
)
from xtriton.dialects.upstream.constraints import i1_like
from xtriton.passes.linalg.patterns.diagnostics import unsupported
from xtriton.passes.linalg.patterns.expressions import terms
from xtriton.passes.linalg.patterns.libdevice import FORMULAS
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
    "fsqrt_rn": math.SqrtOp,
    "dsqrt_rn": math.SqrtOp,
    "frsqrt_rn": math.RsqrtOp,
    "abs": math.AbsIOp,
    "llabs": math.AbsIOp,
    "popc": math.CtPopOp,
}
_BINARY: dict[str, type[Operation]] = {
    "atan2": math.Atan2Op,
    "pow": math.PowFOp,
    "copysign": math.CopySignOp,
    "fmod": RemFOp,
    "fmax": MaxNumFOp,
    "fmin": MinNumFOp,
    "fdividef": DivFOp,
    "min": MinSIOp,
    "max": MaxSIOp,
    **{f"{kind}add_rn": AddFOp for kind in "fd"},
    **{f"{kind}sub_rn": SubFOp for kind in "fd"},
    **{f"{kind}mul_rn": MulFOp for kind in "fd"},
    **{f"{kind}div_rn": DivFOp for kind in "fd"},
}
_CLASSIFIED: dict[str, type[Operation]] = {
    "isnan": math.IsNaNOp,
    "isinf": math.IsInfOp,
    "finite": math.IsFiniteOp,
    "isfinite": math.IsFiniteOp,
}
"""Questions that libdevice answers with an integer."""
_TERNARY: dict[str, type[Operation]] = {"fma": math.FmaOp}
_PREFIX, _FAST = "__nv_", "fast_"


def _found(table: dict[str, type[Operation]], symbol: str) -> type[Operation] | None:
    """The function that a symbol means; those of ``f32`` end in ``f``, those of ``f64`` may end in ``d``."""
    name = symbol.removeprefix(_PREFIX).removeprefix(_FAST)
    return table.get(name) or table.get(name[:-1] if name[-1:] in "fd" else name)


def _is_pure_function(op: tt.ExternElementwiseOp) -> bool:
    return bool(cast("BoolAttr", op.pure).value.data) and cast("StringAttr", op.symbol).data.startswith(_PREFIX)


@pattern(tt.ExternElementwiseOp)
def libdevice(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """``__nv_sin``, and ``__nv_sinf`` or ``__nv_fast_sinf`` for ``f32``, is ``math.sin``."""
    table = {1: _UNARY, 2: _BINARY, 3: _TERNARY}.get(len(op.operands), {})
    function = _found(table, cast("StringAttr", op.symbol).data)
    if function is None or not _is_pure_function(op):
        return False
    types = [result.type for result in op.results]
    rewriter.replace_by(op, function.create(operands=op.operands, result_types=types))
    return True


@pattern(tt.ExternElementwiseOp)
def classification(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """``__nv_isnanf`` is ``math.isnan``, as an integer."""
    function = _found(_CLASSIFIED, cast("StringAttr", op.symbol).data)
    if function is None or len(op.operands) != 1 or not _is_pure_function(op):
        return False
    answer = function.create(operands=op.operands, result_types=[i1_like(op.operands[0].type)])
    rewriter.replace_by(op, ExtUIOp(rewriter.insert(answer).results[0], op.results[0].type))
    return True


@pattern(tt.ExternElementwiseOp)
def formula(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """A function that is more than one operation: ``__nv_rcbrt`` is ``1 / math.cbrt``."""
    written = FORMULAS.get(cast("StringAttr", op.symbol).data.removeprefix(_PREFIX))
    if written is None or not _is_pure_function(op):
        return False
    rewriter.replace(op, [written(*terms(op.operands, rewriter)).value])
    return True


@pattern(tt.ExternElementwiseOp)
def unknown_function(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """Any other function is one of a GPU's library."""
    symbol = cast("StringAttr", op.symbol).data
    raise unsupported(op, f"nothing is known of '{symbol}' outside a GPU", "write the function with operations of tl")


def patterns(*, exact: bool) -> list[Pattern]:
    """The patterns for functions of libraries; ``exact`` ones leave none of them."""
    return [libdevice, classification, formula, unknown_function] if exact else [libdevice, classification]
