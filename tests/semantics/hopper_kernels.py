"""Matmuls and attention as Triton kernels are written today, with all that makes their addresses hard to follow."""


# Triton's language is not typed, and its annotations are values.
# pyright: basic

import triton
import triton.language as tl


@triton.jit
def leaky_matmul(
    a, b, c, M, N, K, a_row, b_row, c_row, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr
):  # fmt: skip
    """Swizzled tiles, rows and columns that wrap around, carried pointers, a mask in the loop, an activation."""
    pid = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    first_m = pid // (GROUP * tiles_n) * GROUP
    band = min(tiles_m - first_m, GROUP)
    pid_m = first_m + (pid % (GROUP * tiles_n)) % band
    pid_n = (pid % (GROUP * tiles_n)) // band
    tl.assume(pid_m >= 0)
    rows = (pid_m * BM + tl.arange(0, BM)) % M
    columns = (pid_n * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    a_ptrs = a + (rows[:, None] * a_row + inner[None, :])
    b_ptrs = b + (inner[:, None] * b_row + columns[None, :])
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(tl.cdiv(K, BK)):
        a_tile = tl.load(a_ptrs, mask=inner[None, :] < K - k * BK, other=0.0)
        b_tile = tl.load(b_ptrs, mask=inner[:, None] < K - k * BK, other=0.0)
        total = tl.dot(a_tile, b_tile, total)
        a_ptrs += BK
        b_ptrs += BK * b_row
    total = tl.where(total >= 0, total, 0.01 * total)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * c_row + columns[None, :], total.to(tl.float16), mask=inside)


@triton.jit
def batched_transposed(
    a, b, c, bias, M, N, K, a_batch, a_row, b_batch, b_row, c_batch, c_row,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """A batch; a is stored as (K, M); masks on every side, one bias for each column."""
    batch = tl.program_id(2).to(tl.int64)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    a += batch * a_batch
    b += batch * b_batch
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        inner = k + tl.arange(0, BK)
        a_inside = (rows[:, None] < M) & (inner[None, :] < K)
        a_tile = tl.load(a + inner[None, :] * a_row + rows[:, None], mask=a_inside, other=0.0)
        b_inside = (inner[:, None] < K) & (columns[None, :] < N)
        b_tile = tl.load(b + inner[:, None] * b_row + columns[None, :], mask=b_inside, other=0.0)
        total += tl.dot(a_tile, b_tile)
    total += tl.load(bias + columns, mask=columns < N, other=0.0)[None, :]
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + batch * c_batch + rows[:, None] * c_row + columns[None, :], total.to(tl.float16), mask=inside)


