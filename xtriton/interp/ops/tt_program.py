"""Printing and asserting, and code that is not Triton's: libraries and inline assembly."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, IntegerType, StringAttr
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.program import PrintOp
from xtriton.dialects.tt.shape import int_value
from xtriton.interp.compiler import Compute, Scope, Step, certain, elementwise, first_place, meaning
from xtriton.interp.errors import AssertionFailure, UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, FloatFormat, IntegerFormat, bits_of, floats_of, format_of
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.values import Value, data_of, full, poison_of
from xtriton.ir.traits import shape_of


def _text(attribute: Attribute) -> str:
    return cast("StringAttr", attribute).data


@meaning("tt.assert", "cf.assert")
def _assert(scope: Scope, op: Operation) -> Step:
    slot = scope.slot(op.operands[0])
    message = _text(op.properties["message" if op.name == "tt.assert" else "msg"])

    def step(frame: Frame) -> None:
        wrong = ~certain(frame, op, frame.values[slot], "the condition")
        if wrong.any():
            raise AssertionFailure(op, f"assertion failed in {first_place(frame, wrong)}: {message}")

    return step


@meaning("tt.print")
def _print(scope: Scope, op: Operation) -> Step:
    """One line for each program and element: the program's place, the element's indices, and the values."""
    from xtriton.interp.machine import Printed

    assert isinstance(op, PrintOp)
    slots = scope.slots_of(op.args)
    shapes = [shape_of(value.type) or () for value in op.args]
    types = [value.type for value in op.args]
    signed = cast("DenseArrayBase[IntegerType]", op.isSigned).get_values()
    prefix, hexadecimal = _text(op.prefix), bool(int_value(op.hex))

    def step(frame: Frame) -> None:
        texts = [
            _spelled(frame, frame.values[slot], type_, shape, as_signed=bool(sign), hexadecimal=hexadecimal)
            for slot, type_, shape, sign in zip(slots, types, shapes, signed, strict=True)
        ]
        for lane, program in enumerate(frame.programs):
            where = ", ".join(str(int(frame.run.coordinates(axis, np.array([program]))[0])) for axis in range(3))
            head = f"pid ({where})"
            if not texts:
                frame.run.printed.append(Printed(int(program), f"{head}{prefix}"))
            for text, shape in zip(texts, shapes, strict=True):
                for index in np.ndindex(*shape):
                    at = f" idx ({', '.join(map(str, index))})" if shape else ""
                    frame.run.printed.append(Printed(int(program), f"{head}{at}{prefix}{text[(lane, *index)]}"))

    return step


def _spelled(
    frame: Frame, value: Value, type_: Attribute, shape: tuple[int, ...], *, as_signed: bool, hexadecimal: bool
) -> Array:
    """Every element as text."""
    form = format_of(type_)
    data = full(data_of(value), shape, frame.lanes)
    poison = np.broadcast_to(poison_of(value), data.shape)
    if hexadecimal or not isinstance(form, FloatFormat | IntegerFormat):
        bits = bits_of(form, data).view(f"u{form.size}")
        texts = [f"0x{int(one):0{form.size * 2}x}" for one in bits.ravel()]
    elif isinstance(form, IntegerFormat):
        shown = form.signed(data) if as_signed and form.bits > 1 else form.as_unsigned(np.ascontiguousarray(data))
        texts = [str(int(one)) for one in shown.ravel()]
    else:
        texts = [f"{float(one):f}" for one in data.ravel()]
    texts = ["poison" if bad else text for text, bad in zip(texts, poison.ravel(), strict=True)]
    return np.array(texts, object).reshape(data.shape)


@elementwise("tt.extern_elementwise")
def _library_call(op: Operation) -> Compute:
    from xtriton.interp.numbers.libdevice import FUNCTIONS

    symbol = _text(op.properties["symbol"])
    found = FUNCTIONS.get(symbol)
    if found is None:
        raise UnsupportedError(op, f"the library function '{symbol}' is not known")
    forms = [format_of(operand.type) for operand in op.operands]
    result = format_of(op.results[0].type)

    def compute(*values: Array) -> Array:
        # Integers stay what they are; floats are computed with in f64.
        wide = [
            value.astype(np.float64) if isinstance(form, FloatFormat) else value
            for value, form in zip(values, forms, strict=True)
        ]
        try:
            computed = found(*wide)
        except NotImplementedError as failure:
            raise UnsupportedError(op, f"'{symbol}': {failure}") from failure
        if isinstance(result, FloatFormat):
            return round_to(floats_of(op.results[0].type), computed)
        assert isinstance(result, IntegerFormat)
        return result.wrap(computed.astype(np.int64))

    return compute


@meaning("tt.elementwise_inline_asm")
def _assembly(scope: Scope, op: Operation) -> Step:
    raise UnsupportedError(op, "inline assembly is not interpreted")


@meaning("gpu.barrier", "llvm.intr.assume")
def _nothing(scope: Scope, op: Operation) -> Step:
    """The threads of a program do not exist here, and promises to the optimiser change no result."""
    return lambda frame: None
