"""Layer normalisation, forward, on the CPU: ``python examples/cpu/layer_normalization.py [ROWS COLUMNS]``."""

from __future__ import annotations

import sys

import numpy as np
import triton
import triton.language as tl

import xtriton

SIGNATURE = "*fp32,*fp32,*fp32,*fp32,*fp32,*fp32,i32,i32,fp32,{block}"
BLOCK = 1024
EPSILON = 1e-5


@triton.jit
def normalize_rows(
    in_ptr, out_ptr, weight_ptr, bias_ptr, mean_ptr, scale_ptr, stride, columns, epsilon, BLOCK: tl.constexpr
):
    """One row, block by block: its mean, its variance, then the result. Mean and 1 / deviation are kept."""
    row = tl.program_id(0)
    in_ptr += row * stride
    out_ptr += row * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        places = start + tl.arange(0, BLOCK)
        total += tl.load(in_ptr + places, mask=places < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        places = start + tl.arange(0, BLOCK)
        x = tl.load(in_ptr + places, mask=places < columns, other=0.0).to(tl.float32)
        x = tl.where(places < columns, x - mean, 0.0)
        squares += x * x
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + epsilon)
    tl.store(mean_ptr + row, mean)
    tl.store(scale_ptr + row, scale)
    for start in range(0, columns, BLOCK):
        places = start + tl.arange(0, BLOCK)
        inside = places < columns
        weight = tl.load(weight_ptr + places, mask=inside)
        bias = tl.load(bias_ptr + places, mask=inside)
        x = tl.load(in_ptr + places, mask=inside, other=0.0).to(tl.float32)
        tl.store(out_ptr + places, (x - mean) * scale * weight + bias, mask=inside)


def compiled(block: int = BLOCK) -> xtriton.CompiledKernel:
    """The kernel for this machine."""
    return xtriton.compile(normalize_rows, SIGNATURE.format(block=block), target="cpu")


def reference(x: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """The same in NumPy."""
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + np.float32(EPSILON)) * weight + bias


def main() -> None:
    """Normalise random rows, and compare with NumPy."""
    rows, columns = (int(size) for size in sys.argv[1:3]) if len(sys.argv) > 2 else (1151, 3000)
    random = np.random.default_rng(0)
    x = random.standard_normal((rows, columns), dtype=np.float32)
    weight, bias = (random.standard_normal(columns, dtype=np.float32) for _ in range(2))
    out, mean, scale = np.empty_like(x), np.empty(rows, np.float32), np.empty(rows, np.float32)
    compiled()[(rows,)](x, out, weight, bias, mean, scale, columns, columns, EPSILON)
    np.testing.assert_allclose(out, reference(x, weight, bias), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(mean, x.mean(axis=1), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(scale, 1 / np.sqrt(x.var(axis=1) + EPSILON), rtol=1e-5)
    print(f"layer normalisation of {rows} rows of {columns}: what NumPy says")


if __name__ == "__main__":
    main()
