"""Computed arguments and persistent grids: kernels with launch recipes.

Persistent kernels get few programs here, so that some of them run several tiles. One program runs them in the order of
the original's programs, so that even kernels with races on memory give the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation

from xtriton.analysis.launch_arguments import (
    joined_programs,
    own_arguments,
    persistent_axes,
    programs_per_tile,
    recipes_of,
    values_of,
)
from xtriton.dialects.tt.types import PointerType
from xtriton.interp.arguments import to_format
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import format_of
from xtriton.interp.values import Descriptor, Value, data_of
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_type
from xtriton.recipes import (
    DescriptorRecipe,
    Expression,
    Launch,
    RecipeError,
    ScalarRecipe,
    WorkspaceRecipe,
    evaluator,
    leaves,
)

Grid = tuple[int, int, int]

MOST_PROGRAMS = 3
"""How many programs share the tiles of a persistent kernel."""


def grid_of_launch(function: Operation, grid: Grid, values: Sequence[Value], most: int = MOST_PROGRAMS) -> Grid:
    """The programs that are launched for the grid of the caller and ``values`` of the caller's arguments.

    For persistent kernels at most ``most`` along the axes of their loop, and fewer than tiles, unless programs share
    tiles. A program of joined tiles stands for several. Raises ``DiagnosticError`` where their number has no value.
    """
    axes, joined = persistent_axes(function), joined_programs(function)
    launch = _launch(function, values, grid)
    try:
        x, y, z = (evaluator(joined.get(axis, extent))(launch) for axis, extent in enumerate(grid))
    except RecipeError as failure:
        raise error(function.location, f"the number of programs: {failure}") from None
    grid = x, y, z
    if not axes:
        return grid
    tiles = prod(grid[axis] for axis in axes)
    x, y, z = (1 if axis in axes else extent for axis, extent in enumerate(grid))
    shared = programs_per_tile(function)
    running = min(tiles, max(1, min(most, tiles - 1))) if shared == 1 else min(tiles * shared, most)
    return (running * x, y, z)


@dataclass
class Launched:
    """All arguments of a kernel; for each pointer and descriptor also the start of its memory."""

    values: list[Value]
    addresses: list[int | None]


def with_launch_arguments(
    function: Operation,
    values: Sequence[Value],
    addresses: Sequence[int | None],
    grid: Grid,
    programs: Grid,
    memory: Memory,
) -> Launched:
    """The caller's arguments, and those computed by recipes for a grid and the programs that are launched for it.

    A workspace is added to ``memory``. Raises ``DiagnosticError`` where a recipe has no value.
    """
    launched = Launched(list(values), list(addresses))
    recipes = recipes_of(function)
    if not recipes:
        return launched
    parameters = function.regions[0].blocks[0].args
    own = len(own_arguments(function))
    table = values_of(function)
    launch = _launch(function, values, (*grid, programs[0]))

    def number(expression: Expression) -> int:
        return evaluator(expression)(launch)

    for parameter, recipe in zip(parameters[own:], recipes, strict=True):
        try:
            match recipe:
                case ScalarRecipe():
                    made = np.array([number(recipe.value)], object)
                    launched.values.append(to_format(made, format_of(parameter.type)))
                    launched.addresses.append(None)
                case WorkspaceRecipe():
                    name = f"argument #{parameter.index}, a workspace"
                    address = _workspace(number(recipe.size), recipe.contents == "zero", name, memory)
                    launched.values.append(np.array([address or 0], np.int64))
                    launched.addresses.append(address)
                case DescriptorRecipe():
                    launched.values.append(
                        Descriptor(
                            np.array([number(recipe.base)], np.int64),
                            tuple(np.array([number(extent)], np.int64) for extent in recipe.shape),
                            tuple(np.array([number(stride)], np.int64) for stride in recipe.strides),
                            np.array([recipe.padding == "nan"]),
                        )
                    )
                    launched.addresses.append(_memory_of(recipe, table, addresses))
        except RecipeError as failure:
            raise error(function.location, f"argument #{parameter.index}: {failure}") from None
    return launched


def _launch(function: Operation, values: Sequence[Value], grid: Sequence[int]) -> Launch:
    """The integers that recipes of a kernel read."""
    parameters = function.regions[0].blocks[0].args
    own = len(own_arguments(function))

    def argument(index: int) -> int:
        type_ = parameters[index].type if index < own else None
        if not (is_integer_type(type_) or isinstance(type_, PointerType | IndexType)):
            raise RecipeError(f"argument #{index} is neither an integer nor a pointer of the caller")
        return int(data_of(values[index]).reshape(-1)[0])

    return Launch(argument, grid, [evaluator(entry) for entry in values_of(function)])


_UNSPECIFIED = 0xFF
"""The bytes of a workspace with any contents: floats are NaN."""


def _workspace(size: int, is_zero: bool, name: str, memory: Memory) -> int | None:
    """The address of so many bytes that are added to the memory; None if there are no bytes."""
    return memory.add([(name, np.full(size, 0 if is_zero else _UNSPECIFIED, np.uint8))])[0] if size else None


def _memory_of(recipe: DescriptorRecipe, table: Sequence[Expression], addresses: Sequence[int | None]) -> int | None:
    """The start of the memory that a descriptor's base points into."""
    pointers = [number for source, number in leaves(recipe.base, table) if source == "arg"]
    return next((address for number in pointers if (address := addresses[number]) is not None), None)
