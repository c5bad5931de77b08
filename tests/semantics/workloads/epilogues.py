"""Matmuls with epilogues that reduce, drop, add or store twice, and with extents that no block size divides."""

# pyright: basic
from __future__ import annotations

import torch
import triton
import triton.language as tl
from semantics.workloads.workload import Launch, Workload, empty, integers, random, tiles


@triton.jit
def row_softmax(
    x_ptr, w_ptr, bias_ptr, out_ptr, M, N, K, stride_xm, stride_wn, stride_om, temperature,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    """Probabilities of a router: a tile has all columns, and the epilogue is the softmax of its rows."""
    offs_m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + offs_m[:, None] * stride_xm + offs_k[None, :]
    w_ptrs = w_ptr + offs_n[None, :] * stride_wn + offs_k[:, None]
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in tl.range(0, tl.cdiv(K, BLOCK_K), num_stages=2):
        remaining = K - k * BLOCK_K
        x = tl.load(x_ptrs, mask=(offs_m[:, None] < M) & (offs_k[None, :] < remaining), other=0.0)
        w = tl.load(w_ptrs, mask=(offs_n[None, :] < N) & (offs_k[:, None] < remaining), other=0.0)
        acc = tl.dot(x, w, acc)
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K
    acc += tl.load(bias_ptr + offs_n, mask=offs_n < N, other=0.0)[None, :]
    acc = tl.where(offs_n[None, :] < N, acc / temperature, float("-inf"))
    acc = acc - tl.max(acc, axis=1)[:, None]
    numerator = tl.exp(acc)
    probabilities = numerator / tl.sum(numerator, axis=1)[:, None]
    out_ptrs = out_ptr + offs_m[:, None] * stride_om + offs_n[None, :]
    tl.store(out_ptrs, probabilities, mask=(offs_m[:, None] < M) & (offs_n[None, :] < N))


def _row_softmax(m: int, n: int, k: int) -> Launch:
    bf16 = torch.bfloat16
    x, w = random(m, k, dtype=bf16), random(n, k, dtype=bf16, seed=1, scale=k**-0.5)
    bias = random(n, dtype=torch.float32, seed=2)
    expected = torch.softmax((x.float() @ w.float().T + bias) / 0.7, -1)
    arguments = [x, w, bias, empty(m, n, dtype=torch.float32), m, n, k, k, k, n, 0.7]
    return Launch((tiles(m, 64),), arguments, [64, 256, 64], {3: expected}, 8, 5e-3, 2)


@triton.jit
def residual_dropout(
    X, W, B, R, D, OUT, M, N, K, stride_xm, stride_wk, stride_rm, stride_dm, stride_om, p,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    """A projection after attention: bias, dropout by a mask of i8 in memory, and a residual stream in f32."""
    pid_m, pid_n = tl.program_id(1), tl.program_id(0)
    rm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    rn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    rk = tl.arange(0, BLOCK_K)
    X = X + rm[:, None] * stride_xm + rk[None, :]
    W = W + rk[:, None] * stride_wk + rn[None, :]
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(K, 0, -BLOCK_K):
        x = tl.load(X, mask=(rk[None, :] < k) & (rm[:, None] < M), other=0.0)
        w = tl.load(W, mask=(rk[:, None] < k) & (rn[None, :] < N), other=0.0)
        acc += tl.dot(x, w)
        X += BLOCK_K
        W += BLOCK_K * stride_wk
    acc += tl.load(B + rn, mask=rn < N, other=0.0)[None, :]
    mask = (rm < M)[:, None] & (rn < N)[None, :]
    keep = tl.load(D + rm[:, None] * stride_dm + rn[None, :], mask=mask, other=0)
    acc = tl.where(keep != 0, acc / (1 - p), 0.0)
    residual = tl.load(R + rm[:, None] * stride_rm + rn[None, :], mask=mask, other=0.0)
    tl.store(OUT + rm[:, None] * stride_om + rn[None, :], residual + acc, mask=mask)


def _residual_dropout(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k), random(k, n, seed=1, scale=k**-0.5)
    bias, residual = random(n, dtype=torch.float32, seed=2), random(m, n, dtype=torch.float32, seed=3)
    keep = (integers(0, 10, m, n, seed=4) > 0).to(torch.int8)
    expected = residual + torch.where(keep != 0, (x.float() @ w.float() + bias) / 0.9, 0.0)
    arguments = [x, w, bias, residual, keep, empty(m, n, dtype=torch.float32), m, n, k, k, n, n, n, n, 0.1]
    return Launch((tiles(n, 128), tiles(m, 128)), arguments, [128, 128, 64], {5: expected}, 4, 2e-3, 4)


@triton.jit
def _gelu_tanh(x):
    return 0.5 * x * (1 + tl.extra.cuda.libdevice.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


@triton.jit
def geglu_tanh(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr,
):  # fmt: skip
    """Both halves of one weight of 2 N columns: the left is the gate of a GEGLU with the approximate GELU."""
    pid = tl.program_id(axis=0)
    num_pid_m, num_pid_n = tl.cdiv(M, BLOCK_SIZE_M), tl.cdiv(N, BLOCK_SIZE_N)
    num_pid_in_group = GROUP_SIZE_M * num_pid_n
    first_pid_m = pid // num_pid_in_group * GROUP_SIZE_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_SIZE_M)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m
    tl.assume(pid_m >= 0)
    tl.assume(pid_n >= 0)
    tl.assume(stride_am > 0)
    offs_am = (pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)) % M
    offs_bn = (pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)) % N
    offs_k = tl.arange(0, BLOCK_SIZE_K)
    a_ptrs = a_ptr + (offs_am[:, None] * stride_am + offs_k[None, :] * stride_ak)
    gate_ptrs = b_ptr + (offs_k[:, None] * stride_bk + offs_bn[None, :] * stride_bn)
    up_ptrs = gate_ptrs + N * stride_bn
    gate = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    up = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for k in range(tl.cdiv(K, BLOCK_SIZE_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_SIZE_K, other=0.0)
        g = tl.load(gate_ptrs, mask=offs_k[:, None] < K - k * BLOCK_SIZE_K, other=0.0)
        u = tl.load(up_ptrs, mask=offs_k[:, None] < K - k * BLOCK_SIZE_K, other=0.0)
        gate = tl.dot(a, g, gate)
        up = tl.dot(a, u, up)
        a_ptrs += BLOCK_SIZE_K * stride_ak
        gate_ptrs += BLOCK_SIZE_K * stride_bk
        up_ptrs += BLOCK_SIZE_K * stride_bk
    c = (_gelu_tanh(gate) * up).to(tl.float16)
    offs_cm = pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
    offs_cn = pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    tl.store(c_ptrs, c, mask=(offs_cm[:, None] < M) & (offs_cn[None, :] < N))


def _geglu_tanh(m: int, n: int, k: int) -> Launch:
    a, b = random(m, k), random(k, 2 * n, seed=1, scale=k**-0.5)
    gate, up = (a.float() @ b.float()).chunk(2, 1)
    expected = torch.nn.functional.gelu(gate, approximate="tanh") * up
    arguments = [a, b, empty(m, n), m, n, k, k, 1, 2 * n, 1, n, 1]
    return Launch((tiles(m, 128) * tiles(n, 128),), arguments, [128, 128, 64, 8], {2: expected}, 8, 3e-3, 3)


@triton.jit
def two_results(
    a_ptr, b_ptr, bias_ptr, before_ptr, after_ptr, M, N, K, lda, ldb, ld_before, ld_after,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr,
):  # fmt: skip
    """Training: what enters the activation is stored for the backward pass, and the activation transposed."""
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    rm = pid_m * BM + tl.arange(0, BM)
    rn = pid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(tl.cdiv(K, BK)):
        left = (rk < K - k * BK)[None, :]
        a = tl.load(a_ptr + rm[:, None] * lda + (k * BK + rk)[None, :], (rm[:, None] < M) & left, 0.0)
        b = tl.load(b_ptr + rn[:, None] * ldb + (k * BK + rk)[None, :], (rn[:, None] < N) & left, 0.0)
        acc = tl.dot(a, tl.trans(b), acc)
    acc += tl.load(bias_ptr + rn, mask=rn < N, other=0.0).to(tl.float32)[None, :]
    mask = (rm[:, None] < M) & (rn[None, :] < N)
    tl.store(before_ptr + rm[:, None] * ld_before + rn[None, :], acc.to(tl.bfloat16), mask=mask)
    after = acc * tl.sigmoid(1.702 * acc)
    if SPLIT:
        after = tl.where((rn % 2 == 0)[None, :], after, acc)
    tl.store(after_ptr + rn[None, :] * ld_after + rm[:, None], after.to(tl.bfloat16), mask=mask)


def _two_results(m: int, n: int, k: int) -> Launch:
    bf16 = torch.bfloat16
    a, b = random(m, k, dtype=bf16), random(n, k, dtype=bf16, seed=1, scale=k**-0.5)
    bias = random(n, dtype=bf16, seed=2)
    before = a.float() @ b.float().T + bias.float()
    after = torch.where(torch.arange(n) % 2 == 0, before * torch.sigmoid(1.702 * before), before).T
    arguments = [a, b, bias, empty(m, n, dtype=bf16), empty(n, m, dtype=bf16), m, n, k, k, k, n, m]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64, True], {3: before, 4: after}, 8, 5e-3, 4)


