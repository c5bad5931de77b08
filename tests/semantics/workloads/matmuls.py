"""Matmuls with the prologues, epilogues and operand layouts of today's models."""

# pyright: basic
from __future__ import annotations

import torch
import triton
import triton.language as tl
from semantics.workloads.workload import Launch, Workload, empty, integers, random, tiles


@triton.jit
def swiglu(
    x, gate, up, out, M, N, K, x_row, w_row, out_row, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """Two dots share their left operand; the epilogue combines both results."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    x_ptrs = x + rows[:, None] * x_row + inner[None, :]
    gate_ptrs = gate + inner[:, None] * w_row + columns[None, :]
    up_ptrs = up + inner[:, None] * w_row + columns[None, :]
    gated = tl.zeros((BM, BN), tl.float32)
    upper = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        left = tl.load(x_ptrs, mask=(rows[:, None] < M) & (inner[None, :] < K - k), other=0.0)
        weights = (inner[:, None] < K - k) & (columns[None, :] < N)
        gated = tl.dot(left, tl.load(gate_ptrs, mask=weights, other=0.0), gated)
        upper = tl.dot(left, tl.load(up_ptrs, mask=weights, other=0.0), upper)
        x_ptrs += BK
        gate_ptrs += BK * w_row
        up_ptrs += BK * w_row
    result = gated * tl.sigmoid(gated) * upper
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * out_row + columns[None, :], result.to(tl.float16), mask=inside)


def _swiglu(m: int, n: int, k: int) -> Launch:
    x, gate, up = random(m, k), random(k, n, seed=1, scale=k**-0.5), random(k, n, seed=2, scale=k**-0.5)
    gated = x.float() @ gate.float()
    expected = torch.nn.functional.silu(gated) * (x.float() @ up.float())
    arguments = [x, gate, up, empty(m, n), m, n, k, k, n, n]
    return Launch((tiles(m, 128), tiles(n, 64)), arguments, [128, 64, 64], {3: expected})


@triton.jit
def residual_gelu(
    x, w, bias, residual, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr
):  # fmt: skip
    """Bias, exact GELU and a residual of the shape of the result; B is transposed, as in ``nn.Linear``."""
    pid = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    pid_m, pid_n = tl.swizzle2d(pid // tiles_n, pid % tiles_n, tiles_m, tiles_n, GROUP)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(tl.cdiv(K, BK)):
        at = k * BK + inner
        a = tl.load(x + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        b = tl.load(w + columns[:, None] * K + at[None, :], mask=(columns[:, None] < N) & (at[None, :] < K), other=0.0)
        total += tl.dot(a, b.T)
    total += tl.load(bias + columns, mask=columns < N, other=0.0)[None, :]
    total = 0.5 * total * (1.0 + tl.erf(total * 0.7071067811865476))
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    places = rows[:, None] * N + columns[None, :]
    total += tl.load(residual + places, mask=inside, other=0.0)
    tl.store(out + places, total.to(out.dtype.element_ty), mask=inside)


def _residual_gelu(m: int, n: int, k: int) -> Launch:
    bf16 = torch.bfloat16
    x, w = random(m, k, dtype=bf16), random(n, k, dtype=bf16, seed=1, scale=k**-0.5)
    bias, residual = random(n, dtype=torch.float32, seed=2), random(m, n, dtype=bf16, seed=3)
    expected = torch.nn.functional.gelu(x.float() @ w.float().T + bias) + residual.float()
    arguments = [x, w, bias, residual, empty(m, n, dtype=bf16), m, n, k]
    return Launch((tiles(m, 128) * tiles(n, 128),), arguments, [128, 128, 64, 8], {4: expected}, 8, 5e-3)


@triton.jit
def w8a8_rowwise(
    a, b, a_scale, b_scale, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """FP8 with one scale per row of A and one per column of B, applied after the loop."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    a_rows, b_rows = rows % M, columns % N
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a + a_rows[:, None] * K + (k + inner)[None, :], mask=inner[None, :] < K - k, other=0.0)
        right = tl.load(b + b_rows[None, :] * K + (k + inner)[:, None], mask=inner[:, None] < K - k, other=0.0)
        total = tl.dot(left, right, total)
    total *= tl.load(a_scale + rows, mask=rows < M, other=0.0)[:, None]
    total *= tl.load(b_scale + columns, mask=columns < N, other=0.0)[None, :]
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.bfloat16), mask=inside)


