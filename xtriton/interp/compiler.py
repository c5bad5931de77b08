"""From IR to closures: each operation becomes a step that reads and writes slots of a frame.

Steps are created once per function and run for each batch of programs, and each iteration of a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from xtriton.analysis.shared_memory_lifetimes import Lifetimes
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.interp.certainty import first_place
from xtriton.interp.errors import PoisonError, RunError, UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, FormatError
from xtriton.interp.observer import Observer, View
from xtriton.interp.origins import explain
from xtriton.interp.regions import CompiledRegion
from xtriton.interp.registry import MEANINGS, semantics_of
from xtriton.interp.values import Poisoned, Value, aligned, poison_of, with_poison
from xtriton.interp.writes import written_arguments
from xtriton.ir.dominance import verify_dominance
from xtriton.ir.symbols import symbol_name
from xtriton.ir.traits import has_trait, shape_of
from xtriton.ir.walk import ancestors, operations_in

if TYPE_CHECKING:
    from xtriton.interp.coverage import Coverage
    from xtriton.interp.perturbation import Perturbation

Step = Callable[[Frame], None]
Unary = Callable[[Array], Array]
Binary = Callable[[Array, Array], Array]
Ternary = Callable[[Array, Array, Array], Array]
Compute = (
    Unary | Binary | Ternary | Callable[[Array], tuple[Array, Array]] | Callable[[Array, Array], tuple[Array, Array]]
)
PoisonRule = Unary | Binary | Ternary

MOST_ELEMENTS = 1 << 28
"""The largest number of elements of a tensor: of 64 bits each, these take 2 GiB. Triton's own have at most 2**20."""


@dataclass
class Scope:
    """The state of compiling the operations of a function into steps."""

    program: Program
    slots: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])

    @property
    def strict(self) -> bool:
        """Whether attributes that assert properties (such as overflow flags) are checked."""
        return self.program.strict

    def slot(self, value: SSAValue) -> int:
        """The slot of a value."""
        return self.slots.setdefault(value, len(self.slots))

    def slots_of(self, values: Sequence[SSAValue]) -> tuple[int, ...]:
        """The slots of several values."""
        return tuple(self.slot(value) for value in values)

    def region(self, region: Region) -> CompiledRegion:
        """The compiled region of an operation."""
        return CompiledRegion.of(self, region)

    def block(self, block: Block) -> CompiledBlock:
        """The compiled block."""
        arguments = self.slots_of(block.args)
        steps: list[Step] = []
        last = block.last_op
        for op in block.ops:
            if op is last and has_trait(op, IsTerminator):
                break
            steps += self.watched(op)
            steps += self.observed(op)
            steps += self.reusing(op)
            steps.append(self.step(op))
            steps += self.perturbed(op)
            steps += self.observed(op, after=True)
        if last is not None and has_trait(last, IsTerminator):
            steps += self.watched(last)
            steps += self.observed(last)
        if last is None or not has_trait(last, IsTerminator):
            return CompiledBlock(arguments, steps, last, ())
        return CompiledBlock(arguments, steps, last, self.slots_of(last.operands))

    def watched(self, op: Operation) -> list[Step]:
        """The step that records which goals an operation is about to meet, if coverage is collected."""
        coverage = self.program.coverage
        note = coverage.watch(op, self.slots_of) if coverage is not None else None
        return [] if note is None else [note]

    def perturbed(self, op: Operation) -> list[Step]:
        """The step that perturbs the sums that an operation computed, if perturbation is enabled."""
        perturbation = self.program.perturbation
        move = perturbation.watch(op, self.slots_of) if perturbation is not None else None
        return [] if move is None else [move]

    def reusing(self, op: Operation) -> list[Step]:
        """The step that checks that nothing in flight uses memory that Triton may give to an operation."""
        lifetimes = self.program.lifetimes(op)
        shared = set[Operation]() if lifetimes is None else lifetimes.sharing(op)
        if op.name == "ttg.local_alloc" and lifetimes is not None and not self.program.is_specialized:
            shared.add(op)  # its memory in the previous iteration; of partitions, the race detector knows that
        return [lambda frame: frame.run.transfers.require_unused(frame, op, shared)] if shared else []

    def observed(self, op: Operation, *, after: bool = False) -> list[Step]:
        """The step that shows an operation of the observed program to the observer, before or after it runs."""
        observer, slots = self.program.observer, self.slots
        if observer is None:
            return []

        def show(frame: Frame) -> None:
            if frame.run.batch == 1 and frame.lanes == 1 and int(frame.programs[0]) == observer.program:
                view = View(frame, slots)
                if after:
                    observer.after(op, view)
                else:
                    observer.before(op, view)

        return [show]

    def step(self, op: Operation) -> Step:
        """The step of an operation. Raises for operations that the interpreter does not support."""
        found = semantics_of(op.name)
        if found is None:
            raise UnsupportedError(op, "the interpreter does not know this operation")
        if any(prod(shape_of(result.type) or ()) > MOST_ELEMENTS for result in op.results):
            raise UnsupportedError(op, f"tensors of more than {MOST_ELEMENTS} elements are not supported")
        try:
            step = found(self, op)
        except FormatError as failure:
            raise UnsupportedError(op, str(failure)) from failure
        return self._guarded(op, step) if self.program.is_specialized else step

    def _guarded(self, op: Operation, step: Step) -> Step:
        """The step of an operation that must not use results of asynchronous dots before they are complete."""
        forwarded = op.forwarded_operands() if isinstance(op, RegionBranchOpInterface) else range(0)
        slots = [
            self.slot(operand)
            for index, operand in enumerate(op.operands)
            if isinstance(operand.type, TensorType) and index not in forwarded
        ]
        if not slots or op.name in _WAITING:
            return step

        def guarded(frame: Frame) -> None:
            if frame.run.watch is not None:
                frame.run.watch.require_there(op, [frame.values[slot] for slot in slots])
            step(frame)

        return guarded


