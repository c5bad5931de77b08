"""The outcome of a function on generated inputs: one run, with memory as large as it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2, prod

import numpy as np
from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType, i1, i64
from xdsl.ir import Attribute, Operation

from xtriton.analysis.launch_arguments import own_arguments, recipes_of, values_of
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.upstream.func import FuncOp as UpstreamFuncOp
from xtriton.interp.aims import Change
from xtriton.interp.compiler import Program
from xtriton.interp.errors import AssertionFailure, OutOfBoundsError, UnsupportedError
from xtriton.interp.generate import Demand, Inputs, changed, enlarge, generate, reachable
from xtriton.interp.launches import grid_of_launch, with_launch_arguments
from xtriton.interp.machine import Machine, Run
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import Array, FormatError
from xtriton.interp.segments import SPACING_BITS, WRITTEN, Bytes, Permit
from xtriton.interp.values import Descriptor, Value, data_of, full, is_composite, poison_of
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.symbols import symbol_name
from xtriton.ir.traits import shape_of
from xtriton.recipes import leaves_of

_MOST_WORK = 1 << 19
"""Iterations of loops times elements of the largest tensor: inputs on which kernels exceed it are skipped."""

_ALONE, _MORE = 4, 2
"""Seeds at which grids are smaller and larger."""

_LEAST_LOOPS = 64
_MOST_LOOPS = 2000
_MOST_BYTES_CHANGED = 1 << 17
"""The same for inputs that a search tries: filling memory is expensive, and most need little of it."""
_MOST_BYTES = 1 << 24
"""The memory limit of an argument; sizes and strides that need more are skipped."""


@dataclass
class Outcome:
    """The outcome of a run: each argument's memory, its undefined bytes, results, printed lines, or the error."""

    memory: dict[int, tuple[Array, Array | None]] = field(default_factory=dict[int, "tuple[Array, Array | None]"])
    touched: dict[int, Bytes | None] = field(default_factory=dict[int, "Bytes | None"])
    """How each byte of each argument's memory was accessed, as in :class:`Permit`."""
    results: list[tuple[Array, Array]] = field(default_factory=list["tuple[Array, Array]"])
    printed: list[str] = field(default_factory=list[str])
    iterations: int = 0
    """Of all loops together."""
    work: int = 0
    """How many operations ran, each for a whole batch of programs."""
    error: DiagnosticError | None = None

    @property
    def shows(self) -> bool:
        """Whether there is anything that a change of the function could affect: a result, a store, a failure ..."""
        if self.error is not None:
            return isinstance(self.error, AssertionFailure)
        written = any(bits is not None and bool((bits & WRITTEN).any()) for bits in self.touched.values())
        return written or bool(self.results) or bool(self.printed)


def functions_of(module: ModuleOp) -> list[Operation]:
    """The functions of a module that have a body."""
    return [op for op in module.body.ops if isinstance(op, FuncOp | UpstreamFuncOp) and op.body.blocks]


def type_of(function: Operation) -> FunctionType:
    """Types of the caller's arguments, and of results, without layouts, which do not affect values."""
    found = function.properties["function_type"]
    assert isinstance(found, FunctionType)
    own = found.inputs.data[: len(found.inputs.data) - len(recipes_of(function))]
    inputs, outputs = ([_without_layout(input_type) for input_type in types] for types in (own, found.outputs))
    return FunctionType.from_lists(inputs, outputs)


def _without_layout(type_: Attribute) -> Attribute:
    if isinstance(type_, TensorDescType):
        block = type_.block_type
        return TensorDescType(TensorType(block.element_type, block.get_shape()))
    return TensorType(type_.element_type, type_.get_shape()) if is_tensor_type(type_) else type_


def grid_of(function: Operation) -> Grid:
    """A small grid with more than one program along the axes that the function queries."""
    questions = ("tt.get_program_id", "tt.get_num_programs")
    used = {int_value(op.properties["axis"]) for op in reachable(function) if op.name in questions}
    table = values_of(function)
    used |= {axis for recipe in recipes_of(function) for source, axis in leaves_of(recipe, table) if source == "grid"}
    x, y, z = (axis in used for axis in range(3))
    return (3 if x else 1, 2 if y else 1, 2 if z else 1)


Grid = tuple[int, int, int]


def run_with_room(
    program: Program, function: Operation, grid: Grid, demand: Demand, seed: int
) -> tuple[Inputs, Outcome]:
    """Run on the inputs of a seed, with large enough memory within the limit."""
    try:
        inputs = generate(demand, seed)
    except FormatError as failure:
        raise UnsupportedError(function, str(failure)) from failure
    inputs.grid = _other_grid(function, grid, seed)
    return inputs, _run_growing(program, function, grid, demand, inputs)


def _other_grid(function: Operation, grid: Grid, seed: int) -> Grid | None:
    """For functions that query the number of programs: at some seeds there is one, or one more than usual."""
    if seed not in (_ALONE, _MORE) or not any(op.name == "tt.get_num_programs" for op in reachable(function)):
        return None
    x, y, z = (extent if extent == 1 else 1 if seed == _ALONE else extent + 1 for extent in grid)
    return x, y, z


