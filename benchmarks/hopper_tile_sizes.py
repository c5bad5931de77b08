"""Plain matmuls with tiles of many sizes on a Hopper GPU: as Triton compiles them, and with ``optimize="hopper"``.

No tile may be slower with ``optimize="hopper"``. Each result is compared with PyTorch's; times are medians of
alternating rounds, and the last column says whether the tile was rewritten.

    PYTHONPATH=.:tests python benchmarks/hopper_tile_sizes.py [--slower 1.01] [--only SUBSTRING ...]
"""

# pyright: basic
from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory

import torch
import triton
import triton.language as tl
from hopper_workloads import times
from semantics.workloads.workload import Launch, random

import xtriton
from xtriton.backends.nvidia.errors import SharedMemoryError

VARIANTS = {"triton": None, "hopper": "hopper"}
TYPES = {"f16": torch.float16, "e4m3": torch.float8_e4m3fn}
TOLERANCES = {"f16": 2e-3, "e4m3": 1e-2}
"""Relative errors: FP8 products are summed with 14 bits."""
SHAPES = [(16, 8192, 8192), (100, 4096, 4096), (1024, 4096, 4096), (4096, 4096, 1024)]
"""(M, N, K)"""
LARGEST_TILE = 128 * 256
"""Results of a CTA: Triton spills more."""


@triton.jit
def product_of(a, b, c, m, n, k, step_m, step_k, step_b_k, step_b_n, tile_row, tile_column, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):  # fmt: skip  # noqa: E501
    """A tile of c = a @ b, through pointers."""
    at_m = (tile_row * BM + tl.arange(0, BM)) % m
    at_n = (tile_column * BN + tl.arange(0, BN)) % n
    at_k = tl.arange(0, BK)
    left = a + at_m[:, None] * step_m + at_k[None, :] * step_k
    right = b + at_k[:, None] * step_b_k + at_n[None, :] * step_b_n
    total = tl.zeros((BM, BN), tl.float32)
    for at in range(tl.cdiv(k, BK)):
        inside = k - at * BK
        total = tl.dot(tl.load(left, at_k[None, :] < inside, 0.0), tl.load(right, at_k[:, None] < inside, 0.0), total)
        left += BK * step_k
        right += BK * step_b_k
    out_m, out_n = tile_row * BM + tl.arange(0, BM), tile_column * BN + tl.arange(0, BN)
    mask = (out_m[:, None] < m) & (out_n[None, :] < n)
    tl.store(c + out_m[:, None] * n + out_n[None, :], total.to(tl.float16), mask)


@triton.jit
def in_bands(a, b, c, m, n, k, step_m, step_k, step_b_k, step_b_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, BAND: tl.constexpr):  # fmt: skip  # noqa: E501
    """Tiles in bands of BAND rows, as in Triton's tutorial."""
    program = tl.program_id(0)
    rows, columns = tl.cdiv(m, BM), tl.cdiv(n, BN)
    band = program // (BAND * columns)
    height = min(rows - band * BAND, BAND)
    tile_row = band * BAND + (program % (BAND * columns)) % height
    tile_column = (program % (BAND * columns)) // height
    product_of(a, b, c, m, n, k, step_m, step_k, step_b_k, step_b_n, tile_row, tile_column, BM, BN, BK)


@triton.jit
def on_two_axes(a, b, c, m, n, k, step_m, step_k, step_b_k, step_b_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):  # fmt: skip  # noqa: E501
    """Program ids are the row and the column of a tile."""
    tile_row, tile_column = tl.program_id(0), tl.program_id(1)
    product_of(a, b, c, m, n, k, step_m, step_k, step_b_k, step_b_n, tile_row, tile_column, BM, BN, BK)


@dataclass(frozen=True)
class Case:
    """A kernel and the product that it computes."""

    type: str
    rows: int
    columns: int
    depth: int
    band: int
    """Rows of tiles in a band; 0 for a grid of two axes."""
    is_transposed: bool
    """Whether B is the transposed of a row-major matrix, as FP8 dots require."""
    shape: tuple[int, int, int]

    @property
    def stem(self) -> str:
        """The name of its files: one kernel for all products."""
        layout = "nt" if self.is_transposed else "nn"
        few = "few" if self.shape[0] % 16 else "many"
        return f"{self.type}_{self.rows}x{self.columns}x{self.depth}_band{self.band}_{layout}_{few}"

    def launch(self) -> Launch:
        """The launch, on the default device."""
        m, n, k = self.shape
        a = random(m, k, scale=0.1).to(TYPES[self.type])
        b = (random(n, k, scale=0.1).T if self.is_transposed else random(k, n, scale=0.1)).to(TYPES[self.type])
        expected = (a.float() @ b.float()).half()
        c = torch.full((m, n), float("nan"), dtype=torch.float16)
        tiles = triton.cdiv(m, self.rows), triton.cdiv(n, self.columns)
        grid = (tiles[0] * tiles[1],) if self.band else tiles
        arguments = [a, b, c, m, n, k, *a.stride(), *b.stride()]
        constants = [self.rows, self.columns, self.depth, *([self.band] if self.band else [])]
        warps = 8 if self.rows * self.columns > 128 * 128 else 4
        return Launch(grid, arguments, constants, {2: expected}, warps, TOLERANCES[self.type])


