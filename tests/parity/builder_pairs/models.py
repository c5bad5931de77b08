"""Kernels of language models: attention, and matmuls of fp8."""
# ruff: noqa: PIE808 - range(0, n) and range(n) differ in what Triton makes of them

import triton
import triton.language as tl
from parity.builder_pairs.wheel import Pair

from xtriton.frontend import builder as tb


@triton.jit
def w8a8_block_fp8_matmul(
    x, weight, out, x_scale, weight_scale, M,
    N: tl.constexpr, K: tl.constexpr, block_n: tl.constexpr, block_k: tl.constexpr,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr,
):  # fmt: skip
    pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_SIZE_M)
    num_pid_n = tl.cdiv(N, BLOCK_SIZE_N)
    in_group = GROUP_SIZE_M * num_pid_n
    first_m = pid // in_group * GROUP_SIZE_M
    rows = tl.minimum(num_pid_m - first_m, GROUP_SIZE_M)
    pid_m = first_m + (pid % in_group) % rows
    pid_n = (pid % in_group) // rows
    offs_m = (pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)) % M
    offs_n = (pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)) % N
    offs_k = tl.arange(0, BLOCK_SIZE_K)
    a_ptrs = x + offs_m[:, None] * K + offs_k[None, :]
    b_ptrs = weight + offs_n[None, :] * K + offs_k[:, None]
    a_scales = x_scale + offs_m * ((K + block_k - 1) // block_k)
    b_scales = weight_scale + offs_n // block_n * ((K + block_k - 1) // block_k)
    acc = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BLOCK_SIZE_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_SIZE_K, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_SIZE_K, other=0.0)
        kb = k * BLOCK_SIZE_K // block_k
        a_s = tl.load(a_scales + kb)
        b_s = tl.load(b_scales + kb)
        acc += tl.dot(a, b) * a_s[:, None] * b_s[None, :]
        a_ptrs += BLOCK_SIZE_K
        b_ptrs += BLOCK_SIZE_K
    out_m = pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
    out_n = pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    mask = (out_m[:, None] < M) & (out_n[None, :] < N)
    tl.store(out + out_m[:, None] * N + out_n[None, :], acc.to(out.dtype.element_ty), mask=mask)


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, l_ptr, scale, stride, n, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start = tl.program_id(0)
    head = tl.program_id(1).to(tl.int64) * stride
    rows = start * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head + rows[:, None] * D + d[None, :], mask=rows[:, None] < n, other=0.0)
    q = (q * scale * 1.44269504).to(tl.float16)
    m = tl.full([BM], float("-inf"), tl.float32)
    total = tl.zeros([BM], tl.float32) + 1.0
    acc = tl.zeros([BM, D], dtype=tl.float32)
    k_ptrs = k_ptr + head + tl.arange(0, BN)[None, :] * D + d[:, None]
    v_ptrs = v_ptr + head + tl.arange(0, BN)[:, None] * D + d[None, :]
    for begin in range(0, tl.minimum((start + 1) * BM, n), BN):
        begin = tl.multiple_of(begin, BN)
        cols = begin + tl.arange(0, BN)
        s = tl.dot(q, tl.load(k_ptrs, mask=cols[None, :] < n, other=0.0))
        s = tl.where(rows[:, None] >= cols[None, :], s, -1.0e6)
        new = tl.maximum(m, tl.max(s, 1))
        p = tl.math.exp2(s - new[:, None])
        alpha = tl.math.exp2(m - new)
        total = total * alpha + tl.sum(p, 1)
        acc = tl.dot(p.to(tl.float16), tl.load(v_ptrs, mask=cols[:, None] < n, other=0.0), acc * alpha[:, None])
        m = new
        k_ptrs += BN * D
        v_ptrs += BN * D
    tl.store(l_ptr + tl.program_id(1) * n + rows, m + tl.math.log2(total), mask=rows < n)
    out = (acc / total[:, None]).to(o_ptr.type.element_ty)
    tl.store(o_ptr + head + rows[:, None] * D + d[None, :], out, mask=rows[:, None] < n)


