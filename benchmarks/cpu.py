"""Kernels on the CPU backend against NumPy, in one run, one thread each, and two threads against one.

    OPENBLAS_NUM_THREADS=1 python benchmarks/cpu.py [--rounds 9] [--json FILE]

Each is run in turns with NumPy; figures are medians over the rounds. Compile times are from TTIR to machine code, in a
process that has done so once before; nothing comes from a cache. What is computed is compared with NumPy first.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cpu_kernels as kernels
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from xtriton.backends.cpu.launch import Runner, as_argument
from xtriton.backends.cpu.stages import CpuKernel, compile_module
from xtriton.backends.nvidia.options import Options
from xtriton.compiler.sources import source_of
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import MakeCpuLinalg
from xtriton.targets import Target


@dataclass(frozen=True)
class Case:
    """A kernel and what NumPy does in its place. ``limit`` is the most that the ratio of times may be."""

    name: str
    kernel: Any
    signature: str
    grid: Sequence[int]
    arguments: Sequence[Any]
    result: np.ndarray[Any, Any]
    numpy: Callable[[], Any]
    limit: float


def _cases() -> list[Case]:
    random = np.random.default_rng(0)

    def normal(*shape: int) -> np.ndarray[Any, Any]:
        return random.standard_normal(shape, dtype=np.float32)

    return [_add(normal), _softmax(normal), _matmul(normal), _layer_norm(normal), _attention(normal)]


def _add(normal: Callable[..., Any]) -> Case:
    count = 16 * 1024 * 1024
    x, y, out, total = normal(count), normal(count), np.zeros(count, np.float32), np.zeros(count, np.float32)
    grid = (-(-count // 1024),)
    return Case(
        "add",
        kernels.add,
        "*fp32,*fp32,*fp32,i32,1024",
        grid,
        (x, y, out, count),
        out,
        lambda: np.add(x, y, out=total),
        1.3,
    )


def _softmax(normal: Callable[..., Any]) -> Case:
    x = normal(4096, 1000)
    out = np.zeros_like(x)

    def numpy() -> Any:
        weights = np.exp(x - x.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True)

    return Case("softmax", kernels.softmax, "*fp32,*fp32,i32,i32,1024", (4096,), (x, out, 1000, 1000), out, numpy, 1.0)


def _matmul(normal: Callable[..., Any]) -> Case:
    size = 1024
    a, b = normal(size, size), normal(size, size)
    out = np.zeros_like(a)
    grid = (size // 64, size // 64)
    signature = "*fp32,*fp32,*fp32,i32,i32,i32,i32,64,64,32"
    return Case("matmul", kernels.matmul, signature, grid, (a, b, out, size, size, size, size), out, lambda: a @ b, 2.0)


def _layer_norm(normal: Callable[..., Any]) -> Case:
    x, weight, bias = normal(4096, 1000), normal(1000), normal(1000)
    out = np.zeros_like(x)

    def numpy() -> Any:
        mean, variance = x.mean(1, keepdims=True), x.var(1, keepdims=True)
        return (x - mean) / np.sqrt(variance + 1e-5) * weight + bias

    signature = "*fp32,*fp32,*fp32,*fp32,i32,i32,fp32,1024"
    arguments = (x, weight, bias, out, 1000, 1000, 1e-5)
    return Case("layer norm", kernels.layer_norm, signature, (4096,), arguments, out, numpy, 1.0)


def _attention(normal: Callable[..., Any]) -> Case:
    heads, length, width = 8, 1024, 64
    q, k, v = normal(heads, length, width), normal(heads, length, width), normal(heads, length, width)
    out = np.zeros_like(q)

    def numpy() -> Any:
        scores = (q @ k.transpose(0, 2, 1)) * np.float32(0.125)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return (weights / weights.sum(-1, keepdims=True)) @ v

    signature = "*fp32,*fp32,*fp32,*fp32,fp32,i32,64,64,64"
    arguments = (q, k, v, out, 0.125, length)
    return Case("attention", kernels.attention, signature, (length // 64, heads), arguments, out, numpy, 1.0)


def _compiled(case: Case) -> tuple[CpuKernel, float]:
    """A kernel, and the milliseconds from TTIR to machine code."""
    source = source_of(case.kernel, case.signature, Target.parse("cuda:90"), Options())
    start = time.perf_counter()
    PassManager(source.ctx, verify_each=False).run(expand(MakeCpuLinalg()), source.module)
    made = compile_module(source.module, source.ctx)
    return made, (time.perf_counter() - start) * 1000


def _timed(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def measure(case: Case, rounds: int) -> dict[str, Any]:
    """The figures of one kernel, in milliseconds."""
    _compiled(case)
    made, compile_ms = _compiled(case)
    runner = Runner(made)
    parameters = made.parameters
    given = [as_argument(one, parameters[index], index) for index, one in enumerate(case.arguments)]
    runner.launch(case.grid, given, 1)
    np.testing.assert_allclose(case.result, case.numpy(), rtol=1e-3, atol=1e-3)
    times: dict[str, list[float]] = {"ours": [], "numpy": [], "two threads": []}
    for _ in range(rounds):
        times["ours"].append(_timed(lambda: runner.launch(case.grid, given, 1)))
        times["numpy"].append(_timed(case.numpy))
        times["two threads"].append(_timed(lambda: runner.launch(case.grid, given, 2)))
    median = {key: statistics.median(values) for key, values in times.items()}
    return {
        "name": case.name,
        **median,
        "ratio": median["ours"] / median["numpy"],
        "limit": case.limit,
        "threads": median["ours"] / median["two threads"],
        "compile": compile_ms,
    }


def main() -> int:
    """Print a table; 1 if a kernel is slower than it may be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = [measure(case, options.rounds) for case in _cases()]
    print(f"{'kernel':<12}{'ours':>9}{'numpy':>9}{'ratio':>8}{'limit':>7}{'2 threads':>11}{'compile':>9}   (ms)")
    for row in rows:
        print(
            f"{row['name']:<12}{row['ours']:9.2f}{row['numpy']:9.2f}{row['ratio']:8.2f}{row['limit']:7.1f}"
            f"{row['threads']:10.2f}x{row['compile']:9.0f}"
        )
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")
    return int(any(row["ratio"] > row["limit"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
