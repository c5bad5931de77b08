"""Accesses through tensor descriptors: out-of-bounds elements are padding in loads and are not stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import Signedness
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
)
from xtriton.dialects.tt.enums import DescriptorReduceKind, RMWOp
from xtriton.dialects.tt.types import TensorDescType
from xtriton.interp.certainty import certain
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.memory import Site
from xtriton.interp.numbers.formats import Array, FloatFormat, Format, IntegerFormat, format_of
from xtriton.interp.ops.tt_atomics import Update, commuting_kind, modify, update_of
from xtriton.interp.ops.tt_memory import Access, block_access, load, owners_of, store
from xtriton.interp.values import Descriptor, Value, full, map_arrays
from xtriton.ir.narrowing import int_value, is_integer_type
from xtriton.ir.traits import shape_of_tensor


def block_shape(type_: Attribute) -> tuple[int, ...]:
    """The shape of the blocks of a descriptor of this type."""
    return tuple(cast("TensorDescType", type_).block_type.get_shape())


def _access(
    frame: Frame, op: Operation, value: Value, offsets: Sequence[Value], block: Sequence[int], form: Format
) -> Access:
    desc = cast("Descriptor", value)
    every = range(len(block))
    return block_access(frame, op, desc.base, desc.shape, desc.strides, offsets, block, every, form)


def _padding(value: Value, form: Format, rank: int) -> Array:
    pad_nan = cast("Descriptor", value).pad_nan
    nan = np.nan if isinstance(form, FloatFormat) else 0
    filled = np.where(pad_nan, nan, 0).astype(form.dtype)
    return filled.reshape(len(pad_nan), *(1,) * rank)


def load_block(
    frame: Frame, op: Operation, value: Value, offsets: Sequence[Value], block: Sequence[int], form: Format
) -> Value:
    """Load a block of a descriptor's tensor, with padding for out-of-bounds elements."""
    access = _access(frame, op, value, offsets, block, form)
    loaded = load(frame, op, access, block, form, _padding(value, form, len(block)))
    return map_arrays(lambda array: full(array, block), loaded)


def store_block(
    frame: Frame, op: Operation, desc: Value, offsets: Sequence[Value], block: Sequence[int], form: Format, data: Value
) -> None:
    """Store a block into a descriptor's tensor; out-of-bounds elements are dropped."""
    store(frame, op, _access(frame, op, desc, offsets, block, form), block, form, data)


@semantics("tt.descriptor_load")
def _load(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DescriptorLoadOp)
    desc, indices, out = scope.slot(op.desc), scope.slots_of(op.indices), scope.slot(op.result)
    block, shape, form = block_shape(op.desc.type), shape_of_tensor(op.result), format_of(op.result.type)

    def step(frame: Frame) -> None:
        values = frame.values
        loaded = load_block(frame, op, values[desc], [values[slot] for slot in indices], block, form)
        values[out] = map_arrays(lambda array: array.reshape(array.shape[0], *shape), loaded)

    return step


@semantics("tt.descriptor_gather")
def _gather(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DescriptorGatherOp)
    desc, rows, column, out = scope.slots_of((op.desc, op.x_offsets, op.y_offset, op.result))
    shape, form = shape_of_tensor(op.result), format_of(op.result.type)

    def step(frame: Frame) -> None:
        values = frame.values
        picked = full(certain(frame, op, values[rows], "an offset"), shape[:1])
        values[out] = load_block(frame, op, values[desc], [picked, values[column]], shape, form)

    return step


def in_block(value: Value, shape: Sequence[int], block: Sequence[int]) -> Value:
    """A stored tensor in the shape of the block, which may have leading ones."""
    return map_arrays(lambda array: full(array, shape).reshape(array.shape[0], *block), value)


@semantics("tt.descriptor_store")
def _store(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DescriptorStoreOp)
    desc, source, indices = scope.slot(op.desc), scope.slot(op.src), scope.slots_of(op.indices)
    block, shape, form = block_shape(op.desc.type), shape_of_tensor(op.src), format_of(op.src.type)

    def step(frame: Frame) -> None:
        values = frame.values
        offsets = [values[slot] for slot in indices]
        store_block(frame, op, values[desc], offsets, block, form, in_block(values[source], shape, block))

    return step


