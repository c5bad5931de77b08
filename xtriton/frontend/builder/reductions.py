"""Reductions, scans, gathers and histograms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.tt.reduction import GatherOp, HistogramOp, ReduceOp, ReduceReturnOp, ScanOp, ScanReturnOp
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import BlockType, ValueType, block_of, int1, int32, ir_type, with_element
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.functions import as_function
from xtriton.frontend.builder.session import Scope, emit, session
from xtriton.frontend.builder.shapes import broadcast_shape, expand_dims, reshape, wrap_axis
from xtriton.frontend.builder.values import Number, Value
from xtriton.ir.locations import UNKNOWN
from xtriton.versions import V3_9, active_version, since

Combine = Callable[..., object]
"""A :class:`~xtriton.frontend.builder.functions.Function`, or a plain Python function that becomes one."""


def _check_inputs(inputs: Sequence[Value]) -> tuple[int, ...]:
    if not inputs:
        raise BuildError("there is nothing to combine")
    for value in inputs:
        if not value.is_block:
            raise BuildError(f"tensors are combined, not {value.type}")
        if value.shape != inputs[0].shape:
            raise BuildError(f"tensors of one shape are combined, not {inputs[0].type} and {value.type}")
    return inputs[0].shape


def _combine_region(inputs: Sequence[Value], combine: Combine, return_class: type[Operation], what: str) -> Region:
    """A region that calls ``combine`` with two elements of each input."""
    s = session()
    block = Block(arg_types=[ir_type(value.dtype) for value in inputs] * 2)
    for argument in block.args:
        argument.location = UNKNOWN
    s.enter(Scope(what, [block], s.location()))
    types = [value.dtype for value in inputs] * 2
    arguments = [Value(argument, type_) for argument, type_ in zip(block.args, types, strict=True)]
    results = as_function(combine)(*arguments)
    values = list(cast("tuple[object, ...]", results)) if isinstance(results, tuple) else [results]
    found = [value.type if isinstance(value, Value) else None for value in values]
    if found != types[: len(inputs)]:
        wanted = ", ".join(map(str, types[: len(inputs)]))
        raise BuildError(f"the function of {what} must give {wanted}, not {', '.join(map(str, found))}")
    s.emit(return_class.create(operands=[value.handle for value in values if isinstance(value, Value)]))
    s.leave()
    return Region(block)


def reduce(input: Value | Sequence[Value], axis: int | None, combine: Combine, keep_dims: bool = False) -> Any:
    """Reduce the elements along ``axis`` (``None``: all) pairwise with a combine function.

    With several tensors the function takes an element of each, then another of each, and returns one of each. A single
    tensor yields a tensor or a scalar; a sequence yields a tuple. With ``keep_dims`` the axis stays, of extent 1.
    """
    if isinstance(input, Value):
        return reduce((input,), axis, combine, keep_dims)[0]
    shape = _check_inputs(input)
    along = 0 if axis is None else wrap_axis(axis, len(shape))
    if axis is None:
        input = [reshape(value, value.numel, can_reorder=True) for value in input]
    region = _combine_region(input, combine, ReduceReturnOp, "a reduction")
    rest = [extent for dim, extent in enumerate(input[0].shape) if dim != along]
    types: list[ValueType] = [block_of(value.dtype, rest) if rest else value.dtype for value in input]
    op = ReduceOp([value.handle for value in input], axis=along, combineOp=region)
    s = session()
    s.emit(op)
    results = [Value(result, type_) for result, type_ in zip(op.results, types, strict=True)]
    if keep_dims:
        # Building the region leaves Triton's builder with the location of the enclosing operation.
        with s.at(s.scopes[-1].location):
            for each in [along] if axis is not None else [0] * len(shape):
                results = [expand_dims(value, each) for value in results]
    return tuple(results)


def associative_scan(input: Value | Sequence[Value], axis: int, combine: Combine, reverse: bool = False) -> Any:
    """An inclusive scan along ``axis`` (from the end if ``reverse``) with a combine function. See :func:`reduce`."""
    if isinstance(input, Value):
        return associative_scan((input,), axis, combine, reverse)[0]
    along = wrap_axis(axis, len(_check_inputs(input)))
    region = _combine_region(input, combine, ScanReturnOp, "a scan")
    op = ScanOp([value.handle for value in input], axis=along, reverse=bool(reverse), combineOp=region)
    session().emit(op)
    return tuple(Value(result, value.type) for result, value in zip(op.results, input, strict=True))


def gather(src: Value, index: Value, axis: int) -> Value:
    """Gather elements of ``src`` along ``axis`` by ``index``."""
    if not src.is_block or not index.is_block or len(src.shape) != len(index.shape):
        raise BuildError(f"gather takes two tensors of one rank, not {src.type} and {index.type}")
    if not index.number_type.is_int:
        raise BuildError(f"elements are picked by integers, not {index.dtype}")
    along = wrap_axis(axis, len(src.shape))
    for dim, (extent, wanted) in enumerate(zip(index.shape, src.shape, strict=True)):
        if dim != along and extent != wanted:
            raise BuildError(f"shapes {src.shape} and {index.shape} differ in dimension {dim}, which is not the axis")
    type_ = with_element(index.type, src.dtype)
    op = GatherOp(src.handle, index.handle, axis=along)
    return emit(op, type_)


_COUNTS_32_BITS = since(V3_9)
"""The versions whose histograms take integers of 32 bits only."""


def histogram(input: Value, num_bins: int, mask: Value | Number | None = None) -> Value:
    """The counts of the numbers 0 to ``num_bins - 1``, as int32."""
    if len(input.shape) != 1 or not input.number_type.is_int:
        raise BuildError(f"histogram takes integers of one dimension, not {input.type}")
    if input.number_type.bits != 32 and active_version() in _COUNTS_32_BITS:
        raise BuildError(f"histogram takes integers of 32 bits, not {input.dtype}")
    enabled: SSAValue | None = None
    if mask is not None:
        spread = broadcast_shape(to_tensor(mask), input.shape)
        if spread.dtype != int1:
            raise BuildError(f"a mask is of type int1, not {spread.dtype}")
        enabled = spread.handle
    type_: BlockType = block_of(int32, [num_bins])
    op = HistogramOp(input.handle, enabled, result=ir_type(type_))
    return emit(op, type_)