_WAITING = ("ttng.warp_group_dot", "ttng.warp_group_dot_wait")
"""Operations that check themselves which operands must be complete."""


_READING_SHARED_MEMORY = frozenset(
    f"ttng.{name}"
    for name in (
        "warp_group_dot",
        "async_tma_copy_local_to_global",
        "async_tma_reduce",
        "async_tma_scatter",
    )
)
"""Operations that may still read shared memory when they have been issued."""


Semantics = Callable[[Scope, Operation], Step]


@dataclass
class CompiledBlock:
    """The steps of a block, and the slots of its terminator's operands."""

    arguments: tuple[int, ...]
    steps: list[Step]
    terminator: Operation | None
    outputs: tuple[int, ...]

    def enter(self, frame: Frame, arguments: Sequence[Value]) -> None:
        """Run all but the terminator."""
        values = frame.values
        for slot, value in zip(self.arguments, arguments, strict=True):
            values[slot] = value
        frame.run.work += len(self.steps)
        for step in self.steps:
            step(frame)

    def handed_on(self, frame: Frame) -> list[Value]:
        """The terminator's operands."""
        values = frame.values
        return [values[slot] for slot in self.outputs]


@dataclass
class Function:
    """A compiled function."""

    op: Operation
    slots: dict[SSAValue, int]
    body: CompiledRegion
    is_specialized: bool
    """Whether warp groups run different code, in it or in its callees."""

    @cached_property
    def written(self) -> set[int] | None:
        """The indices of the arguments that stores may go through; None if unknown."""
        return written_arguments(self.op)

    @cached_property
    def largest_tensor(self) -> int:
        """The number of elements of the largest tensor, at least 1: tensors may be empty."""
        results = (result for op in operations_in(self.op) for result in op.results)
        return max((prod(shape_of(result.type) or (1,)) for result in results), default=1) or 1

    def call(self, frame: Frame, arguments: Sequence[Value]) -> list[Value]:
        """Run the function in the lanes of the caller's frame."""
        inner = Frame(frame.run, frame.programs, [None] * len(self.slots))
        try:
            return self.body.run(inner, arguments)
        except PoisonError as failure:
            explain(failure, self.slots)
            raise