@semantics("tt.descriptor_scatter")
def _scatter(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DescriptorScatterOp)
    desc, rows, column, source = scope.slots_of((op.desc, op.x_offsets, op.y_offset, op.src))
    shape, form = shape_of_tensor(op.src), format_of(op.src.type)

    def step(frame: Frame) -> None:
        values = frame.values
        picked = full(certain(frame, op, values[rows], "an offset"), shape[:1])
        store_block(frame, op, values[desc], [picked, values[column]], shape, form, values[source])

    return step


_KINDS: dict[DescriptorReduceKind, RMWOp] = {
    DescriptorReduceKind.ADD: RMWOp.ADD,
    DescriptorReduceKind.MIN: RMWOp.MIN,
    DescriptorReduceKind.MAX: RMWOp.MAX,
    DescriptorReduceKind.AND: RMWOp.AND,
    DescriptorReduceKind.OR: RMWOp.OR,
    DescriptorReduceKind.XOR: RMWOp.XOR,
}


def _reduction(op: Operation, desc: Attribute, number: int, form: Format) -> tuple[Update, int]:
    """A reduction's elementwise function, and its kind for :meth:`Shadow.write`. Signedness is that of the block."""
    kind = next(member for member in DescriptorReduceKind if member.value == number)
    if kind not in _KINDS:
        return _wrapping_count(op, kind, form), 0
    rmw = _KINDS[kind]
    block = cast("TensorDescType", desc).block_type.element_type
    unsigned = is_integer_type(block) and block.signedness.data is Signedness.UNSIGNED
    if unsigned and rmw in (RMWOp.MIN, RMWOp.MAX):
        rmw = RMWOp.UMIN if rmw is RMWOp.MIN else RMWOp.UMAX
    return update_of(rmw, form), commuting_kind(rmw, form, used=False)


def _wrapping_count(op: Operation, kind: DescriptorReduceKind, form: Format) -> Update:
    """CUDA's ``atomicInc`` and ``atomicDec``: increment up to, or decrement from, the operand, with wrap-around."""
    if not isinstance(form, IntegerFormat):
        raise UnsupportedError(op, "only integers can be counted")

    def update(old: Array, new: Array) -> Array:
        before, limit = (form.as_unsigned(array).astype(np.int64) for array in (old, new))
        if kind is DescriptorReduceKind.INC:
            return form.wrap(np.where(before >= limit, 0, before + 1))
        return form.wrap(np.where((before == 0) | (before > limit), limit, before - 1))

    return update


@semantics("tt.descriptor_reduce")
def _reduce(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DescriptorReduceOp)
    desc, source, indices = scope.slot(op.desc), scope.slot(op.src), scope.slots_of(op.indices)
    block, shape, form = block_shape(op.desc.type), shape_of_tensor(op.src), format_of(op.src.type)
    reduce_block = reduction_of(op, op.desc.type, int_value(op.kind), form)

    def step(frame: Frame) -> None:
        values = frame.values
        data = in_block(values[source], shape, block)
        reduce_block(frame, values[desc], [values[slot] for slot in indices], data)

    return step


Reduce = Callable[[Frame, Value, Sequence[Value], Value], None]
"""Combine a block of a descriptor's tensor, at given offsets, with data."""


def reduction_of(op: Operation, desc: Attribute, kind: int, form: Format) -> Reduce:
    """The function for a reduction kind through a descriptor of this type."""
    block = block_shape(desc)
    update, commuting = _reduction(op, desc, kind, form)

    def reduce_block(frame: Frame, value: Value, offsets: Sequence[Value], data: Value) -> None:
        spelled = _access(frame, op, value, offsets, block, form).broadcast(frame.lanes, block)
        assert spelled.inside is not None
        positions = np.flatnonzero(spelled.inside)
        given = full(certain(frame, op, data, "the operand", spelled.inside), block, frame.lanes)[spelled.inside]
        site = Site(op, owners_of(frame, frame.lanes, block, positions), tuple(block), positions)
        where = spelled.addresses[spelled.inside]
        modify(frame, form, where, site, commuting, lambda before, chosen: update(before, given[chosen]))

    return reduce_block