def cases() -> Iterator[Case]:
    """All tiles with all products."""
    for name, rows, columns, depth in product(TYPES, (16, 32, 64, 128, 256), (64, 128, 256), (64, 128)):
        if rows * columns > LARGEST_TILE or (name == "e4m3" and depth == 64):
            continue
        layouts = (True,) if name == "e4m3" else (False, True)
        for band, is_transposed, shape in product((0, 1, 8), layouts, SHAPES):
            if (band < 8 or triton.cdiv(shape[0], rows) > 1) and rows <= 2 * shape[0] and shape[0] <= 32 * rows:
                yield Case(name, rows, columns, depth, band, is_transposed, shape)


def compile_one(folder: Path, stem: str, kernel: str, signature: str, num_warps: int) -> str | None:
    """Compile both variants of a kernel, and save them. Returns why Triton's passes cannot."""
    for variant, optimize in VARIANTS.items():
        options = {"target": "cuda:90", "optimize": optimize, "num_warps": num_warps}
        try:
            xtriton.compile(globals()[kernel], signature, **options).save(folder, f"{stem}_{variant}")
        except SharedMemoryError as error:
            if optimize is None:
                return f"Triton needs {error.needed} bytes of shared memory"
            raise
    return None


def compile_all(folder: Path, found: list[Case], processes: int) -> dict[str, str]:
    """Compile all kernels. Returns which of them Triton cannot compile, and why."""
    running = {}
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:  # CUDA does not survive a fork
        for stem, case in {case.stem: case for case in found}.items():
            launch = case.launch()
            kernel = "in_bands" if case.band else "on_two_axes"
            running[stem] = pool.submit(compile_one, folder, stem, kernel, launch.signature(), launch.num_warps)
    return {stem: refusal for stem, future in running.items() if (refusal := future.result())}


def main() -> int:
    """Run the benchmark. Returns the exit status: 1 if a result is wrong or a tile slower than ``--slower``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=14, help="processes that compile (default: %(default)s)")
    parser.add_argument("--slower", type=float, default=1.02, help="greatest ratio of times (default: %(default)s)")
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="SUBSTRING", help="kernels with one of these in their name"
    )
    options = parser.parse_args()
    ratios: list[float] = []
    failed = 0
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    with TemporaryDirectory() as temporary, torch.device("cuda"):
        folder = Path(temporary)
        found = [case for case in cases() if any(part in case.stem for part in options.only)]
        refused = compile_all(folder, found, options.jobs)
        print(f"{'kernel':36}{'M, N, K':>18}{'triton ms':>11}{'hopper ms':>11}{'ratio':>7}")
        for case in found:
            name = f"{case.stem:36}{', '.join(map(str, case.shape)):>18}"
            if case.stem in refused:
                print(f"{name}  {refused[case.stem]}")
                continue
            try:
                kernels = {it: xtriton.load(folder / f"{case.stem}_{it}.json") for it in VARIANTS}
                taken = measured(case.launch(), kernels)
            except Exception as problem:  # a kernel that fails must not hide the others
                print(f"{name}FAILED: {type(problem).__name__}: {problem}", flush=True)
                failed += 1
                continue
            ratio = taken["hopper"] / taken["triton"]
            ratios.append(ratio)
            note = "" if "ttg.warp_specialize" in kernels["hopper"].asm["ttgir"] else "  as Triton's"
            slow = "  SLOWER" if ratio > options.slower else ""
            print(f"{name}{taken['triton']:11.4f}{taken['hopper']:11.4f}{ratio:7.2f}{note}{slow}", flush=True)
    slower = sum(ratio > options.slower for ratio in ratios)
    print(f"{len(ratios)} products, geometric mean {geometric_mean(ratios):.3f}, {slower} slower, {failed} failed")
    return 1 if slower or failed else 0


def measured(launch: Launch, kernels: dict[str, xtriton.CompiledKernel]) -> dict[str, float]:
    """The milliseconds of both variants. Raises ``ValueError`` if a result is wrong."""
    for variant, kernel in kernels.items():
        launch.arguments[2].fill_(float("nan"))
        kernel[launch.grid](*launch.runtime_arguments())
        error = launch.error(launch.arguments)
        if not error <= launch.tolerance:
            raise ValueError(f"{variant}: the relative error is {error:.1e}")
    return times(kernels, launch)


if __name__ == "__main__":
    sys.exit(main())
