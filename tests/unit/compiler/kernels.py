"""Kernels for tests of compilation."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask)


@triton.jit
def product(a, b, c, K, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for start in range(0, K, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        left = tl.load(a + rows[:, None] * K + columns[None, :])
        right = tl.load(b + columns[:, None] * BLOCK + rows[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * BLOCK + rows[None, :], total)


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """c = a @ b, row-major, through descriptors that depend on arguments alone."""
    da = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    db = tl.make_tensor_descriptor(b, [k, n], [n, 1], [BK, BN])
    dc = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), tl.float32)
    for at in range(0, k, BK):
        total = tl.dot(da.load([row, at]), db.load([at, column]), total)
    dc.store([row, column], total.to(c.dtype.element_ty))


@triton.jit
def matmul_two_results(a, b, c, d, bias, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """c = a @ b + bias, row-major, with b column-major, and d its transposed."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for at in range(0, k, BK):
        steps = at + tl.arange(0, BK)
        left = tl.load(a + rows[:, None] * k + steps[None, :], (rows[:, None] < m) & (steps[None, :] < k), 0.0)
        right = tl.load(b + columns[None, :] * k + steps[:, None], (columns[None, :] < n) & (steps[:, None] < k), 0.0)
        total = tl.dot(left, right, total)
    total += tl.load(bias + columns, columns < n, 0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(tl.bfloat16), mask)
    tl.store(d + columns[None, :] * m + rows[:, None], total.to(tl.bfloat16), mask)


@triton.jit
def block_scaled(a, b, c, a_scale, b_scale, m, n, k, group_n, GROUP: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """c = a @ b, b column-major, with scales for 128 steps, and for GROUP columns, or group_n if that is 0."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    steps = tl.cdiv(k, 128)
    total = tl.zeros((BM, BN), tl.float32)
    groups = columns // (GROUP if GROUP > 0 else group_n)
    for step in range(steps):
        at = step * 128 + tl.arange(0, 128)
        left = tl.load(a + rows[:, None] * k + at[None, :], (rows[:, None] < m) & (at[None, :] < k), 0.0)
        right = tl.load(b + columns[None, :] * k + at[:, None], (columns[None, :] < n) & (at[:, None] < k), 0.0)
        left_scale = tl.load(a_scale + rows * steps + step, rows < m, 0.0)
        right_scale = tl.load(b_scale + groups * steps + step, columns < n, 0.0)
        total += tl.dot(left, right) * left_scale[:, None] * right_scale[None, :]
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(tl.bfloat16), mask)


@triton.jit
def reads_fp8(x, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets).to(tl.float16))


@triton.jit
def unknown_name(x):
    tl.store(x, missing + 1)  # noqa: F821


@triton.jit
def helper(x, SIZE: tl.constexpr):
    return x + tl.arange(0, SIZE)


@triton.jit
def calls_helper(x, SIZE: tl.constexpr):
    tl.store(helper(x, SIZE), 0)


@triton.autotune([triton.Config({"BLOCK": 64})], key=["n"])
@triton.jit
def tuned(x, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(x + offsets, n, offsets < n)


@triton.jit
def with_default(x, scale=2.0, BLOCK: tl.constexpr = 64):
    tl.store(x + tl.arange(0, BLOCK), scale)


not_a_kernel = 3


@triton.jit
def from_host(source, out, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """A descriptor that the caller makes, and one that depends on arguments alone, the first one's extents too."""
    rows = source.shape[0]
    made = tl.make_tensor_descriptor(out, [rows, n], [n, 1], [ROWS, COLUMNS])
    at = tl.program_id(0) * ROWS
    made.store([at, 0], source.load([at, 0]))
