"""Triton's tutorials 03 (matmul) and 06 (attention) on a Hopper GPU, with and without ``jit_passes``.

Each variant has the configuration that the tutorial's own autotuner chooses for it. Results are compared with
PyTorch's, those of the matmul also with Triton's bit by bit.

    PYTHONPATH=.:tests python benchmarks/hopper_tutorials.py FOLDER

``FOLDER`` is python/tutorials of the sources of the Triton in use.
"""

# pyright: basic
from __future__ import annotations

import argparse
import ast
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from hopper_workloads import Variant, medians
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

import xtriton

MATMULS = [(4096, 4096, 4096), (8192, 8192, 8192), (4096, 7168, 2048), (4096, 4096, 7168), (2048, 2048, 2048)]
"""(M, N, K)"""
BATCH, HEADS, LENGTH = 4, 16, 8192
ROUNDS = 15


def definitions_of(path: Path) -> ModuleType:
    """A module of the statements of a tutorial before its first call or ``try``, which define its kernels."""
    tree = ast.parse(path.read_text())
    is_executed = [
        isinstance(node, ast.Try) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
        for node in tree.body
    ]
    tree.body = tree.body[: is_executed.index(True)]
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    exec(compile(tree, str(path), "exec"), module.__dict__)
    return module


def called(variant: Variant) -> Any:
    """The result of a variant."""
    run, context = variant
    with context():
        return run()


def with_passes() -> AbstractContextManager[Any]:
    """Triton's JIT with the passes for Hopper."""
    return xtriton.jit_passes(optimize="hopper")


def speeds(work: float, variants: dict[str, Variant]) -> dict[str, float]:
    """The TFLOP/s of each variant."""
    return {name: work / milliseconds / 1e9 for name, milliseconds in medians(variants, ROUNDS).items()}


def cudnn() -> AbstractContextManager[Any]:
    """cuDNN for ``scaled_dot_product_attention``."""
    return sdpa_kernel(SDPBackend.CUDNN_ATTENTION)


def report(name: str, speed: dict[str, float], library: str) -> None:
    """Print a line of the table."""
    ours, triton, theirs = speed["hopper"], speed["triton"], speed[library]
    ratios = f"{ours / triton:11.3f}{ours / theirs:11.3f}"
    print(f"{name:28}{ours:9.0f}{triton:9.0f}{theirs:9.0f}{ratios}", flush=True)


def matmuls(path: Path) -> None:
    """Tutorial 03."""
    plain, optimized = definitions_of(path), definitions_of(path)
    for m, n, k in MATMULS:
        a, b = (torch.randn(shape, device="cuda", dtype=torch.float16) for shape in ((m, k), (k, n)))
        variants = {
            "triton": (partial(plain.matmul, a, b), nullcontext),
            "hopper": (partial(optimized.matmul, a, b), with_passes),
            "torch": (partial(torch.matmul, a, b), nullcontext),
        }
        expected, result = called(variants["triton"]), called(variants["hopper"])
        if not torch.equal(result, expected):
            difference = float((result.float() - expected.float()).abs().max())
            print(f"    the results differ from Triton's by {difference:.2g}: the autotuner chose other tiles")
        torch.testing.assert_close(result, called(variants["torch"]), atol=0.3, rtol=2e-2)
        report(f"matmul {m} x {n} x {k}", speeds(2.0 * m * n * k, variants), "torch")


def attentions(path: Path) -> None:
    """Tutorial 06, forward."""
    plain, optimized = definitions_of(path), definitions_of(path)
    for width in (64, 128):
        for causal in (False, True):
            shape = (BATCH, HEADS, LENGTH, width)
            q, k, v = (torch.randn(shape, device="cuda", dtype=torch.float16) for _ in range(3))
            arguments = (q, k, v, causal, width**-0.5, False)
            variants = {
                "triton": (partial(plain.attention, *arguments), nullcontext),
                "hopper": (partial(optimized.attention, *arguments), with_passes),
                "cudnn": (partial(scaled_dot_product_attention, q, k, v, is_causal=causal), cudnn),
            }
            torch.testing.assert_close(called(variants["hopper"]), called(variants["cudnn"]), atol=1e-2, rtol=1e-2)
            work = 4.0 * BATCH * HEADS * LENGTH * LENGTH * width * (0.5 if causal else 1.0)
            name = f"attention D = {width}{', causal' if causal else ''}"
            report(name, speeds(work, variants), "cudnn")


def main() -> int:
    """Run both tutorials, or one. Raises an error if a result is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="python/tutorials of Triton's sources")
    parser.add_argument("--only", choices=["matmul", "attention"], help="one of the tutorials")
    options = parser.parse_args()
    print(f"{'':28}{'hopper':>9}{'triton':>9}{'library':>9}{'/ triton':>11}{'/ library':>11}")
    if options.only != "attention":
        matmuls(options.folder / "03-matrix-multiplication.py")
    if options.only != "matmul":
        attentions(options.folder / "06-fused-attention.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
