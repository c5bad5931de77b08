"""Creating tensors and changing their shape."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast as typed

from xtriton.dialects.tt.shape import BroadcastOp, CatOp, ExpandDimsOp, JoinOp, MakeRangeOp, ReshapeOp, SplitOp, TransOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.frontend.builder.constants import constant_of, splat, to_tensor, unsplat
from xtriton.frontend.builder.dtypes import BlockType, block_of, int32, ir_type
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.values import Number, Value
from xtriton.ir.dense import DenseElementsAttr
from xtriton.versions import V3_6, V3_7, by_version

Dims = int | Sequence[int]


def _dims(dims: Sequence[Dims]) -> list[int]:
    """``f(x, 1, 2)`` and ``f(x, (1, 2))`` mean the same."""
    if len(dims) == 1 and not isinstance(dims[0], int):
        return list(dims[0])
    return list(typed("Sequence[int]", dims))


def wrap_axis(axis: int, rank: int) -> int:
    """Normalise an axis; negative ones are counted from the last dimension."""
    if not -rank <= axis < rank:
        raise BuildError(f"axis {axis} is not one of {rank} dimensions")
    return axis % rank


def check_tensor(what: str, x: Value) -> None:
    """Reject scalars."""
    if not x.is_block:
        raise BuildError(f"{what} takes a tensor, not {x.type}")


def arange(start: int, end: int) -> Value:
    """The int32 numbers from ``start`` up to but not including ``end``, a power of two of them."""
    if end <= start:
        raise BuildError(f"the end of arange must be greater than its start, not {end} after {start}")
    if not 0 <= start < end <= int32.max_value:
        raise BuildError(f"the bounds of arange are from 0 to {int32.max_value}, not {start} and {end}")
    type_ = block_of(int32, [end - start])
    return emit(MakeRangeOp(start=int(start), end=int(end), result=ir_type(type_)), type_)


def broadcast_shape(value: Value, shape: Sequence[int]) -> Value:
    """``value`` broadcast to this shape: scalars are splat, dimensions of extent 1 repeated."""
    if not shape and not value.is_block:
        return value
    type_ = block_of(value.dtype, shape)
    if not value.is_block:
        return splat(value, type_)
    if len(value.shape) != len(shape):
        raise BuildError(f"cannot broadcast {value.type} to shape {tuple(shape)}: the ranks differ")
    if value.shape == tuple(shape):
        return value
    for index, (have, want) in enumerate(zip(value.shape, shape, strict=True)):
        if have not in (1, want):
            raise BuildError(f"cannot broadcast {value.type} to shape {tuple(shape)}: dimension {index} is {have}")
    return _broadcast(value, type_)


def _broadcast(value: Value, type_: BlockType) -> Value:
    """``tt.broadcast``; a constant folds to the larger constant, as in Triton's builder."""
    held = constant_of(value)
    target = ir_type(type_)
    if isinstance(held, DenseElementsAttr) and held.is_splat:
        return emit(ConstantOp(DenseElementsAttr.splat(target, held.splat_value)), type_)
    return emit(BroadcastOp(value.handle, result=target), type_)


def broadcast(a: Value, b: Value) -> tuple[Value, Value]:
    """Both values broadcast to one shape: scalars splat, missing leading dimensions added, extents of 1 repeated."""
    if not a.is_block and not b.is_block:
        return a, b
    if not b.is_block:
        return a, splat(b, block_of(b.dtype, a.shape))
    if not a.is_block:
        return splat(a, block_of(a.dtype, b.shape)), b
    while len(a.shape) < len(b.shape):
        a = insert_dim(a, 0)
    while len(b.shape) < len(a.shape):
        b = insert_dim(b, 0)
    shape: list[int] = []
    for index, (left, right) in enumerate(zip(a.shape, b.shape, strict=True)):
        if left != right and 1 not in (left, right):
            raise BuildError(
                f"shapes {a.shape} and {b.shape} do not go together: dimension {index} is {left} and {right}"
            )
        shape.append(right if left == 1 else left)
    if a.shape != tuple(shape):
        a = _broadcast(a, block_of(a.dtype, shape))
    if b.shape != tuple(shape):
        b = _broadcast(b, block_of(b.dtype, shape))
    return a, b


def broadcast_all(values: Sequence[Value]) -> list[Value]:
    """Broadcast several values to one shape, pairwise with the first, in Triton's order."""
    head, *tail = values
    for index in range(len(tail)):
        head, tail[index] = broadcast(head, tail[index])
    for index in range(len(tail) - 1):
        head, tail[index] = broadcast(head, tail[index])
    return [head, *tail]


def broadcast_to(x: Value, *shape: Dims) -> Value:
    """``x`` broadcast to this shape."""
    return broadcast_shape(x, _dims(shape))


def insert_dim(x: Value, axis: int) -> Value:
    """``x`` with one more dimension of extent 1."""
    shape = [*x.shape]
    shape.insert(axis, 1)
    type_ = block_of(x.dtype, shape)
    if not x.is_block:
        return splat(x, type_)
    return emit(ExpandDimsOp(x.handle, axis=axis), type_)


