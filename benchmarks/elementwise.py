"""Kernels that do little but access memory, for which checks of accesses cost most."""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def copy(x, out, n, BLOCK: tl.constexpr):
    """Copy an array."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def fill(x, out, n, BLOCK: tl.constexpr):
    """Fill an array with a number."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.full((BLOCK,), 3, out.dtype.element_ty), mask=i < n)


@triton.jit
def increment(x, out, n, BLOCK: tl.constexpr):
    """Add 1 to an array in place."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(out + i, mask=i < n) + 1, mask=i < n)


@triton.jit
def increment_rows(x, out, n, BLOCK: tl.constexpr):
    """Add 1 to an array of rows of ``n`` elements in place."""
    i = tl.arange(0, BLOCK)
    row = out + tl.program_id(0) * n
    tl.store(row + i, tl.load(row + i, mask=i < n) + 1, mask=i < n)


@triton.jit
def copy_tiles(x, out, n, BLOCK: tl.constexpr):
    """Copy a matrix with rows of ``n`` elements in tiles of 16 rows."""
    at = (tl.program_id(0) * 16 + tl.arange(0, 16))[:, None] * n
    i = (tl.program_id(1) * BLOCK + tl.arange(0, BLOCK))[None, :]
    tl.store(out + at + i, tl.load(x + at + i, mask=i < n), mask=i < n)


@triton.jit
def increment_tiles(x, out, n, BLOCK: tl.constexpr):
    """Add 1 in place to such a matrix."""
    at = (tl.program_id(0) * 16 + tl.arange(0, 16))[:, None] * n
    i = (tl.program_id(1) * BLOCK + tl.arange(0, BLOCK))[None, :]
    tl.store(out + at + i, tl.load(out + at + i, mask=i < n) + 1, mask=i < n)


KERNELS = (copy, fill, increment, increment_rows, copy_tiles, increment_tiles)