def _rowwise(dtype: torch.dtype):
    def launch(m: int, n: int, k: int) -> Launch:
        a, b = random(m, k, dtype=dtype), random(n, k, dtype=dtype, seed=1)
        scales = [random(extent, dtype=torch.float32, seed=2).abs() for extent in (m, n)]
        expected = (a.float() @ b.float().T) * scales[0][:, None] * scales[1][None, :]
        arguments = [a, b, *scales, empty(m, n, dtype=torch.bfloat16), m, n, k]
        return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 128], {4: expected}, 8, 5e-3)

    return launch


@triton.jit
def int8_matmul(a, b, scale, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Integers with an i32 accumulator, scaled per column."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):
        at = k + inner
        left = tl.load(a + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0)
        right = tl.load(
            b + columns[None, :] * K + at[:, None], mask=(columns[None, :] < N) & (at[:, None] < K), other=0
        )
        total += tl.dot(left, right, out_dtype=tl.int32)
    result = total.to(tl.float32) * tl.load(scale + columns, mask=columns < N, other=0.0)[None, :]
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], result.to(tl.float16), mask=inside)


def _int8(m: int, n: int, k: int) -> Launch:
    a, b = integers(-128, 128, m, k, dtype=torch.int8), integers(-128, 128, n, k, dtype=torch.int8, seed=1)
    scale = random(n, dtype=torch.float32, scale=1e-3)
    expected = (a.double() @ b.double().T) * scale[None, :]
    arguments = [a, b, scale, empty(m, n), m, n, k]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 128], {3: expected}, 8)


@triton.jit
def dequantized(x, q, scale, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    """Weights in i8, dequantised in the loop with one scale per column and GROUP rows."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        left = tl.load(x + rows[:, None] * K + (k + inner)[None, :], mask=rows[:, None] < M, other=0.0)
        weights = tl.load(q + (k + inner)[:, None] * N + columns[None, :])
        factor = tl.load(scale + k // GROUP * N + columns)
        total = tl.dot(left, (weights.to(tl.float32) * factor[None, :]).to(tl.float16), total)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float16), mask=inside)


def _dequantized(m: int, n: int, k: int) -> Launch:
    x, q = random(m, k), integers(-8, 8, k, n, dtype=torch.int8)
    scale = random(k // 128, n, dtype=torch.float32, scale=0.1)
    weights = (q.float() * scale.repeat_interleave(128, 0)).half()
    arguments = [x, q, scale, empty(m, n), m, n, k]
    return Launch((tiles(m, 64), tiles(n, 128)), arguments, [64, 128, 64, 128], {3: x.float() @ weights.float()})


@triton.jit
def weight_gradient(x, dy, dw, T, N, K, BM: tl.constexpr, BN: tl.constexpr, BT: tl.constexpr):
    """``x.T @ dy``: both operands are loaded along the tokens, whose number is ragged."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    tokens = tl.arange(0, BT)
    total = tl.zeros((BM, BN), tl.float32)
    for t in range(0, T, BT):
        at = t + tokens
        left = tl.load(x + at[:, None] * K + rows[None, :], mask=(at[:, None] < T) & (rows[None, :] < K), other=0.0)
        right = tl.load(
            dy + at[:, None] * N + columns[None, :], mask=(at[:, None] < T) & (columns[None, :] < N), other=0.0
        )
        total = tl.dot(tl.trans(left), right, total)
    inside = (rows[:, None] < K) & (columns[None, :] < N)
    tl.store(dw + rows[:, None] * N + columns[None, :], total, mask=inside)


def _weight_gradient(t: int, n: int, k: int) -> Launch:
    x, dy = random(t, k), random(t, n, seed=1)
    arguments = [x, dy, empty(k, n, dtype=torch.float32), t, n, k]
    return Launch((tiles(k, 128), tiles(n, 64)), arguments, [128, 64, 64], {2: x.float().T @ dy.float()})


@triton.jit
def concatenated(a1, b1, a2, b2, out, M, N, K1, K2, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Two loops over K feed one accumulator."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    row_mask, column_mask = rows[:, None] < M, columns[None, :] < N
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K1, BK):
        left = tl.load(a1 + rows[:, None] * K1 + (k + inner)[None, :], row_mask & (inner[None, :] < K1 - k), 0.0)
        right = tl.load(b1 + (k + inner)[:, None] * N + columns[None, :], column_mask & (inner[:, None] < K1 - k), 0.0)
        total = tl.dot(left, right, total)
    for k in range(0, K2, BK):
        left = tl.load(a2 + rows[:, None] * K2 + (k + inner)[None, :], row_mask & (inner[None, :] < K2 - k), 0.0)
        right = tl.load(b2 + (k + inner)[:, None] * N + columns[None, :], column_mask & (inner[:, None] < K2 - k), 0.0)
        total = tl.dot(left, right, total)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float16), mask=row_mask & column_mask)