def expand_dims(x: Value | Number, axis: int | Sequence[int]) -> Value:
    """``x`` with new dimensions of extent 1, which are at ``axis`` in the result."""
    result = to_tensor(x)
    axes = [axis] if isinstance(axis, int) else list(axis)
    rank = len(result.shape) + len(axes)
    wrapped = sorted(wrap_axis(each, rank) for each in axes)
    if len(set(wrapped)) != len(wrapped):
        raise BuildError(f"axes {axes} name a dimension twice")
    for each in wrapped:
        result = insert_dim(result, each)
    return result


def reshape(x: Value, *shape: Dims, can_reorder: bool = False) -> Value:
    """The elements in another shape; in row-major order unless reordering is allowed."""
    dims = _dims(shape)
    if not dims:
        return item(x)
    check_tensor("reshape", x)
    type_ = block_of(x.dtype, dims)
    if prod(dims) != x.numel:
        raise BuildError(f"reshape keeps the number of elements: {x.type} has {x.numel}, {tuple(dims)} {prod(dims)}")
    return emit(ReshapeOp(x.handle, allow_reorder=can_reorder, result=ir_type(type_)), type_)


def item(x: Value) -> Value:
    """The element of a single-element tensor, as a scalar."""
    if not x.is_block:
        return x
    if x.numel != 1:
        raise BuildError(f"item takes a tensor of one element, not {x.type}")
    return unsplat(x)


def permute(x: Value, *dims: Dims) -> Value:
    """The dimensions in another order: dimension ``i`` of the result is dimension ``dims[i]`` of ``x``."""
    order = _dims(dims)
    check_tensor("permute", x)
    if sorted(order) != list(range(len(x.shape))):
        raise BuildError(f"{tuple(order)} is not an order of the {len(x.shape)} dimensions of {x.type}")
    type_ = block_of(x.dtype, [x.shape[dim] for dim in order])
    return emit(TransOp(x.handle, order=order), type_)


def trans(x: Value, *dims: Dims) -> Value:
    """As :func:`permute`; without ``dims`` the last two dimensions are swapped."""
    rank = len(x.shape)
    order = _dims(dims)
    if not order and rank < 2:
        raise BuildError(f"trans swaps the last two dimensions, but {x.type} has {rank}")
    return permute(x, order or [*range(rank - 2), rank - 1, rank - 2])


def cat(a: Value, b: Value, can_reorder: bool = False, dim: int = 0) -> Value:
    """The elements of ``a``, then those of ``b``, along dimension ``dim``. Both have the same type.

    With ``can_reorder`` they have one dimension, and the order is not defined; Triton 3.6 has no other form.
    """
    if not can_reorder:
        return _CAT.now()(a, b, dim)
    if len(a.shape) != 1 or len(b.shape) != 1 or ir_type(a.type) != ir_type(b.type):
        raise BuildError(f"cat takes two tensors of one dimension and one type, not {a.type} and {b.type}")
    type_ = block_of(a.dtype, [a.shape[0] + b.shape[0]])
    return emit(CatOp(a.handle, b.handle, result=ir_type(type_)), type_)


def _cat_reorders(a: Value, b: Value, dim: int) -> Value:
    raise BuildError("cat may reorder elements: say can_reorder=True")


def _cat_in_order(a: Value, b: Value, dim: int) -> Value:
    """Join along a new last dimension, which is moved before ``dim`` and merged with it."""
    if not a.is_block or a.shape != b.shape or ir_type(a.dtype) != ir_type(b.dtype):
        raise BuildError(f"cat takes two tensors of one type, not {a.type} and {b.type}")
    rank = len(a.shape)
    axis = wrap_axis(dim, rank)
    order = list(range(rank))
    order.insert(axis, rank)
    shape = list(a.shape)
    shape[axis] *= 2
    return reshape(permute(join(a, b), order), shape)


_CAT = by_version({V3_6: _cat_reorders, V3_7: _cat_in_order})


def join(a: Value, b: Value) -> Value:
    """Both along a new last dimension of extent 2."""
    a, b = broadcast(a, b)
    if ir_type(a.dtype) != ir_type(b.dtype):
        raise BuildError(f"join takes values of one type, not {a.dtype} and {b.dtype}")
    scalars = not a.is_block
    if scalars:
        a, b = insert_dim(a, 0), insert_dim(b, 0)
    type_ = block_of(a.dtype, [*a.shape, 2])
    joined = emit(JoinOp(a.handle, b.handle, result=ir_type(type_)), type_)
    return reshape(joined, 2) if scalars else joined


def split(x: Value) -> tuple[Value, Value]:
    """The two halves along the last dimension, which has extent 2: the inverse of :func:`join`."""
    if not x.shape or x.shape[-1] != 2:
        raise BuildError(f"split takes a tensor whose last dimension has extent 2, not {x.type}")
    scalars = len(x.shape) == 1
    if scalars:
        x = insert_dim(x, 0)
    type_ = block_of(x.dtype, x.shape[:-1])
    results = session().emit(SplitOp(x.handle)).results
    left, right = Value(results[0], type_), Value(results[1], type_)
    return (item(left), item(right)) if scalars else (left, right)
