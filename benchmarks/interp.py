"""Speed of the interpreter: kernels over their whole grids, and proofs of rewrites.

    python benchmarks/interp.py [--rounds 5] [--json FILE]

Each figure is the least wall time over the rounds, on one core. Compiling with Triton's front end and parsing are
not in it. The product of 512 x 512 matrices is also timed in NumPy, in f32, in the same run.
"""

# pyright: basic, reportInvalidTypeForm=false
from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import triton
import triton.language as tl
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import kernels  # noqa: E402

from xtriton.interp import interpret  # noqa: E402
from xtriton.interp.proof import Proof  # noqa: E402
from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402

LIMIT_SECONDS = 2.0
"""The project's target for the matmul of 512 x 512 x 512 in f16."""


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """C = A B, all row-major."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a_ptrs = a + rows[:, None] * k + inner[None, :]
    b_ptrs = b + inner[:, None] * n + columns[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(tl.cdiv(k, BK)):
        left = tl.load(a_ptrs, mask=inner[None, :] < k - start * BK, other=0.0)
        right = tl.load(b_ptrs, mask=inner[:, None] < k - start * BK, other=0.0)
        total = tl.dot(left, right, total)
        a_ptrs += BK
        b_ptrs += BK * n
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(tl.float16), mask=mask)


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    """Sum of vectors."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    tl.store(out + i, tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep), mask=keep)


MATMUL_SIGNATURE = {
    "a": "*fp16", "b": "*fp16", "c": "*fp16", "m": "i32", "n": "i32", "k": "i32",
    "BM": "constexpr", "BN": "constexpr", "BK": "constexpr",
}  # fmt: skip
ADD_SIGNATURE = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}


def module_of(kernel: Any, signature: dict[str, str], constants: dict[str, int]) -> Any:
    """The kernel as Triton's front end makes it."""
    target = GPUTarget("cuda", 90, 32)
    backend = make_backend(target)
    options = backend.parse_options({})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    functions, modules = backend.get_codegen_implementation(options), backend.get_module_map()
    made = ASTSource(kernel, signature, constants).make_ir(target, options, functions, modules, context)
    return parse_module(str(made), kernel.__name__, Context())


def least(rounds: int, action: Callable[[], object]) -> float:
    """Seconds of the quickest round."""
    times: list[float] = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(rounds: int) -> dict[str, float]:
    """All figures, in seconds."""
    random = np.random.default_rng(0)
    a, b = (random.standard_normal((512, 512)).astype(np.float16) for _ in range(2))
    c = np.zeros((512, 512), np.float16)
    product = module_of(matmul, MATMUL_SIGNATURE, {"BM": 64, "BN": 64, "BK": 32})
    figures = {"matmul 512x512x512 f16": least(rounds, lambda: interpret(product, (8, 8), a, b, c, 512, 512, 512))}
    error = np.abs(c.astype(np.float64) - a.astype(np.float64) @ b.astype(np.float64)).max()
    assert error < 0.05, f"the product is wrong by {error}"
    wide = a.astype(np.float32), b.astype(np.float32)
    figures["the same in NumPy, f32"] = least(rounds, lambda: wide[0] @ wide[1])
    vectors = [random.standard_normal(1 << 20).astype(np.float32) for _ in range(3)]
    addition = module_of(add, ADD_SIGNATURE, {"BLOCK": 1024})
    figures["sum of 1M elements"] = least(rounds, lambda: interpret(addition, 1024, *vectors, 1 << 20))
    attention = module_of(kernels.attention, kernels.ATTENTION_SIGNATURE, kernels.ATTENTION_CONSTANTS)
    heads = [random.standard_normal((4, 512, 64)).astype(np.float16) for _ in range(4)]
    figures["attention, 4 heads of 512 x 64"] = least(rounds, lambda: interpret(attention, (4, 4), *heads, 0.125, 512))
    scaled = module_of(kernels.fp8_block_scaled_matmul, kernels.FP8_SIGNATURE, kernels.FP8_CONSTANTS)
    figures["proof of the fp8 matmul, inputs and outcomes"] = least(1, lambda: Proof(scaled))
    return figures


def main() -> int:
    """Print the figures; exit status 1 if the promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    figures = measure(options.rounds)
    for name, seconds in figures.items():
        print(f"{name:48} {seconds * 1e3:9.1f} ms")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    first = next(iter(figures.values()))
    print(f"limit of the matmul: {LIMIT_SECONDS:.1f} s, {'kept' if first <= LIMIT_SECONDS else 'exceeded'}")
    return 0 if first <= LIMIT_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
