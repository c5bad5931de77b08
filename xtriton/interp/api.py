"""Launching a kernel of a module on NumPy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.upstream.func import FuncOp as UpstreamFuncOp
from xtriton.interp.arguments import bind
from xtriton.interp.compiler import Program
from xtriton.interp.machine import Machine, Run
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import Array
from xtriton.interp.values import Value, data_of, full, poison_of
from xtriton.ir.diagnostics import error
from xtriton.ir.symbols import symbol_name, visibility
from xtriton.ir.traits import shape_of


@dataclass
class Result:
    """What a launch leaves behind, besides the arrays it changed."""

    printed: list[str] = field(default_factory=list[str])
    """The lines that the programs printed, in program order."""


def interpret(
    module: ModuleOp,
    grid: int | Sequence[int],
    *arrays: Any,
    kernel: str | None = None,
    strict: bool = False,
    loop_limit: int | None = None,
) -> Result:
    """Run a kernel over ``grid`` on NumPy arrays, which it changes in place as a launch on a GPU would.

    ``arrays`` are the kernel's arguments in order: arrays for pointers and descriptors (formats that NumPy lacks as
    unsigned integers of their size), numbers for scalars. ``kernel`` names the function where the module has several
    public ones. With ``strict``, values that no program may depend on (broken promises of overflow flags, shifts
    beyond the width, elements that a masked load leaves out ...) are poison, and using them is an error; without,
    they have the values that a GPU would give or zero. ``loop_limit`` is how many iterations a loop may make.

    Raises ``DiagnosticError`` with the operation's location for what goes wrong, as accesses out of bounds do.
    """
    extents = (grid,) if isinstance(grid, int) else tuple(grid)
    function = find_kernel(module, kernel)
    if not 1 <= len(extents) <= 3 or any(extent < 0 for extent in extents):
        raise error(function.location, f"a grid has one to three extents that are not negative, not {extents}")
    memory = Memory()
    bound = bind(function, arrays, memory)
    x, y, z = (*extents, 1, 1)[:3]
    run = Run((x, y, z), memory, strict, loop_limit)
    execute(Program(module, strict), function, run, bound.values, bound.addresses)
    return Result([line.text for line in run.printed])


@dataclass(frozen=True)
class Returned:
    """A result of a function: numbers (of formats that NumPy lacks as float32), and where they are poison."""

    values: Array
    poison: Array


def evaluate(module: ModuleOp, *arguments: Any, function: str | None = None, strict: bool = False) -> list[Returned]:
    """Call a function of the module once, as no kernel, and return its results.

    Arguments are as for :func:`interpret`, and arrays also for tensors. ``function`` names the function where the
    module has several public ones; functions of ``func`` can be called too.
    """
    found = find_kernel(module, function)
    memory = Memory()
    bound = bind(found, arguments, memory)
    values = execute(Program(module, strict), found, Run((1, 1, 1), memory, strict), bound.values, bound.addresses)
    types = cast("FunctionType", found.properties["function_type"]).outputs.data
    return [_returned(value, type_) for value, type_ in zip(values, types, strict=True)]


def _returned(value: Value, type_: Attribute) -> Returned:
    shape = shape_of(type_) or ()
    data = full(data_of(value), shape)[0]
    return Returned(data, np.broadcast_to(poison_of(value), (1, *data.shape))[0])


def execute(
    program: Program, function: Operation, run: Run, values: Sequence[Value], addresses: Sequence[int | None]
) -> list[Value]:
    """Launch a function of a program with arguments that have become values. Returns what it returned last."""
    name = symbol_name(function)
    assert name is not None
    with np.errstate(all="ignore"):
        return Machine(program.function(name, function), run).launch(values, addresses)


def find_kernel(module: ModuleOp, name: str | None) -> FuncOp | UpstreamFuncOp:
    """The function called ``name``, or the only public one of the module."""
    functions = [op for op in module.body.ops if isinstance(op, FuncOp | UpstreamFuncOp)]
    if name is not None:
        for function in functions:
            if symbol_name(function) == name:
                return function
        raise error(module.location, f"there is no kernel '{name}'")
    public = [function for function in functions if visibility(function) == "public" and not function.is_declaration]
    if len(public) != 1:
        listed = ", ".join(str(symbol_name(function)) for function in public) or "none"
        raise error(module.location, f"the module must have one public function to launch, but has {listed}")
    return public[0]
