"""Printing and assertions, and external code: libraries and inline assembly."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, StringAttr
from xdsl.ir import Attribute, Operation

from xtriton.dialects.libdevice import SIGNATURES, Signature
from xtriton.dialects.tt.program import PrintOp
from xtriton.interp.certainty import certain, first_place
from xtriton.interp.compiler import Compute, Elementwise, Scope, Step, elementwise_step, semantics
from xtriton.interp.errors import AssertionFailure, UnsupportedError, UnsupportedInputError
from xtriton.interp.frame import Frame
from xtriton.interp.machine import POISON, Printed
from xtriton.interp.numbers.formats import (
    Array,
    FloatFormat,
    Format,
    IntegerFormat,
    PointerFormat,
    bits_of,
    format_of,
)
from xtriton.interp.numbers.rounding import round_tf32, round_to
from xtriton.interp.values import Value, data_of, full, poison_of
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import element_type, shape_of


def _text(attribute: Attribute) -> str:
    return cast("StringAttr", attribute).data


@semantics("tt.assert", "cf.assert")
def _assert(scope: Scope, op: Operation) -> Step:
    slot = scope.slot(op.operands[0])
    message = _text(op.properties["message" if op.name == "tt.assert" else "msg"])

    def step(frame: Frame) -> None:
        wrong = ~certain(frame, op, frame.values[slot], "the condition")
        if wrong.any():
            raise AssertionFailure(op, f"assertion failed in {first_place(frame, wrong)}: {message}")

    return step


@semantics("tt.print")
def _print(scope: Scope, op: Operation) -> Step:
    """One line for each program and element: the program id, the element's indices, and the values.

    Operands that the attribute ``indices`` counts are the indices of the only other operand.
    """
    assert isinstance(op, PrintOp)
    slots = scope.slots_of(op.args)
    if "indices" in op.attributes:
        return _print_element(scope, op)
    shapes = [shape_of(value.type) or () for value in op.args]
    types = [value.type for value in op.args]
    listed = int_list(op.isSigned)
    # The list may be shorter than the operands: the others are unsigned.
    signed = [index < len(listed) and bool(listed[index]) for index in range(len(slots))]
    prefix, hexadecimal = _text(op.prefix), bool(int_value(op.hex))

    def step(frame: Frame) -> None:
        texts = [
            _spelled(frame, frame.values[slot], type_, shape, as_signed=sign, hexadecimal=hexadecimal)
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


def _print_element(scope: Scope, op: PrintOp) -> Step:
    """A line for each lane, which is an element here."""
    *places, slot = scope.slots_of(op.args)
    prefix, hexadecimal = _text(op.prefix), bool(int_value(op.hex))
    listed = int_list(op.isSigned)
    sign, type_ = bool(listed[-1]), op.args[-1].type

    def step(frame: Frame) -> None:
        texts = _spelled(frame, frame.values[slot], type_, (), as_signed=sign, hexadecimal=hexadecimal)
        indices = [full(data_of(frame.values[place]), (), frame.lanes) for place in places]
        for lane, program in enumerate(frame.programs):
            where = ", ".join(str(int(frame.run.coordinates(axis, np.array([program]))[0])) for axis in range(3))
            at = ", ".join(str(int(index[lane])) for index in indices)
            frame.run.printed.append(Printed(int(program), f"pid ({where}) idx ({at}){prefix}{texts[lane]}"))

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
        texts = [f"0x{int(number):0{form.size * 2}x}" for number in bits.ravel()]
    elif isinstance(form, IntegerFormat):
        shown = form.signed(data) if as_signed and form.bits > 1 else form.as_unsigned(data)
        texts = [str(int(number)) for number in shown.ravel()]
    else:
        texts = [f"{float(number):f}" for number in data.ravel()]
    texts = [POISON if bad else text for text, bad in zip(texts, poison.ravel(), strict=True)]
    return np.array(texts, object).reshape(data.shape)


@semantics("tt.extern_elementwise")
def _library_call(scope: Scope, op: Operation) -> Step:
    symbol = _text(op.properties["symbol"])
    found = library_step(scope, op, symbol)
    if found is not None:
        return found
    if scope.program.opaque:
        return _unknown_code(scope, op, symbol)
    raise UnsupportedError(op, f"the library function '{symbol}' is not known")


def library_step(scope: Scope, op: Operation, symbol: str) -> Step | None:
    """The step of an operation that calls a libdevice function for each element, if the function is supported."""
    from xtriton.interp.numbers.libdevice import FUNCTIONS
    from xtriton.interp.numbers.libdevice_words import WORDS

    exact = WORDS.get(symbol)
    if (signature := SIGNATURES.get(symbol)) is not None:
        _require_operands(op, symbol, signature, exact=exact is not None)
    if exact is not None:
        return elementwise_step(scope, op, Elementwise(_function_of_words(op, exact)))
    found = FUNCTIONS.get(symbol)
    return None if found is None else elementwise_step(scope, op, Elementwise(_library_function(op, symbol, found)))


def _require_operands(op: Operation, symbol: str, signature: Signature, *, exact: bool) -> None:
    """Raise unless the types fit: exactly for functions of bit patterns, otherwise floats may have any width."""
    inputs = tuple(str(element_type(operand.type)) for operand in op.operands)
    given = Signature(inputs, str(element_type(op.results[0].type)))
    if len(inputs) != len(signature.inputs):
        raise UnsupportedError(op, f"'{symbol}' is {signature}, but the number of operands is {len(inputs)}")
    fitting = given == signature or (
        not exact
        and all(
            name == wanted or (wanted.startswith("f") and isinstance(format_of(operand.type), FloatFormat))
            for operand, name, wanted in zip(op.operands, inputs, signature.inputs, strict=True)
        )
    )
    if not fitting:
        raise UnsupportedError(op, f"'{symbol}' is {signature}, not {given}")


def _function_of_words(op: Operation, function: Callable[..., Array]) -> Compute:
    result = format_of(op.results[0].type)

    def compute(*values: Array) -> Array:
        computed = function(*values)
        return result.wrap(computed) if isinstance(result, IntegerFormat) else computed

    return compute


def _library_function(op: Operation, symbol: str, function: Compute) -> Callable[..., Array]:
    forms = [format_of(operand.type) for operand in op.operands]
    result = format_of(op.results[0].type)
    if isinstance(result, PointerFormat):
        raise UnsupportedError(op, f"'{symbol}' does not return pointers")

    def compute(*values: Array) -> Array:
        # Integers are passed as they are; floats are computed in f64.
        wide = [
            value.astype(np.float64) if isinstance(form, FloatFormat) else value
            for value, form in zip(values, forms, strict=True)
        ]
        try:
            computed = cast("Callable[..., Array]", function)(*wide)
        except NotImplementedError as failure:
            raise UnsupportedInputError(op, f"'{symbol}': {failure}") from failure
        if isinstance(result, FloatFormat):
            return round_to(result, computed)
        assert isinstance(result, IntegerFormat)
        return result.wrap(computed.astype(np.int64))

    return compute


_INSTRUCTIONS = {("cvt.rna.tf32.f32 $0, $1;", "=r,r"): round_tf32}
"""The functions of inline assembly that passes generate, by its text and its constraints."""


@semantics("tt.elementwise_inline_asm")
def _assembly(scope: Scope, op: Operation) -> Step:
    text, constraints = _text(op.properties["asm_string"]), _text(op.properties["constraints"])
    if (known := _INSTRUCTIONS.get((text, constraints))) is not None:
        return elementwise_step(scope, op, Elementwise(known))
    if not scope.program.opaque:
        raise UnsupportedError(op, "inline assembly is not interpreted")
    return _unknown_code(scope, op, text + constraints)


@semantics("builtin.unregistered")
def _unregistered(scope: Scope, op: Operation) -> Step:
    """In differential tests: an unknown pure function of the operands."""
    if not scope.program.opaque or op.regions or op.successors or any(shape_of(r.type) for r in op.results):
        raise UnsupportedError(op, "the interpreter does not know this operation")
    name = _text(op.attributes["op_name__"])
    return _unknown_code(scope, op, name)


def _unknown_code(scope: Scope, op: Operation, name: str) -> Step:
    """Unknown code with results that depend on its operands alone, and, unless pure, an observable effect."""
    compute = elementwise_step(scope, op, Elementwise(_unknown_function(op, name))) if op.results else None
    pure = op.properties.get("pure")
    if isinstance(pure, IntegerAttr) and pure.value.data and compute is not None:
        return compute
    witness = _witness(scope, op, name)
    if compute is None:
        return witness

    def step(frame: Frame) -> None:
        witness(frame)
        compute(frame)

    return step


def _witness(scope: Scope, op: Operation, name: str) -> Step:
    """The observable effect of code that cannot be run: for each program a line with its operands is printed."""
    slots, forms = scope.slots_of(op.operands), [format_of(operand.type) for operand in op.operands]
    shapes = [shape_of(operand.type) or () for operand in op.operands]

    def step(frame: Frame) -> None:
        values = [frame.values[slot] for slot in slots]
        bits = [
            full(bits_of(form, data_of(value)), shape, frame.lanes)
            for form, value, shape in zip(forms, values, shapes, strict=True)
        ]
        clouded = np.zeros(frame.lanes, np.bool_)
        for value in values:
            clouded |= poison_of(value).any(axis=tuple(range(1, poison_of(value).ndim)))
        for lane, program in enumerate(frame.programs):
            seen = sha256(b"".join(array[lane].tobytes() for array in bits)).hexdigest()[:16]
            frame.run.printed.append(Printed(int(program), f"{name} sees {POISON if clouded[lane] else seen}"))

    return step


def _unknown_function(op: Operation, name: str) -> Callable[..., Any]:
    """An unspecified function of the operands' bits, equal only for equal calls: enough to compare programs."""
    forms = [format_of(operand.type) for operand in op.operands]
    results = [format_of(result.type) for result in op.results]
    start = int.from_bytes(sha256(name.encode()).digest()[:8], "little")
    rank = len(shape_of(op.results[0].type) or ()) if op.results else 0

    def compute(*values: Array) -> Any:
        mixed: Array = np.full((1,) * (rank + 1), start, np.uint64)
        for form, value in zip(forms, values, strict=True):
            bits = bits_of(form, value).view(f"u{form.size}").astype(np.uint64)
            # The finaliser of SplitMix64 mixes well and is short.
            mixed = (mixed ^ bits) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            mixed = mixed ^ (mixed >> np.uint64(31))
        out = tuple(_of_bits(mixed + np.uint64(index), form) for index, form in enumerate(results))
        return out[0] if len(out) == 1 else out

    return compute


def _of_bits(mixed: Array, form: Format) -> Array:
    """A number of a format, derived from 64 bits; for floats a small one, so that later results stay finite."""
    if isinstance(form, FloatFormat):
        return round_to(form, (mixed >> np.uint64(56)).astype(np.float64) / 64.0 - 2.0)
    if isinstance(form, IntegerFormat):
        return form.wrap(mixed.view(np.int64))
    return mixed.view(np.int64)


@semantics("gpu.barrier", "llvm.intr.assume", "tt.grid_dependency_wait", "tt.grid_dependency_launch_dependents")
def _nothing(scope: Scope, op: Operation) -> Step:
    """A no-op: threads of a program are not modelled, and hints to the optimiser change no result."""
    return lambda frame: None