@dataclass
class Program:
    """The functions of a module, compiled on first use.

    Raises ``DiagnosticError`` for uses that are not dominated by their definition, which have no value.
    """

    module: ModuleOp
    strict: bool = False
    opaque: bool = False
    """Whether code that cannot be run (assembly, unknown libraries) is treated as an unknown function."""
    speculative: bool = False
    """Whether an invalid operand (a divisor of zero) makes the result an unspecified number instead of an error."""
    coverage: Coverage | None = None
    """The coverage of operations' goals, if collected."""
    perturbation: Perturbation | None = None
    """The perturbation of sums, if enabled."""
    observer: Observer | None = None
    """The observer of one program, if there is one."""
    functions: dict[str, Function] = field(default_factory=dict[str, Function])
    _lifetimes: dict[Operation, Lifetimes | None] = field(default_factory=dict["Operation", "Lifetimes | None"])

    def __post_init__(self) -> None:
        for op in self.module.body.ops:
            verify_dominance(op)

    @cached_property
    def is_specialized(self) -> bool:
        """Whether warp groups run different code anywhere."""
        return any(op.name == "ttg.warp_specialize" for op in operations_in(self.module))

    def lifetimes(self, op: Operation) -> Lifetimes | None:
        """The lifetimes of shared memory in the function of an operation. None if nothing asynchronous reads any."""
        around = ancestors(op, inclusive=True)
        function = next((function for function in around if function.parent_op() is self.module), None)
        if function is None:
            return None
        if function not in self._lifetimes:
            reads = any(inner.name in _READING_SHARED_MEMORY for inner in operations_in(function))
            self._lifetimes[function] = Lifetimes.of(function) if reads else None
        return self._lifetimes[function]

    @cached_property
    def symbols(self) -> dict[str | None, Operation]:
        """The functions by name."""
        return {symbol_name(op): op for op in self.module.body.ops}

    def function(self, name: str, caller: Operation) -> Function:
        """The function called ``name``, for its user ``caller``."""
        if (found := self.functions.get(name)) is not None:
            return found
        op = self.symbols.get(name)
        if op is None:
            raise RunError(caller, f"there is no function '{name}'")
        if not op.regions or not op.regions[0].blocks:
            raise UnsupportedError(caller, f"function '{name}' has no body")
        scope = Scope(self)
        body = scope.region(op.regions[0])
        made = self.functions[name] = Function(op, scope.slots, body, self.is_specialized)
        return made


def semantics(*names: str) -> Callable[[Semantics], Semantics]:
    """Register a function that builds the step of an operation."""

    def register(function: Semantics) -> Semantics:
        for name in names:
            MEANINGS[name] = function
        return function

    return register


@dataclass(frozen=True)
class Elementwise:
    """The elementwise function of an operation, and where its result is poison although no operand is.

    ``poison`` is called in strict runs only, with the operands and the result; so is ``stops``, but elements where it
    is true are an error of the program, ``message``, not poison.
    """

    compute: Compute
    poison: PoisonRule | None = None
    stops: PoisonRule | None = None
    message: str = ""


def elementwise(*names: str) -> Callable[[Callable[[Operation], Compute | Elementwise]], Semantics]:
    """Register the elementwise function of operations; operands may be broadcast against each other."""

    def register(build: Callable[[Operation], Compute | Elementwise]) -> Semantics:
        def make(scope: Scope, op: Operation) -> Step:
            made = build(op)
            rule = made if isinstance(made, Elementwise) else Elementwise(made)
            return elementwise_step(scope, op, _speculated(rule) if scope.program.speculative else rule)

        return semantics(*names)(make)

    return register


