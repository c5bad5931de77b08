"""CUDA libdevice functions: lowered to ``math`` operations, formulas, or calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import cast

from xdsl.dialects.builtin import AnyFloat, BoolAttr, FunctionType, IntegerType, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.libdevice import PREFIX, SIGNATURES, Signature, similar
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
from xtriton.dialects.upstream.func import READ_NONE, CallOp, FuncOp
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_tensor_type
from xtriton.ir.symbols import lookup_symbol, nearest_symbol_table
from xtriton.ir.traits import element_type
from xtriton.passes.linalg.patterns.builders import Body, empty, filled, over_elements, shape_of_value
from xtriton.passes.linalg.patterns.diagnostics import unsupported
from xtriton.passes.linalg.patterns.expressions import terms
from xtriton.passes.linalg.patterns.libdevice import FORMULAS
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter

Function = Callable[..., Operation]
"""The constructor of an operation of ``math`` or ``arith`` with operands only."""

_UNARY: dict[str, Function] = {
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
_BINARY: dict[str, Function] = {
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
_CLASSIFIED: dict[str, Function] = {
    "isnan": math.IsNaNOp,
    "isinf": math.IsInfOp,
    "finite": math.IsFiniteOp,
    "isfinite": math.IsFiniteOp,
}
"""Predicates whose libdevice result is an integer."""
_TERNARY: dict[str, Function] = {"fma": math.FmaOp}
_FAST = "fast_"


def _found(table: dict[str, Function], symbol: str) -> Function | None:
    """The operation for a symbol; ``f32`` functions end in ``f``, ``f64`` functions may end in ``d``."""
    name = symbol.removeprefix(PREFIX).removeprefix(_FAST)
    return table.get(name) or table.get(name[:-1] if name[-1:] in "fd" else name)


_ON_INTEGERS = (math.AbsIOp, math.CtPopOp, MinSIOp, MaxSIOp)
"""The operations above that are on integers."""


def _is_pure_function(op: tt.ExternElementwiseOp) -> bool:
    return bool(cast("BoolAttr", op.pure).value.data) and cast("StringAttr", op.symbol).data.startswith(PREFIX)


def _element_types(op: tt.ExternElementwiseOp) -> list[Attribute]:
    """The element types of the result and the operands."""
    return [element_type(value.type) for value in (op.result, *op.operands)]


@pattern(tt.ExternElementwiseOp)
def libdevice(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """``__nv_sin``, and ``__nv_sinf`` or ``__nv_fast_sinf`` for ``f32``, is ``math.sin``.

    Operands and result must have one type, of the kind that the function takes.
    """
    table = {1: _UNARY, 2: _BINARY, 3: _TERNARY}.get(len(op.operands), {})
    function = _found(table, cast("StringAttr", op.symbol).data)
    if function is None or not _is_pure_function(op):
        return False
    element, *others = _element_types(op)
    if not isinstance(element, IntegerType if function in _ON_INTEGERS else AnyFloat):
        return False
    if any(other != element for other in others):
        return False
    rewriter.replace_by(op, function(*op.operands, result=op.result.type))
    return True


@pattern(tt.ExternElementwiseOp)
def classification(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """``__nv_isnanf`` is ``math.isnan``, as an integer."""
    function = _found(_CLASSIFIED, cast("StringAttr", op.symbol).data)
    if function is None or len(op.operands) != 1 or not _is_pure_function(op):
        return False
    answer_type, element = _element_types(op)
    if not is_float_type(element) or not is_integer_type(answer_type) or answer_type.width.data == 1:
        return False
    answer = function(op.operands[0])
    rewriter.replace_by(op, ExtUIOp(rewriter.insert(answer).results[0], op.result.type))
    return True


@pattern(tt.ExternElementwiseOp)
def formula(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """A function that takes several operations: ``__nv_rcbrt`` is ``1 / math.cbrt``.

    :func:`unknown_function` has checked that the types are those of the function. A scalar operand next to tensors is
    splatted.
    """
    written = FORMULAS.get(cast("StringAttr", op.symbol).data.removeprefix(PREFIX))
    if written is None or not _is_pure_function(op):
        return False
    operands: list[SSAValue] = list(op.operands)
    if is_tensor_type(op.result.type):
        shape = shape_of_value(op.result)
        operands = [
            operand if is_tensor_type(operand.type) else filled(operand, shape, rewriter) for operand in operands
        ]
    rewriter.replace(op, [written(*terms(operands, rewriter)).value])
    return True


@pattern(tt.ExternElementwiseOp)
def unknown_function(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """Reject an unknown function, or a libdevice function on types that it does not take."""
    symbol = cast("StringAttr", op.symbol).data
    library = PurePath(cast("StringAttr", op.libpath).data).name
    if library and not library.startswith(_LIBRARY):
        raise unsupported(op, f"'{symbol}' is a function of '{library}', which is code for a GPU", _ADVICE)
    signature = SIGNATURES.get(symbol)
    if signature is None:
        raise unsupported(op, f"nothing is known of '{symbol}' outside a GPU", _advice(symbol))
    types = Signature(
        tuple(str(element_type(operand.type)) for operand in op.operands), str(element_type(op.results[0].type))
    )
    if types != signature:
        raise unsupported(op, f"'{symbol}' is {signature}, not {types}", "convert the operands")
    if not _is_pure_function(op):
        raise unsupported(op, f"'{symbol}' is not said to be pure", "say is_pure=True")
    return False


_LIBRARY = "libdevice"
_ADVICE = "write the function with operations of tl"


def _advice(symbol: str) -> str:
    meant = similar(symbol)
    return _ADVICE if meant is None else f"{_ADVICE}, or is '{meant}' meant?"


@pattern(tt.ExternElementwiseOp)
def correctly_rounded(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """``__nv_frsqrt_rn`` is correctly rounded, which ``math.rsqrt`` is not."""
    return cast("StringAttr", op.symbol).data in _CORRECTLY_ROUNDED and _call(op, rewriter)


_CORRECTLY_ROUNDED = (f"{PREFIX}frsqrt_rn",)


@pattern(tt.ExternElementwiseOp)
def library_call(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    """Any other function is called by name for each element; libdevice must be linked in."""
    return _call(op, rewriter)


def _call(op: tt.ExternElementwiseOp, rewriter: Rewriter) -> bool:
    symbol, result = cast("StringAttr", op.symbol).data, op.results[0]
    scalars = [element_type(operand.type) for operand in op.operands]
    _declare(op, symbol, FunctionType.from_lists(scalars, [element_type(result.type)]), rewriter)
    if not is_tensor_type(result.type):
        rewriter.replace_by(op, CallOp(symbol, op.operands, [result.type]))
        return True
    inputs = [operand for operand in op.operands if is_tensor_type(operand.type)]
    shape = shape_of_value(result)

    def fill(body: Body) -> Sequence[SSAValue]:
        elements = iter(body.args)
        operands = [next(elements) if is_tensor_type(operand.type) else operand for operand in op.operands]
        return [body.insert_value(CallOp(symbol, operands, [element_type(result.type)]))]

    output = empty(shape, element_type(result.type), rewriter)
    rewriter.replace(op, over_elements(inputs, [output], len(shape), fill, rewriter).results)
    return True


def _declare(op: Operation, symbol: str, type_: FunctionType, rewriter: Rewriter) -> None:
    """Declare a function in the module of ``op``, once. Raises ``DiagnosticError`` if the symbol is taken."""
    table = nearest_symbol_table(op)
    assert table is not None
    known = lookup_symbol(table, symbol)
    if known is None:
        function = FuncOp(symbol, type_, sym_visibility="private", body=Region())
        function.attributes[READ_NONE] = UnitAttr()
        with rewriter.elsewhere():
            rewriter.at_end(table.regions[0].blocks[0])
            rewriter.insert(function)
    elif not isinstance(known, FuncOp) or known.type != type_ or not known.is_declaration:
        raise unsupported(op, f"the module has something else called '{symbol}'", "give that another name")


def patterns(*, exact: bool) -> list[Pattern]:
    """The patterns for library functions; the ``exact`` set lowers all of them."""
    known = [libdevice, classification]
    return [unknown_function, correctly_rounded, *known, formula, library_call] if exact else known
