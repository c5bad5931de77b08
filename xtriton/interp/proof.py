"""Differential tests of rewrites on generated inputs with edge cases.

A :class:`Proof` runs every function of a module on generated inputs and records the outcomes. Another module is equal
to it if it has the same outcomes wherever the original's are defined:

- an input on which the original has an error (an access out of bounds, a use of poison) allows anything,
- elements that are poison in the original may have any value,
- a NaN is equal to any NaN, and everything else is compared bit for bit.

Where a rewrite may reassociate floating-point sums, inputs are compared on which sums are exact, and inputs with full
mantissas, on which results may differ within rounding errors (:mod:`xtriton.interp.slack`). Results may also differ
slightly where a rewrite folded mathematical functions of constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import zip_longest
from math import prod
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import FunctionType, LocationAttr, ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.analysis.launch_arguments import own_arguments, persistent_axes
from xtriton.analysis.symbol_uses import SymbolReferences
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.interp.api import HasModule, module_of
from xtriton.interp.compiler import Program
from xtriton.interp.coverage import Coverage
from xtriton.interp.errors import AssertionFailure, UnsupportedError, UnsupportedInputError
from xtriton.interp.generate import Inputs, is_plain
from xtriton.interp.goals import BRANCHES, Goal
from xtriton.interp.launches import MOST_PROGRAMS
from xtriton.interp.machine import POISON
from xtriton.interp.numbers.formats import Array, FloatFormat, Format, FormatError, IntegerFormat, bits_of, format_of
from xtriton.interp.outcome import (
    Grid,
    Outcome,
    expanded_type,
    functions_of,
    grid_of,
    result_types,
    run,
    type_of,
)
from xtriton.interp.perturbation import REORDERED
from xtriton.interp.profiles import PROFILES
from xtriton.interp.registry import TRANSCENDENTAL
from xtriton.interp.search import explore
from xtriton.interp.segments import WRITTEN
from xtriton.interp.slack import Slack, first_beyond
from xtriton.interp.values import data_of
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.symbols import symbol_name, visibility
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in

DEFAULT_SEEDS = len(PROFILES)

_PLAIN_ROUNDS = 12
"""Functions of numbers only get this many times as many seeds: each run tries few numbers, and is cheap."""

_SMALL = 64
"""Elements of arguments. Above this number, each run tries many numbers as it is."""

_Compare = Callable[["Format | None", Array, Array], Array]
"""Which elements of two arrays of a format are considered equal."""


@dataclass(frozen=True)
class Difference:
    """The first difference between two modules: where, and both results. ``seed`` generated the inputs."""

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
    """A function and its outcomes, one for each seed that the interpreter supports.

    ``reason`` explains why there are none, or fewer than seeds. Passes may modify the function in place later: what a
    comparison needs of it is recorded.
    """

    function: Operation
    grid: Grid
    outcomes: list[tuple[Inputs, Outcome]] = field(default_factory=list["tuple[Inputs, Outcome]"])
    reason: DiagnosticError | None = None
    uncovered: list[tuple[Operation, Goal]] = field(default_factory=list["tuple[Operation, Goal]"])
    """Goals of operations that no generated input meets."""
    type: FunctionType = field(init=False)
    evaluations: int = field(init=False)
    """The number of functions whose value depends on the math library."""
    is_empty: bool = field(init=False)
    """Whether the function only returns, without results: there is nothing to check."""

    def __post_init__(self) -> None:
        self.type, self.evaluations = type_of(self.function), _evaluations(self.function)
        self.is_empty = _is_empty(self.function)

    @property
    def untaken(self) -> list[tuple[Operation, Goal]]:
        """Paths of branches and loops that no generated input takes."""
        return [(op, goal) for op, goal in self.uncovered if op.name in BRANCHES]

    @property
    def defined(self) -> int:
        """The number of runs without an error."""
        return sum(outcome.error is None for _, outcome in self.outcomes)

    @property
    def shown(self) -> int:
        """The number of runs with anything to compare."""
        return sum(outcome.shows for _, outcome in self.outcomes)


class Proof:
    """The outcomes of a module's functions on generated inputs."""

    def __init__(self, module: ModuleOp | HasModule, seeds: Iterable[int] = range(DEFAULT_SEEDS)) -> None:
        self.seeds = _checked_seeds(seeds)
        self._speculative = False
        self._prove(module_of(module), {})

    def _prove(self, module: ModuleOp, known: dict[str, Record]) -> None:
        """Run all functions but those that are ``known``."""
        program = Program(module, strict=True, opaque=True, speculative=self._speculative, coverage=Coverage())
        # The module may be modified later, and its sums are analysed only when a pass changes their order.
        self._original = module.clone() if any(op.name in REORDERED for op in operations_in(module)) else None
        self._internal = _internal_functions(module)
        self._compared: dict[str, Record] = {}
        names = {symbol_name(function) or "": function for function in functions_of(module)}
        self.records = {
            name: known.get(name) or self._record(program, function)
            for name, function in names.items()
            if name not in self._internal
        }

    def successor(self, module: ModuleOp) -> Proof:
        """The proof of a module that was just compared and found equal: its outcomes are reused."""
        found = Proof.__new__(Proof)
        found.seeds = self.seeds
        found._speculative = self._speculative
        found._prove(module, self._compared)
        return found

    def _record(self, program: Program, function: Operation) -> Record:
        grid = grid_of(function)
        found = explore(program, function, grid, self._seeds_for(function))
        return Record(function, grid, found.runs, found.reason, found.uncovered)

    def _seeds_for(self, function: Operation) -> Iterable[int]:
        shapes = [shape_of(argument.type) or () for argument in own_arguments(function)]
        if not is_plain(function) or sum(prod(shape) for shape in shapes) > _SMALL:
            return self.seeds
        step = max(self.seeds, default=0) + 1
        return [seed + step * turn for turn in range(_PLAIN_ROUNDS) for seed in self.seeds]

    def compare(
        self, module: ModuleOp | HasModule, *, reassociated: bool = False, speculated: bool = False
    ) -> Difference | None:
        """The first difference of ``module`` from the module of this proof, or None.

        Functions that one of the modules lacks or whose types changed, and functions with operations that the
        interpreter does not support, are skipped; :meth:`left_out` lists them. Private functions that are called are
        compared through their callers, since a pass may rely on their arguments. Where code is ``speculated``, a
        division by zero is not an error: its result is an unspecified number, on which nothing should depend.

        Raises ``TypeError`` if ``module`` is not a module, ``DiagnosticError`` for uses that are not dominated by their
        definition.
        """
        whole = module_of(module)
        self._speculative |= speculated
        program = Program(whole, strict=True, opaque=True, speculative=self._speculative)
        self._compared = {}
        slack = (
            Slack((self._original, whole), speculative=self._speculative) if reassociated and self._original else None
        )
        for function in functions_of(whole):
            record = self.records.get(symbol_name(function) or "")
            if record is None or not _takes_the_same(record.type, function):
                continue
            try:
                found = self._compare_function(program, record, function, slack, reassociated=reassociated)
            except UnsupportedError:
                continue
            if found is not None:
                return found
        return None

    def _compare_function(
        self, program: Program, record: Record, function: Operation, slack: Slack | None, *, reassociated: bool
    ) -> Difference | None:
        compare = _close if reassociated else _equal
        if not reassociated and _evaluations(function) < record.evaluations:
            compare = _nearly_equal
        compared, complete = Record(function, record.grid), True
        for inputs, expected in record.outcomes:
            precise = reassociated and slack is not None and inputs.in_parts
            if reassociated and not inputs.tame and not precise:
                continue
            if expected.error is not None and not isinstance(expected.error, AssertionFailure):
                compared.outcomes.append((inputs, expected))
                continue
            try:
                actual = run(program, function, record.grid, inputs, within=expected)
            except UnsupportedInputError:
                complete = False
                continue
            compared.outcomes.append((inputs, actual))
            if precise and slack is not None and expected.error is None and actual.error is None:
                found = _beyond(slack, record, inputs, expected, actual, function)
            else:
                found = _difference(inputs, expected, actual, function, compare)
            if found is not None:
                return _told(function, inputs, found)
        if persistent_axes(function) and (found := _shared_difference(program, compared)) is not None:
            return found
        if complete and record.outcomes and not reassociated and type_of(function) == record.type:
            self._compared[symbol_name(function) or ""] = compared
        return None

    def left_out(self, module: ModuleOp | HasModule) -> list[tuple[Operation, str]]:
        """The functions of ``module`` that are not compared, and the reasons."""
        out: list[tuple[Operation, str]] = []
        whole = module_of(module)
        program = Program(whole, strict=True, opaque=True)
        for function in functions_of(whole):
            record = self.records.get(symbol_name(function) or "")
            if record is None:
                if symbol_name(function) not in self._internal:
                    out.append((function, "it is new"))
            elif not _takes_the_same(record.type, function):
                out.append((function, "its type has changed"))
            elif record.reason is not None and not record.outcomes:
                out.append((function, record.reason.diagnostic.message))
            elif (reason := _unsupported(program, function)) is not None:
                out.append((function, reason))
            elif record.defined == 0:
                first = next(o.error for _, o in record.outcomes if o.error is not None)
                out.append((function, f"no generated input is defined, as in: {first.diagnostic.message}"))
            elif record.shown == 0 and not record.is_empty:
                out.append((function, "on no generated input that is defined it stores, returns or prints anything"))
        return out


