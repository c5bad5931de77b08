"""Addition of vectors on the CPU: ``python examples/cpu/vector_addition.py [ELEMENTS]``."""

from __future__ import annotations

import sys

import numpy as np
import triton
import triton.language as tl

import xtriton

SIGNATURE = "*fp32,*fp32,*fp32,i32,{block}"
BLOCK = 4096


@triton.jit
def add_vectors(x_ptr, y_ptr, sum_ptr, count, BLOCK: tl.constexpr):
    """One block of the sum: what lies behind the end is neither read nor written."""
    places = tl.program_id(axis=0) * BLOCK + tl.arange(0, BLOCK)
    inside = places < count
    x = tl.load(x_ptr + places, mask=inside)
    y = tl.load(y_ptr + places, mask=inside)
    tl.store(sum_ptr + places, x + y, mask=inside)


def compiled(block: int = BLOCK) -> xtriton.CompiledKernel:
    """The kernel for this machine."""
    return xtriton.compile(add_vectors, SIGNATURE.format(block=block), target="cpu")


def main() -> None:
    """Add two vectors, and compare with NumPy."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_003
    random = np.random.default_rng(0)
    x, y = (random.standard_normal(count, dtype=np.float32) for _ in range(2))
    found = np.empty_like(x)
    compiled()[(triton.cdiv(count, BLOCK),)](x, y, found, count)
    np.testing.assert_array_equal(found, x + y)
    print(f"sum of {count} elements: what NumPy says")


if __name__ == "__main__":
    main()
