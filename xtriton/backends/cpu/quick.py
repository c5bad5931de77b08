"""Launches with the commonest arguments, by a function that is generated for the kernel.

The function takes contiguous arrays that may be written, CPU tensors of torch, objects that stand for such, and
Python's numbers, packs them as the code wants them, and calls it. Anything else, errors among it, it leaves to the
conversion of single arguments (:mod:`xtriton.backends.cpu.arguments`): it returns false then, and has launched nothing.
"""

from __future__ import annotations

import struct
import sys
import time
from collections.abc import Callable, Sequence
from ctypes import addressof, c_char
from itertools import combinations
from typing import Any, cast

import numpy as np

from xtriton.backends.cpu.arguments import (
    converter_of,
    holds_array_of,
    holds_dtype,
    is_other_array,
    owner_of_array,
)
from xtriton.backends.cpu.code import CpuKernel, Parameter
from xtriton.backends.cpu.launch import ARENAS, BLOCK, WORTH_THREADS, Runner
from xtriton.backends.grid import grid_extents

QuickLaunch = Callable[..., bool]
"""Takes the grid, the number of threads, and the arguments. Returns whether it has launched the kernel."""

_MOST_PAIRS = 40
"""How many pairs of arrays are compared; kernels with more are not launched in this way."""
_MOST_GRIDS = 1024

_NUMBERS = {
    "i1": ("bool", "?7x"), "i8": ("int", "b7x"), "i16": ("int", "h6x"), "i32": ("int", "i4x"), "i64": ("int", "q"),
    "f16": ("float", "e6x"), "f32": ("float", "f4x"), "f64": ("float", "d"),
}  # fmt: skip
"""The class and the format of numbers, by the kernel's type; the range of integers is that of the format."""

_DTYPES = [np.dtype(kind) for kind in "?bBhHiIqQefd"]


def quick_launch(kernel: CpuKernel, runner: Runner, threads: int | None) -> QuickLaunch | None:
    """The function for a kernel whose arguments are those of a launch, one by one; ``None`` if there is none.

    ``runner`` has the code for arrays that do not overlap, ``threads`` is the default of a launch. The function rejects
    large arrays, which have another version: converting their arguments one by one takes little of a launch's time.
    """
    parameters = kernel.parameters
    pointers = [index for index, parameter in enumerate(parameters) if parameter.pointer and parameter.used]
    known = all(parameter.pointer or parameter.type in _NUMBERS for parameter in parameters)
    pairs = [pair for pair in combinations(pointers, 2) if any(parameters[index].written for index in pair)]
    if runner.prints or not known or len(pairs) > _MOST_PAIRS:
        return None
    scope: dict[str, Any] = {
        **_functions_of_torch(),
        "ndarray": np.ndarray,
        "address_of": addressof,
        "memory_of": c_char.from_buffer,
        "clock": time.perf_counter,
        "known_grids": dict[tuple[int, ...], tuple[int, int, int, int]](),
        "known_grid": _known_grid,
        "entry": runner.entry,
        "small": runner.small,
        "runner": runner,
        "is_other_array": is_other_array,
        "owner_of": owner_of_array,
        "arena_of": ARENAS.address,
        "misfits": (struct.error, TypeError, ValueError, OverflowError, BufferError),
    }
    checks: list[str] = []
    packed: list[str] = []
    formats: list[str] = []
    for index, parameter in enumerate(parameters):
        if parameter.pointer:
            checks += _array_checks(index, parameter, scope)
            packed.append(f"start{index}")
            formats.append("Q")
        else:
            kind, format_ = _NUMBERS[parameter.type]
            checks.append(f"if given{index}.__class__ is not {kind}: return False")
            packed.append(f"given{index}")
            formats.append(format_)
    checks += [
        f"if owner{one} == owner{other} or (start{one} < end{other} and start{other} < end{one}): return False"
        for one, other in pairs
    ]
    scope["pack"] = struct.Struct(BLOCK + "".join(formats)).pack
    scope["pack_arguments"] = struct.Struct("<" + "".join(formats)).pack
    checks += [f"if end{index} - start{index} >= {kernel.large_bytes}: return False" for index in kernel.may_be_large]
    exec("\n".join(_source(kernel, checks, packed, threads)), scope)
    return cast("QuickLaunch", scope["quick"])


