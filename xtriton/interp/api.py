"""Launches a kernel of a module on NumPy arrays."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Protocol, cast

import numpy as np
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.upstream.func import FuncOp as UpstreamFuncOp
from xtriton.interp.arguments import bind, shown
from xtriton.interp.compiler import Program
from xtriton.interp.launches import grid_of_launch, with_launch_arguments
from xtriton.interp.machine import Machine, Run
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import Array
from xtriton.interp.observer import Observer, Traced, Tracer, program_number
from xtriton.interp.partitions import Interleaving
from xtriton.interp.values import Poisoned, Value, data_of, full, is_array, poison_of
from xtriton.ir.diagnostics import error
from xtriton.ir.symbols import symbol_name, visibility
from xtriton.ir.traits import shape_of


@dataclass
class Result:
    """The results of a launch, besides the arrays it changed."""

    printed: list[str] = field(default_factory=list[str])
    """The lines that the programs printed, in program order."""
    trace: list[Traced] = field(default_factory=list["Traced"])
    """The results of the operations of one program in order, if asked for."""


def interpret(
    module: ModuleOp | HasModule,
    grid: int | Sequence[int],
    *arrays: Any,
    kernel: str | None = None,
    strict: bool = False,
    loop_limit: int | None = None,
    interleaving: str | int = "first",
    trace: int | Sequence[int] | None = None,
    observer: Observer | None = None,
) -> Result:
    """Run a kernel over ``grid`` on NumPy arrays, which it modifies in place as a launch on a GPU would.

    ``module`` is a parsed module or one of the builder. ``arrays`` are the kernel's arguments in order: arrays for
    pointers and descriptors, with elements of the pointee type (bits as integers for formats that NumPy lacks) and None
    for null pointers, and numbers for scalars; arguments with a recipe are computed from these. ``kernel`` names the
    function where the module has several public ones. With ``strict``, unspecified values (violated overflow flags,
    shifts beyond the width, masked-off elements of a load without ``other`` ...) are poison, and using them is an
    error; without, they have the values that a GPU would produce, or zero. ``loop_limit`` is how many iterations a loop
    may run. ``interleaving`` is the schedule of the partitions of a warp-specialised kernel: ``first``, ``last`` or
    ``turns`` (see :mod:`xtriton.interp.partitions`), or the seed of a random order. ``trace`` is a program, by its
    number or its coordinates: the result has the values of its operations. ``observer`` is called before and after
    each operation of a program, as by the debugger.

    Raises ``DiagnosticError`` with the operation's location for run-time errors such as accesses out of bounds, and
    with the kernel's for arguments that do not match; ``TypeError`` if ``module`` is not a module, ``ValueError`` for
    an unknown interleaving.
    """
    found = module_of(module)
    function = find_kernel(found, kernel)
    extents, limit = _extents(function, grid), _limit(function, loop_limit)
    memory = Memory()
    bound = bind(function, arrays, memory)
    programs = grid_of_launch(function, extents, bound.values)
    launched = with_launch_arguments(function, bound.values, bound.addresses, extents, programs, memory)
    tracer = None
    if trace is not None:
        if observer is not None:
            raise ValueError("a launch has a trace or an observer, not both")
        observer = tracer = Tracer(program_number(trace, programs))
    if observer is not None:
        observer.launched(found)
    run = Run(programs, memory, strict, limit, interleaving=Interleaving(interleaving).order, observer=observer)
    program = Program(found, strict, observer=observer)
    execute(program, function, run, launched.values, launched.addresses)
    return Result([line.text for line in run.printed], [] if tracer is None else tracer.records)


class HasModule(Protocol):
    """An object with a module, such as the builder's modules."""

    op: ModuleOp


def module_of(given: object) -> ModuleOp:
    """The given module, or the module of the given object. Raises ``TypeError`` if there is none."""
    found = given if isinstance(given, ModuleOp) else getattr(given, "op", None)
    if isinstance(found, ModuleOp):
        return found
    if isinstance(given, str | PathLike):
        raise TypeError("give a module, not its text or the name of a file: xtriton.ir.parser.parse_module reads text")
    raise TypeError(
        f"give a module, as parse_module and the builder make it, not {type(given).__name__}: "
        "`xtriton help interpreter` shows how to get that of a kernel of Triton"
    )


