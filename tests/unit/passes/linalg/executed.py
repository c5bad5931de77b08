"""Programs of TTIR that run on the CPU, through linalg, and in the interpreter.

The interpreter of TTIR does not know the structured accesses between the two, so a pass alone cannot be proved with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np

import xtriton
from xtriton.backends.cpu.kernel import compile_for_cpu
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import MakeCpuLinalg

_NUMBERS = ("n", "m", "step")
_TENSORS = {
    "chosen": (8, [1, 0, 1, 1, 0, 0, 1, 0]),
    "kept": (4, [0, 1, 1, 0]),
    "numbers": (8, [3, 9, 0, 14, -1, 2, 5, 4]),
    "rows": (4, [2, 0, 7, 1]),
}
"""Tensors that a program loads, so that nothing is known of their elements: the numbers of elements, and these."""

Launch = tuple[int, int, int]
"""Values of ``%n``, ``%m`` and ``%step``."""


def _loaded(name: str, extent: int) -> str:
    line = f"tensor<{extent}xi32>"
    pointers = f"tensor<{extent}x!tt.ptr<i32>>"
    text = f"""
  %{name}_range = tt.make_range {{start = 0 : i32, end = {extent} : i32}} : {line}
  %{name}_bases = tt.splat %{name}_memory : !tt.ptr<i32> -> {pointers}
  %{name}_pointers = tt.addptr %{name}_bases, %{name}_range : {pointers}, {line}
"""
    if name in ("chosen", "kept"):
        return (
            text
            + f"""
  %{name}_numbers = tt.load %{name}_pointers : {pointers}
  %{name}_zero = arith.constant dense<0> : {line}
  %{name} = arith.cmpi ne, %{name}_numbers, %{name}_zero : {line}
"""
        )
    return text + f"%{name} = tt.load %{name}_pointers : {pointers}\n"


def _flat(shape: Sequence[int]) -> str:
    """``%result_places``: the places of elements in memory, row by row."""
    size, text = prod(shape), "x".join(map(str, shape))
    return f"""
  %counted = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>
  %result_places = tt.reshape %counted : tensor<{size}xi32> -> tensor<{text}xi32>
"""


def kernel(body: str, shape: Sequence[int]) -> str:
    """A kernel with ``body``, which computes ``%v`` and may change ``%x``; ``%v`` is stored to ``%out``.

    ``%c`` and ``%e`` tell whether ``%n`` and ``%m`` are odd. ``%held`` is a block of numbers to store.
    """
    text = "x".join(map(str, shape))
    numbers = ", ".join(f"%{name}: i32" for name in _NUMBERS)
    memory = ", ".join(f"%{name}_memory: !tt.ptr<i32>" for name in _TENSORS)
    loaded = "".join(_loaded(name, extent) for name, (extent, _) in _TENSORS.items())
    return f"""tt.func public @k(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, {numbers}, {memory}) {{ {loaded} {_flat(shape)}
  %c = arith.trunci %n : i32 to i1
  %e = arith.trunci %m : i32 to i1
  %hundred_of_all = arith.constant dense<100> : tensor<{text}xi32>
  %held_places = arith.addi %result_places, %hundred_of_all : tensor<{text}xi32>
  %held = arith.sitofp %held_places : tensor<{text}xi32> to tensor<{text}xf32>
  {body}
  %out_bases = tt.splat %out : !tt.ptr<f32> -> tensor<{text}x!tt.ptr<f32>>
  %out_pointers = tt.addptr %out_bases, %result_places : tensor<{text}x!tt.ptr<f32>>, tensor<{text}xi32>
  tt.store %out_pointers, %v : tensor<{text}x!tt.ptr<f32>>
  tt.return
}}"""


def assert_as_interpreted(text: str, launches: Iterable[Launch], memory: int = 512) -> None:
    """Run a kernel of TTIR on the CPU and in the interpreter, and compare all memory bit by bit.

    ``%x`` points into the middle of an array of ``2 * memory`` elements.
    """
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    original = module.clone()
    PassManager(ctx, verify_each=True).run(expand(MakeCpuLinalg()), module)
    compiled = compile_for_cpu(module, ctx)
    for numbers in launches:
        found: list[tuple[np.ndarray, np.ndarray]] = []
        for is_compiled in (False, True):
            x, out = np.arange(2 * memory, dtype=np.float32), -np.arange(256, dtype=np.float32)
            loaded = [np.array(elements, np.int32) for _, elements in _TENSORS.values()]
            arguments = (x[memory:], out, *numbers, *loaded)
            if is_compiled:
                compiled[1](*arguments)
            else:
                xtriton.interpret(original, 1, *arguments)
            found.append((x, out))
        for expected, actual in zip(*found, strict=True):
            np.testing.assert_array_equal(actual, expected, err_msg=f"launched with n, m, step = {numbers}")