@triton.jit
def block_scaled(
    a, b, c, a_scale, b_scale, M, N, K, a_row, b_row, c_row, a_scale_row, b_scale_row,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """Scales by carried pointers, of b one for each block of BK columns, found by dividing indices that wrap around."""
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    rows = (pid_m * BM + tl.arange(0, BM)) % M
    columns = (pid_n * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    a_ptrs = a + rows[:, None] * a_row + inner[None, :]
    b_ptrs = b + columns[None, :] * b_row + inner[:, None]
    a_scales = a_scale + rows * a_scale_row
    b_scales = b_scale + (columns // BK) * b_scale_row
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(tl.cdiv(K, BK)):
        a_tile = tl.load(a_ptrs, mask=inner[None, :] < K - k * BK, other=0.0)
        b_tile = tl.load(b_ptrs, mask=inner[:, None] < K - k * BK, other=0.0)
        total += tl.dot(a_tile, b_tile) * tl.load(a_scales)[:, None] * tl.load(b_scales)[None, :]
        a_ptrs += BK
        b_ptrs += BK
        a_scales += 1
        b_scales += 1
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * c_row + columns[None, :], total.to(tl.bfloat16), mask=inside)


@triton.jit
def persistent(
    a, b, c, M, N, K, a_row, b_row, c_row, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr
):  # fmt: skip
    """A loop over tiles; the store has its own tile counter; out-of-bounds rows and columns are replaced by 0."""
    tiles_n = tl.cdiv(N, BN)
    stored = tl.program_id(0) - PROGRAMS
    for tile in range(tl.program_id(0), tl.cdiv(M, BM) * tiles_n, PROGRAMS):
        rows = (tile // tiles_n) * BM + tl.arange(0, BM)
        columns = (tile % tiles_n) * BN + tl.arange(0, BN)
        rows = tl.where(rows < M, rows, 0)
        columns = tl.where(columns < N, columns, 0)
        total = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            inner = k + tl.arange(0, BK)
            a_tile = tl.load(a + rows[:, None] * a_row + inner[None, :], mask=inner[None, :] < K, other=0.0)
            b_tile = tl.load(b + columns[None, :] * b_row + inner[:, None], mask=inner[:, None] < K, other=0.0)
            total = tl.dot(a_tile, b_tile, total)
        stored += PROGRAMS
        rows = (stored // tiles_n) * BM + tl.arange(0, BM)
        columns = (stored % tiles_n) * BN + tl.arange(0, BN)
        inside = (rows[:, None] < M) & (columns[None, :] < N)
        tl.store(c + rows[:, None] * c_row + columns[None, :], total.to(tl.float16), mask=inside)


@triton.jit
def prefetching(
    a, b, c, M, N, K, a_row, b_row, c_row, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """The tiles of the next step are loaded in this one, and carried."""
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    rows = tl.minimum(pid_m * BM + tl.arange(0, BM), M - 1)
    columns = tl.minimum(pid_n * BN + tl.arange(0, BN), N - 1)
    inner = tl.arange(0, BK)
    a_ptrs = a + rows[:, None] * a_row + inner[None, :]
    b_ptrs = b + columns[None, :] * b_row + inner[:, None]
    total = tl.zeros((BM, BN), tl.float32)
    a_tile = tl.load(a_ptrs, mask=inner[None, :] < K, other=0.0)
    b_tile = tl.load(b_ptrs, mask=inner[:, None] < K, other=0.0)
    for k in range(1, tl.cdiv(K, BK)):
        total = tl.dot(a_tile, b_tile, total)
        a_ptrs += BK
        b_ptrs += BK
        a_tile = tl.load(a_ptrs, mask=inner[None, :] < K - k * BK, other=0.0)
        b_tile = tl.load(b_ptrs, mask=inner[:, None] < K - k * BK, other=0.0)
    total = tl.dot(a_tile, b_tile, total)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * c_row + columns[None, :], total.to(tl.float16), mask=inside)


@triton.jit
def attention(
    q, k, v, out, rows_total, q_head, q_row, k_head, k_row, v_head, v_row, out_head, out_row,
    BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """Flash attention; heads are far apart, rows end anywhere."""
    head = tl.program_id(1).to(tl.int64)
    first = tl.program_id(0) * BM
    rows = first + tl.arange(0, BM)
    inner = tl.arange(0, D)
    q_ptrs = q + head * q_head + rows[:, None] * q_row + inner[None, :]
    q_tile = tl.load(q_ptrs, mask=rows[:, None] < rows_total, other=0.0)
    most = tl.full([BM], float("-inf"), tl.float32)
    sums = tl.zeros([BM], tl.float32)
    total = tl.zeros([BM, D], tl.float32)
    end = tl.minimum(first + BM, rows_total) if CAUSAL else rows_total
    for start in range(0, end, BN):
        keys = start + tl.arange(0, BN)
        k_ptrs = k + head * k_head + keys[None, :] * k_row + inner[:, None]
        scores = tl.dot(q_tile, tl.load(k_ptrs, mask=keys[None, :] < rows_total, other=0.0)) * 0.125
        scores = tl.where(keys[None, :] < rows_total, scores, float("-inf"))
        if CAUSAL:
            scores = tl.where(rows[:, None] >= keys[None, :], scores, float("-inf"))
        most_now = tl.maximum(most, tl.max(scores, 1))
        weights = tl.exp2(scores - most_now[:, None])
        decay = tl.exp2(most - most_now)
        sums = sums * decay + tl.sum(weights, 1)
        v_ptrs = v + head * v_head + keys[:, None] * v_row + inner[None, :]
        v_tile = tl.load(v_ptrs, mask=keys[:, None] < rows_total, other=0.0)
        total = tl.dot(weights.to(tl.float16), v_tile, total * decay[:, None])
        most = most_now
    out_ptrs = out + head * out_head + rows[:, None] * out_row + inner[None, :]
    tl.store(out_ptrs, (total / sums[:, None]).to(tl.float16), mask=rows[:, None] < rows_total)
