"""Elementwise calls of other code: inline assembly, device library functions, functions with control flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.ir import Block, Region

from xtriton.dialects.tt.elementwise import (
    ElementwiseInlineAsmOp,
    ExternElementwiseOp,
    MapElementwiseOp,
    MapElementwiseReturnOp,
)
from xtriton.frontend.builder import arithmetic
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import DType, PointerType, ScalarType, ValueType, ir_type, with_element
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.functions import as_function
from xtriton.frontend.builder.session import Scope, emit, session
from xtriton.frontend.builder.shapes import broadcast_all
from xtriton.frontend.builder.values import Number, Value
from xtriton.ir.locations import UNKNOWN
from xtriton.versions import V3_6, V3_9, by_version


def inline_asm_elementwise(
    asm: str,
    constraints: str,
    args: Sequence[Value | Number],
    dtype: DType | Sequence[DType],
    is_pure: bool,
    pack: int,
) -> Any:
    """Inline assembly applied to ``pack`` elements at a time; returns a value, or a tuple if ``dtype`` is a sequence.

    ``constraints`` are LLVM's, results first.
    """
    dtypes = [dtype] if isinstance(dtype, DType) else list(dtype)
    values = [to_tensor(arg) for arg in args]
    for value in values:
        if isinstance(value.dtype, PointerType) and value.dtype.is_block_pointer:
            raise BuildError(f"assembly does not take block pointers: {value.type}")
    types: list[ValueType] = list(dtypes)
    if values:
        values, shape = _SPREAD.now()(values)
        types = [with_element(shape, each) for each in dtypes]
    op = ElementwiseInlineAsmOp(
        [value.handle for value in values],
        asm_string=asm,
        constraints=constraints,
        pure=is_pure,
        packed_element=pack,
        result=[ir_type(type_) for type_ in types],
    )
    session().emit(op)
    results = tuple(Value(result, type_) for result, type_ in zip(op.results, types, strict=True))
    return results[0] if isinstance(dtype, DType) else results


def _to_broadcast_of_all(values: Sequence[Value]) -> tuple[list[Value], ValueType]:
    """Each value broadcast with the value that results from broadcasting all in turn, and the type of that one."""
    spread = values[0]
    for value in values:
        _, spread = _broadcast(value, spread)
    return [_broadcast(value, spread)[0] if spread.is_block else value for value in values], spread.type


def _pairwise(values: Sequence[Value]) -> tuple[list[Value], ValueType]:
    """The values broadcast pairwise with the first, and its type."""
    spread = broadcast_all(values)
    return spread, spread[0].type


_SPREAD = by_version({V3_6: _to_broadcast_of_all, V3_9: _pairwise})


def _broadcast(a: Value, b: Value) -> tuple[Value, Value]:
    return arithmetic.operands(a, b, promote=False, lhs_pointer=True, rhs_pointer=True)


Symbols = Mapping[tuple[DType, ...], tuple[str, DType]]
"""For each combination of argument types: the function's name in the library, and its result type."""


def extern_elementwise(
    lib_name: str, lib_path: str, args: Sequence[Value | Number], symbols: Symbols, is_pure: bool
) -> Value:
    """Call a device library function, selected by argument types. CUDA's libdevice needs no name or path."""
    values = [to_tensor(arg) for arg in args]
    types = tuple(value.number_type for value in values)
    if types not in symbols:
        known = "; ".join(", ".join(map(str, each)) for each in symbols)
        raise BuildError(f"the library has no function of {', '.join(map(str, types))}, only of: {known}")
    symbol, result = symbols[types]
    type_: ValueType = result
    if values:
        spread = values[0]
        for value in values:
            _, spread = arithmetic.operands(value, spread, promote=False)
        values = [arithmetic.operands(value, spread, promote=False)[0] for value in values]
        type_ = with_element(spread.type, result)
    op = ExternElementwiseOp(
        [value.handle for value in values],
        libname=lib_name,
        libpath=lib_path,
        symbol=symbol,
        pure=is_pure,
        result=ir_type(type_),
    )
    return emit(op, type_)


def map_elementwise(scalar_fn: Callable[..., object], *args: Value, pack: int = 1) -> Any:
    """Apply a scalar function, which may branch, to each element; with ``pack`` to that many elements at a time.

    When packed, the function takes that many elements of the first tensor, then of the second, and returns its results
    in the same order.
    """
    if not any(value.is_block for value in args) or pack < 1:
        raise BuildError("map_elementwise takes at least one tensor, and at least one element at a time")
    s = session()
    location = s.location()
    types: list[ScalarType] = [value.dtype for value in args for _ in range(pack)]
    block = Block(arg_types=[ir_type(type_) for type_ in types])
    for argument in block.args:
        argument.location = location
    s.enter(Scope("map_elementwise", [block], location))
    with s.at(UNKNOWN):
        given = [Value(argument, type_) for argument, type_ in zip(block.args, types, strict=True)]
        returned = as_function(scalar_fn)(*given)
    results = list(cast("Sequence[Value]", returned)) if isinstance(returned, tuple) else [cast("Value", returned)]
    found = [result.type for result in results]
    if found != [each for each in found[::pack] for _ in range(pack)]:
        raise BuildError(f"each result has one type for all of {pack} elements, not {', '.join(map(str, found))}")
    s.emit(MapElementwiseReturnOp([result.handle for result in results]))
    s.leave()
    inputs = broadcast_all(args)
    outputs = [with_element(inputs[0].type, each.scalar) for each in found[::pack]]
    op = MapElementwiseOp(
        [value.handle for value in inputs],
        pack=pack,
        result=[ir_type(each) for each in outputs],
        scalarOp=Region(block),
    )
    s.emit(op)
    values = tuple(Value(result, each) for result, each in zip(op.results, outputs, strict=True))
    return values if isinstance(returned, tuple) else values[0]
