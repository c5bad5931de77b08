"""Speed of the FP8 matmul on a GPU, beside other matmuls of such matrices, in one run.

    python benchmarks/fp8.py [--rows 4096] [--rounds 20] [--sweep] [--json FILE]

Each figure is TFLOP/s, 2 M N K over the median time of ``--rounds`` rounds of ten launches, after a warm-up. Results
are compared with a matmul in f32 first: a wrong kernel is not timed. ``ours`` is the kernel compiled with the argument
attributes of its configuration, ``no facts`` the same without. bf16 is ``torch.matmul`` on matrices of that shape,
cuBLAS ``torch._scaled_mm`` with scales of 1 x 128 and 128 x 128 blocks. ``grouped`` is the kernel for experts, on as
many rows, assigned to 8 experts at random. ``--sweep`` also tries the tiles in ``SWEEP``.
"""

# pyright: basic
from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

sys.path[:0] = [str(Path(__file__).parents[1])]

from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig, expert_ids  # noqa: E402

SHAPES = [(7168, 2048), (2112, 7168), (4096, 7168), (24576, 1536), (7168, 16384)]
"""(N, K) of layers of a large language model."""
EXPERTS = 8
LIMIT = 5e-3
"""The greatest relative error that a result may have, in the Frobenius norm."""
LAUNCHES = 10
SWEEP = [
    {"BLOCK_SIZE_M": m, "BLOCK_SIZE_N": n, "num_warps": warps, "num_stages": stages, "GROUP_SIZE_M": group}
    for m, n, warps, many in [
        (64, 128, 4, (3, 4)),
        (64, 256, 4, (3, 4)),
        (128, 128, 8, (3, 4, 5)),
        (128, 128, 4, (3,)),
        (128, 256, 8, (3, 4)),
        (256, 128, 8, (3, 4)),
    ]
    for stages in many
    for group in (8, 16)
]
"""Other tiles than the default ones."""


def target() -> GPUTarget:
    """The GPU of this process."""
    major, minor = torch.cuda.get_device_capability()
    return GPUTarget("cuda", 10 * major + minor, 32)


def compiled(config: BlockScaledConfig, where: GPUTarget, facts: bool = True) -> Any:
    """The kernel, with or without the attributes of its arguments."""
    source = ASTSource(config.kernel, config.signature, config.constexprs, config.attrs if facts else {})
    return triton.compile(source, target=where, options=config.options)


def compile_only(config: BlockScaledConfig, where: GPUTarget, facts: bool) -> None:
    """Leave the kernel in Triton's cache; run in other processes, since compiling takes seconds."""
    compiled(config, where, facts)


