"""Pointer arithmetic. Nothing is accessed, so pointers may be out of bounds and poison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.tt.descriptor import MakeTensorDescOp
from xtriton.dialects.tt.enums import PaddingOption
from xtriton.dialects.tt.memory import AdvanceOp, MakeTensorPtrOp
from xtriton.interp.compiler import Compute, Scope, Step, elementwise, semantics
from xtriton.interp.errors import RunError, UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, PointerFormat, format_of, integers_of
from xtriton.interp.values import BlockPointer, Descriptor, Value, data_of, map_arrays, poison_of, with_poison
from xtriton.ir.narrowing import int_value


@elementwise("tt.addptr")
def _add_pointer(op: Operation) -> Compute:
    """Offsets count elements of the pointee and are signed; addresses wrap."""
    pointer, offset = format_of(op.operands[0].type), integers_of(op.operands[1].type)
    assert isinstance(pointer, PointerFormat)
    if pointer.pointee is None:
        raise UnsupportedError(op, "offsets of block pointers are not supported")
    size = np.int64(pointer.pointee.size)
    if offset.bits == 1:
        return lambda a, b: a + offset.as_unsigned(b) * size
    return lambda a, b: a + b.astype(np.int64, copy=False) * size


def wide(value: Value) -> Value:
    """Integers extended to 64 bits, for address computation."""
    return map_arrays(lambda array: array if array.dtype == np.bool_ else array.astype(np.int64), value)


def added(a: Value, b: Value) -> Value:
    """The sum of scalars, poison where an operand is."""
    total = data_of(a) + data_of(b)
    return with_poison(total, poison_of(a) | poison_of(b))


def _wide_values(frame: Frame, slots: Sequence[int]) -> tuple[Value, ...]:
    return tuple(wide(frame.values[slot]) for slot in slots)


@semantics("tt.make_tensor_ptr")
def _make_block_pointer(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, MakeTensorPtrOp)
    base, out = scope.slot(op.base), scope.slot(op.result)
    shape, strides, offsets = (scope.slots_of(group) for group in (op.shape, op.strides, op.offsets))

    def step(frame: Frame) -> None:
        frame.values[out] = BlockPointer(
            frame.values[base],
            _wide_values(frame, shape),
            _wide_values(frame, strides),
            # Offsets are 32 bits wide and wrap.
            tuple(frame.values[slot] for slot in offsets),
        )

    return step


@semantics("tt.advance")
def _advance(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AdvanceOp)
    pointer, offsets, out = scope.slot(op.ptr), scope.slots_of(op.offsets), scope.slot(op.result)

    def step(frame: Frame) -> None:
        values = frame.values
        old = cast("BlockPointer", values[pointer])
        if len(old.offsets) != len(offsets):
            counts = f"{len(old.offsets)}, but that of offsets to add is {len(offsets)}"
            raise RunError(op, f"the number of offsets of the pointer is {counts}")
        moved = tuple(added(offset, values[slot]) for offset, slot in zip(old.offsets, offsets, strict=True))
        values[out] = old._replace(offsets=moved)

    return step


@semantics("tt.make_tensor_descriptor")
def _make_descriptor(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, MakeTensorDescOp)
    base, out = scope.slot(op.base), scope.slot(op.result)
    shape, strides = scope.slots_of(op.shape), scope.slots_of(op.strides)
    pad_nan: Array = np.array([int_value(op.padding) == PaddingOption.PAD_NAN.value])

    def step(frame: Frame) -> None:
        frame.values[out] = Descriptor(
            frame.values[base], _wide_values(frame, shape), _wide_values(frame, strides), pad_nan
        )

    return step
