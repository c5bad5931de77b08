"""Dots with operands in on-chip memory: of Hopper (wgmma) and of Blackwell (tcgen05).

They compute when they are issued, asynchronous ones too. Operands must not be overwritten before the dot is waited for,
and neither must the accumulators of Blackwell's be accessed: see :mod:`xtriton.interp.tensor_core_dots`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.dialects.ttg.types import MemDescType, shape_and_encoding
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp, WarpGroupDotWaitOp
from xtriton.interp.certainty import certain
from xtriton.interp.clocks import DOT, Key
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, Format, floats_of, format_of
from xtriton.interp.on_chip import geometry_of, known_type, places, read, write
from xtriton.interp.ops.tt_dot import (
    Side,
    accumulated,
    dot_poison,
    product,
    scale_factors,
    scaled_poison,
    small_floats,
    sum_of_products,
)
from xtriton.interp.ops.ttg_async import TOKEN
from xtriton.interp.ops.ttng_barrier import predicate
from xtriton.interp.tensor_core_dots import Span
from xtriton.interp.transfers import agent_of
from xtriton.interp.values import MemoryView, Value, aligned, data_of, full, poison_of, with_poison
from xtriton.ir.narrowing import int_value

Read = Callable[[Frame], Value]


def _operand(scope: Scope, op: Operation, value: SSAValue) -> tuple[Read, tuple[int, ...], Format]:
    """An operand in registers or memory: how it is read, its shape and its element format."""
    slot, type_ = scope.slot(value), value.type
    if not isinstance(type_, MemDescType):
        return (lambda frame: frame.values[slot]), shape_and_encoding(type_)[0], format_of(type_)
    memory = known_type(op, type_)
    return (
        (lambda frame: read(frame, op, frame.values[slot], memory)),
        memory.get_shape(),
        format_of(type_.element_type),
    )


def _cleared(use: Array, accumulator: Value) -> Value:
    """The accumulator, or zero where it is not used."""
    if use.all():
        return accumulator
    data = data_of(accumulator)
    kept = aligned(use, data.ndim - 1)
    return with_poison(np.where(kept, data, data.dtype.type(0)), poison_of(accumulator) & kept)


@semantics("ttng.warp_group_dot")
def _warp_group_dot(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, WarpGroupDotOp)
    (left, a_shape, source), (right, b_shape, _) = (_operand(scope, op, value) for value in (op.a, op.b))
    accumulator, out = scope.slot(op.c), scope.slot(op.d)
    use = None if op.useC is None else scope.slot(op.useC)
    compute = sum_of_products(op, source, format_of(op.d.type), int_value(op.inputPrecision))
    shapes = [a_shape, b_shape, shape_and_encoding(op.c.type)[0]]
    memory = [(scope.slot(operand), operand.type) for operand in (op.a, op.b) if isinstance(operand.type, MemDescType)]
    registers = [scope.slot(operand) for operand in (op.a, op.b) if not isinstance(operand.type, MemDescType)]
    asynchronous = bool(int_value(op.isAsync))

    def step(frame: Frame) -> None:
        values = frame.values
        c = values[accumulator]
        if use is not None:
            c = _cleared(certain(frame, op, values[use], "whether the accumulator is used"), c)
        if frame.run.watch is not None:
            frame.run.watch.require_there(op, [values[slot] for slot in registers])
        operands: list[Value] = [left(frame), right(frame), c]
        numbers = (full(data_of(value), shape) for value, shape in zip(operands, shapes, strict=True))
        values[out] = with_poison(compute(*numbers), dot_poison(operands, shapes))
        readings = frame.run.transfers.reading(frame, DOT)
        readings.begin(frame, op, [(values[slot], type_) for slot, type_ in memory])
        if not asynchronous:
            readings.wait(frame, 0)
        elif (watch := frame.run.watch) is not None:
            watch.hold(values[out], op, Key(DOT, watch.agent), int(readings.issued[0]))

    return step


@semantics("ttng.warp_group_dot_wait")
def _wait(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, WarpGroupDotWaitOp)
    inputs, outputs, pending = scope.slots_of(op.operands), scope.slots_of(op.results), int_value(op.pendings)

    def step(frame: Frame) -> None:
        frame.run.transfers.reading(frame, DOT).wait(frame, pending)
        for slot, source in zip(outputs, inputs, strict=True):
            frame.values[slot] = frame.values[source]

    return step


Multiply = Callable[[Frame, Value], Value]
"""The sum of a product and an accumulator."""


def _into_tensor_memory(scope: Scope, op: TCGen5MMAOp | TCGen5MMAScaledOp, multiply: Multiply) -> Step:
    """Accumulate a dot into tensor memory, and arrive at the barriers, both only where the predicate is true."""
    target, type_ = scope.slot(op.d), known_type(op, op.d.type)
    use, where = scope.slot(op.useD), predicate(scope, op, op.pred)
    barriers = [
        (scope.slot(barrier), predicate(scope, op, pred))
        for barrier, pred in zip(op.barriers, op.barrier_preds, strict=True)
    ]
    token = None if op.token is None else scope.slot(op.token)
    sources = [(scope.slot(value), value.type) for value in (op.a, op.b) if isinstance(value.type, MemDescType)]
    asynchronous = op.is_async is not None

    def step(frame: Frame) -> None:
        values, happens = frame.values, where(frame)
        used = certain(frame, op, values[use], "whether the accumulator is used", happens)
        total = multiply(frame, _cleared(used, read(frame, op, values[target], type_)))
        write(frame, op, values[target], type_, total, happens)
        transfers = frame.run.transfers
        if asynchronous:
            accumulator = _spans(frame, op, values[target], type_)
            operands = [span for slot, source in sources for span in _spans(frame, op, values[slot], source)]
            transfers.dots.issue(frame, op, agent_of(frame), accumulator, operands, happens)
        for slot, arrives in barriers:
            transfers.arrive(frame, op, values[slot], 1, where=_both(happens, arrives(frame)), after_dots=True)
        if token is not None:
            values[token] = TOKEN

    return step


def _spans(frame: Frame, op: Operation, view: Value, type_: MemDescType) -> list[Span]:
    """The elements of a view."""
    geometry = geometry_of(type_)
    return [Span(place, geometry.form.size) for place in places(frame, op, cast("MemoryView", view), geometry)]


def _both(a: Array | None, b: Array | None) -> Array | None:
    if a is None or b is None:
        return b if a is None else a
    return a & b


@semantics("ttng.tc_gen5_mma")
def _multiply(scope: Scope, op: Operation) -> Step:
    """f32 operands are multiplied as tf32."""
    assert isinstance(op, TCGen5MMAOp)
    (left, a_shape, source), (right, b_shape, _) = (_operand(scope, op, value) for value in (op.a, op.b))
    target = known_type(op, op.d.type)
    compute = sum_of_products(op, source, format_of(target.element_type), InputPrecision.TF32.value)
    shapes = [a_shape, b_shape, target.get_shape()]

    def multiply(frame: Frame, accumulator: Value) -> Value:
        operands: list[Value] = [left(frame), right(frame), accumulator]
        numbers = (full(data_of(value), shape) for value, shape in zip(operands, shapes, strict=True))
        return with_poison(compute(*numbers), dot_poison(operands, shapes))

    return _into_tensor_memory(scope, op, multiply)


def _side(op: TCGen5MMAScaledOp, name: str, stored: Format, scales: Format) -> Side:
    kind = ScaleDotElemType.of(op.properties[f"{name}_type"])
    along_k = op.packing(name, along_k=True) == 2
    unpack = small_floats(kind.value, stored, -1 if (name == "a") == along_k else -2)
    return Side(name == "a", unpack, scale_factors(scales))


@semantics("ttng.tc_gen5_mma_scaled")
def _multiply_scaled(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, TCGen5MMAScaledOp)
    operands = [_operand(scope, op, value) for value in (op.a, op.b)]
    scales = [_operand(scope, op, value) for value in (op.a_scale, op.b_scale)]
    if any(len(shape) != 2 for _, shape, _ in scales):
        raise UnsupportedError(op, "scales in the order of the tensor cores are not supported")
    sides = [_side(op, name, operands[at][2], scales[at][2]) for at, name in enumerate(("a", "b"))]
    target = known_type(op, op.d.type)
    form, shapes = floats_of(target.element_type), [operands[0][1], operands[1][1], target.get_shape()]

    def multiply(frame: Frame, accumulator: Value) -> Value:
        given: list[Value] = [*(load(frame) for load, _, _ in operands), accumulator]
        factors = [(load(frame), shape) for load, shape, _ in scales]
        a, b = (side.numbers(given[at], shapes[at], factors[at]) for at, side in enumerate(sides))
        poison = scaled_poison(
            given, shapes, [side.poison(factor) for side, factor in zip(sides, factors, strict=True)]
        )
        return with_poison(accumulated(form, product(a, b), full(data_of(accumulator), shapes[2])), poison)

    return _into_tensor_memory(scope, op, multiply)
