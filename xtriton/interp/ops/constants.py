"""Constants, poison, ranges, program ids, and select."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import FloatAttr, IntegerAttr
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.ttg.types import AsyncTokenType, MemDescType
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, format_of, from_bits
from xtriton.interp.on_chip import nowhere
from xtriton.interp.values import (
    Poisoned,
    Value,
    aligned,
    data_of,
    is_composite,
    map_arrays,
    map_pairs,
    poison_of,
    with_poison,
)
from xtriton.ir.dense import DenseElementsAttr, pack_element
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of


def constant_array(value: Attribute) -> Array | None:
    """The array of a constant, with equal lanes; None for attributes that are not numbers."""
    match value:
        case IntegerAttr() | FloatAttr():
            data = pack_element(value.value.data, value.type)
            return _decoded(value.type, data, ())
        case DenseElementsAttr():
            shape = (1,) * len(value.shape) if value.is_splat else value.shape
            return _decoded(value.element_type, value.data.data, shape)
        case _:
            return None


def _decoded(type_: Attribute, data: bytes, shape: tuple[int, ...]) -> Array:
    form = format_of(type_)
    return from_bits(form, np.frombuffer(data, form.storage)).reshape(1, *shape)


def _put(scope: Scope, op: Operation, value: Value) -> Step:
    slot = scope.slot(op.results[0])

    def step(frame: Frame) -> None:
        frame.values[slot] = value

    return step


@semantics("arith.constant")
def _constant(scope: Scope, op: Operation) -> Step:
    value = constant_array(op.properties["value"])
    if value is None:
        raise UnsupportedError(op, "constants of this kind are not supported")
    return _put(scope, op, value)


@semantics("func.constant")
def _function(scope: Scope, op: Operation) -> Step:
    # A function value is the function's name; func.call_indirect looks it up when compiled.
    return _put(scope, op, ())


@semantics("ub.poison")
def _poison(scope: Scope, op: Operation) -> Step:
    return _put(scope, op, undefined(op, op.results[0].type, strict=scope.strict))


def undefined(op: Operation, type_: Attribute, *, strict: bool) -> Value:
    """An undefined value: poison if ``strict``, else zero."""
    if isinstance(type_, MemDescType):
        return nowhere(type_)
    if isinstance(type_, TensorDescType) or (isinstance(type_, PointerType) and format_of(type_).bits != 64):
        raise UnsupportedError(op, f"poison of type '{type_}' is not supported")
    if isinstance(type_, AsyncTokenType):
        return np.zeros(1, np.bool_)
    shape = (1,) * (len(shape_of(type_) or ()) + 1)
    data = np.zeros(shape, format_of(type_).dtype)
    return Poisoned(data, np.ones(shape, np.bool_)) if strict else data


@semantics("tt.make_range")
def _range(scope: Scope, op: Operation) -> Step:
    start, end = int_value(op.properties["start"]), int_value(op.properties["end"])
    return _put(scope, op, np.arange(start, end, dtype=np.int32)[None])


@semantics("tt.get_program_id")
def _program_id(scope: Scope, op: Operation) -> Step:
    slot, axis = scope.slot(op.results[0]), int_value(op.properties["axis"])

    def step(frame: Frame) -> None:
        frame.values[slot] = frame.run.coordinates(axis, frame.programs).astype(np.int32)

    return step


@semantics("tt.get_num_programs")
def _program_count(scope: Scope, op: Operation) -> Step:
    slot, axis = scope.slot(op.results[0]), int_value(op.properties["axis"])

    def step(frame: Frame) -> None:
        frame.values[slot] = np.array([frame.run.grid[axis]], np.int32)

    return step


@semantics("arith.select")
def _select(scope: Scope, op: Operation) -> Step:
    condition_slot, true_slot, false_slot = scope.slots_of(op.operands)
    out = scope.slot(op.results[0])
    rank = len(shape_of(op.results[0].type) or ())
    scalar = shape_of(op.operands[0].type) is None

    def step(frame: Frame) -> None:
        values = frame.values
        condition, yes, no = values[condition_slot], values[true_slot], values[false_slot]
        if is_composite(yes) or is_composite(no):
            chosen = data_of(condition)
            values[out] = map_pairs(lambda a, b: np.where(chosen, a, b), yes, no)
            return
        if scalar and rank:
            condition = map_arrays(lambda array: aligned(array, rank), condition)
        chosen = np.where(data_of(condition), data_of(yes), data_of(no))
        if Poisoned in (type(condition), type(yes), type(no)):
            poison = np.where(data_of(condition), poison_of(yes), poison_of(no)) | poison_of(condition)
            values[out] = with_poison(chosen, poison)
        else:
            values[out] = chosen

    return step