def _concatenated(m: int, n: int, k: int) -> Launch:
    other = k // 2 + 16
    a1, b1, a2, b2 = random(m, k), random(k, n, seed=1), random(m, other, seed=2), random(other, n, seed=3)
    expected = a1.float() @ b1.float() + a2.float() @ b2.float()
    arguments = [a1, b1, a2, b2, empty(m, n), m, n, k, other]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64], {4: expected}, 8)


@triton.jit
def lora(x, w, down, up, out, M, N, K, factor, R: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """``x @ w + factor * (x @ down) @ up``: a dot after the loop takes the result of one in it."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner, rank = tl.arange(0, BK), tl.arange(0, R)
    total = tl.zeros((BM, BN), tl.float32)
    low = tl.zeros((BM, R), tl.float32)
    for k in range(0, K, BK):
        at = k + inner
        left = tl.load(x + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        right = tl.load(
            w + at[:, None] * N + columns[None, :], mask=(at[:, None] < K) & (columns[None, :] < N), other=0.0
        )
        total = tl.dot(left, right, total)
        low = tl.dot(left, tl.load(down + at[:, None] * R + rank[None, :], mask=at[:, None] < K, other=0.0), low)
    upper = tl.load(up + rank[:, None] * N + columns[None, :], mask=columns[None, :] < N, other=0.0)
    total += factor * tl.dot(low.to(tl.float16), upper)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float16), mask=inside)


def _lora(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k), random(k, n, seed=1)
    down, up = random(k, 16, seed=2, scale=k**-0.5), random(16, n, seed=3)
    low = (x.float() @ down.float()).half().float()
    expected = x.float() @ w.float() + 2.0 * low @ up.float()
    arguments = [x, w, down, up, empty(m, n), m, n, k, 2.0]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [16, 128, 128, 64], {4: expected}, 8)


@triton.jit
def normalized(x, w, out, M, N, K, epsilon, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """RMS norm and matmul in one: the loop sums squares of the rows that it multiplies."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    squares = tl.zeros((BM,), tl.float32)
    for k in range(0, K, BK):
        at = k + inner
        left = tl.load(x + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        right = tl.load(
            w + at[:, None] * N + columns[None, :], mask=(at[:, None] < K) & (columns[None, :] < N), other=0.0
        )
        wide = left.to(tl.float32)
        squares += tl.sum(wide * wide, axis=1)
        total = tl.dot(left, right, total)
    total *= tl.rsqrt(squares / K + epsilon)[:, None]
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float16), mask=inside)


def _normalized(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k), random(k, n, seed=1, scale=k**-0.5)
    expected = torch.nn.functional.rms_norm(x.float(), (k,), eps=1e-6) @ w.float()
    arguments = [x, w, empty(m, n), m, n, k, 1e-6]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64], {2: expected}, 8)


