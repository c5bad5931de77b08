"""Proofs on whole functions given as text: each rule is applied to each operation, and the functions are compared.

Functions take scalars and pointers to arrays. Their results, output and memory are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from proofs.findings import Findings, Refutation
from proofs.lanes import same
from proofs.rules import Rule, rules_of
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Operation

from xtriton.dialects.tt.types import PointerType
from xtriton.interp.api import find_kernel
from xtriton.interp.compiler import Function, Program
from xtriton.interp.errors import LoopLimitError
from xtriton.interp.frame import Frame
from xtriton.interp.machine import Run
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import Array, format_of
from xtriton.interp.values import Poisoned, Value, data_of, full, poison_of
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.traits import shape_of
from xtriton.ir.verifier import verify

POISON = "poison"
"""Stands for poison among the numbers of an argument."""

Input = int | str | Sequence[int]
"""A number, :data:`POISON`, or the elements of a tensor or of the array behind a pointer."""
LOOP_LIMIT = 40


@dataclass(frozen=True)
class Subject:
    """A function as text, and the numbers that each argument takes; all combinations are run."""

    text: str
    domains: Sequence[Sequence[Input]] = ()

    @property
    def inputs(self) -> Iterator[tuple[Input, ...]]:
        """All combinations of the arguments."""
        return product(*self.domains)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a function: results with their poison, memory, printed lines; or that it failed or did not end."""

    results: tuple[tuple[Array, Array], ...] = ()
    memory: tuple[Array, ...] = ()
    printed: tuple[str, ...] = ()
    undefined: bool = False
    endless: bool = False


def prove_functions(subjects: Iterable[Subject], label: str, findings: Findings) -> None:
    """Apply each rule to each operation of each function."""
    for subject in subjects:
        module = parse_module(subject.text, "template", Context())
        verify(module, Context())
        before: list[Outcome] | None = None
        for rule, changed in rewritten(module):
            before = before or run_all(module, subject)
            wrong = differences(before, run_all(changed, subject))
            if not wrong:
                findings.of(rule.name).enumerated[label] += 1
                continue
            inputs = list(subject.inputs)
            clean = [number for number in wrong if POISON not in inputs[number]]
            kind, shown = ("value", inputs[clean[0]]) if clean else ("poison", inputs[wrong[0]])
            findings.refute(Refutation(rule.name, kind, subject.text, f"arguments {shown}"))


def rewritten(module: ModuleOp) -> Iterator[tuple[Rule, ModuleOp]]:
    """The module after each application of one rule to one operation. Each of them is verified."""
    for place, op in enumerate(module.walk()):
        for rule in rules_of(type(op)):
            copy = module.clone()
            root = _operation(copy, place)
            if root.parent is not None and rule.apply(root):
                verify(copy, Context())
                yield rule, copy


def _operation(module: ModuleOp, place: int) -> Operation:
    return next(op for number, op in enumerate(module.walk()) if number == place)


def run_all(module: ModuleOp, subject: Subject) -> list[Outcome]:
    """The outcomes of the only function of a module on each combination of arguments."""
    function = find_kernel(module, None)
    compiled = Program(module, strict=True).function(function.sym_name.data, function)
    signature = function.properties["function_type"]
    assert isinstance(signature, FunctionType)
    return [_run(compiled, signature, arguments) for arguments in subject.inputs]


def _run(compiled: Function, signature: FunctionType, arguments: Sequence[Input]) -> Outcome:
    memory = Memory(tracks_poison=True)
    values: list[Value] = []
    stored: list[Array] = []
    for argument, type_ in zip(arguments, signature.inputs, strict=True):
        if isinstance(type_, PointerType):
            stored.append(np.array(argument, format_of(type_.pointee_type).storage))
            values.append(None)
            continue
        form, shape = format_of(type_), shape_of(type_) or ()
        number = 0 if argument == POISON else argument
        data = form.decode(np.array(number, np.int64).astype(form.storage)).reshape(1, *shape)
        values.append(Poisoned(data, np.ones(data.shape, np.bool_)) if argument == POISON else data)
    addresses = iter(memory.add([("argument", content) for content in stored]))
    values = [np.array([next(addresses)], np.int64) if value is None else value for value in values]
    launched = Run((1, 1, 1), memory, True, loop_limit=LOOP_LIMIT)
    with np.errstate(all="ignore"):
        try:
            memory.begin(0, watched=False)
            returned = compiled.call(Frame(launched, np.zeros(1, np.int64), []), values)
            memory.end()
        except LoopLimitError:
            return Outcome(endless=True)
        except DiagnosticError:
            return Outcome(undefined=True)
    results: list[tuple[Array, Array]] = []
    for value, type_ in zip(returned, signature.outputs, strict=True):
        data = full(data_of(value), shape_of(type_) or ())
        results.append((data, np.broadcast_to(poison_of(value), data.shape)))
    return Outcome(tuple(results), tuple(stored), tuple(line.text for line in launched.printed))


def differences(before: Sequence[Outcome], after: Sequence[Outcome]) -> list[int]:
    """The numbers of the inputs on which the behaviour afterwards is not allowed."""
    return [number for number, pair in enumerate(zip(before, after, strict=True)) if not _allowed(*pair)]


def _allowed(old: Outcome, new: Outcome) -> bool:
    if old.undefined:
        return True
    if old.endless or new.undefined or new.endless:
        return old.endless and new.endless
    if old.printed != new.printed:
        return False
    if any((a != b).any() for a, b in zip(old.memory, new.memory, strict=True)):
        return False
    rows = zip(old.results, new.results, strict=True)
    return not any((~p & (q | ~same(a, b))).any() for (a, p), (b, q) in rows)
