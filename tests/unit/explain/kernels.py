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


@triton.jit
def two_counters(x, y, n, BLOCK: tl.constexpr):
    """All threads change two neighbouring words."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.atomic_max(y + offsets % 2, tl.load(x + offsets, mask), mask=mask)


@triton.jit
def rows_by_division(x, y, n, BLOCK: tl.constexpr):
    """Rows of 890 elements of which 512 are read, as inductor concatenates them."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    row, column = offsets // 890, offsets % 890
    value = tl.load(x + row * 512 + column, mask & (column < 512), other=0.0)
    tl.store(y + offsets, value, mask)


@triton.jit
def rows_of_the_grid(x, y, BLOCK: tl.constexpr):
    """The length of a row is the size of the grid."""
    rows, columns = tl.arange(0, BLOCK), tl.arange(0, BLOCK)
    offsets = rows[None, :] * tl.num_programs(1) * 16 + columns[:, None]
    tl.store(y + offsets, tl.load(x + columns[:, None] * BLOCK + rows[None, :]))


@triton.jit
def scaled_dot(a, b, scales, c, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    """The accumulator of dots with scales, of which the second operand is read by columns."""
    rows, columns, inner = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + rows[:, None] * 4096 + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] + columns[None, :] * 4096)
        total += tl.dot(left, right) * tl.load(scales + start)
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def transposed(x, y, B: tl.constexpr):
    i, j = tl.arange(0, B)[:, None], tl.arange(0, B)[None, :]
    tile = tl.load(x + i * B + j)
    tl.store(y + i * B + j, tl.trans(tile))


@triton.jit
def gathered_twice(x, indices, y, B: tl.constexpr):
    i, j = tl.arange(0, B)[:, None], tl.arange(0, B)[None, :]
    tile, places = tl.load(x + i * B + j), tl.load(indices + i * B + j)
    tl.store(y + i * B + j, tl.gather(tile, places, axis=1) + tl.gather(tile, places, axis=0))


@triton.jit
def batched_dot(a, b, c, n, K: tl.constexpr, BB: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    outer, rows, columns, inner = tl.arange(0, BB), tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, K)
    left = tl.load(a + outer[:, None, None] * BM * K + rows[None, :, None] * K + inner[None, None, :])
    right = tl.load(b + outer[:, None, None] * K * n + inner[None, :, None] * n + columns[None, None, :])
    product = tl.dot(left, right)
    tl.store(c + outer[:, None, None] * BM * BN + rows[None, :, None] * BN + columns[None, None, :], product)


@triton.jit
def dot_of_batch(a, b, c, n, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """The twin: a program for each element of the batch."""
    outer, rows, columns, inner = tl.program_id(0), tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, K)
    left = tl.load(a + outer * BM * K + rows[:, None] * K + inner[None, :])
    right = tl.load(b + outer * K * n + inner[:, None] * n + columns[None, :])
    tl.store(c + outer * BM * BN + rows[:, None] * BN + columns[None, :], tl.dot(left, right))


@triton.jit
def with_scales(a, b, scales, c, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    """Dots of scaled fp8 with scales of 32 elements each."""
    rows, columns, inner = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    groups = tl.arange(0, BK // 32)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + rows[:, None] * 4096 + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * 4096 + columns[None, :])
        factors = tl.load(scales + rows[:, None] * 128 + (start // 32 + groups)[None, :])
        total = tl.dot_scaled(left, factors, "e4m3", right, None, "e4m3", total)
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def by_descriptor(source, target, B: tl.constexpr):
    target.store([0, 0], source.load([0, 0]))


@triton.jit
def by_own_descriptor(source, target, rows, stride, B: tl.constexpr):
    """The twin: the last stride is known."""
    load = tl.make_tensor_descriptor(source, [rows, B], [stride, 1], [B, B])
    store = tl.make_tensor_descriptor(target, [rows, B], [stride, 1], [B, B])
    store.store([0, 0], load.load([0, 0]))


@triton.jit
def many_loops(a, b, out, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    """Two loops of equal products, and seven that read a tile and compute a little more in each."""
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    total = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :])
        total = tl.dot(left, tl.load(b + (start + k)[:, None] * N + n[None, :]), total)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :])
        total = tl.dot(left, tl.load(b + (start + k)[:, None] * N + n[None, :]), total)
    for repeat in tl.static_range(7):
        for start in range(0, K, BK):
            tile = tl.load(a + m[:, None] * K + (start + k)[None, :]).to(tl.float32)
            for _ in tl.static_range(repeat):
                tile = tile * 1.5 + total
            total += tile
    tl.store(out + m[:, None] * N + n[None, :], total)
