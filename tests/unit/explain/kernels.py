"""Kernels with one planted cause of slowness each, and twins without it."""

import triton
import triton.language as tl


@triton.jit
def strided(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets * 32, mask)
    tl.store(y + offsets, value, mask)


@triton.jit
def consecutive(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask)
    tl.store(y + offsets, value, mask)


@triton.jit
def columns_of_fma_dot(a, b, c, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    """The operands of a dot on FMA units are in shared memory that is not swizzled, and read along its rows."""
    rows, columns, inner = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + rows[:, None] * 4096 + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * 4096 + columns[None, :])
        total = tl.dot(left, right, total, input_precision="ieee")
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def tensor_core_dot(a, b, c, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    rows, columns, inner = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + rows[:, None] * 4096 + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * 4096 + columns[None, :])
        total = tl.dot(left, right, total, input_precision="tf32")
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def two_accumulators(a, b, c, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    rows, columns, inner = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    total = tl.zeros((M, N), tl.float32)
    sums = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + rows[:, None] * 4096 + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * 4096 + columns[None, :])
        total = tl.dot(left, right, total)
        sums += total * 0.5
    tl.store(c + rows[:, None] * N + columns[None, :], total + sums)


@triton.jit
def wide_rows(x, y, n, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """Three tiles are live at once."""
    i = tl.arange(0, ROWS)[:, None]
    j = tl.arange(0, BLOCK)[None, :]
    first = tl.load(x + i * BLOCK + j)
    second = tl.load(x + i * BLOCK + j + n)
    third = tl.load(x + i * BLOCK + j + 2 * n)
    scale = tl.sum(first * second + third, axis=1)[:, None]
    tl.store(y + i * BLOCK + j, first * scale + second * second * third)


@triton.jit
def one_by_columns(x, y, z, B: tl.constexpr):
    i = tl.arange(0, B)[:, None]
    j = tl.arange(0, B)[None, :]
    first = tl.load(x + i * B + j)
    second = tl.load(y + j * B + i)
    tl.store(z + i * B + j, first + second)


@triton.jit
def all_by_rows(x, y, z, B: tl.constexpr):
    i = tl.arange(0, B)[:, None]
    j = tl.arange(0, B)[None, :]
    first = tl.load(x + i * B + j)
    second = tl.load(y + i * B + j)
    tl.store(z + i * B + j, first + second)


@triton.jit
def sum_by_columns(x, y, z, steps, R: tl.constexpr, C: tl.constexpr):
    i, j = tl.arange(0, R)[:, None], tl.arange(0, C)[None, :]
    total = tl.zeros((R, C), tl.float32)
    for k in range(steps):
        weight = tl.load(x + k * R * C + i * C + j)
        total += weight * tl.load(y + k * R * C + i + j * R)
    tl.store(z + i * C + j, total)


@triton.jit
def sum_by_rows(x, y, z, steps, R: tl.constexpr, C: tl.constexpr):
    i, j = tl.arange(0, R)[:, None], tl.arange(0, C)[None, :]
    total = tl.zeros((R, C), tl.float32)
    for k in range(steps):
        weight = tl.load(x + k * R * C + i * C + j)
        total += weight * tl.load(y + k * R * C + i * C + j)
    tl.store(z + i * C + j, total)


@triton.jit
def scaled(value, factor):
    return value * factor + 1.0


@triton.jit
def with_stride(x, y, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    value = scaled(tl.load(x + row * stride + columns), 2.0)
    tl.store(y + row * BLOCK + columns, value)


@triton.jit
def gathered(x, indices, y, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    places = tl.load(indices + offsets)
    tl.store(y + offsets, tl.load(x + places))


@triton.jit
def permuted(x, indices, y, BLOCK: tl.constexpr):
    """The addresses in shared memory are loaded."""
    offsets = tl.arange(0, BLOCK)
    value = tl.gather(tl.load(x + offsets), tl.load(indices + offsets), 0)
    tl.store(y + offsets, value)


@triton.jit
def floats_by_bytes(x, weights, y, n, BLOCK: tl.constexpr):
    """A thread loads 16 neighbouring bytes and stores 4 neighbouring floats, if the block has that many."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    product = tl.load(x + offsets) * tl.load(weights + offsets)
    tl.store(y + offsets, product)