def _limit(function: Operation, given: Any) -> int | None:
    if given is None or (hasattr(given, "__index__") and operator.index(given) > 0):
        return None if given is None else operator.index(given)
    raise error(function.location, f"the limit of loops is a positive integer or None, not {shown(given)}")


_MOST_PROGRAMS = (1 << 31) - 1
"""Along one axis: program ids are signed 32-bit integers."""


def _extents(function: Operation, grid: Any) -> tuple[int, int, int]:
    """The extents of a grid along all three axes."""
    several = isinstance(grid, Sequence) or (is_array(grid) and grid.ndim == 1)
    given = list(cast("Sequence[Any]", grid)) if several else [cast("Any", grid)]
    try:
        extents = [operator.index(number) for number in given]
    except TypeError:
        hint = ": the grid stands before the arguments" if is_array(grid) else ""
        raise error(function.location, f"a grid is one to three integers, not {shown(grid)}{hint}") from None
    if not 1 <= len(extents) <= 3 or not all(0 <= extent <= _MOST_PROGRAMS for extent in extents):
        what = f"a grid has one to three extents from 0 to {_MOST_PROGRAMS}"
        raise error(function.location, f"{what}, not {shown(grid)}")
    x, y, z = (*extents, 1, 1)[:3]
    return x, y, z


@dataclass(frozen=True)
class Returned:
    """A result of a function: numbers (of formats that NumPy lacks as float32), and where they are poison."""

    values: Array
    poison: Array


def evaluate(
    module: ModuleOp | HasModule,
    *arguments: Any,
    function: str | None = None,
    strict: bool = False,
    loop_limit: int | None = None,
) -> list[Returned]:
    """Call a function of the module once, not as a kernel, and return its results.

    Arguments are as for :func:`interpret`, and arrays also for tensors. ``function`` names the function where the
    module has several public ones; ``func.func`` is supported too. Without a ``loop_limit``, a function whose loop does
    not end does not return.
    """
    whole = module_of(module)
    found = find_kernel(whole, function)
    memory = Memory()
    bound = bind(found, arguments, memory)
    single_program = (1, 1, 1)
    launched = with_launch_arguments(found, bound.values, bound.addresses, single_program, single_program, memory)
    run = Run(single_program, memory, strict, _limit(found, loop_limit))
    values = execute(Program(whole, strict), found, run, launched.values, launched.addresses)
    types = cast("FunctionType", found.properties["function_type"]).outputs.data
    return [_returned(found, value, type_) for value, type_ in zip(values, types, strict=True)]


def _returned(function: Operation, value: Value, type_: Attribute) -> Returned:
    if not (is_array(value) or isinstance(value, Poisoned)):
        raise error(
            function.location, f"a result is of type {type_}: only numbers, pointers and tensors can be returned"
        )
    shape = shape_of(type_) or ()
    data = full(data_of(value), shape)[0]
    return Returned(data, np.broadcast_to(poison_of(value), (1, *data.shape))[0])


def execute(
    program: Program, function: Operation, run: Run, values: Sequence[Value], addresses: Sequence[int | None]
) -> list[Value]:
    """Launch a function of a program with converted arguments. Returns the results of the last batch."""
    name = symbol_name(function)
    assert name is not None
    with np.errstate(all="ignore"):
        return Machine(program.function(name, function), run).launch(values, addresses)


def find_kernel(module: ModuleOp, name: str | None) -> FuncOp | UpstreamFuncOp:
    """The function called ``name``, or the only public one of the module."""
    functions = [op for op in module.body.ops if isinstance(op, FuncOp | UpstreamFuncOp) and not op.is_declaration]
    public = [function for function in functions if visibility(function) == "public"]
    listed = ", ".join(f"'{symbol_name(function)}'" for function in public)
    if name is not None:
        for function in functions:
            if symbol_name(function) == name:
                return function
        raise error(module.location, f"there is no kernel '{name}'; the module has {listed or 'none'}")
    if not public:
        raise error(module.location, "the module has no public function to launch")
    if len(public) > 1:
        raise error(module.location, f"the module has several kernels: choose with kernel= one of {listed}")
    return public[0]
