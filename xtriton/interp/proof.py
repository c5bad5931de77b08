"""Whether a rewrite keeps what a module computes, on inputs that seek the edges.

A :class:`Proof` runs every function of a module on generated inputs and keeps what comes out. Another module is
equal to it if it gives the same wherever the first one's outcome is defined:

- an input on which the original has an error (an access out of bounds, a use of poison) allows anything,
- elements that are poison in the original may have any value,
- a NaN is equal to any NaN, and everything else is compared bit for bit.

Where a rewrite may reassociate floating-point sums, only inputs are compared on which sums are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from typing import Any

import numpy as np
from xdsl.dialects.builtin import FunctionType, LocationAttr, ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.upstream.func import FuncOp as UpstreamFuncOp
from xtriton.interp.compiler import Program
from xtriton.interp.errors import AssertionFailure, OutOfBoundsError, UnsupportedError
from xtriton.interp.generate import Inputs, generate
from xtriton.interp.machine import Machine, Run
from xtriton.interp.memory import SPACING_BITS, Memory
from xtriton.interp.numbers.formats import Array, FloatFormat, Format, FormatError, bits_of, format_of
from xtriton.interp.values import Value, data_of, full, is_composite, poison_of
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.symbols import symbol_name
from xtriton.ir.traits import shape_of

DEFAULT_SEEDS = 10

_LOOP_LIMIT = 2000
_MOST_BYTES = 1 << 22
"""The most memory that an argument may need; kernels on sizes and strides that need more are not run on them."""

_TOLERANCE = 2.0**-8
"""Of what may be reassociated, relative to the greater value: sums of rounded functions are not exact."""


@dataclass
class Outcome:
    """What a run left: the memory of each argument, what is undefined of it, results, printed lines, or the error."""

    memory: dict[int, tuple[Array, Array | None]] = field(default_factory=dict[int, "tuple[Array, Array | None]"])
    results: list[tuple[Array, Array]] = field(default_factory=list["tuple[Array, Array]"])
    printed: list[str] = field(default_factory=list[str])
    error: DiagnosticError | None = None


@dataclass(frozen=True)
class Difference:
    """The first thing that two modules do differently: where, and what each gives. ``seed`` made the inputs."""

    function: str
    location: LocationAttr
    place: str
    before: str
    after: str
    seed: int
    inputs: str

    def __str__(self) -> str:
        return f"{self.place} of '{self.function}' was {self.before} and is {self.after} for {self.inputs}"


@dataclass
class Record:
    """A function and its outcomes, one for each seed; ``reason`` says why there are none."""

    function: Operation
    outcomes: list[tuple[Inputs, Outcome]] = field(default_factory=list["tuple[Inputs, Outcome]"])
    reason: DiagnosticError | None = None

    @property
    def defined(self) -> int:
        """How many of the runs had no error."""
        return sum(outcome.error is None for _, outcome in self.outcomes)


class Proof:
    """What the functions of a module do on generated inputs."""

    def __init__(self, module: ModuleOp, seeds: Iterable[int] = range(DEFAULT_SEEDS)) -> None:
        self.seeds = tuple(seeds)
        self.records: dict[str, Record] = {}
        program = Program(module, strict=True, opaque=True)
        for function in functions_of(module):
            name = symbol_name(function)
            assert name is not None
            self.records[name] = self._record(program, function)

    def _record(self, program: Program, function: Operation) -> Record:
        record = Record(function)
        try:
            for seed in self.seeds:
                record.outcomes.append(run_with_room(program, function, seed))
        except UnsupportedError as failure:
            record.outcomes.clear()
            record.reason = failure
        return record

    def compare(self, module: ModuleOp, *, reassociated: bool = False) -> Difference | None:
        """The first difference of ``module`` from the module of this proof, or None.

        Functions that one of the modules lacks or that changed their types, and functions with operations that the
        interpreter does not know, are left out; :meth:`left_out` tells which.
        """
        program = Program(module, strict=True, opaque=True)
        for function in functions_of(module):
            record = self.records.get(symbol_name(function) or "")
            if record is None or type_of(record.function) != type_of(function):
                continue
            try:
                found = self._compare_function(program, record, function, reassociated=reassociated)
            except UnsupportedError:
                continue
            if found is not None:
                return found
        return None

    def _compare_function(
        self, program: Program, record: Record, function: Operation, *, reassociated: bool
    ) -> Difference | None:
        for inputs, expected in record.outcomes:
            if reassociated and not inputs.tame:
                continue
            if expected.error is not None and not isinstance(expected.error, AssertionFailure):
                continue
            actual = run(program, function, inputs)
            found = _difference(expected, actual, function, reassociated=reassociated)
            if found is not None:
                place, before, after = found
                name = symbol_name(function) or ""
                told = describe_inputs(inputs)
                return Difference(name, function.location, place, before, after, inputs.seed, told)
        return None

    def left_out(self, module: ModuleOp) -> list[tuple[Operation, str]]:
        """The functions of ``module`` that are not compared, and why."""
        out: list[tuple[Operation, str]] = []
        program = Program(module, strict=True, opaque=True)
        for function in functions_of(module):
            record = self.records.get(symbol_name(function) or "")
            if record is None:
                out.append((function, "it is new"))
            elif type_of(record.function) != type_of(function):
                out.append((function, "its type has changed"))
            elif record.reason is not None:
                out.append((function, record.reason.diagnostic.message))
            elif (reason := _unsupported(program, function)) is not None:
                out.append((function, reason))
            elif record.defined == 0:
                first = next(o.error for _, o in record.outcomes if o.error is not None)
                out.append((function, f"no generated input is defined, as in: {first.diagnostic.message}"))
        return out


def _unsupported(program: Program, function: Operation) -> str | None:
    try:
        program.function(symbol_name(function) or "", function)
    except UnsupportedError as failure:
        return failure.diagnostic.message
    return None


def functions_of(module: ModuleOp) -> list[Operation]:
    """The functions with a body that a module has on top."""
    return [op for op in module.body.ops if isinstance(op, FuncOp | UpstreamFuncOp) and op.body.blocks]


def type_of(function: Operation) -> Attribute:
    """Argument and result types."""
    found = function.properties["function_type"]
    assert isinstance(found, FunctionType)
    return found


def grid_of(function: Operation) -> tuple[int, int, int]:
    """A small grid with more than one program along the axes that the module asks about."""
    module = function.parent_op()
    used = {
        str(op.properties["axis"])
        for op in (module.walk() if module is not None else ())
        if op.name in ("tt.get_program_id", "tt.get_num_programs")
    }
    x, y, z = (any(text.startswith(f"{axis} ") for text in used) for axis in range(3))
    return (3 if x else 1, 2 if y else 1, 2 if z else 1)


def run_with_room(program: Program, function: Operation, seed: int) -> tuple[Inputs, Outcome]:
    """Run on the inputs of a seed, with memory that is large enough if there is enough of it."""
    counts: dict[int, int] = {}
    while True:
        try:
            inputs = generate(function, seed, counts)
        except FormatError as failure:
            raise UnsupportedError(function, str(failure)) from failure
        outcome = run(program, function, inputs)
        if not isinstance(outcome.error, OutOfBoundsError) or not _grown(inputs, outcome.error, counts):
            return inputs, outcome


def _grown(inputs: Inputs, failure: OutOfBoundsError, counts: dict[int, int]) -> bool:
    """Whether the buffer behind whose end the access was can be made larger; ``counts`` then says so."""
    with_buffers = [index for index, argument in enumerate(inputs.arguments) if argument.buffer is not None]
    number = (failure.address >> SPACING_BITS) - 1
    if not 0 <= number < len(with_buffers):
        return False
    index = with_buffers[number]
    buffer = inputs.arguments[index].buffer
    assert buffer is not None
    needed = failure.address + failure.size - ((number + 1) << SPACING_BITS)
    if needed > _MOST_BYTES:
        return False
    counts[index] = 1 << ceil(log2(max(needed // buffer.form.size, buffer.count) + 1))
    return True


def run(program: Program, function: Operation, inputs: Inputs) -> Outcome:
    """Run a function once on inputs, of which nothing is changed."""
    memory = Memory(tracks_poison=True)
    # All in one allocation of their own each, so that each is a segment, in order.
    copies = [None if one.buffer is None else one.buffer.stored.copy() for one in inputs.arguments]
    starts = [memory.add_alone(f"argument #{i}", copy) for i, copy in enumerate(copies) if copy is not None]
    addresses = iter(starts)
    values: list[Value] = []
    where: list[int | None] = []
    for argument, copy in zip(inputs.arguments, copies, strict=True):
        if copy is None:
            values.append(argument.value)
            where.append(None)
            continue
        assert argument.make is not None
        address = next(addresses)
        values.append(argument.make(address, copy))
        where.append(address)
    launched = Run(grid_of(function), memory, True, _LOOP_LIMIT)
    outcome = Outcome()
    try:
        with np.errstate(all="ignore"):
            machine = Machine(program.function(symbol_name(function) or "", function), launched)
            returned = machine.launch(values, where)
    except UnsupportedError:
        raise
    except DiagnosticError as failure:
        outcome.error = failure
        return outcome
    undefined = iter([segment.undefined for segment in memory.segments])
    for index, copy in enumerate(copies):
        if copy is not None:
            outcome.memory[index] = (copy, next(undefined))
    outcome.results = [_spelled(value, type_) for value, type_ in zip(returned, _result_types(function), strict=True)]
    outcome.printed = [line.text for line in launched.printed]
    return outcome


def _result_types(function: Operation) -> Sequence[Attribute]:
    found = function.properties["function_type"]
    assert isinstance(found, FunctionType)
    return found.outputs.data


def _spelled(value: Value, type_: Attribute) -> tuple[Array, Array]:
    """A result with all its elements, and where it is poison."""
    if is_composite(value):
        parts = np.array([int(data_of(part).reshape(-1)[0]) for part in _flat(value)], np.int64)
        return parts, np.zeros(parts.shape, np.bool_)
    shape = shape_of(type_) or ()
    data = full(data_of(value), shape)
    return data, np.broadcast_to(poison_of(value), data.shape)


def _flat(value: Value) -> list[Value]:
    if is_composite(value):
        return [inner for part in value for inner in _flat(part)]
    return [value]


def _difference(
    expected: Outcome, actual: Outcome, function: Operation, *, reassociated: bool
) -> tuple[str, str, str] | None:
    """Where outcomes differ, what was there and what is."""
    if expected.error is not None or actual.error is not None:
        return _different_errors(expected.error, actual.error)
    compare = _close if reassociated else _equal
    for index, (type_, (data, poison)) in enumerate(zip(_result_types(function), expected.results, strict=True)):
        got, got_poison = actual.results[index]
        form = _format_or_none(type_)
        same = compare(form, data, np.broadcast_to(got, data.shape)) & ~np.broadcast_to(got_poison, data.shape)
        found = _first(same | poison, data, got, got_poison)
        if found is not None:
            return (f"result #{index}{found[0]}", *found[1:])
    for index, (stored, undefined) in expected.memory.items():
        got, got_undefined = actual.memory[index]
        form = _memory_format(function, index)
        values, others = form.decode(stored.view(form.storage)), form.decode(got.view(form.storage))
        ignored = _by_element(undefined, form, values.shape)
        bad = _by_element(got_undefined, form, values.shape)
        found = _first((compare(form, values, others) & ~bad) | ignored, values, others, bad)
        if found is not None:
            return (f"memory of argument #{index}{found[0]}", *found[1:])
    if expected.printed != actual.printed and not reassociated:
        pairs = zip([*expected.printed, "nothing"], [*actual.printed, "nothing"], strict=False)
        before, after = next((a, b) for a, b in pairs if a != b)
        return "what is printed", repr(before), repr(after)
    return None


def _different_errors(expected: DiagnosticError | None, actual: DiagnosticError | None) -> tuple[str, str, str] | None:
    """An assertion that fails must go on failing; nothing else may begin to."""
    if expected is None:
        assert actual is not None
        return "the outcome", "defined", f"an error: {actual.diagnostic.message}"
    if isinstance(actual, AssertionFailure):
        return None
    after = "none" if actual is None else actual.diagnostic.message
    return "the outcome", f"an error: {expected.diagnostic.message}", f"an error: {after}" if actual else "defined"


def _memory_format(function: Operation, index: int) -> Format:
    from xtriton.dialects.tt.types import PointerType, TensorDescType

    type_: Any = function.regions[0].blocks[0].args[index].type
    if isinstance(type_, TensorDescType):
        return format_of(type_.block_type.element_type)
    pointer = type_ if isinstance(type_, PointerType) else type_.element_type
    return format_of(pointer.pointee_type)


def _format_or_none(type_: Attribute) -> Format | None:
    try:
        return format_of(type_)
    except FormatError:
        return None


def _by_element(undefined: Array | None, form: Format, shape: tuple[int, ...]) -> Array:
    if undefined is None:
        return np.zeros(shape, np.bool_)
    return undefined.reshape(-1, form.size).any(axis=1).reshape(shape)


def _equal(form: Format | None, a: Array, b: Array) -> Array:
    if not isinstance(form, FloatFormat):
        return np.equal(a, b)
    both_nan: Array = np.logical_and(np.isnan(a), np.isnan(b))
    return np.logical_or(np.equal(bits_of(form, a), bits_of(form, b)), both_nan)


def _close(form: Format | None, a: Array, b: Array) -> Array:
    same = _equal(form, a, b)
    if not isinstance(form, FloatFormat):
        return same
    x, y = a.astype(np.float64), b.astype(np.float64)
    with np.errstate(all="ignore"):
        return same | (x == y) | (np.abs(x - y) <= _TOLERANCE * np.maximum(np.maximum(np.abs(x), np.abs(y)), 1.0))


def _first(same: Array, before: Array, after: Array, poison: Array) -> tuple[str, str, str] | None:
    """The first element that is not the same, its index, and the two values."""
    if same.all():
        return None
    index = np.unravel_index(int(np.flatnonzero(~same)[0]), same.shape)
    # Results have an axis of programs in front; that of a function that is no kernel has extent 1.
    shown = index[1:] if same.ndim > 1 or same.shape == (1,) else index
    at = f", element [{', '.join(str(int(i)) for i in shown)}]" if len(shown) else ""
    is_poison = bool(np.broadcast_to(poison, same.shape)[index])
    new = "poison" if is_poison else show(np.broadcast_to(after, same.shape)[index])
    return at, show(before[index]), new


def show(value: Any) -> str:
    """A number as a person writes it."""
    number: object = value.item()
    return repr(number)


_MOST_SHOWN = 8


def describe_inputs(inputs: Inputs) -> str:
    """The arguments in short: numbers, and the first elements of tensors and memory."""
    parts: list[str] = []
    for index, argument in enumerate(inputs.arguments):
        if argument.buffer is not None:
            data = argument.buffer.form.decode(argument.buffer.stored)
        else:
            data = data_of(argument.value)
        flat = data.reshape(-1)
        listed = ", ".join(show(one) for one in flat[:_MOST_SHOWN])
        text = listed if flat.size == 1 else f"[{listed}{', ...' if flat.size > _MOST_SHOWN else ''}]"
        parts.append(f"argument #{index} = {text}")
    return f"seed {inputs.seed}: " + (", ".join(parts) or "no arguments")