def _checked_seeds(given: object) -> tuple[int, ...]:
    seeds = tuple(cast("Iterable[object]", given)) if isinstance(given, Iterable) else ()
    if not seeds or not all(isinstance(seed, int | np.integer) and seed >= 0 for seed in seeds):
        raise TypeError(f"seeds are at least one integer from 0 on, as in range({DEFAULT_SEEDS}), not {given!r}")
    return tuple(int(cast("int", seed)) for seed in seeds)


def _internal_functions(module: ModuleOp) -> set[str]:
    """The names of functions that cannot be called from outside the module, and are called in it."""
    uses = SymbolReferences()
    named = {reference.root_reference.data for op in operations_in(module) for reference in uses.of(op)}
    names = {symbol_name(function) or "" for function in functions_of(module) if visibility(function) == "private"}
    return names & named


def _is_empty(function: Operation) -> bool:
    block = function.regions[0].blocks[0]
    return block.first_op is block.last_op and not result_types(function)


def _takes_the_same(type_: FunctionType, function: Operation) -> bool:
    """Whether inputs of functions of ``type_`` are valid for ``function``."""
    return type_of(function) in (type_, expanded_type(type_))


def _unsupported(program: Program, function: Operation) -> str | None:
    try:
        program.function(symbol_name(function) or "", function)
    except UnsupportedError as failure:
        return failure.diagnostic.message
    return None


