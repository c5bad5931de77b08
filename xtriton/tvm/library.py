"""The installed apache-tvm, 0.25 to 0.27, behind one set of names.

TVM 0.26 replaced struct info by types, and ``PrimValue`` by plain expressions. The functions here hide that; all other
modules of this package use them, and TVM's names that all versions share.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

_ADVICE = "xtriton.tvm needs TVM: pip install 'xtriton[tvm]' (apache-tvm 0.25 to 0.27)"


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as problem:
        raise ImportError(f"{_ADVICE}; {problem}") from problem


tvm: Any = _imported("tvm")
tvm_ffi: Any = _imported("tvm_ffi")
relax: Any = _imported("tvm.relax")
tirx: Any = _imported("tvm.tirx")
_ir: Any = _imported("tvm.ir")
builder: Any = _imported("tvm.tirx.script.builder")
ir_builder: Any = _imported("tvm.script.ir_builder")

HAS_STRUCT_INFO = hasattr(relax, "PrimValue")
"""Whether this is TVM 0.25, with struct info where later versions have types."""

TensorType: Any = relax.TensorStructInfo if HAS_STRUCT_INFO else relax.TensorType
"""The type of tensors with a shape: ``TensorType(shape, dtype)``."""
TupleType: Any = relax.TupleStructInfo if HAS_STRUCT_INFO else relax.TupleType
"""The type of tuples: ``TupleType(fields)``."""


_TEXTS = tuple(
    getattr(module, name)
    for module, name in (
        *((relax, "DataTypeImm"), (relax, "StringImm"), (tirx, "StringImm")),
        *((_ir, "GenericConst"), (_ir, "StringImm")),
    )
    if hasattr(module, name)
)
"""The classes of strings and data types among arguments; ``GenericConst`` is also that of tensors."""

Expression: Any = getattr(_ir, "RelaxExpr", None) or _ir.Expr
"""The class of Relax expressions."""


def type_of(expr: Any) -> Any:
    """The type of a Relax expression; None if it has not been inferred."""
    return getattr(expr, "struct_info_" if HAS_STRUCT_INFO else "ty", None)


def result_types(call: Any) -> list[Any]:
    """The types of the results of a call in destination-passing style."""
    made = call.sinfo_args if HAS_STRUCT_INFO else call.ty_args
    if len(made) == 1 and isinstance(made[0], TupleType):
        return list(made[0].fields)
    return list(made)


def shape_of(type_: Any) -> tuple[Any, ...] | None:
    """The extents of a tensor's type; None if they are unknown."""
    shape = type_.shape
    return tuple(shape.values) if isinstance(shape, relax.ShapeExpr) else None


def dtype_of(type_: Any) -> str:
    """The element type of a tensor's type, such as ``float8_e4m3fn``; empty if it is unknown."""
    return "" if type_.dtype is None else str(type_.dtype)


def scalar_dtype(expr: Any) -> str:
    """The type of a TIR expression, such as ``int64``; ``handle`` for a pointer."""
    return str(expr.dtype) if HAS_STRUCT_INFO else str(getattr(expr.ty, "dtype", "handle"))


def constant_of(value: Any) -> int | None:
    """The integer that an expression is, or None."""
    if isinstance(value, int):
        return value
    return int(value.value) if isinstance(value, tirx.IntImm) else None


def is_constant(value: Any) -> bool:
    """Whether a scalar is a number or the expression of one."""
    return isinstance(value, int | float | tirx.IntImm | tirx.FloatImm)


def plain(value: Any) -> int | float:
    """The number that a constant is."""
    return value if isinstance(value, int | float) else value.value


def wide(value: Any) -> Any:
    """A scalar as an expression of 64 bits, or a boolean, as packed functions take it."""
    if isinstance(value, bool):
        return tirx.const(value, "bool")
    if isinstance(value, int):
        return tirx.const(value, "int64")
    if isinstance(value, float):
        return tirx.const(value, "float64")
    return value


def as_scalar(value: Any) -> Any:
    """A number, or an expression of symbolic dimensions; None for other values."""
    if isinstance(value, int | float):
        return value
    if HAS_STRUCT_INFO:
        return value if isinstance(value, tirx.PrimExpr) else scalar_of(value)
    return scalar_of(value)


def scalar_of(expr: Any) -> Any:
    """The expression of a scalar argument of a Relax call; None for an argument that is no scalar."""
    if HAS_STRUCT_INFO:
        return expr.value if isinstance(expr, relax.PrimValue) else None
    return expr if isinstance(expr, tirx.IntImm | tirx.FloatImm) or _is_prim(expr) else None


def _is_prim(expr: Any) -> bool:
    return isinstance(type_of(expr), _ir.PrimType)


def text_of(expr: Any) -> str | None:
    """The text of a string or data type among the arguments of a Relax call, or None."""
    return str(expr.value) if isinstance(expr, _TEXTS) and isinstance(expr.value, str) else None


def is_data_type(expr: Any) -> bool:
    """Whether an argument of a Relax call is a data type."""
    return isinstance(expr, _TEXTS) and isinstance(expr.value, tvm_ffi.dtype)


def string_value(text: str) -> Any:
    """A string as an argument of a Relax call."""
    return (getattr(relax, "StringImm", None) or _ir.StringImm)(text)


def prim_value(value: Any) -> Any:
    """An integer, float or expression as an argument of a Relax call."""
    return relax.PrimValue(value) if HAS_STRUCT_INFO else relax.prim_value(value)


def dtype_value(name: str) -> Any:
    """A data type as an argument of a Relax call."""
    make = getattr(relax, "DataTypeImm", None) or _imported("tvm.script.relax").dtype
    return make(name)


def name_of(var: Any) -> str:
    """The name of a Relax variable."""
    return str(var.name_hint if hasattr(var, "name_hint") else var.name)


def dps_call(op: str, callee: Any, arguments: Sequence[Any], types: Sequence[Any], span: Any = None) -> Any:
    """A call ``relax.call_tir`` or ``relax.call_dps_packed`` with results of these types, at a span."""
    function = getattr(relax, op)
    made = function(callee, relax.Tuple(list(arguments)), list(types) if len(types) != 1 else types[0])
    if span is None:
        return made
    return relax.Call(made.op, made.args, made.attrs, made.sinfo_args if HAS_STRUCT_INFO else made.ty_args, span)


def call_tir(callee: Any, arguments: Sequence[Any], scalars: Sequence[Any], types: Sequence[Any], span: Any) -> Any:
    """A call of a PrimFunc with tensors and integers.

    Its parameters are the tensors, the integers and the results; up to TVM 0.25 the integers come last.
    """
    if not scalars:
        return dps_call("call_tir", callee, arguments, types, span)
    if not HAS_STRUCT_INFO:
        return dps_call("call_tir", callee, [*arguments, *map(prim_value, scalars)], types, span)
    outputs = list(types) if len(types) != 1 else types[0]
    made = relax.call_tir(callee, relax.Tuple(list(arguments)), outputs, tir_vars=relax.ShapeExpr(list(scalars)))
    return made if span is None else relax.Call(made.op, made.args, made.attrs, made.sinfo_args, span)