def built_attention(q_ptr, k_ptr, v_ptr, o_ptr, l_ptr, scale, stride, n, BM, BN, D):
    start = tb.program_id(0)
    head = tb.program_id(1).to(tb.int64) * stride
    rows = start * BM + tb.arange(0, BM)
    d = tb.arange(0, D)
    q = tb.load(q_ptr + head + rows[:, None] * D + d[None, :], mask=rows[:, None] < n, other=0.0)
    q = (q * scale * 1.44269504).to(tb.float16)
    m = tb.full([BM], float("-inf"), tb.float32)
    total = tb.zeros([BM], tb.float32) + 1.0
    acc = tb.zeros([BM, D], dtype=tb.float32)
    k_ptrs = k_ptr + head + tb.arange(0, BN)[None, :] * D + d[:, None]
    v_ptrs = v_ptr + head + tb.arange(0, BN)[:, None] * D + d[None, :]
    end = tb.minimum((start + 1) * BM, n)
    with tb.for_range(0, end, BN, m=m, total=total, acc=acc, k_ptrs=k_ptrs, v_ptrs=v_ptrs) as (begin, c):
        tb.multiple_of(begin, BN)
        cols = begin + tb.arange(0, BN)
        s = tb.dot(q, tb.load(c.k_ptrs, mask=cols[None, :] < n, other=0.0))
        s = tb.where(rows[:, None] >= cols[None, :], s, -1.0e6)
        new = tb.maximum(c.m, tb.max(s, 1))
        p = tb.exp2(s - new[:, None])
        alpha = tb.exp2(c.m - new)
        c.total = c.total * alpha + tb.sum(p, 1)
        c.acc = tb.dot(p.to(tb.float16), tb.load(c.v_ptrs, mask=cols[:, None] < n, other=0.0), c.acc * alpha[:, None])
        c.m = new
        c.k_ptrs += BN * D
        c.v_ptrs += BN * D
    tb.store(l_ptr + tb.program_id(1) * n + rows, c.m + tb.log2(c.total), mask=rows < n)
    out = (c.acc / c.total[:, None]).to(tb.float16)
    tb.store(o_ptr + head + rows[:, None] * D + d[None, :], out, mask=rows[:, None] < n)


@triton.jit
def grouped(x_ptr, w_ptr, out_ptr, expert_ids, indptr, M, N: tl.constexpr, K: tl.constexpr, B: tl.constexpr):
    pid = tl.program_id(0)
    expert = tl.load(expert_ids + pid // (N // B))
    if expert == -1:
        return
    first = tl.load(indptr + expert)
    last = tl.load(indptr + expert + 1)
    if first >= last:
        return
    tile = pid // (N // B) - first // B - expert
    rows = first + tile * B + tl.arange(0, B)
    cols = pid % (N // B) * B + tl.arange(0, B)
    ks = tl.arange(0, B)
    acc = tl.zeros((B, B), dtype=tl.float32)
    weights = w_ptr + expert.to(tl.int64) * N * K
    for k in tl.range(0, K, B):
        a = tl.load(x_ptr + rows[:, None] * K + (k + ks)[None, :], mask=rows[:, None] < last, other=0.0)
        b = tl.load(weights + cols[None, :] * K + (k + ks)[:, None])
        acc += tl.dot(a, b)
    if M > 0:
        tl.store(out_ptr + rows[:, None] * N + cols[None, :], acc.to(tl.bfloat16), mask=rows[:, None] < last)


def built_grouped(x_ptr, w_ptr, out_ptr, expert_ids, indptr, M, N, K, B):
    pid = tb.program_id(0)
    expert = tb.load(expert_ids + pid // (N // B))
    with tb.if_(expert == -1):
        tb.return_()
    first = tb.load(indptr + expert)
    last = tb.load(indptr + expert + 1)
    with tb.if_(first >= last):
        tb.return_()
    tile = pid // (N // B) - first // B - expert
    rows = first + tile * B + tb.arange(0, B)
    cols = pid % (N // B) * B + tb.arange(0, B)
    ks = tb.arange(0, B)
    acc = tb.zeros((B, B), dtype=tb.float32)
    weights = w_ptr + expert.to(tb.int64) * N * K
    with tb.for_range(0, K, B, acc=acc) as (k, c):
        a = tb.load(x_ptr + rows[:, None] * K + (k + ks)[None, :], mask=rows[:, None] < last, other=0.0)
        b = tb.load(weights + cols[None, :] * K + (k + ks)[:, None])
        c.acc += tb.dot(a, b)
    with tb.if_(M > 0):
        tb.store(out_ptr + rows[:, None] * N + cols[None, :], c.acc.to(tb.bfloat16), mask=rows[:, None] < last)


F32, F16 = tb.pointer(tb.float32, 16), tb.pointer(tb.float16, 16)
I32, FP8 = tb.pointer(tb.int32, 16), tb.pointer(tb.float8e4nv, 16)
N = tb.scalar(tb.int32, 16)

FP8_MATMUL = {
    "x": FP8,
    "weight": FP8,
    "out": tb.pointer(tb.bfloat16, 16),
    "x_scale": F32,
    "weight_scale": F32,
    "M": tb.int32,
    "N": 7168,
    "K": 2048,
    "block_n": 128,
    "block_k": 128,
    "BLOCK_SIZE_M": 128,
    "BLOCK_SIZE_N": 128,
    "BLOCK_SIZE_K": 128,
    "GROUP_SIZE_M": 8,
}

PAIRS = [
    Pair(
        attention,
        {
            **dict.fromkeys(("q_ptr", "k_ptr", "v_ptr", "o_ptr"), F16),
            "l_ptr": F32,
            "scale": tb.float32,
            "stride": N,
            "n": N,
            "BM": 64,
            "BN": 32,
            "D": 64,
        },
        built=built_attention,
    ),
    Pair(
        grouped,
        {
            "x_ptr": FP8,
            "w_ptr": FP8,
            "out_ptr": tb.pointer(tb.bfloat16, 16),
            "expert_ids": I32,
            "indptr": I32,
            "M": tb.int32,
            "N": 256,
            "K": 512,
            "B": 64,
        },
        built=built_grouped,
    ),
]