def _difference(
    inputs: Inputs, expected: Outcome, actual: Outcome, function: Operation, compare: _Compare
) -> tuple[str, str, str] | None:
    """The difference of two outcomes: the place, and both values."""
    if expected.error is not None or actual.error is not None:
        return _different_errors(expected.error, actual.error)
    for index, (type_, (data, poison)) in enumerate(zip(result_types(function), expected.results, strict=True)):
        got, got_poison = actual.results[index]
        form = _format_or_none(type_)
        same = compare(form, data, np.broadcast_to(got, data.shape)) & ~np.broadcast_to(got_poison, data.shape)
        found = _first(same | poison, data, got, got_poison)
        if found is not None:
            return (f"result #{index}{found[0]}", *found[1:])
    for index, (stored, undefined) in expected.memory.items():
        got, got_undefined = actual.memory[index]
        form = _memory_format(inputs.arguments[index].type)
        values, others = _held(form, stored), _held(form, got)
        ignored = _by_element(undefined, form, values.shape)
        bad = _by_element(got_undefined, form, values.shape)
        found = _first((compare(form, values, others) & ~bad) | ignored, values, others, bad)
        if found is not None:
            return (f"memory of argument #{index}{found[0]}", *found[1:])
    return None if compare is _close else _different_lines(expected.printed, actual.printed)


