"""The kernels of :mod:`semantics.cases`: what kernels usually do, each in a few lines."""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    tl.store(out + i, tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep), mask=keep)


@triton.jit
def softmax_rows(x, out, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + i, mask=i < columns, other=float("-inf"))
    weights = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + i, weights / tl.sum(weights, axis=0), mask=i < columns)


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        left = tl.load(
            a + rows[:, None] * k + (start + inner)[None, :],
            mask=(rows[:, None] < m) & ((start + inner)[None, :] < k),
            other=0.0,
        )
        right = tl.load(
            b + (start + inner)[:, None] * n + columns[None, :],
            mask=((start + inner)[:, None] < k) & (columns[None, :] < n),
            other=0.0,
        )
        total = tl.dot(left, right, total)
    tl.store(
        c + rows[:, None] * n + columns[None, :],
        total.to(c.dtype.element_ty),
        mask=(rows[:, None] < m) & (columns[None, :] < n),
    )


@triton.jit
def split_k(a, b, c, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    part = tl.program_id(0)
    rows, columns, inner = tl.arange(0, BM), tl.arange(0, BN), part * BK + tl.arange(0, BK)
    left = tl.load(a + rows[:, None] * k + inner[None, :])
    right = tl.load(b + inner[:, None] * BN + columns[None, :])
    tl.atomic_add(c + rows[:, None] * BN + columns[None, :], tl.dot(left, right, out_dtype=tl.float32))


@triton.jit
def layer_norm(x, gain, bias, out, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    keep = i < n
    v = tl.load(x + row * n + i, mask=keep, other=0.0)
    mean = tl.sum(v, axis=0) / n
    centred = tl.where(keep, v - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / n + eps)
    tl.store(out + row * n + i, centred * scale * tl.load(gain + i, keep) + tl.load(bias + i, keep), mask=keep)


@triton.jit
def integers(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    safe = tl.where(b == 0, 1, b)
    tl.store(out + i, a // safe)
    tl.store(out + BLOCK + i, a % safe)
    tl.store(out + 2 * BLOCK + i, (a << (b & 7)) ^ (a >> (b & 15)))
    tl.store(out + 3 * BLOCK + i, tl.minimum(a, b) * tl.maximum(a, b))
    tl.store(out + 4 * BLOCK + i, (a & b) | ~a)
    tl.store(out + 5 * BLOCK + i, tl.where(a > b, a - b, -a))


@triton.jit
def high_products(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.umulhi(tl.load(x + i), tl.load(y + i)))


@triton.jit
def casts(x, halves, brains, whole, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(halves + i, v.to(tl.float16))
    tl.store(brains + i, v.to(tl.bfloat16))
    tl.store(whole + i, tl.where(tl.abs(v) < 1e6, v, 0.0).to(tl.int32))


@triton.jit
def scans(x, sums, maxima, back, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    v = tl.load(x + i)
    tl.store(sums + i, tl.cumsum(v, 1))
    tl.store(maxima + i, tl.associative_scan(v, 0, _greater))
    tl.store(back + i, tl.cumsum(v, 0, reverse=True))


@triton.jit
def _greater(a, b):
    return tl.maximum(a, b)


@triton.jit
def arg_reductions(x, places, values, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    r = tl.arange(0, ROWS)
    v = tl.load(x + r[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :])
    tl.store(places + r, tl.argmax(v, 1))
    tl.store(places + ROWS + r, tl.argmin(v, 1))
    best, at = tl.max(v, 1, return_indices=True)
    tl.store(values + r, best)
    tl.store(places + 2 * ROWS + r, at)


@triton.jit
def sorting(x, out, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    tl.store(out + i, tl.sort(tl.load(x + i), descending=True))
    tl.store(out + ROWS * BLOCK + i, tl.flip(tl.load(x + i), 1))


@triton.jit
def histograms(x, out, BLOCK: tl.constexpr, BINS: tl.constexpr):
    part = tl.program_id(0)
    counts = tl.histogram(tl.load(x + part * BLOCK + tl.arange(0, BLOCK)), BINS)
    tl.store(out + part * BINS + tl.arange(0, BINS), counts)


@triton.jit
def gathers(x, places, out, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    tl.store(out + i, tl.gather(tl.load(x + i), tl.load(places + i), 1))


@triton.jit
def reshaping(x, out, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    v = tl.load(x + i)
    even, odd = tl.split(tl.reshape(v, (ROWS, BLOCK // 2, 2)))
    tl.store(out + i, tl.interleave(odd, even))
    j = tl.arange(0, BLOCK)[:, None] * ROWS + tl.arange(0, ROWS)[None, :]
    tl.store(out + ROWS * BLOCK + j, tl.trans(v))
    tl.store(
        out + 2 * ROWS * BLOCK + i, tl.reshape(tl.permute(tl.reshape(v, (ROWS, 2, BLOCK // 2)), (1, 0, 2)), v.shape)
    )


@triton.jit
def collatz(x, out, n, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    value = tl.load(x + p)
    steps = 0
    while value != 1:
        if value % 2 == 0:  # noqa: SIM108 - the branch becomes scf.if
            value = value // 2
        else:
            value = 3 * value + 1
        steps += 1
    tl.store(out + p, steps)


@triton.jit
def early_return(x, out, n):
    p = tl.program_id(0)
    if p >= n:
        return
    value = tl.load(x + p)
    if value > 0:
        tl.store(out + p, value * 2)
        return
    tl.store(out + p, -value)


@triton.jit
def ragged_loops(lengths, x, out, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for step in range(tl.load(lengths + p)):
        total += tl.load(x + step * BLOCK + tl.arange(0, BLOCK)) * (p + 1)
    tl.store(out + p * BLOCK + tl.arange(0, BLOCK), total)


@triton.jit
def counters(out, tickets, n, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    ticket = tl.atomic_add(out, 1)
    tl.store(tickets + p, ticket)
    i = tl.arange(0, BLOCK)
    tl.atomic_max(out + 1 + i % 4, i + p, mask=i < n)
    tl.atomic_xor(out + 5 + i % 2, i * 3 + p)
    old = tl.atomic_cas(out + 7, p, p + 1)
    tl.store(tickets + n + p, old)


@triton.jit
def in_place(x, n, BLOCK: tl.constexpr):
    # Each program reads what the one before it wrote.
    p = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    before = tl.load(x + p * BLOCK + i)
    tl.store(x + (p + 1) * BLOCK + i, before * 2 + 1)


@triton.jit
def block_pointers(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_block_ptr(x, (rows, columns), (columns, 1), (0, 0), (BM, BN), (1, 0))
    target = tl.make_block_ptr(out, (rows, columns), (columns, 1), (0, 0), (BM, BN), (1, 0))
    p = tl.program_id(0)
    source, target = tl.advance(source, (p * BM, 0)), tl.advance(target, (p * BM, 0))
    for _ in range(0, columns, BN):
        v = tl.load(source, boundary_check=(0, 1), padding_option="zero")
        tl.store(target, v + tl.sum(v, 1)[:, None], boundary_check=(0, 1))
        source, target = tl.advance(source, (0, BN)), tl.advance(target, (0, BN))


@triton.jit
def descriptors(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [BM, BN])
    target = tl.make_tensor_descriptor(out, [rows, columns], [columns, 1], [BM, BN])
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    target.store([row, column], source.load([row, column]) * 2)


@triton.jit
def mathematics(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    p = tl.abs(v) + 0.5
    tl.store(out + i, tl.exp(v) + tl.exp2(v))
    tl.store(out + BLOCK + i, tl.log(p) - tl.log2(p))
    tl.store(out + 2 * BLOCK + i, tl.sin(v) * tl.cos(v))
    tl.store(out + 3 * BLOCK + i, tl.sqrt(p) + tl.rsqrt(p))
    tl.store(out + 4 * BLOCK + i, tl.erf(v))
    tl.store(out + 5 * BLOCK + i, tl.floor(v) + tl.ceil(v))
    tl.store(out + 6 * BLOCK + i, tl.fma(v, v, p))
    tl.store(out + 7 * BLOCK + i, tl.clamp(v, -0.5, 0.5) + tl.div_rn(v, p) + tl.sqrt_rn(p))


@triton.jit
def random_numbers(seed, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.rand(seed, i))


@triton.jit
def attention(q, k, v, out, scale, length, BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    head = tl.program_id(1) * length * HEAD
    d = tl.arange(0, HEAD)
    queries = tl.load(q + head + rows[:, None] * HEAD + d[None, :], mask=rows[:, None] < length, other=0.0)
    peak = tl.full((BM,), float("-inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, HEAD), tl.float32)
    for start in range(0, length, BN):
        keys = start + tl.arange(0, BN)
        inside = keys < length
        kt = tl.load(k + head + keys[None, :] * HEAD + d[:, None], mask=inside[None, :], other=0.0)
        vt = tl.load(v + head + keys[:, None] * HEAD + d[None, :], mask=inside[:, None], other=0.0)
        scores = tl.where(inside[None, :], tl.dot(queries, kt) * scale, float("-inf"))
        new_peak = tl.maximum(peak, tl.max(scores, 1))
        weights = tl.exp(scores - new_peak[:, None])
        shrink = tl.exp(peak - new_peak)
        total = total * shrink + tl.sum(weights, 1)
        acc = acc * shrink[:, None] + tl.dot(weights.to(vt.dtype), vt)
        peak = new_peak
    tl.store(out + head + rows[:, None] * HEAD + d[None, :], acc / total[:, None], mask=rows[:, None] < length)


@triton.jit
def concatenation(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    column, row = i % 890, i // 890
    left = column < 512
    a = tl.load(x + 512 * row + column, left & keep, eviction_policy="evict_last", other=0.0)
    b = tl.load(y + 378 * row + (column - 512), (column >= 512) & keep, eviction_policy="evict_last", other=0.0)
    tl.store(out + i, tl.where(left, a, b), keep)


@triton.jit
def grids(out, X: tl.constexpr, Y: tl.constexpr):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    tl.store(out + (z * Y + y) * X + x, x + 10 * y + 100 * z + 1000 * tl.num_programs(0) + 10000 * tl.num_programs(2))