@triton.jit
def odd_extents(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_bn, stride_cm,
    ALPHA: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """Rows of operands are padded to 16 elements, but M, N and K are odd; the result is not padded."""
    pid = tl.program_id(0)
    num_n = tl.cdiv(N, BN)
    rm = (pid // num_n) * BM + tl.arange(0, BM)
    rn = (pid % num_n) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + rk
        a = tl.load(a_ptr + rm[:, None] * stride_am + k[None, :], mask=(rm < M)[:, None] & (k < K)[None, :], other=0)
        b = tl.load(b_ptr + rn[None, :] * stride_bn + k[:, None], mask=(rn < N)[None, :] & (k < K)[:, None], other=0)
        acc += tl.dot(a, b)
    tl.store(c_ptr + rm[:, None] * stride_cm + rn[None, :], ALPHA * acc, mask=(rm < M)[:, None] & (rn < N)[None, :])


def _odd_extents(m: int, n: int, k: int) -> Launch:
    width = tiles(k, 16) * 16
    # What the padding holds must not reach the result.
    a, b = random(m, width), random(n, width, seed=1, scale=k**-0.5)
    a[:, k:], b[:, k:] = float("nan"), float("nan")
    expected = 0.5 * (a[:, :k].float() @ b[:, :k].float().T)
    arguments = [a, b, empty(m, n, dtype=torch.float32), m, n, k, width, width, n]
    return Launch((tiles(m, 64) * tiles(n, 128),), arguments, [0.5, 64, 128, 64], {2: expected}, 4, 2e-3, 5)


@triton.jit
def lower_triangle(x_ptr, out_ptr, N, K, stride_x, stride_out, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr):
    """``x.T @ x`` on a grid of the lower tiles only; each is stored on both sides of the diagonal."""
    pid = tl.program_id(0)
    row = ((tl.sqrt(8.0 * pid + 1.0) - 1.0) * 0.5).to(tl.int32)
    row = tl.where((row + 1) * (row + 2) // 2 <= pid, row + 1, row)
    row = tl.where(row * (row + 1) // 2 > pid, row - 1, row)
    column = pid - row * (row + 1) // 2
    rm = row * BLOCK + tl.arange(0, BLOCK)
    rn = column * BLOCK + tl.arange(0, BLOCK)
    rk = tl.arange(0, BLOCK_K)
    left_ptrs = x_ptr + rk[:, None] * stride_x + rm[None, :]
    right_ptrs = x_ptr + rk[:, None] * stride_x + rn[None, :]
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        left = tl.load(left_ptrs, mask=(rk[:, None] + k < K) & (rm[None, :] < N), other=0.0)
        right = tl.load(right_ptrs, mask=(rk[:, None] + k < K) & (rn[None, :] < N), other=0.0)
        acc = tl.dot(left.T, right, acc)
        left_ptrs += BLOCK_K * stride_x
        right_ptrs += BLOCK_K * stride_x
    result = acc.to(out_ptr.dtype.element_ty)
    mask = (rm[:, None] < N) & (rn[None, :] < N)
    tl.store(out_ptr + rm[:, None] * stride_out + rn[None, :], result, mask=mask)
    if row != column:
        tl.store(out_ptr + rn[:, None] * stride_out + rm[None, :], result.T, mask=mask.T)


def _lower_triangle(n: int, k: int) -> Launch:
    bf16 = torch.bfloat16
    x = random(k, n, dtype=bf16, scale=k**-0.5)
    count = tiles(n, 128)
    arguments = [x, empty(n, n, dtype=bf16), n, k, n, n]
    return Launch((count * (count + 1) // 2,), arguments, [128, 64], {1: x.float().T @ x.float()}, 8, 5e-3, 3)


EPILOGUES = {
    "row_softmax": Workload(row_softmax, lambda: _row_softmax(90, 200, 208), lambda: _row_softmax(16384, 256, 4096)),
    "residual_dropout": Workload(
        residual_dropout, lambda: _residual_dropout(150, 144, 208), lambda: _residual_dropout(4096, 4096, 4096)
    ),
    "geglu_tanh": Workload(geglu_tanh, lambda: _geglu_tanh(150, 144, 208), lambda: _geglu_tanh(4096, 4096, 4096)),
    "two_results": Workload(two_results, lambda: _two_results(160, 144, 208), lambda: _two_results(4096, 4096, 4096)),
    "odd_extents": Workload(odd_extents, lambda: _odd_extents(91, 143, 205), lambda: _odd_extents(4095, 4093, 4091)),
    "lower_triangle": Workload(
        lower_triangle, lambda: _lower_triangle(272, 208), lambda: _lower_triangle(4096, 4096)
    ),
}  # fmt: skip