@triton.jit
def symmetric(x, out, N, K, B: tl.constexpr, BK: tl.constexpr):
    """``x @ x.T`` of which only the lower tiles are computed; the other programs return early."""
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    if pid_n > pid_m:
        return
    rows, columns = pid_m * B + tl.arange(0, B), pid_n * B + tl.arange(0, B)
    inner = tl.arange(0, BK)
    total = tl.zeros((B, B), tl.float32)
    for k in range(0, K, BK):
        at = k + inner
        left = tl.load(x + rows[:, None] * K + at[None, :], mask=(rows[:, None] < N) & (at[None, :] < K), other=0.0)
        right = tl.load(
            x + columns[:, None] * K + at[None, :], mask=(columns[:, None] < N) & (at[None, :] < K), other=0.0
        )
        total = tl.dot(left, right.T, total)
    inside = (rows[:, None] < N) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total, mask=inside)


def _symmetric(n: int, k: int) -> Launch:
    x = random(n, k)
    expected = x.float() @ x.float().T
    number = torch.arange(n) // 128
    expected = torch.where(number[:, None] >= number[None, :], expected, 7.0)
    out = torch.full((n, n), 7.0)
    return Launch((tiles(n, 128), tiles(n, 128)), [x, out, n, k], [128, 64], {1: expected}, 8)


