"""Loads and stores through pointers and block pointers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.tt.enums import PaddingOption
from xtriton.dialects.tt.memory import LoadOp, StoreOp
from xtriton.dialects.tt.types import is_tensor_pointer
from xtriton.interp.certainty import certain
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError
from xtriton.interp.frame import Frame
from xtriton.interp.memory import Site
from xtriton.interp.numbers.formats import Array, FloatFormat, Format, format_of
from xtriton.interp.values import BlockPointer, Poisoned, Value, data_of, full, poison_of, with_poison
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import shape_of


@dataclass
class Access:
    """The elements that an operation accesses: their addresses; elements where ``inside`` is false are not accessed."""

    addresses: Array
    inside: Array | None

    def broadcast(self, lanes: int | None, shape: Sequence[int]) -> Access:
        """The access with all elements expanded, in ``lanes`` lanes if given."""
        addresses = full(self.addresses, shape, lanes)
        inside = None if self.inside is None else full(self.inside, shape, lanes)
        return Access(addresses, inside)


def pointer_access(frame: Frame, op: Operation, pointers: Value, mask: Value | None) -> Access:
    """The access through pointers under a mask. Raises where an accessed address is poison."""
    inside = None if mask is None else certain(frame, op, mask, "the mask")
    return Access(certain(frame, op, pointers, "the pointer", inside), inside)


def block_access(
    frame: Frame,
    op: Operation,
    base: Value,
    sizes: Sequence[Value],
    strides: Sequence[Value],
    offsets: Sequence[Value],
    shape: Sequence[int],
    checked: Sequence[int],
    element: Format,
) -> Access:
    """The access to a block at ``offsets`` (each broadcastable to the block's shape).

    Along the dimensions in ``checked`` only ``0 <= index < size`` is accessed. Raises if there is not one size, stride
    and offset for each dimension, which verifiers do not require.
    """
    rank = len(shape)
    for what, given in (("sizes", sizes), ("strides", strides), ("offsets", offsets)):
        if len(given) != rank:
            raise RunError(op, f"the block's rank is {rank}, but the number of {what} is {len(given)}")
    addresses = _scalar(frame, op, base, rank)
    inside: Array | None = None
    for dim, extent in enumerate(shape):
        index = _along(certain(frame, op, offsets[dim], "an offset"), dim, rank, extent)
        stride = _scalar(frame, op, strides[dim], rank)
        addresses = addresses + index * stride * element.size
        if dim in checked:
            size = _scalar(frame, op, sizes[dim], rank)
            fits = (index >= 0) & (index < size)
            inside = fits if inside is None else inside & fits
    return Access(addresses, inside)


def _scalar(frame: Frame, op: Operation, value: Value, rank: int) -> Array:
    found = certain(frame, op, value, "a part of the pointer")
    return found.reshape(found.shape[0], *(1,) * rank)


def _along(offset: Array, dim: int, rank: int, extent: int) -> Array:
    """The indices along a dimension: from a scalar offset on, or the given ones if there is one for each element."""
    axes = [1] * rank
    if offset.ndim == 1:
        axes[dim] = extent
        steps = np.arange(extent, dtype=np.int64).reshape(1, *axes)
        return offset.astype(np.int64).reshape(offset.shape[0], *(1,) * rank) + steps
    axes[dim] = offset.shape[1]
    return offset.astype(np.int64).reshape(offset.shape[0], *axes)


def owners_of(frame: Frame, lanes: int, shape: Sequence[int], positions: Array | None) -> Array:
    """The program of each element of a flattened access."""
    programs = frame.programs if lanes == frame.lanes else frame.programs[:lanes]
    owners = np.repeat(programs, int(np.prod(shape, dtype=np.int64)))
    return owners if positions is None else owners[positions]


def load(frame: Frame, op: Operation, access: Access, shape: Sequence[int], form: Format, other: Value | None) -> Value:
    """The loaded elements; for masked-off ones ``other``, or poison (zero unless strict) without it."""
    memory = frame.run.memory
    where = access.addresses
    inside = access.inside
    if memory.journal is not None and where.shape[0] == 1 and frame.lanes > 1 and memory.is_watched(where):
        where = np.broadcast_to(where, (frame.lanes, *where.shape[1:]))
    if inside is None or inside.all():
        inside = None
    else:
        where, inside = np.broadcast_arrays(where, inside)
    lanes, extents = where.shape[0], where.shape[1:]
    if inside is None:
        flat = where.reshape(-1)
        site = Site(op, owners_of(frame, lanes, extents, None), tuple(extents))
        found = form.decode(memory.read(flat, form, site)).reshape(where.shape)
        stored = memory.poison_at(flat, form, site) if memory.tracks_poison else None
        return found if stored is None else with_poison(found, stored.reshape(where.shape))
    positions = np.flatnonzero(inside)
    site = Site(op, owners_of(frame, lanes, extents, positions), tuple(extents), positions)
    chosen = where[inside]
    loaded = form.decode(memory.read(chosen, form, site))
    result = _filled(frame, loaded, inside, form, other)
    stored = memory.poison_at(chosen, form, site) if memory.tracks_poison else None
    if stored is None:
        return result
    spread = np.zeros(inside.shape, np.bool_)
    spread[inside] = stored
    return with_poison(data_of(result), poison_of(result) | spread)


def _filled(frame: Frame, loaded: Array, inside: Array, form: Format, other: Value | None) -> Value:
    if other is None:
        result = np.zeros(inside.shape, form.dtype)
        result[inside] = loaded
        return Poisoned(result, ~inside) if frame.run.strict else result
    data = data_of(other)
    shape = np.broadcast_shapes(inside.shape, data.shape)
    result = np.array(np.broadcast_to(data, shape), form.dtype)
    if shape == inside.shape:
        result[inside] = loaded
    else:
        spread = np.zeros(inside.shape, form.dtype)
        spread[inside] = loaded
        result = np.where(inside, spread, result)
    if isinstance(other, Poisoned):
        return with_poison(result, other.poison & ~inside)
    return result


def store(frame: Frame, op: Operation, access: Access, shape: Sequence[int], form: Format, value: Value) -> None:
    """Store the elements of ``value`` that the access includes."""
    lanes, memory = frame.lanes, frame.run.memory
    spelled = access.broadcast(lanes, shape)
    data = data_of(value) if memory.tracks_poison else certain(frame, op, value, "the stored value", access.inside)
    data = full(data, shape, lanes)
    if spelled.inside is None or spelled.inside.all():
        positions, where, chosen = None, spelled.addresses.reshape(-1), data.reshape(-1)
    else:
        positions = np.flatnonzero(spelled.inside)
        where, chosen = spelled.addresses[spelled.inside], data[spelled.inside]
    site = Site(op, owners_of(frame, lanes, shape, positions), tuple(shape), positions)
    memory.write(where, form.encode(chosen), form, site)
    if memory.tracks_poison:
        poison = np.broadcast_to(poison_of(value), data.shape).reshape(-1)
        memory.mark(where, poison if positions is None else poison[positions], form, site)


def _checked_dims(op: LoadOp | StoreOp) -> tuple[int, ...]:
    return int_list(op.boundaryCheck)


def _padding(op: LoadOp, form: Format, rank: int) -> Value | None:
    if op.padding is None:
        return None
    nan = int_value(op.padding) == PaddingOption.PAD_NAN.value
    number = np.nan if nan and isinstance(form, FloatFormat) else 0
    return np.full((1,) * (rank + 1), number).astype(form.dtype)


def _block(frame: Frame, op: LoadOp | StoreOp, pointer: Value, shape: Sequence[int], form: Format) -> Access:
    block = cast("BlockPointer", pointer)
    return block_access(
        frame, op, block.base, block.shape, block.strides, block.offsets, shape, _checked_dims(op), form
    )


@semantics("tt.load")
def _load(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, LoadOp)
    pointer, out = scope.slot(op.ptr), scope.slot(op.result)
    mask = None if op.mask is None else scope.slot(op.mask)
    other = None if op.other is None else scope.slot(op.other)
    form, shape = format_of(op.result.type), shape_of(op.result.type) or ()
    block = is_tensor_pointer(op.ptr.type)
    padding = _padding(op, form, len(shape))

    def step(frame: Frame) -> None:
        values = frame.values
        if block:
            access = _block(frame, op, values[pointer], shape, form)
            values[out] = load(frame, op, access, shape, form, padding)
            return
        access = pointer_access(frame, op, values[pointer], None if mask is None else values[mask])
        values[out] = load(frame, op, access, shape, form, None if other is None else values[other])

    return step


@semantics("tt.store")
def _store(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, StoreOp)
    pointer, value = scope.slot(op.ptr), scope.slot(op.value)
    mask = None if op.mask is None else scope.slot(op.mask)
    form, shape = format_of(op.value.type), shape_of(op.value.type) or ()
    block = is_tensor_pointer(op.ptr.type)

    def step(frame: Frame) -> None:
        values = frame.values
        if block:
            access = _block(frame, op, values[pointer], shape, form)
        else:
            access = pointer_access(frame, op, values[pointer], None if mask is None else values[mask])
        store(frame, op, access, shape, form, values[value])

    return step
