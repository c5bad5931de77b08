"""The Triton kernels of ``cpu_torch.py``, written as for GPUs: masks on every edge, a power of two per block."""

# pyright: basic
from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def softmax(out_ptr, in_ptr, columns, BLOCK: tl.constexpr):
    """A row per program."""
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(in_ptr + row * columns + offsets, mask=mask, other=-float("inf"))
    numerator = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * columns + offsets, numerator / tl.sum(numerator, axis=0), mask=mask)


@triton.jit
def layer_norm(in_ptr, out_ptr, weight_ptr, bias_ptr, mean_ptr, rstd_ptr, columns, eps, BLOCK: tl.constexpr):
    """Triton's tutorial: three loops over the row."""
    row = tl.program_id(0)
    in_ptr += row * columns
    out_ptr += row * columns
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(in_ptr + offsets, mask=offsets < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(in_ptr + offsets, mask=offsets < columns, other=0.0).to(tl.float32)
        x = tl.where(offsets < columns, x - mean, 0.0)
        squares += x * x
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < columns
        weight = tl.load(weight_ptr + offsets, mask=mask)
        bias = tl.load(bias_ptr + offsets, mask=mask)
        x = tl.load(in_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        tl.store(out_ptr + offsets, (x - mean) * rstd * weight + bias, mask=mask)


@triton.jit
def rms_norm(in_ptr, out_ptr, weight_ptr, columns, eps, BLOCK: tl.constexpr):
    """A row per program."""
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(in_ptr + row * columns + offsets, mask=mask, other=0.0)
    rstd = tl.rsqrt(tl.sum(x * x, axis=0) / columns + eps)
    weight = tl.load(weight_ptr + offsets, mask=mask)
    tl.store(out_ptr + row * columns + offsets, x * rstd * weight, mask=mask)


@triton.jit
def cross_entropy(logits_ptr, target_ptr, loss_ptr, columns, BLOCK: tl.constexpr):
    """Online: the maximum and the sum of the exponentials in one pass over the row."""
    row = tl.program_id(0)
    logits_ptr += row.to(tl.int64) * columns
    peak = -float("inf")
    total = 0.0
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(logits_ptr + offsets, mask=offsets < columns, other=-float("inf"))
        higher = tl.maximum(peak, tl.max(x))
        total = total * tl.exp(peak - higher) + tl.sum(tl.exp(x - higher))
        peak = higher
    target = tl.load(target_ptr + row)
    tl.store(loss_ptr + row, peak + tl.log(total) - tl.load(logits_ptr + target))


@triton.jit
def matmul(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, ACCUMULATOR: tl.constexpr,
):  # fmt: skip
    """Triton's tutorial."""
    pid = tl.program_id(axis=0)
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    in_group = GROUP * tiles_n
    first = pid // in_group * GROUP
    height = min(tiles_m - first, GROUP)
    pid_m = first + pid % in_group % height
    pid_n = pid % in_group // height
    offs_m = (pid_m * BM + tl.arange(0, BM)) % M
    offs_n = (pid_n * BN + tl.arange(0, BN)) % N
    offs_k = tl.arange(0, BK)
    a_ptrs = a_ptr + offs_m[:, None] * stride_am + offs_k[None, :] * stride_ak
    b_ptrs = b_ptr + offs_k[:, None] * stride_bk + offs_n[None, :] * stride_bn
    accumulator = tl.zeros((BM, BN), dtype=ACCUMULATOR)
    for k in range(tl.cdiv(K, BK)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BK, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BK, other=0.0)
        accumulator = tl.dot(a, b, accumulator, out_dtype=ACCUMULATOR)
        a_ptrs += BK * stride_ak
        b_ptrs += BK * stride_bk
    offs_m = pid_m * BM + tl.arange(0, BM)
    offs_n = pid_n * BN + tl.arange(0, BN)
    c_mask = (offs_m[:, None] < M) & (offs_n[None, :] < N)
    c_ptrs = c_ptr + offs_m[:, None] * stride_cm + offs_n[None, :] * stride_cn
    tl.store(c_ptrs, accumulator.to(c_ptr.dtype.element_ty), mask=c_mask)


@triton.jit
def attention(
    q_ptr, k_ptr, v_ptr, out_ptr, scale, length,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """A block of queries of one head against all keys, with the online softmax of flash attention."""
    first, head = tl.program_id(0) * BLOCK_M, tl.program_id(1)
    base = head.to(tl.int64) * length * HEAD
    rows, depth = first + tl.arange(0, BLOCK_M), tl.arange(0, HEAD)
    q = tl.load(q_ptr + base + rows[:, None] * HEAD + depth[None, :], mask=rows[:, None] < length, other=0.0)
    m_i = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    l_i = tl.zeros((BLOCK_M,), dtype=tl.float32)
    acc = tl.zeros((BLOCK_M, HEAD), dtype=tl.float32)
    last = min(first + BLOCK_M, length) if CAUSAL else length
    for begin in range(0, last, BLOCK_N):
        columns = begin + tl.arange(0, BLOCK_N)
        inside = columns < length
        k = tl.load(k_ptr + base + columns[None, :] * HEAD + depth[:, None], mask=inside[None, :], other=0.0)
        v = tl.load(v_ptr + base + columns[:, None] * HEAD + depth[None, :], mask=inside[:, None], other=0.0)
        seen = inside[None, :]
        if CAUSAL:
            seen = seen & (columns[None, :] <= rows[:, None])
        scores = tl.where(seen, tl.dot(q, k) * (scale * 1.4426950408889634), -float("inf"))
        m_new = tl.maximum(m_i, tl.max(scores, 1))
        p = tl.exp2(scores - m_new[:, None])
        alpha = tl.exp2(m_i - m_new)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        m_i = m_new
    acc = (acc / l_i[:, None]).to(out_ptr.dtype.element_ty)
    tl.store(out_ptr + base + rows[:, None] * HEAD + depth[None, :], acc, mask=rows[:, None] < length)


@triton.jit
def rope(x_ptr, out_ptr, cos_ptr, sin_ptr, heads, HALF: tl.constexpr, HEADS: tl.constexpr):
    """All heads of a token: the halves of each are rotated."""
    token = tl.program_id(0)
    head, lane = tl.arange(0, HEADS), tl.arange(0, HALF)
    cos, sin = tl.load(cos_ptr + token * HALF + lane), tl.load(sin_ptr + token * HALF + lane)
    offsets = token * heads * 2 * HALF + head[:, None] * 2 * HALF + lane[None, :]
    mask = head[:, None] < heads
    first = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    second = tl.load(x_ptr + offsets + HALF, mask=mask, other=0.0)
    tl.store(out_ptr + offsets, first * cos[None, :] - second * sin[None, :], mask=mask)
    tl.store(out_ptr + offsets + HALF, second * cos[None, :] + first * sin[None, :], mask=mask)


@triton.jit
def top_k(in_ptr, out_ptr, columns, BLOCK: tl.constexpr, K: tl.constexpr):
    """A row per program: its greatest elements in descending order."""
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(in_ptr + row * columns + offsets, mask=offsets < columns, other=-float("inf"))
    tl.store(out_ptr + row * K + tl.arange(0, K), tl.topk(x, K))


@triton.jit
def cumsum(in_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    """A row per program."""
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(in_ptr + row * columns + offsets, mask=mask, other=0.0)
    tl.store(out_ptr + row * columns + offsets, tl.cumsum(x, axis=0), mask=mask)


@triton.jit
def _last_greatest(a, i, b, j):
    earlier = (a > b) | ((a == b) & (i > j))
    return tl.where(earlier, a, b), tl.where(earlier, i, j)


@triton.jit
def cummax(in_ptr, out_ptr, index_ptr, columns, BLOCK: tl.constexpr):
    """A row per program: the greatest elements so far, and where the last of them are."""
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(in_ptr + row * columns + offsets, mask=mask, other=-float("inf"))
    x, index = tl.associative_scan((x, offsets), 0, _last_greatest)
    tl.store(out_ptr + row * columns + offsets, x, mask=mask)
    tl.store(index_ptr + row * columns + offsets, index.to(tl.int64), mask=mask)


@triton.jit
def cumprod(in_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    """A row per program."""
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(in_ptr + row * columns + offsets, mask=mask, other=1.0)
    tl.store(out_ptr + row * columns + offsets, tl.cumprod(x, axis=0), mask=mask)


@triton.jit
def transpose(in_ptr, out_ptr, rows, columns, BLOCK: tl.constexpr):
    """A square tile per program."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(in_ptr + i[:, None] * columns + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < columns))
    tl.store(out_ptr + j[:, None] * rows + i[None, :], tl.trans(x), mask=(j[:, None] < columns) & (i[None, :] < rows))


@triton.jit
def embedding(index_ptr, table_ptr, out_ptr, count, width, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """Rows of a table, some tokens per program."""
    tokens = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    lane = tl.arange(0, BLOCK)
    index = tl.load(index_ptr + tokens, mask=tokens < count, other=0)
    mask = (tokens[:, None] < count) & (lane[None, :] < width)
    x = tl.load(table_ptr + index[:, None] * width + lane[None, :], mask=mask)
    tl.store(out_ptr + tokens[:, None] * width + lane[None, :], x, mask=mask)


@triton.jit
def histogram(in_ptr, out_ptr, count, BINS: tl.constexpr, BLOCK: tl.constexpr):
    """The bins of a block, added to those of all."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < count
    bins = tl.histogram(tl.load(in_ptr + offsets, mask=mask, other=0), BINS, mask=mask)
    tl.atomic_add(out_ptr + tl.arange(0, BINS), bins)


@triton.jit
def column_sums(in_ptr, out_ptr, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """The sums of some rows, added to those of all, as a normalisation's gradients of its weights are."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.arange(0, BLOCK)
    mask = (row < rows)[:, None] & (column < columns)[None, :]
    x = tl.load(in_ptr + row[:, None] * columns + column[None, :], mask=mask, other=0.0)
    tl.atomic_add(out_ptr + column, tl.sum(x, 0), mask=column < columns)


@triton.jit
def embedding_gradient(index_ptr, in_ptr, out_ptr, count, width, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """Rows added to those of a table, some tokens per program."""
    tokens = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    lane = tl.arange(0, BLOCK)
    index = tl.load(index_ptr + tokens, mask=tokens < count, other=0)
    mask = (tokens[:, None] < count) & (lane[None, :] < width)
    x = tl.load(in_ptr + tokens[:, None] * width + lane[None, :], mask=mask)
    tl.atomic_add(out_ptr + index[:, None] * width + lane[None, :], x, mask=mask)


@triton.jit
def bin_counts(in_ptr, out_ptr, count, BLOCK: tl.constexpr):
    """How often each number occurs, counted in memory."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < count
    tl.atomic_add(out_ptr + tl.load(in_ptr + offsets, mask=mask, other=0), 1, mask=mask)