def _source(kernel: CpuKernel, checks: Sequence[str], packed: Sequence[str], threads: int | None) -> list[str]:
    """The lines of the function: ``checks`` of the arguments, whose values ``packed`` names."""
    parameters = kernel.parameters
    numbers = [f"given{index}" for index, parameter in enumerate(parameters) if not parameter.pointer]
    values = ", ".join(packed)
    return [
        f"def quick(grid, threads, {', '.join(f'given{index}' for index in range(len(parameters)))}):",
        "    if grid.__class__ is not tuple: return False",
        f"    if threads is None: threads = {threads}",
        "    elif threads.__class__ is not int or threads < 1: return False",
        "    try:",
        *(f"        {line}" for line in checks),
        "        x, y, z, programs = known_grids.get(grid) or known_grid(grid, known_grids)",
        f"        key = (grid, {' '.join(f'{number},' for number in numbers)})",
        "        if programs == 1 or (key in small and (threads is None or threads == 1)):",
        f"            block = pack(x, y, z, 0, programs, arena_of({kernel.arena}), {values})",
        "        else:",
        f"            block, arguments = None, pack_arguments({values})",
        "    except misfits:",
        "        return False",
        "    if block is None:",
        "        if programs: runner.launch_packed((x, y, z), arguments, threads, key)",
        "        return True",
        "    start = clock()",
        "    failed = entry(block)",
        f"    if clock() - start > {WORTH_THREADS}: small.discard(key)",
        f"    if failed: runner.continue_after_failure(pack_arguments({values}), (x, y, z), programs)",
        "    return True",
    ]


def _array_checks(index: int, parameter: Parameter, scope: dict[str, Any]) -> list[str]:
    """The lines that check an array, and set its owner and the addresses of its first byte and past its last one."""
    type_ = parameter.type
    scope[f"converter{index}"] = converter_of(parameter)
    dtypes = [dtype for dtype in _DTYPES if holds_array_of(dtype, type_)]
    scope |= {f"dtype{index}_{number}": dtype for number, dtype in enumerate(dtypes)}
    other = " and ".join(f"dtype is not dtype{index}_{number}" for number in range(len(dtypes))) or "True"
    lines = [
        f"array = given{index}",
        "kind = array.__class__",
        "if kind is ndarray or (kind not in tensors and isinstance(array, ndarray)):",
        "    dtype = array.dtype",
        f"    if {other}: return False",
        "    flags = array.flags",
        "    if not (flags.c_contiguous and flags.writeable and array.size): return False",
        f"    start{index} = address_of(memory_of(array))",
        f"    end{index} = start{index} + array.nbytes",
        f"    owner{index} = id(array) if array.base is None else owner_of(array)",
    ]
    tensors = [dtype for dtype in scope["dtypes_of_torch"] if holds_dtype(dtype, dtype.itemsize, type_)]
    scope[f"dtypes{index}"] = frozenset(tensors)
    return [
        *lines,
        "elif kind in tensors:",
        f"    if array.dtype not in dtypes{index} or not array.is_cpu or not array.is_contiguous(): return False",
        "    if modes(): return False",
        f"    start{index} = array.data_ptr()",
        f"    end{index} = start{index} + array.nbytes",
        f"    owner{index} = array.untyped_storage().data_ptr() or start{index}",
        "elif is_other_array(array):",
        "    if modes is not None and modes(): return False",
        f"    _, start{index}, end{index}, owner{index} = converter{index}(array, {index})",
        f"    if start{index} != array.data_ptr(): return False",
        "else: return False",
    ]


def _functions_of_torch() -> dict[str, Any]:
    """Torch's classes of tensors, its types, and a function that says whether a mode may change what a tensor says.

    They are empty as long as torch is not imported.
    """
    torch: Any = sys.modules.get("torch")
    modes = getattr(getattr(torch, "_C", None), "_len_torch_function_stack", None)
    if modes is None:
        return {"tensors": frozenset[type](), "dtypes_of_torch": (), "modes": None}
    members = cast("dict[str, Any]", vars(torch)).values()
    dtypes = {value for value in members if isinstance(value, torch.dtype)}
    return {
        "tensors": frozenset({torch.Tensor, torch.nn.Parameter}),
        "dtypes_of_torch": sorted(dtypes, key=str),
        "modes": modes,
    }


def _known_grid(
    grid: tuple[Any, ...], known: dict[tuple[int, ...], tuple[int, int, int, int]]
) -> tuple[int, int, int, int]:
    """The extents of a grid along all axes and the number of programs; ``known`` has those asked for before.

    Raises as :func:`grid_extents` does.
    """
    x, y, z = (*grid_extents(grid), 1, 1)[:3]
    found = (x, y, z, x * y * z)
    if len(known) >= _MOST_GRIDS:
        known.clear()
    known[grid] = found
    return found
