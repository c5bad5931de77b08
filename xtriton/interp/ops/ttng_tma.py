"""TMA: copies between blocks of tensors in global memory and shared memory, and descriptors.

Copies into shared memory arrive when their barrier is waited for. Copies out of it complete when they are issued, but
the shared memory must not be overwritten before they are waited for. Descriptors that programs write to memory are kept
as values, by address.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

import numpy as np
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.tma import (
    AsyncTMACopyGlobalToLocalOp,
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAGatherOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
    ReinterpretTensorDescOp,
    TensormapCreateOp,
    TMAStoreWaitOp,
)
from xtriton.interp.certainty import certain
from xtriton.interp.clocks import STORE
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, format_of
from xtriton.interp.on_chip import known_type, read
from xtriton.interp.ops.tt_descriptors import block_shape, in_block, load_block, reduction_of, store_block
from xtriton.interp.ops.tt_pointers import wide
from xtriton.interp.ops.ttng_barrier import predicate
from xtriton.interp.values import Descriptor, Value, full, map_arrays, merge, take
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import encoding_of
from xtriton.layouts.encodings import NVMMAShared, shape_per_cta


def _is_padded(desc: Attribute) -> bool:
    """Whether blocks hold pairs of fp4, which TMA counts individually."""
    layout = layout_of(encoding_of(cast("TensorDescType", desc).block_type))
    return isinstance(layout, NVMMAShared) and layout.fp4_padded


def _coordinates(values: Sequence[Value], *, padded: bool) -> list[Value]:
    """The coordinates of a block in elements of the tensor."""
    if not padded:
        return list(values)
    return [*values[:-1], map_arrays(lambda array: array // 2 if array.dtype != np.bool_ else array, values[-1])]


def _size(type_: MemDescType) -> int:
    """The bytes that a barrier expects: those of the part of one CTA."""
    layout = type_.layout()
    assert layout is not None
    return prod(shape_per_cta(layout, type_.get_shape())) * bit_width(type_.element_type) // 8


def _copy_in(
    scope: Scope, op: AsyncTMACopyGlobalToLocalOp | AsyncTMAGatherOp, coordinates: Sequence[SSAValue], *, rows: bool
) -> Step:
    """Copy a block, or the ``rows`` given by the first coordinates, into shared memory."""
    desc, target, barrier = scope.slots_of((op.desc, op.result, op.barrier))
    slots, where, padded = scope.slots_of(coordinates), predicate(scope, op, op.pred), _is_padded(op.desc.type)
    type_ = known_type(op, op.result.type)
    shape = type_.get_shape()
    block, form, size = shape if rows else block_shape(op.desc.type), format_of(type_.element_type), _size(type_)

    def step(frame: Frame) -> None:
        chosen = where(frame)
        given: list[Value] = [frame.values[slot] for slot in (desc, target, barrier, *slots)]
        if chosen is not None:
            lanes = np.flatnonzero(np.broadcast_to(chosen, frame.lanes))
            if not len(lanes):
                return
            frame, given = frame.narrowed(lanes, ()), [take(value, lanes) for value in given]
        source, into, counter, *offsets = given
        if rows:
            offsets[0] = full(certain(frame, op, offsets[0], "an offset"), shape[:1])
        loaded = load_block(frame, op, source, _coordinates(offsets, padded=padded), block, form)
        moved = map_arrays(lambda array: array.reshape(array.shape[0], *shape), loaded)
        frame.run.transfers.issue_counted(frame, op, into, type_, moved, counter, size)

    return step


@semantics("ttng.async_tma_copy_global_to_local")
def _load(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AsyncTMACopyGlobalToLocalOp)
    return _copy_in(scope, op, op.coord, rows=False)


@semantics("ttng.async_tma_gather")
def _gather(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AsyncTMAGatherOp)
    return _copy_in(scope, op, (op.x_offsets, op.y_offset), rows=True)


@semantics("ttng.async_tma_copy_local_to_global")
def _store(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AsyncTMACopyLocalToGlobalOp)
    desc, source, slots = scope.slot(op.desc), scope.slot(op.src), scope.slots_of(op.coord)
    type_, padded = known_type(op, op.src.type), _is_padded(op.desc.type)
    block, form = block_shape(op.desc.type), format_of(type_.element_type)

    def step(frame: Frame) -> None:
        values = frame.values
        data = in_block(read(frame, op, values[source], type_), type_.get_shape(), block)
        offsets = _coordinates([values[slot] for slot in slots], padded=padded)
        store_block(frame, op, values[desc], offsets, block, form, data)
        frame.run.transfers.reading(frame, STORE).begin(frame, op, [(values[source], type_)])

    return step


@semantics("ttng.async_tma_reduce")
def _reduce(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AsyncTMAReduceOp)
    desc, source, slots = scope.slot(op.desc), scope.slot(op.src), scope.slots_of(op.coord)
    type_, block = known_type(op, op.src.type), block_shape(op.desc.type)
    reduce_block = reduction_of(op, op.desc.type, int_value(op.kind), format_of(type_.element_type))

    def step(frame: Frame) -> None:
        values = frame.values
        data = in_block(read(frame, op, values[source], type_), type_.get_shape(), block)
        reduce_block(frame, values[desc], [values[slot] for slot in slots], data)
        frame.run.transfers.reading(frame, STORE).begin(frame, op, [(values[source], type_)])

    return step


@semantics("ttng.async_tma_scatter")
def _scatter(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AsyncTMAScatterOp)
    desc, source, rows, column = scope.slots_of((op.desc, op.src, op.x_offsets, op.y_offset))
    type_ = known_type(op, op.src.type)
    shape, form = type_.get_shape(), format_of(type_.element_type)

    def step(frame: Frame) -> None:
        values = frame.values
        picked = full(certain(frame, op, values[rows], "an offset"), shape[:1])
        data = read(frame, op, values[source], type_)
        store_block(frame, op, values[desc], [picked, values[column]], shape, form, data)
        frame.run.transfers.reading(frame, STORE).begin(frame, op, [(values[source], type_)])

    return step


@semantics("ttng.async_tma_store_wait")
def _wait(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, TMAStoreWaitOp)
    pending = int_value(op.pendings)
    return lambda frame: frame.run.transfers.reading(frame, STORE).wait(frame, pending)


@semantics("ttng.tensormap_create")
def _create(scope: Scope, op: Operation) -> Step:
    """Extents and strides are listed from the last dimension on; strides are in bytes, without the last dimension's."""
    assert isinstance(op, TensormapCreateOp)
    target, base = scope.slots_of((op.desc_ptr, op.global_address))
    sizes, steps = scope.slots_of(op.global_dim)[::-1], scope.slots_of(op.global_stride)[::-1]
    pad_nan: Array = np.array([int_value(op.fill_mode) == 1])

    def step(frame: Frame) -> None:
        values, descriptors = frame.values, frame.run.transfers.descriptors
        addresses = np.broadcast_to(certain(frame, op, values[target], "the address"), frame.lanes)
        shape = tuple(wide(values[slot]) for slot in sizes)
        made = Descriptor(values[base], shape, tuple(wide(values[slot]) for slot in steps), pad_nan)
        for lane, address in enumerate(addresses):
            descriptors[int(address)] = take(made, np.array([lane]))

    return step


@semantics("ttng.reinterpret_tensor_descriptor")
def _reinterpret(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, ReinterpretTensorDescOp)
    source, out = scope.slot(op.rawDesc), scope.slot(op.result)
    size, factor = format_of(cast("TensorDescType", op.result.type).block_type.element_type).size, 1
    if _is_padded(op.result.type):
        factor = 2

    def step(frame: Frame) -> None:
        found: list[Value] = []
        for lane, address in enumerate(certain(frame, op, frame.values[source], "the address")):
            written = frame.run.transfers.descriptors.get(int(address))
            if written is None:
                program = program_name(frame.run.grid, int(frame.programs[lane]))
                raise RunError(op, f"{program} reads a descriptor where none was written")
            found.append(written)
        joined = cast(
            "Descriptor", merge([(np.array([lane]), descriptor) for lane, descriptor in enumerate(found)], len(found))
        )
        strides = tuple(map_arrays(lambda array: array // size, stride) for stride in joined.strides)
        last = map_arrays(lambda array: array // factor if array.dtype != np.bool_ else array, joined.shape[-1])
        shape = (*joined.shape[:-1], last)
        frame.values[out] = Descriptor(joined.base, shape, (*strides, np.ones(1, np.int64)), joined.pad_nan)

    return step
