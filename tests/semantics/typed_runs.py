"""Runs the programs of :mod:`semantics.typed_programs`: by the interpreter, on the CPU, and after passes.

``python -m semantics.typed_runs FIRST COUNT [LOWERING]`` in ``tests`` tries other seeds; ``LOWERING`` is
``linalg`` or ``experimental``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from semantics.typed_memory import random_memory
from semantics.typed_program import READ, REGION, REGIONS, SCALARS, STORED
from semantics.typed_programs import grid_of, random_program, version_of
from xdsl.dialects.builtin import ModuleOp

import xtriton
from xtriton.backends.cpu.kernel import CompiledCpuKernel, compile_for_cpu
from xtriton.interp.compiler import Program
from xtriton.interp.generate import Argument, Buffer, Demand, Inputs, generate
from xtriton.interp.numbers.formats import Array, format_of
from xtriton.interp.outcome import Outcome, functions_of, run
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.linalg.triton_to_linalg import TritonToLinalg
from xtriton.passes.linalg.triton_to_linalg_experimental import TritonToLinalgExperimental
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import TritonVersion, use_version

_NUMBERS = {
    "n": (0, 1, 3, 5, -2),
    "m": (0, 1, -1, 2**31 - 1, -(2**31), 8),
    "w": (0, -1, 2**63 - 1, -(2**63), 12345678901),
    "b": (False, True),
    "f": (0.0, -0.0, 1.5, np.inf, -np.inf, np.nan, 3e38),
}


def arguments_of(seed: int) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Memory as unsigned integers, and the numbers, of a seed."""
    arrays: dict[str, np.ndarray] = {}
    for element in STORED:
        arrays[f"x_{element}"] = random_memory(seed, element, READ)
        arrays[f"y_{element}"] = random_memory(seed + 1, element, REGION * REGIONS * grid_of(seed)[0])
    random = np.random.default_rng(seed)
    return arrays, {name: _NUMBERS[name][random.integers(len(_NUMBERS[name]))] for name in SCALARS}


@dataclass
class Interpreted:
    """The outcome of a program with inputs, where poison is an error if it matters."""

    inputs: Inputs
    outcome: Outcome
    numbers: dict[str, Any]

    @staticmethod
    def of(
        module: ModuleOp, arrays: dict[str, Array], numbers: dict[str, Any], grid: tuple[int, int, int]
    ) -> Interpreted:
        """Run the program of a module."""
        function = functions_of(module)[0]
        inputs = generate(Demand.of(function), 0)
        given = [*arrays.values(), *numbers.values()]
        for index, (argument, value) in enumerate(zip(inputs.arguments, given, strict=True)):
            if index < len(arrays):
                assert argument.buffer is not None
                array: Array = value.view(argument.buffer.stored.dtype).copy()
                buffer = Buffer(argument.buffer.form, len(array), array)
                inputs.arguments[index] = Argument(argument.type, None, buffer, argument.make)
            else:
                inputs.arguments[index] = Argument(argument.type, np.array([value], format_of(argument.type).dtype))
        return Interpreted(inputs, run(Program(module, strict=True), function, grid, inputs), numbers)


Lowering = TritonToLinalg | TritonToLinalgExperimental


def _lowered(text: str, name: str, lowering: Lowering) -> CompiledCpuKernel:
    ctx = Context()
    module = parse_module(text, name, ctx)
    lowering.apply(ctx, module)
    return compile_for_cpu(module, ctx)


def difference(text: str, seed: int, path: Path, lowering: Lowering | None = None) -> str | None:
    """How a program differs on the CPU: empty if it does not, None if its meaning is not defined.

    With a ``lowering`` it is compiled by this pass alone, without the passes of the stages before.
    """
    path.write_text(text, encoding="utf-8")
    arrays, numbers = arguments_of(seed)
    with use_version(version_of(text)):
        module = parse_module(text, path.name, Context())
        expected = Interpreted.of(module, arrays, numbers, grid_of(seed))
        if expected.outcome.error is not None:
            return None
        found = {name: array.copy() for name, array in arrays.items()}
        typed = {name: _as_launched(name, array) for name, array in found.items()}
        kernel = xtriton.compile(path, target="cpu") if lowering is None else _lowered(text, path.name, lowering)
        kernel[grid_of(seed)](*typed.values(), *numbers.values(), threads=1)
    return _first_difference(expected, found)


def difference_after(text: str, seed: int, passes: Sequence[str], triton: TritonVersion) -> str | None:
    """How passes of a version of Triton change a program's meaning, which the interpreter tells, or verification fails.

    Empty if they do not, None if the meaning is not defined.
    """
    arrays, numbers = arguments_of(seed)
    ctx = Context(triton=triton)
    with use_version(triton):
        module = parse_module(text, "typed.mlir", ctx)
        expected = Interpreted.of(module, arrays, numbers, grid_of(seed))
        if expected.outcome.error is not None:
            return None
        for passed in passes:
            PassManager(ctx, verify_each=True).run(parse_pipeline(passed), module)
        changed = Interpreted.of(module, arrays, numbers, grid_of(seed)).outcome
    if changed.error is not None:
        return str(changed.error)
    found: dict[str, Array] = {}
    for index, (name, array) in enumerate(arrays.items()):
        stored, undefined = changed.memory[index]
        found[name] = stored.view(array.dtype)
        if undefined is not None and undefined.any():
            _, allowed = expected.outcome.memory[index]
            if allowed is None or (undefined & ~allowed).any():
                return f"{name} has undefined elements; {numbers}"
    return _first_difference(expected, found)


def _first_difference(expected: Interpreted, found: Mapping[str, Array]) -> str:
    for index, (name, got) in enumerate(found.items()):
        stored, undefined = expected.outcome.memory[index]
        buffer = expected.inputs.arguments[index].buffer
        assert buffer is not None
        wanted, left, right = (
            stored.view(got.dtype),
            buffer.form.decode(stored),
            buffer.form.decode(got.view(stored.dtype)),
        )
        same = (wanted == got) | ((left != left) & (right != right))
        if undefined is not None:
            same |= undefined.reshape(-1, got.itemsize).any(axis=1)
        if not same.all():
            first = int(np.flatnonzero(~same)[0])
            place = f"{name}[{first}] (store {first // REGION}, element {first % REGION})"
            return (
                f"{place} is {right[first]!r}, not {left[first]!r} "
                f"(bits {got[first]:#x}, not {wanted[first]:#x}); {expected.numbers}"
            )
    return ""


def _as_launched(name: str, array: np.ndarray) -> np.ndarray:
    element = name.partition("_")[2]
    if element.startswith("i"):
        return array.view(f"int{element[1:]}")
    return array.view({"f16": np.float16, "f32": np.float32, "f64": np.float64}.get(element, array.dtype))


LOWERINGS = {"linalg": TritonToLinalg(safe=True), "experimental": TritonToLinalgExperimental(safe=True)}


def main() -> None:
    """Try a range of seeds."""
    first, count = map(int, sys.argv[1:3])
    lowering = LOWERINGS[sys.argv[3]] if len(sys.argv) > 3 else None
    undefined = 0
    with TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            text = random_program(seed)
            try:
                found = difference(text, seed, Path(folder) / "typed.mlir", lowering)
            except Exception as failure:  # reported with its seed; the next one follows
                found = f"{type(failure).__name__}: {failure}"[:600]
            undefined += found is None
            if found:
                print(f"seed {seed}: {found}", flush=True)
    print(f"{undefined} of {count} undefined")


if __name__ == "__main__":
    main()
