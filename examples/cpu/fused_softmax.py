"""Softmax of the rows of a matrix on the CPU, in one pass: ``python examples/cpu/fused_softmax.py [ROWS COLUMNS]``."""

from __future__ import annotations

import sys

import numpy as np
import triton
import triton.language as tl

import xtriton

SIGNATURE = "*fp32,*fp32,i32,i32,i32,i32,{block}"


@triton.jit
def softmax_of_rows(out_ptr, in_ptr, in_stride, out_stride, rows, columns, BLOCK: tl.constexpr):
    """Every program takes rows in steps of the grid. A row is read once and fits a block."""
    step = tl.num_programs(0)
    for row in range(tl.program_id(0), rows, step):
        places = tl.arange(0, BLOCK)
        inside = places < columns
        values = tl.load(in_ptr + row * in_stride + places, mask=inside, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(out_ptr + row * out_stride + places, powers / tl.sum(powers, axis=0), mask=inside)


def compiled(columns: int) -> xtriton.CompiledKernel:
    """The kernel for rows of so many columns, for this machine."""
    return xtriton.compile(softmax_of_rows, SIGNATURE.format(block=triton.next_power_of_2(columns)), target="cpu")


def reference(x: np.ndarray) -> np.ndarray:
    """The same in NumPy."""
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def main() -> None:
    """Take the softmax of random rows, and compare with NumPy."""
    rows, columns = (int(size) for size in sys.argv[1:3]) if len(sys.argv) > 2 else (1823, 781)
    x = np.random.default_rng(0).standard_normal((rows, columns), dtype=np.float32)
    found = np.empty_like(x)
    compiled(columns)[(64,)](found, x, columns, columns, rows, columns)
    np.testing.assert_allclose(found, reference(x), rtol=2e-6, atol=1e-9)
    print(f"softmax of {rows} rows of {columns}: what NumPy says")


if __name__ == "__main__":
    main()
