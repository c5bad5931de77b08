"""Kernels of models on a Hopper GPU: as Triton compiles them, and with ``optimize="hopper"``.

For each kernel of ``tests/semantics/workloads`` the script compares the results of a small and a large launch with
PyTorch's, each of 20 times with the same bits, and prints the times of the large launch: medians of alternating
rounds.

    PYTHONPATH=.:tests python benchmarks/hopper_workloads.py [NAME ...]
"""

# pyright: basic
from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import torch
import triton
from semantics.workloads import WORKLOADS
from semantics.workloads.workload import Launch

import xtriton

VARIANTS = {"triton": None, "hopper": "hopper"}
SIZES = ("small", "large")
REPEATS = 20
ROUNDS = 3
SERIES = 10
"""Launches of a kernel in a row."""
COLD = 512 << 20
"""Bytes that are written before each launch."""


def saved(folder: Path, name: str, size: str, variant: str) -> Path:
    """The file of a compiled kernel."""
    return folder / f"{name}.{size}.{variant}.json"


def compile_one(folder: Path, name: str, size: str, signature: str, chosen: dict[str, int]) -> None:
    """Compile both variants of a kernel for a launch, and save them."""
    for variant, optimize in VARIANTS.items():
        options = {"target": "cuda:90", "optimize": optimize, **chosen}
        kernel = xtriton.compile(WORKLOADS[name].kernel, signature, **options)
        kernel.save(folder, saved(folder, name, size, variant).stem)


def checked(kernel: xtriton.CompiledKernel, launch: Launch) -> float:
    """The error of a kernel's results. Raises ``RuntimeError`` if they differ between launches."""
    results: list[list[torch.Tensor]] = []
    for _ in range(REPEATS):
        arguments = [value.clone() if isinstance(value, torch.Tensor) else value for value in launch.arguments]
        run(kernel, launch, arguments)
        results.append([arguments[position] for position in launch.expected])
    differing = [number for number, again in enumerate(results) if not all(map(same_bits, results[0], again))]
    if differing:
        change = max(
            (a.double() - b.double()).abs().max().item() for a, b in zip(results[0], results[differing[0]], strict=True)
        )
        raise RuntimeError(f"{len(differing)} of {REPEATS} launches differ from the first, by up to {change:.1e}")
    return launch.error(arguments)


def same_bits(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether two tensors are the same, NaN included."""
    return torch.equal(one.contiguous().view(torch.uint8), other.contiguous().view(torch.uint8))


def run(kernel: xtriton.CompiledKernel, launch: Launch, arguments: list) -> None:
    """Launch a kernel once."""
    kernel[launch.grid](*[value for value in arguments if not (type(value) is int and value == 1)])


Variant = tuple[Callable[[], Any], Callable[[], AbstractContextManager[Any]]]
"""A launch, and the context of a series of it."""


def medians(variants: Mapping[str, Variant], rounds: int = ROUNDS) -> dict[str, float]:
    """The milliseconds of each variant: medians of single launches with a cold L2 cache, in turns of ten.

    The GPU writes ``COLD`` bytes before each launch, for longer than the host needs to prepare the launch.
    """
    flush = torch.empty(COLD, dtype=torch.int8, device="cuda")
    events: dict[str, list[tuple[torch.cuda.Event, torch.cuda.Event]]] = {variant: [] for variant in variants}
    for _ in range(rounds):
        for variant, (launch, context) in variants.items():
            with context():
                for _ in range(SERIES):
                    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
                    flush.zero_()
                    begin.record()
                    launch()
                    end.record()
                    events[variant].append((begin, end))
    torch.cuda.synchronize()
    return {variant: median(begin.elapsed_time(end) for begin, end in of) for variant, of in events.items()}


def times(kernels: dict[str, xtriton.CompiledKernel], launch: Launch) -> dict[str, float]:
    """The milliseconds of each compiled kernel for a launch."""
    return medians(
        {name: (partial(run, kernel, launch, launch.arguments), nullcontext) for name, kernel in kernels.items()}
    )


def main() -> int:
    """Run the benchmark. Returns the exit status: 1 if a result is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="kernels; without names all")
    parser.add_argument("--jobs", type=int, default=14, help="processes that compile (default: %(default)s)")
    options = parser.parse_args()
    names = options.names or list(WORKLOADS)
    failed = 0
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    with TemporaryDirectory() as temporary, torch.device("cuda"):
        folder = Path(temporary)
        launches = {(name, size): getattr(WORKLOADS[name], size)() for name in names for size in SIZES}
        with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:  # CUDA does not survive a fork
            for (name, size), launch in launches.items():
                pool.submit(compile_one, folder, name, size, launch.signature(), launch.options())
        print(f"{'kernel':24}{'small error':>12}{'large error':>12}{'triton ms':>11}{'hopper ms':>11}{'ratio':>7}")
        for name in names:
            try:
                line = measured(folder, name, launches)
            except Exception as problem:  # a kernel that fails must not hide the others
                line, failed = f"{name:24}FAILED: {type(problem).__name__}: {problem}", failed + 1
            print(line, flush=True)
    return 1 if failed else 0


def measured(folder: Path, name: str, launches: dict[tuple[str, str], Launch]) -> str:
    """The line of a kernel. Raises ``RuntimeError`` if ``optimize="hopper"`` gives wrong results."""
    errors: list[float] = []
    notes: list[str] = []
    for size in SIZES:
        launch = launches[name, size]
        kernels = {variant: xtriton.load(saved(folder, name, size, variant)) for variant in VARIANTS}
        problem = wrong(kernels["triton"], launch)
        if problem:
            notes.append(f"Triton's {size} result is wrong: {problem}")
        problem = wrong(kernels["hopper"], launch)
        if problem:
            raise RuntimeError(f"{size}: {problem}")
        errors.append(checked(kernels["hopper"], launch))
    if "ttg.warp_specialize" not in kernels["hopper"].asm["ttgir"]:
        notes.append("as Triton's")
    taken = times(kernels, launch)
    before, after = taken["triton"], taken["hopper"]
    shown = f"{before:11.3f}{after:11.3f}{after / before:7.2f}  {'; '.join(notes)}".rstrip()
    return f"{name:24}{errors[0]:12.1e}{errors[1]:12.1e}{shown}"


def wrong(kernel: xtriton.CompiledKernel, launch: Launch) -> str | None:
    """The error in a kernel's results, if any."""
    try:
        error = checked(kernel, launch)
    except RuntimeError as problem:
        return str(problem)
    return None if error <= launch.tolerance else f"the relative error is {error:.1e}"


if __name__ == "__main__":
    sys.exit(main())