@triton.jit
def fused_experts(
    x, w, tokens, experts, weights, out, N, K, count, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """A mixture of experts: rows of x are gathered by sorted token, one expert per block of rows, rows scattered."""
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    places = tl.load(tokens + pid_m * BM + tl.arange(0, BM))
    live = places < count
    expert = tl.load(experts + pid_m).to(tl.int64)
    columns = pid_n * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    x_ptrs = x + (places // 2)[:, None] * K + inner[None, :]
    w_ptrs = w + expert * N * K + columns[None, :] * K + inner[:, None]
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        left = tl.load(x_ptrs, mask=live[:, None] & (inner[None, :] < K - k), other=0.0)
        right = tl.load(w_ptrs, mask=(columns[None, :] < N) & (inner[:, None] < K - k), other=0.0)
        total = tl.dot(left, right, total)
        x_ptrs += BK
        w_ptrs += BK
    total *= tl.load(weights + places, mask=live, other=0.0)[:, None]
    inside = live[:, None] & (columns[None, :] < N)
    tl.store(out + places[:, None] * N + columns[None, :], total.to(tl.float16), mask=inside)


def _fused_experts(m: int, n: int, k: int) -> Launch:
    experts, block = 4, 64
    x, w = random(m, k), random(experts, n, k, seed=1)
    chosen = integers(0, experts, m * 2, seed=2)
    weights = random(m * 2, dtype=torch.float32, seed=3)
    tokens, owners = [], []
    for expert in range(experts):
        own = (chosen == expert).nonzero().flatten().int()
        padded = torch.full((tiles(len(own), block) * block,), m * 2, dtype=torch.int32)
        padded[: len(own)] = own
        tokens.append(padded)
        owners += [expert] * (len(padded) // block)
    rows = x.float().repeat_interleave(2, 0)
    expected = torch.einsum("rk,rnk->rn", rows, w.float()[chosen.long()]) if m < 500 else _by_expert(rows, w, chosen)
    arguments = [x, w, torch.cat(tokens), torch.tensor(owners, dtype=torch.int32), weights]
    arguments += [empty(m * 2, n), n, k, m * 2]
    return Launch((len(owners), tiles(n, 128)), arguments, [block, 128, 64], {5: expected * weights[:, None]})


def _by_expert(rows: torch.Tensor, w: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    result = torch.empty(len(rows), w.shape[1])
    for expert in range(len(w)):
        result[chosen == expert] = rows[chosen == expert] @ w[expert].float().T
    return result


@triton.jit
def block_sparse(x, w, starts, blocks, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Only the blocks of K that a list names; its length differs between programs."""
    pid_n = tl.program_id(1)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for entry in range(tl.load(starts + pid_n), tl.load(starts + pid_n + 1)):
        at = tl.load(blocks + entry) * BK + inner
        left = tl.load(x + rows[:, None] * K + at[None, :], mask=rows[:, None] < M, other=0.0)
        right = tl.load(w + at[:, None] * N + columns[None, :], mask=columns[None, :] < N, other=0.0)
        total = tl.dot(left, right, total)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float16), mask=inside)


def _block_sparse(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k), random(k, n, seed=1)
    keep = integers(0, 2, tiles(n, 128), k // 64, seed=2).bool()
    keep[0] = False
    blocks = torch.cat([row.nonzero().flatten() for row in keep]).int()
    starts = torch.cat([torch.zeros(1), keep.sum(1).cumsum(0)]).int()
    mask = keep.repeat_interleave(64, 1).repeat_interleave(128, 0)[:n].T
    arguments = [x, w, starts, blocks, empty(m, n), m, n, k]
    expected = x.float() @ (w.float() * mask)
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64], {4: expected}, 8)


@triton.jit
def full_precision(a, b, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """f32 operands on tensor cores in TF32; B is transposed."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        at = k + inner
        left = tl.load(a + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        right = tl.load(
            b + columns[None, :] * K + at[:, None], mask=(columns[None, :] < N) & (at[:, None] < K), other=0.0
        )
        total = tl.dot(left, right, total)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total, mask=inside)


def _full_precision(m: int, n: int, k: int) -> Launch:
    a, b = random(m, k, dtype=torch.float32), random(n, k, dtype=torch.float32, seed=1)
    arguments = [a, b, empty(m, n, dtype=torch.float32), m, n, k]
    return Launch((tiles(m, 128), tiles(n, 64)), arguments, [128, 64, 32], {2: a @ b.T})


@triton.jit
def descriptors_of_device(a, b, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Descriptors that the kernel makes itself; the result is stored in two halves."""
    a_tiles = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    b_tiles = tl.make_tensor_descriptor(b, [N, K], [K, 1], [BN, BK])
    out_tiles = tl.make_tensor_descriptor(out, [M, N], [N, 1], [BM, BN // 2])
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        total = tl.dot(a_tiles.load([row, k]), b_tiles.load([column, k]).T, total)
    left, right = tl.split(tl.permute(tl.reshape(total, (BM, 2, BN // 2)), (0, 2, 1)))
    out_tiles.store([row, column], left.to(tl.float16))
    out_tiles.store([row, column + BN // 2], right.to(tl.float16))


def _descriptors(m: int, n: int, k: int) -> Launch:
    a, b = random(m, k), random(n, k, seed=1)
    arguments = [a, b, empty(m, n), m, n, k]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64], {2: a.float() @ b.float().T}, 8)


@triton.jit
def linear_small_tiles(
    x_ptr, w_ptr, y_ptr, M, N, K, stride_x, stride_w, stride_y, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    """``x @ w.T`` with square tiles: the rows of both operands have the same range, and their columns the same mask."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        live = (k + rk < K)[None, :]
        x = tl.load(x_ptr + rm[:, None] * stride_x + (k + rk)[None, :], mask=(rm < M)[:, None] & live, other=0.0)
        w = tl.load(w_ptr + rn[:, None] * stride_w + (k + rk)[None, :], mask=(rn < N)[:, None] & live, other=0.0)
        acc = tl.dot(x, tl.trans(w), acc)
    y_ptrs = y_ptr + rm[:, None] * stride_y + rn[None, :]
    tl.store(y_ptrs, acc.to(y_ptr.dtype.element_ty), mask=(rm < M)[:, None] & (rn < N)[None, :])


def _linear_small_tiles(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k), random(n, k, seed=1)
    arguments = [x, w, empty(m, n), m, n, k, k, k, n]
    return Launch((tiles(m, 64), tiles(n, 64)), arguments, [64, 64, 64], {2: x.float() @ w.float().T})


@triton.jit
def clamped_gate(
    x_ptr, w_ptr, y_ptr, M, N, K, stride_x, stride_w, stride_y, limit,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """Gates and values in alternating columns, which the epilogue splits; rows of x wrap around."""
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    rm = (pid_m * BM + tl.arange(0, BM)) % M
    rn = pid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    x_ptrs = x_ptr + rm[:, None] * stride_x + rk[None, :]
    w_ptrs = w_ptr + rk[:, None] * stride_w + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(tl.cdiv(K, BK)):
        x = tl.load(x_ptrs, mask=(rk < K - k * BK)[None, :], other=0.0)
        w = tl.load(w_ptrs, mask=(rk < K - k * BK)[:, None] & (rn < N)[None, :], other=0.0)
        acc = tl.dot(x, w, acc)
        x_ptrs += BK
        w_ptrs += BK * stride_w
    gate, value = tl.split(tl.reshape(acc, (BM, BN // 2, 2)))
    gate, value = tl.minimum(gate, limit), tl.clamp(value, -limit, limit)
    y = gate * tl.sigmoid(1.702 * gate) * (value + 1.0)
    om, on = pid_m * BM + tl.arange(0, BM), pid_n * (BN // 2) + tl.arange(0, BN // 2)
    y_ptrs = y_ptr + om[:, None] * stride_y + on[None, :]
    tl.store(y_ptrs, y.to(y_ptr.dtype.element_ty), mask=(om < M)[:, None] & (on < N // 2)[None, :])


def _clamped_gate(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k), random(k, n, seed=1, scale=k**-0.5)
    wide = x.float() @ w.float()
    gate, value = wide[:, 0::2].clamp(max=1.5), wide[:, 1::2].clamp(-1.5, 1.5)
    expected = gate * torch.sigmoid(1.702 * gate) * (value + 1.0)
    arguments = [x, w, empty(m, n // 2), m, n, k, k, n, n // 2, 1.5]
    return Launch((tiles(m, 128), tiles(n, 256)), arguments, [128, 256, 64], {2: expected}, 8, 5e-3, 3)


MATMULS = {
    "swiglu": Workload(swiglu, lambda: _swiglu(150, 80, 208), lambda: _swiglu(4096, 4096, 4096)),
    "residual_gelu": Workload(
        residual_gelu, lambda: _residual_gelu(150, 144, 208), lambda: _residual_gelu(4096, 4096, 4096)
    ),
    "w8a8_e4m3": Workload(
        w8a8_rowwise, lambda: _rowwise(torch.float8_e4m3fn)(150, 144, 272),
        lambda: _rowwise(torch.float8_e4m3fn)(4096, 4096, 4096),
    ),
    "w8a8_e5m2": Workload(
        w8a8_rowwise, lambda: _rowwise(torch.float8_e5m2)(130, 128, 256),
        lambda: _rowwise(torch.float8_e5m2)(4000, 4096, 4096),
    ),
    "int8_matmul": Workload(int8_matmul, lambda: _int8(150, 144, 272), lambda: _int8(4096, 4096, 4096)),
    "dequantized": Workload(
        dequantized, lambda: _dequantized(70, 128, 256), lambda: _dequantized(512, 4096, 4096), rewritten=False
    ),
    "weight_gradient": Workload(
        weight_gradient, lambda: _weight_gradient(150, 64, 144), lambda: _weight_gradient(4100, 4096, 4096)
    ),
    "concatenated": Workload(
        concatenated, lambda: _concatenated(150, 144, 128), lambda: _concatenated(4096, 4096, 2048)
    ),
    "lora": Workload(lora, lambda: _lora(150, 144, 208), lambda: _lora(4096, 4096, 4096)),
    "normalized": Workload(normalized, lambda: _normalized(150, 144, 208), lambda: _normalized(4096, 4096, 4096)),
    "symmetric": Workload(symmetric, lambda: _symmetric(272, 144), lambda: _symmetric(4096, 4096)),
    "fused_experts": Workload(
        fused_experts, lambda: _fused_experts(90, 144, 128), lambda: _fused_experts(4096, 4096, 2048), rewritten=False
    ),
    "block_sparse": Workload(
        block_sparse, lambda: _block_sparse(150, 256, 256), lambda: _block_sparse(4096, 4096, 4096)
    ),
    "full_precision": Workload(
        full_precision, lambda: _full_precision(150, 80, 80), lambda: _full_precision(4096, 4096, 2048), rewritten=False
    ),
    "descriptors_of_device": Workload(
        descriptors_of_device, lambda: _descriptors(160, 144, 208), lambda: _descriptors(4096, 4096, 4096)
    ),
    "linear_small_tiles": Workload(
        linear_small_tiles, lambda: _linear_small_tiles(208, 144, 144), lambda: _linear_small_tiles(4096, 4096, 4096)
    ),
    "clamped_gate": Workload(
        clamped_gate, lambda: _clamped_gate(150, 544, 208), lambda: _clamped_gate(4096, 4096, 2048)
    ),
}  # fmt: skip