class Operands:
    """Random matrices and scales on the GPU, and the product in f32."""

    def __init__(self, rows: int, config: Fp8MatmulConfig) -> None:
        blocks = -(-config.K // config.block_k)
        self.rows = rows
        self.x = torch.randn((rows, config.K), device="cuda").to(torch.float8_e4m3fn)
        self.weight = torch.randn((config.N, config.K), device="cuda").to(torch.float8_e4m3fn)
        self.x_scale = torch.rand((rows, blocks), device="cuda") + 0.01
        self.weight_scale = torch.rand((-(-config.N // config.block_n), blocks), device="cuda") + 0.01
        self.out = torch.empty((rows, config.N), device="cuda", dtype=torch.bfloat16)
        left = self.x.float() * self.x_scale.repeat_interleave(config.block_k, 1)[:, : config.K]
        scales = self.weight_scale.repeat_interleave(config.block_n, 0).repeat_interleave(config.block_k, 1)
        self.expected = left @ (self.weight.float() * scales[: config.N, : config.K]).T

    def launch(self, config: Fp8MatmulConfig, facts: bool = True) -> Callable[[], Any]:
        """A function that launches our kernel."""
        kernel = compiled(config, target(), facts)[config.grid(self.rows)]
        arguments = (self.x, self.weight, self.x_scale, self.weight_scale, self.out, self.rows)
        return lambda: (kernel(*arguments, *config.constexprs.values()), self.out)[1]

    def cublas(self) -> Callable[[], Any]:
        """A function that launches cuBLAS, which takes the scales of x column-major."""
        x_scale, weight_scale = self.x_scale.T.contiguous().T, self.weight_scale.T
        return lambda: torch._scaled_mm(
            self.x, self.weight.T, scale_a=x_scale, scale_b=weight_scale, out_dtype=torch.bfloat16
        )


def milliseconds(run: Callable[[], Any], rounds: int) -> float:
    """The median time of one launch."""
    for _ in range(2 * LAUNCHES):
        run()
    times: list[float] = []
    for _ in range(rounds):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        for _ in range(LAUNCHES):
            run()
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end) / LAUNCHES)
    return statistics.median(times)


def speed(make: Callable[[], Callable[[], Any]], expected: Any, work: float, rounds: int) -> float | str:
    """TFLOP/s, or why there are none."""
    try:
        run = make()
        if expected is not None:
            error = float((run().float() - expected).norm() / expected.norm())
            if not error < LIMIT:
                return f"wrong: relative error {error:.2g}"
        return work / milliseconds(run, rounds) / 1e9
    except Exception as failure:  # what is missing or does not fit differs by version; the line says what it was
        return f"{type(failure).__name__}: {str(failure).strip().splitlines()[0][:150]}"


def grouped(rows: int, config: Fp8GroupMatmulConfig) -> tuple[Callable[[], Callable[[], Any]], Any]:
    """A function that prepares a launch of the kernel for experts, and the expected result."""
    random = np.random.default_rng(0)
    bounds = np.array([0, *np.sort(random.integers(0, rows, EXPERTS - 1)), rows], np.int32)
    dense = Fp8MatmulConfig(config.N, config.K)
    parts = [Operands(int(end - begin), dense) for begin, end in pairwise(bounds)]
    x, weight = (torch.cat([getattr(part, name).view(torch.uint8) for part in parts]) for name in ("x", "weight"))
    x, weight = x.view(torch.float8_e4m3fn), weight.view(torch.float8_e4m3fn)
    x_scale, expected = (torch.cat([getattr(part, name) for part in parts]) for name in ("x_scale", "expected"))
    weight_scale = torch.cat([part.weight_scale for part in parts])
    tiles, indptr = (torch.from_numpy(array).cuda() for array in (expert_ids(bounds, config.BLOCK_SIZE_M), bounds))
    out = torch.empty((rows, config.N), device="cuda", dtype=torch.bfloat16)
    arguments = (x, weight, x_scale, weight_scale, tiles, indptr, out, rows, *config.constexprs.values())

    def make() -> Callable[[], Any]:
        kernel = compiled(config, target())[config.grid(rows)]
        return lambda: (kernel(*arguments), out)[1]

    return make, expected


def shown(config: Fp8MatmulConfig) -> str:
    """Tiles, warps and so on."""
    tile = f"{config.BLOCK_SIZE_M}x{config.BLOCK_SIZE_N}x{config.BLOCK_SIZE_K}"
    return f"{tile} warps {config.num_warps} stages {config.num_stages} group {config.GROUP_SIZE_M}"


def measure(rows: int, shape: tuple[int, int], rounds: int, sweep: bool) -> dict[str, float | str]:
    """All figures of one shape, by the name of the kernel."""
    config = Fp8MatmulConfig(*shape)
    given, work = Operands(rows, config), 2.0 * rows * config.N * config.K
    found: dict[str, float | str] = {
        "ours": speed(lambda: given.launch(config), given.expected, work, rounds),
        "no facts": speed(lambda: given.launch(config, facts=False), given.expected, work, min(rounds, 3)),
        "cuBLAS fp8": speed(given.cublas, given.expected, work, rounds),
    }
    left, right = torch.randn((rows, config.K), device="cuda"), torch.randn((config.N, config.K), device="cuda")
    left, right = left.bfloat16(), right.bfloat16()
    found["bf16"] = speed(lambda: lambda: left @ right.T, None, work, rounds)
    for options in SWEEP if sweep else []:
        other = dataclasses.replace(config, **options)
        found[shown(other)] = speed(lambda other=other: given.launch(other), given.expected, work, rounds)
    make, expected = grouped(rows, Fp8GroupMatmulConfig(*shape, EXPERTS))
    found["grouped"] = speed(make, expected, work, rounds)
    return found


def prepare(sweep: bool) -> None:
    """Compile everything on several cores."""
    where = target()
    configs = [Fp8MatmulConfig(*shape) for shape in SHAPES]
    jobs = [(config, where, facts) for config in configs for facts in (True, False)]
    jobs += [(Fp8GroupMatmulConfig(*shape, EXPERTS), where, True) for shape in SHAPES]
    for options in SWEEP if sweep else []:
        jobs += [(dataclasses.replace(config, **options), where, True) for config in configs]
    with ProcessPoolExecutor(8, mp_context=get_context("spawn")) as pool:
        list(pool.map(compile_only, *zip(*jobs, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rows", type=int, default=4096, help="M")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--sweep", action="store_true", help="try other tiles, too")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        raise SystemExit("benchmarks/fp8.py needs an NVIDIA GPU")
    prepare(options.sweep)
    versions = f"torch {torch.__version__}, triton {triton.__version__}, CUDA {torch.version.cuda}"
    print(f"{torch.cuda.get_device_name()}, {versions}; M = {options.rows}, TFLOP/s")
    results: dict[str, dict[str, float | str]] = {}
    for shape in SHAPES:
        found = results[f"{shape[0]}x{shape[1]}"] = measure(options.rows, shape, options.rounds, options.sweep)
        print(f"N = {shape[0]}, K = {shape[1]}")
        for name, figure in found.items():
            print(f"  {name:<44} {figure if isinstance(figure, str) else format(figure, '8.1f')}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
