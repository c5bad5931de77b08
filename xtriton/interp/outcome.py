"""What a function does on generated inputs: one run, with memory as large as it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2, prod

import numpy as np
from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType, i1, i64
from xdsl.ir import Attribute, Operation

from xtriton.analysis.launch_arguments import own_arguments, recipes_of
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.shape import int_value
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.upstream.func import FuncOp as UpstreamFuncOp
from xtriton.interp.compiler import Program
from xtriton.interp.errors import AssertionFailure, OutOfBoundsError, UnsupportedError
from xtriton.interp.generate import Demand, Inputs, enlarge, generate, reachable
from xtriton.interp.launches import grid_of_launch, with_launch_arguments
from xtriton.interp.machine import Machine, Run, largest_tensor
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import Array, FormatError
from xtriton.interp.segments import SPACING_BITS, WRITTEN, Bytes, Permit
from xtriton.interp.values import Descriptor, Value, data_of, full, is_composite, poison_of
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.symbols import symbol_name
from xtriton.ir.traits import shape_of
from xtriton.recipes import leaves_of

_MOST_WORK = 1 << 19
"""Iterations of loops times elements of the largest tensor: kernels are not run on inputs on which they do more."""

_LEAST_LOOPS = 64
_MOST_LOOPS = 2000
_MOST_BYTES = 1 << 24
"""The most memory that an argument may need; kernels on sizes and strides that need more are not run on them."""


@dataclass
class Outcome:
    """What a run left: the memory of each argument, what is undefined of it, results, printed lines, or the error."""

    memory: dict[int, tuple[Array, Array | None]] = field(default_factory=dict[int, "tuple[Array, Array | None]"])
    touched: dict[int, Bytes | None] = field(default_factory=dict[int, "Bytes | None"])
    """How each byte of the memory of each argument was accessed, as in :class:`Permit`."""
    results: list[tuple[Array, Array]] = field(default_factory=list["tuple[Array, Array]"])
    printed: list[str] = field(default_factory=list[str])
    iterations: int = 0
    """Of all loops together."""
    error: DiagnosticError | None = None

    @property
    def shows(self) -> bool:
        """Whether there is something that a change of the function could change: a result, a store, a failure ..."""
        if self.error is not None:
            return isinstance(self.error, AssertionFailure)
        written = any(bits is not None and bool((bits & WRITTEN).any()) for bits in self.touched.values())
        return written or bool(self.results) or bool(self.printed)


def functions_of(module: ModuleOp) -> list[Operation]:
    """The functions with a body that a module has on top."""
    return [op for op in module.body.ops if isinstance(op, FuncOp | UpstreamFuncOp) and op.body.blocks]


def type_of(function: Operation) -> FunctionType:
    """Types of the arguments that a caller gives, and of results, without layouts, which say where elements are."""
    found = function.properties["function_type"]
    assert isinstance(found, FunctionType)
    own = found.inputs.data[: len(found.inputs.data) - len(recipes_of(function))]
    inputs, outputs = ([_without_layout(one) for one in types] for types in (own, found.outputs))
    return FunctionType.from_lists(inputs, outputs)


def _without_layout(type_: Attribute) -> Attribute:
    if isinstance(type_, TensorDescType):
        block = type_.block_type
        return TensorDescType(TensorType(block.element_type, block.get_shape()))
    return TensorType(type_.element_type, type_.get_shape()) if is_tensor_type(type_) else type_


def grid_of(function: Operation) -> Grid:
    """A small grid with more than one program along the axes that the function asks about."""
    questions = ("tt.get_program_id", "tt.get_num_programs")
    used = {int_value(op.properties["axis"]) for op in reachable(function) if op.name in questions}
    used |= {axis for recipe in recipes_of(function) for source, axis in leaves_of(recipe) if source == "grid"}
    x, y, z = (axis in used for axis in range(3))
    return (3 if x else 1, 2 if y else 1, 2 if z else 1)


Grid = tuple[int, int, int]


def run_with_room(
    program: Program, function: Operation, grid: Grid, demand: Demand, seed: int
) -> tuple[Inputs, Outcome]:
    """Run on the inputs of a seed, with memory that is large enough if there is enough of it."""
    try:
        inputs = generate(demand, seed)
    except FormatError as failure:
        raise UnsupportedError(function, str(failure)) from failure
    while True:
        outcome = run(program, function, grid, inputs)
        if not isinstance(outcome.error, OutOfBoundsError) or not _grown(demand, inputs, outcome.error):
            return inputs, outcome


def _grown(demand: Demand, inputs: Inputs, failure: OutOfBoundsError) -> bool:
    """Whether the buffer behind whose end the access was could be made larger, and has been."""
    with_buffers = [index for index, argument in enumerate(inputs.arguments) if argument.buffer is not None]
    number = (failure.address >> SPACING_BITS) - 1
    if not 0 <= number < len(with_buffers):
        return False
    index = with_buffers[number]
    buffer = inputs.arguments[index].buffer
    assert buffer is not None
    needed = failure.reach + failure.size - ((number + 1) << SPACING_BITS)
    if needed > _MOST_BYTES:
        return False
    enlarge(demand, inputs, index, 1 << ceil(log2(max(needed // buffer.form.size, buffer.count * 2) + 1)))
    return True


def run(
    program: Program,
    function: Operation,
    grid: Grid,
    inputs: Inputs,
    within: Outcome | None = None,
    persistent_programs: int = 1,
) -> Outcome:
    """Run a function once on inputs, of which nothing is changed.

    A function may take in place of descriptors what they are made of, as after their rewriting to pointers. If it must
    stay ``within`` another outcome, all memory that this one did not touch is out of bounds, as it may not exist. The
    tiles of a persistent kernel are run by so many programs.
    """
    memory = Memory(tracks_poison=True)
    copies = [None if one.buffer is None else one.buffer.stored.copy() for one in inputs.arguments]
    addresses = iter(memory.add([(f"argument #{i}", copy) for i, copy in enumerate(copies) if copy is not None]))
    _watch_accesses(memory, copies, within)
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
    if len(values) != len(own_arguments(function)):
        values, where = _expanded(values, where)
    work = min(max(_MOST_WORK // largest_tensor(function), _LEAST_LOOPS), _MOST_LOOPS)
    if within is not None:
        # Programs that ran together may now run one by one, and count theirs one by one.
        work = max(work, (2 * within.iterations + _LEAST_LOOPS) * prod(grid))
    launched = Run(grid_of_launch(function, grid, persistent_programs), memory, True, work_limit=work)
    outcome = Outcome()
    try:
        with np.errstate(all="ignore"):
            arguments = with_launch_arguments(function, values, where, grid)
            machine = Machine(program.function(symbol_name(function) or "", function), launched)
            returned = machine.launch(arguments.values, arguments.addresses)
    except UnsupportedError:
        raise
    except DiagnosticError as failure:
        # Proofs keep errors, but not the frames that they passed.
        outcome.error = failure.with_traceback(None)
        return outcome
    segments = iter(memory.segments)
    for index, copy in enumerate(copies):
        if copy is not None:
            segment = next(segments)
            outcome.memory[index] = (copy, segment.undefined)
            outcome.touched[index] = segment.touched
    outcome.results = [_spelled(value, type_) for value, type_ in zip(returned, result_types(function), strict=True)]
    outcome.iterations = launched.iterations
    outcome.printed = [line.text for line in launched.printed]
    return outcome


def _watch_accesses(memory: Memory, copies: Sequence[Array | None], within: Outcome | None) -> None:
    """Keep which bytes are accessed, and allow no others than those of an outcome."""
    memory.keep_record()
    if within is None:
        return
    numbers = [index for index, copy in enumerate(copies) if copy is not None]
    for segment, index in zip(memory.segments, numbers, strict=True):
        bits = within.touched.get(index)
        if bits is not None:
            segment.permit = Permit(bits, "which the original does not touch", "which the original does not write")


def _expanded(values: Sequence[Value], where: Sequence[int | None]) -> tuple[list[Value], list[int | None]]:
    """Arguments with descriptors taken apart."""
    parts: list[Value] = []
    addresses: list[int | None] = []
    for value, address in zip(values, where, strict=True):
        if isinstance(value, Descriptor):
            parts += [value.base, *value.shape, *value.strides, value.pad_nan]
            addresses += [address, *(None for _ in range(len(parts) - len(addresses) - 1))]
        else:
            parts.append(value)
            addresses.append(address)
    return parts, addresses


def expanded_type(type_: FunctionType) -> FunctionType:
    """The type of a function whose descriptors are taken apart: pointer, extents, strides, whether NaN is padding."""
    inputs: list[Attribute] = []
    for one in type_.inputs.data:
        if isinstance(one, TensorDescType):
            sizes = [i64] * (2 * len(one.block_type.get_shape()))
            inputs += [PointerType(one.signless_block_type.element_type), *sizes, i1]
        else:
            inputs.append(one)
    return FunctionType.from_lists(inputs, list(type_.outputs.data))


def result_types(function: Operation) -> Sequence[Attribute]:
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