def _told(function: Operation, inputs: Inputs, found: tuple[str, str, str]) -> Difference:
    place, before, after = found
    told = describe_inputs(inputs)
    return Difference(symbol_name(function) or "", function.location, place, before, after, inputs.seed, told)


def _shared_difference(program: Program, alone: Record) -> Difference | None:
    """The difference if several programs share the tiles of a persistent kernel, on the inputs with the most writes."""
    written = [
        (_bytes_written(outcome), inputs, outcome) for inputs, outcome in alone.outcomes if outcome.error is None
    ]
    if not written:
        return None
    _, inputs, outcome = max(written, key=lambda candidate: candidate[0])
    shared = run(program, alone.function, alone.grid, inputs, persistent_programs=MOST_PROGRAMS)
    found = _different_writes(outcome, shared)
    return None if found is None else _told(alone.function, inputs, found)


def _bytes_written(outcome: Outcome) -> int:
    return sum(int(np.count_nonzero(bits & WRITTEN)) for bits in outcome.touched.values() if bits is not None)


def _different_writes(alone: Outcome, shared: Outcome) -> tuple[str, str, str] | None:
    """Where several programs that share the tiles of a kernel do not write the bytes that one program writes.

    The written values may differ, if programs of the original have races.
    """
    if shared.error is not None:
        return "the outcome of several programs", "defined", f"an error: {shared.error.diagnostic.message}"
    for index, touched in alone.touched.items():
        others = shared.touched[index]
        if touched is None or others is None:
            continue
        different = np.flatnonzero((touched ^ others) & WRITTEN)
        if len(different):
            at = int(different[0])
            place = f"memory of argument #{index}, byte [{at}], with several programs"
            missing = bool(touched[at] & WRITTEN)
            return (place, "written", "not written") if missing else (place, "not written", "written")
    return None


def _beyond(
    slack: Slack, record: Record, inputs: Inputs, expected: Outcome, actual: Outcome, function: Operation
) -> tuple[str, str, str] | None:
    """The difference of outcomes that a different order of sums does not explain."""
    name = symbol_name(function) or ""
    before = slack.runs(0, record.grid, inputs, expected, name)
    after = slack.runs(1, record.grid, inputs, expected, name)
    if not before or not after:
        return None
    for index, (type_, (data, poison)) in enumerate(zip(result_types(function), expected.results, strict=True)):
        form = _format_or_none(type_)

        def of(outcome: Outcome, index: int = index, shape: tuple[int, ...] = data.shape) -> Array:
            return np.broadcast_to(outcome.results[index][0], shape)

        found = first_beyond(form, data, of(actual), map(of, before), map(of, after), poison)
        if found is not None:
            return _described(f"result #{index}", data, of(actual), *found)
    for index, (stored, undefined) in expected.memory.items():
        form = _memory_format(inputs.arguments[index].type)

        def held(outcome: Outcome, index: int = index, form: Format = form) -> Array:
            return _held(form, outcome.memory[index][0])

        values = _held(form, stored)
        ignored = _by_element(undefined, form, values.shape)
        found = first_beyond(form, values, held(actual), map(held, before), map(held, after), ignored)
        if found is not None:
            return _described(f"memory of argument #{index}", values, held(actual), *found)
    return None


def _described(place: str, before: Array, after: Array, at: int, allowed: float) -> tuple[str, str, str]:
    index = np.unravel_index(at, before.shape)
    shown = index[1:] if before.ndim > 1 or before.shape == (1,) else index
    element = f", element [{', '.join(str(int(i)) for i in shown)}]" if len(shown) else ""
    more = f", where another order of sums explains {allowed:.3g}" if allowed else ""
    return place + element, show(before[index]), show(after[index]) + more


def _different_lines(expected: list[str], actual: list[str]) -> tuple[str, str, str] | None:
    """The difference of printed lines. Lines with poison may change arbitrarily."""
    for before, after in zip_longest(expected, actual, fillvalue="nothing"):
        if before != after and POISON not in before:
            return "what is printed", repr(before), repr(after)
    return None