def run_changed(
    program: Program, function: Operation, grid: Grid, demand: Demand, inputs: Inputs, changes: Sequence[Change]
) -> tuple[Inputs, Outcome]:
    """Run on inputs with changes; ``inputs`` is not modified."""
    made = changed(demand, inputs, changes)
    return made, _run_growing(program, function, grid, demand, made, _MOST_BYTES_CHANGED)


def _run_growing(
    program: Program, function: Operation, grid: Grid, demand: Demand, inputs: Inputs, most: int = _MOST_BYTES
) -> Outcome:
    while True:
        if program.coverage is not None:
            program.coverage.restart()
        outcome = run(program, function, grid, inputs)
        if not isinstance(outcome.error, OutOfBoundsError) or not _grown(demand, inputs, outcome.error, most):
            return outcome


def _grown(demand: Demand, inputs: Inputs, failure: OutOfBoundsError, most: int) -> bool:
    """Whether the buffer that the access exceeded could be enlarged, and has been."""
    with_buffers = [index for index, argument in enumerate(inputs.arguments) if argument.buffer is not None]
    number = (failure.address >> SPACING_BITS) - 1
    if not 0 <= number < len(with_buffers):
        return False
    index = with_buffers[number]
    buffer = inputs.arguments[index].buffer
    assert buffer is not None
    needed = failure.reach + failure.size - ((number + 1) << SPACING_BITS)
    if needed > most:
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
    """Run a function once on inputs, which are not modified.

    A function may take flattened descriptors, as after their rewriting to pointers. If it must stay ``within`` another
    outcome, all memory that this one did not access is out of bounds, as it may not exist. ``persistent_programs`` run
    the tiles of a persistent kernel.
    """
    grid = inputs.grid or grid
    memory = Memory(tracks_poison=True)
    copies = [None if given.buffer is None else given.buffer.stored.copy() for given in inputs.arguments]
    values, where = _placed(inputs, copies, memory)
    _watch_accesses(memory, copies, within)
    if len(values) != len(own_arguments(function)):
        values, where = _expanded(values, where)
    compiled = program.function(symbol_name(function) or "", function)
    work = min(max(_MOST_WORK // compiled.largest_tensor, _LEAST_LOOPS), _MOST_LOOPS)
    if within is not None:
        # Programs that ran in batches may now run one by one, and are counted separately.
        work = max(work, (2 * within.iterations + _LEAST_LOOPS) * prod(grid))
    launched = Run(grid, memory, True, work_limit=work)
    outcome = Outcome()
    try:
        launched.grid = grid_of_launch(function, grid, values, persistent_programs)
        with np.errstate(all="ignore"):
            arguments = with_launch_arguments(function, values, where, grid, launched.grid, memory)
            machine = Machine(compiled, launched)
            returned = machine.launch(arguments.values, arguments.addresses)
    except UnsupportedError:
        raise
    except DiagnosticError as failure:
        # Differential tests keep errors, but not the frames that they passed.
        outcome.error = failure.with_traceback(None)
        outcome.work = launched.work
        return outcome
    segments = iter(memory.segments)
    for index, copy in enumerate(copies):
        if copy is not None:
            segment = next(segments)
            outcome.memory[index] = (copy, segment.undefined)
            outcome.touched[index] = segment.touched
    outcome.results = [_spelled(value, type_) for value, type_ in zip(returned, result_types(function), strict=True)]
    outcome.iterations, outcome.work = launched.iterations, launched.work
    outcome.printed = [line.text for line in launched.printed]
    return outcome


def _placed(inputs: Inputs, copies: Sequence[Array | None], memory: Memory) -> tuple[list[Value], list[int | None]]:
    """Add the buffers to the memory; returns the arguments and the addresses of their buffers."""
    addresses = iter(memory.add([(f"argument #{i}", copy) for i, copy in enumerate(copies) if copy is not None]))
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
    return values, where


def _watch_accesses(memory: Memory, copies: Sequence[Array | None], within: Outcome | None) -> None:
    """Record which bytes are accessed, and allow no others than those of an outcome."""
    memory.keep_record()
    if within is None:
        return
    numbers = [index for index, copy in enumerate(copies) if copy is not None]
    for segment, index in zip(memory.segments, numbers, strict=True):
        bits = within.touched.get(index)
        if bits is not None:
            segment.permit = Permit(bits, "which the original does not touch", "which the original does not write")


def _expanded(values: Sequence[Value], where: Sequence[int | None]) -> tuple[list[Value], list[int | None]]:
    """Arguments with flattened descriptors."""
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
    """The function type with flattened descriptors: pointer, extents, strides, whether padding is NaN."""
    inputs: list[Attribute] = []
    for input_type in type_.inputs.data:
        if isinstance(input_type, TensorDescType):
            sizes = [i64] * (2 * len(input_type.block_type.get_shape()))
            inputs += [PointerType(input_type.signless_block_type.element_type), *sizes, i1]
        else:
            inputs.append(input_type)
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