def _speculated(rule: Elementwise) -> Elementwise:
    """The rule without errors: an invalid operand gives an unspecified number, as hardware does.

    It is not poison, since another operand may determine the result alone, as in a mask.
    """
    return rule if rule.stops is None else replace(rule, stops=None)


def elementwise_step(scope: Scope, op: Operation, rule: Elementwise) -> Step:
    """The step of an operation that computes each element by ``rule``."""
    inputs = scope.slots_of(op.operands)
    outputs = scope.slots_of(op.results)
    compute, out, single = cast("Callable[..., Any]", rule.compute), outputs[0], len(outputs) == 1
    checked = rule.stops is not None or (scope.strict and rule.poison is not None)
    ranks = [len(shape_of(operand.type) or ()) for operand in op.operands]
    mixed = len(set(ranks)) > 1

    def plain(frame: Frame) -> None:
        values = frame.values
        operands = [values[slot] for slot in inputs]
        for operand in operands:
            if type(operand) is Poisoned:
                careful(frame)
                return
        values[out] = compute(*operands)

    def careful(frame: Frame) -> None:
        values = frame.values
        operands = [values[slot] for slot in inputs]
        data = [operand.data if type(operand) is Poisoned else operand for operand in operands]
        poison = [operand.poison for operand in operands if type(operand) is Poisoned]
        if mixed:
            data = [aligned(array, max(ranks)) if rank == 0 else array for array, rank in zip(data, ranks, strict=True)]
            poison = [aligned(mask, max(ranks)) if mask.ndim == 1 else mask for mask in poison]
        if rule.stops is not None:
            _stop(op, frame, rule, data, poison)
        computed = compute(*data)
        results = (computed,) if single else computed
        if scope.strict and rule.poison is not None:
            poison.append(cast("Callable[..., Array]", rule.poison)(*data, *results))
        total = _any_of(poison)
        for slot, result in zip(outputs, results, strict=True):
            values[slot] = with_poison(result, total)

    return plain if single and not checked and not mixed else careful


def _any_of(masks: Sequence[Array]) -> Array | None:
    if not masks:
        return None
    total = masks[0]
    for mask in masks[1:]:
        total = total | mask
    return total


def _stop(op: Operation, frame: Frame, rule: Elementwise, data: list[Array], poison: list[Array]) -> None:
    assert rule.stops is not None
    wrong = cast("Callable[..., Array]", rule.stops)(*data)
    if (clouded := _any_of(poison)) is not None:
        wrong = wrong & ~clouded
    if wrong.any():
        raise RunError(op, f"{rule.message} in {first_place(frame, wrong)}")


def moving(*names: str) -> Callable[[Callable[[Operation], Compute]], Semantics]:
    """Register operations that move elements without changing them: poison moves along."""

    def register(build: Callable[[Operation], Compute]) -> Semantics:
        def make(scope: Scope, op: Operation) -> Step:
            compute = cast("Callable[..., Any]", build(op))
            inputs, outputs = scope.slots_of(op.operands), scope.slots_of(op.results)
            single = len(outputs) == 1

            def step(frame: Frame) -> None:
                values = frame.values
                operands = [values[slot] for slot in inputs]
                poisoned = any(type(operand) is Poisoned for operand in operands)
                data = [value.data if type(value) is Poisoned else value for value in operands]
                computed = compute(*data)
                results = (computed,) if single else computed
                if poisoned:
                    moved = compute(*map(poison_of, operands))
                    masks = (moved,) if single else moved
                    results = tuple(with_poison(array, mask) for array, mask in zip(results, masks, strict=True))
                for slot, result in zip(outputs, results, strict=True):
                    values[slot] = result

            return step

        return semantics(*names)(make)

    return register