def _different_errors(expected: DiagnosticError | None, actual: DiagnosticError | None) -> tuple[str, str, str] | None:
    """A failing assertion must still fail; no other error may be introduced."""
    if expected is None:
        assert actual is not None
        return "the outcome", "defined", f"an error: {actual.diagnostic.message}"
    if isinstance(actual, AssertionFailure):
        return None
    after = "none" if actual is None else actual.diagnostic.message
    return "the outcome", f"an error: {expected.diagnostic.message}", f"an error: {after}" if actual else "defined"


def _memory_format(type_: Any) -> Format:
    """The format of the pointee of an argument type."""
    if isinstance(type_, TensorDescType):
        return format_of(type_.block_type.element_type)
    pointer = type_ if isinstance(type_, PointerType) else type_.element_type
    return format_of(pointer.pointee_type)


def _held(form: Format, stored: Array) -> Array:
    """The elements of memory as numbers; integers narrower than their storage with all its bits."""
    elements = stored.view(form.storage)
    return elements if isinstance(form, IntegerFormat) and form.bits % 8 else form.decode(elements)


def _format_or_none(type_: Attribute) -> Format | None:
    try:
        return format_of(type_)
    except FormatError:
        return None


def _by_element(undefined: Array | None, form: Format, shape: tuple[int, ...]) -> Array:
    if undefined is None:
        return np.zeros(shape, np.bool_)
    elements: Array = np.any(undefined.reshape(-1, form.size), axis=1)
    return elements.reshape(shape)


def _equal(form: Format | None, a: Array, b: Array) -> Array:
    if not isinstance(form, FloatFormat):
        return np.equal(a, b)
    both_nan: Array = np.logical_and(np.isnan(a), np.isnan(b))
    same_bits: Array = np.equal(bits_of(form, a), bits_of(form, b))
    return same_bits | both_nan


def _within(tolerance: float) -> _Compare:
    def compare(form: Format | None, a: Array, b: Array) -> Array:
        same = _equal(form, a, b)
        if not isinstance(form, FloatFormat):
            return same
        x, y = a.astype(np.float64), b.astype(np.float64)
        with np.errstate(all="ignore"):
            scale = np.maximum(np.maximum(np.abs(x), np.abs(y)), 1.0)
            near: Array = np.less_equal(np.abs(x - y), tolerance * scale)
        return np.asarray(same | (x == y) | near)

    return compare


_close = _within(2.0**-8)
"""For reassociated results: sums of rounded functions are not exact."""

_nearly_equal = _within(2.0**-18)
"""For results of another math library: compilers fold functions of constants with the host's."""


def _evaluations(function: Operation) -> int:
    return sum(op.name in TRANSCENDENTAL for op in operations_in(function))


def _first(same: Array, before: Array, after: Array, poison: Array) -> tuple[str, str, str] | None:
    """The first unequal element, its index, and the two values."""
    if same.all():
        return None
    index = np.unravel_index(int(np.flatnonzero(~same)[0]), same.shape)
    # Results have a leading axis of programs; for a function that is not a kernel it has extent 1.
    shown = index[1:] if same.ndim > 1 or same.shape == (1,) else index
    at = f", element [{', '.join(str(int(i)) for i in shown)}]" if len(shown) else ""
    is_poison = bool(np.broadcast_to(poison, same.shape)[index])
    new = "poison" if is_poison else show(np.broadcast_to(after, same.shape)[index])
    return at, show(before[index]), new


def show(value: Any) -> str:
    """A number in readable form."""
    number: object = value.item()
    return repr(number)


_MOST_SHOWN = 8


def describe_inputs(inputs: Inputs) -> str:
    """A summary of the arguments: numbers, and the first elements of tensors and memory."""
    parts: list[str] = []
    for index, argument in enumerate(inputs.arguments):
        if argument.buffer is not None:
            data = argument.buffer.form.decode(argument.buffer.stored)
        else:
            data = data_of(argument.value)
        flat = data.reshape(-1)
        listed = ", ".join(show(number) for number in flat[:_MOST_SHOWN])
        text = listed if flat.size == 1 else f"[{listed}{', ...' if flat.size > _MOST_SHOWN else ''}]"
        parts.append(f"argument #{index} = {text}")
    return f"seed {inputs.seed}: " + (", ".join(parts) or "no arguments")
