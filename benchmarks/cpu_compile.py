"""How long kernels take to compile for the CPU, from source to loaded machine code, stage by stage.

    python benchmarks/cpu_compile.py [--rounds 9] [--only NAME] [--profile]

The five examples of ``examples/cpu``, ``tl.topk`` and ``tl.sort``. Figures are milliseconds of CPU time of this thread,
minimum over the rounds of the whole and of each stage, in a process that has compiled each kernel once; nothing comes
from a cache. ``--profile`` prints where the time of the last round goes, by function.
"""

# pyright: basic
from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
import time
from pathlib import Path

import triton
import triton.language as tl

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "cpu"))

import fused_attention
import fused_softmax
import layer_normalization
import matrix_multiplication
import vector_addition

import xtriton
from xtriton.backends.cpu.cache import CACHE


@triton.jit
def sort(in_ptr, out_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Each row, ascending."""
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out_ptr + at, tl.sort(tl.load(in_ptr + at)))


@triton.jit
def topk(in_ptr, out_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr, K: tl.constexpr):
    """The greatest K of each row."""
    rows = tl.arange(0, ROWS)[:, None]
    found = tl.topk(tl.load(in_ptr + rows * COLUMNS + tl.arange(0, COLUMNS)[None, :]), K)
    tl.store(out_ptr + rows * K + tl.arange(0, K)[None, :], found)


def cases() -> dict[str, tuple[object, str]]:
    """Each kernel with its signature."""
    product = matrix_multiplication
    tiles = ",".join(map(str, product.TILE))
    return {
        "addition": (vector_addition.add_vectors, vector_addition.SIGNATURE.format(block=vector_addition.BLOCK)),
        "softmax": (fused_softmax.softmax_of_rows, fused_softmax.SIGNATURE.format(block=1024)),
        "layer norm": (
            layer_normalization.normalize_rows,
            layer_normalization.SIGNATURE.format(block=layer_normalization.BLOCK),
        ),
        "matmul": (
            product.multiply,
            product.side_by_side(product.SIGNATURE.format(element="fp32", tile=tiles, group=product.GROUP)),
        ),
        "attention": (
            fused_attention.attend,
            fused_attention.SIGNATURE.format(block_m=64, block_n=64, head=64, causal=0),
        ),
        "top-k of 4x32": (topk, "*fp32,*fp32,4,32,8"),
        "sort of 1x1024": (sort, "*fp32,*fp32,1,1024"),
    }


def compilation(kernel: object, signature: str) -> dict[str, float]:
    """Milliseconds of the stages of one compilation, and of the whole as ``all``."""
    begun: list[tuple[str, float]] = []
    CACHE.clear()
    start = time.thread_time()
    xtriton.compile(kernel, signature, target="cpu", progress=lambda stage: begun.append((stage, time.thread_time())))
    ends = [*(at for _, at in begun[1:]), time.thread_time()]
    taken = {stage: end - at for (stage, at), end in zip(begun, ends, strict=True)}
    return {name: seconds * 1e3 for name, seconds in {"all": ends[-1] - start, **taken}.items()}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", help="one kernel, by the start of its name")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    chosen = {name: case for name, case in cases().items() if name.startswith(options.only or "")}
    if not chosen:
        parser.error(f"no kernel starts with {options.only!r}; there are {', '.join(cases())}")
    os.environ["XTRITON_CACHE_DIR"] = ""
    for kernel, signature in chosen.values():
        compilation(kernel, signature)
    rounds = [{name: compilation(*case) for name, case in chosen.items()} for _ in range(options.rounds)]
    stages = list(dict.fromkeys(stage for name in chosen for stage in rounds[0][name]))
    print(f"{'ms':16}" + "".join(f"{stage:>9}" for stage in stages))
    for name in chosen:
        least = [min(found[name].get(stage, 0.0) for found in rounds) for stage in stages]
        print(f"{name:16}" + "".join(f"{value:9.1f}" for value in least))
    if options.profile:
        with cProfile.Profile() as profile:
            for case in chosen.values():
                compilation(*case)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(70)
        pstats.Stats(profile).sort_stats("tottime").print_stats(50)


if __name__ == "__main__":
    main()
