"""Matmuls of FP8 and i8 operands: scales of blocks, of tokens and of channels, fused with what follows them."""

# pyright: basic
from __future__ import annotations

import torch
import triton
import triton.language as tl
from semantics.workloads.workload import Launch, Workload, empty, integers, random, tiles

_E4M3, _E5M2 = torch.float8_e4m3fn, torch.float8_e5m2


def _scales(*shape: int, seed: int) -> torch.Tensor:
    return random(*shape, dtype=torch.float32, seed=seed).abs() + 0.1


def _spread(scale: torch.Tensor, rows: int, columns: int, m: int, n: int) -> torch.Tensor:
    """The scale of each element of an m x n matrix, from those of its blocks of rows x columns."""
    return scale.repeat_interleave(rows, 0)[:m].repeat_interleave(columns, 1)[:, :n]


@triton.jit
def fp8_swiglu(
    x_ptr, xs_ptr, w1_ptr, w1s_ptr, w3_ptr, w3s_ptr, y_ptr, M, N, K,
    stride_xm, stride_xk, stride_wn, stride_wk, stride_ym, stride_yn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
):  # fmt: skip
    """Two weights with scales of 128 x 128, activations with scales of 1 x 128, and SwiGLU of both results."""
    pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_M)
    num_pid_n = tl.cdiv(N, BLOCK_N)
    num_pid_in_group = GROUP_M * num_pid_n
    group_id = pid // num_pid_in_group
    first_pid_m = group_id * GROUP_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_M)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m

    offs_m = (pid_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    offs_n = (pid_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    offs_k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + offs_m[:, None] * stride_xm + offs_k[None, :] * stride_xk
    w1_ptrs = w1_ptr + offs_k[:, None] * stride_wk + offs_n[None, :] * stride_wn
    w3_ptrs = w3_ptr + offs_k[:, None] * stride_wk + offs_n[None, :] * stride_wn
    num_k = tl.cdiv(K, BLOCK_K)
    xs_ptrs = xs_ptr + offs_m * num_k
    w1s_ptrs = w1s_ptr + (offs_n // 128) * num_k
    w3s_ptrs = w3s_ptr + (offs_n // 128) * num_k
    acc1 = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    acc3 = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(num_k):
        x = tl.load(x_ptrs, mask=offs_k[None, :] < K - k * BLOCK_K, other=0.0)
        w1 = tl.load(w1_ptrs, mask=offs_k[:, None] < K - k * BLOCK_K, other=0.0)
        w3 = tl.load(w3_ptrs, mask=offs_k[:, None] < K - k * BLOCK_K, other=0.0)
        xs = tl.load(xs_ptrs + k)
        acc1 += tl.dot(x, w1) * xs[:, None] * tl.load(w1s_ptrs + k)[None, :]
        acc3 += tl.dot(x, w3) * xs[:, None] * tl.load(w3s_ptrs + k)[None, :]
        x_ptrs += BLOCK_K * stride_xk
        w1_ptrs += BLOCK_K * stride_wk
        w3_ptrs += BLOCK_K * stride_wk
    y = acc1 / (1.0 + tl.exp(-acc1)) * acc3
    offs_ym = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_yn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    y_ptrs = y_ptr + stride_ym * offs_ym[:, None] + stride_yn * offs_yn[None, :]
    tl.store(y_ptrs, y.to(y_ptr.dtype.element_ty), mask=(offs_ym[:, None] < M) & (offs_yn[None, :] < N))


def _fp8_swiglu(m: int, n: int, k: int) -> Launch:
    steps = tiles(k, 128)
    x, xs = random(m, k, dtype=_E4M3), _scales(m, steps, seed=1)
    w1, w3 = random(n, k, dtype=_E4M3, seed=2, scale=0.5), random(n, k, dtype=_E4M3, seed=3, scale=0.5)
    w1s, w3s = (_scales(tiles(n, 128), steps, seed=seed) * k**-0.5 for seed in (4, 5))
    wide = x.float() * _spread(xs, 1, 128, m, k)
    gate, up = (wide @ (w.float() * _spread(s, 128, 128, n, k)).T for w, s in ((w1, w1s), (w3, w3s)))
    expected = torch.nn.functional.silu(gate) * up
    arguments = [x, xs, w1, w1s, w3, w3s, empty(m, n, dtype=torch.bfloat16), m, n, k, k, 1, k, 1, n, 1]
    return Launch((tiles(m, 64) * tiles(n, 64),), arguments, [64, 64, 128, 8], {6: expected}, 4, 5e-3, 3)


@triton.jit
def fp8_relu_squared(
    A, B, C, As, Bs, bias, M, N, K, group_n, group_k,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    stride_As_m, stride_As_k, stride_Bs_k, stride_Bs_n,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr,
):  # fmt: skip
    """As serving engines write block scales: sizes of groups are arguments, one step of K is in one group."""
    pid_m, pid_n = tl.program_id(axis=0), tl.program_id(axis=1)
    offs_am = (pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)) % M
    offs_bn = (pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)) % N
    offs_k = tl.arange(0, BLOCK_SIZE_K)
    a_ptrs = A + (offs_am[:, None] * stride_am + offs_k[None, :] * stride_ak)
    b_ptrs = B + (offs_k[:, None] * stride_bk + offs_bn[None, :] * stride_bn)
    As_ptrs = As + offs_am * stride_As_m
    offs_bsn = offs_bn // group_n
    Bs_ptrs = Bs + offs_bsn * stride_Bs_n
    accumulator = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for k in range(tl.cdiv(K, BLOCK_SIZE_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_SIZE_K, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_SIZE_K, other=0.0)
        k_start = k * BLOCK_SIZE_K
        offs_ks = k_start // group_k
        a_s = tl.load(As_ptrs + offs_ks * stride_As_k)
        b_s = tl.load(Bs_ptrs + offs_ks * stride_Bs_k)
        accumulator += tl.dot(a, b) * a_s[:, None] * b_s[None, :]
        a_ptrs += BLOCK_SIZE_K * stride_ak
        b_ptrs += BLOCK_SIZE_K * stride_bk
    offs_cm = pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
    offs_cn = pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    accumulator += tl.load(bias + offs_cn, mask=offs_cn < N, other=0.0).to(tl.float32)[None, :]
    accumulator = tl.maximum(accumulator, 0.0)
    c = (accumulator * accumulator).to(C.dtype.element_ty)
    c_ptrs = C + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    tl.store(c_ptrs, c, mask=(offs_cm[:, None] < M) & (offs_cn[None, :] < N))


def _fp8_relu_squared(
    m: int, n: int, k: int, size: int, warps: int, rows: int = 128, row_major: bool = False
) -> Launch:
    """Scales of 1 x size, a column of them in a row as in serving engines, and of size x size."""
    bf16, steps = torch.bfloat16, tiles(k, size)
    a, b = random(m, k, dtype=_E4M3), random(n, k, dtype=_E4M3, seed=1)
    a_scale, b_scale = _scales(steps, m, seed=2), _scales(tiles(n, size), steps, seed=3) * k**-0.5
    bias = random(n, dtype=bf16, seed=4)
    wide = (a.float() * _spread(a_scale.T, 1, size, m, k)) @ (b.float() * _spread(b_scale, size, size, n, k)).T
    expected = (wide + bias.float()).relu().square()
    b_strides = [1, k]
    if row_major:
        b, b_strides = b.T.contiguous(), [n, 1]
    arguments = [a, b, empty(m, n, dtype=bf16), a_scale, b_scale, bias, m, n, k, size, size, k, 1, *b_strides, n, 1]
    arguments += [1, m, 1, steps]
    return Launch((tiles(m, rows), tiles(n, 128)), arguments, [rows, 128, size], {2: expected}, warps, 5e-3, 3)


@triton.jit
def fp8_mixed(
    a_ptr, b_ptr, c_ptr, a_scale_ptr, b_scale_ptr, bias_ptr, M, N, K, lda, ldb, ldc,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """Gradients in e5m2 times weights in e4m3; one scale per token and one per channel, and a bias."""
    pid_n, pid_m = tl.program_id(0), tl.program_id(1)
    rm = pid_m * BM + tl.arange(0, BM)
    rn = pid_n * BN + tl.arange(0, BN)
    ram = tl.max_contiguous(tl.multiple_of(rm % M, BM), BM)
    rbn = tl.max_contiguous(tl.multiple_of(rn % N, BN), BN)
    rk = tl.arange(0, BK)
    a_ptr = a_ptr + (ram[:, None] * lda + rk[None, :])
    b_ptr = b_ptr + (rbn[None, :] * ldb + rk[:, None])
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(K, 0, -BK):
        a = tl.load(a_ptr, mask=rk[None, :] < k, other=0.0)
        b = tl.load(b_ptr, mask=rk[:, None] < k, other=0.0)
        acc += tl.dot(a, b, out_dtype=tl.float32)
        a_ptr += BK
        b_ptr += BK
    row_scale = tl.load(a_scale_ptr + rm, mask=rm < M, other=1.0)
    column_scale = tl.load(b_scale_ptr + rn, mask=rn < N, other=1.0)
    bias = tl.load(bias_ptr + rn, mask=rn < N, other=0.0)
    acc = acc * (row_scale[:, None] * column_scale[None, :]) + bias[None, :]
    tl.store(c_ptr + rm[:, None] * ldc + rn[None, :], acc.to(tl.float16), mask=(rm < M)[:, None] & (rn < N)[None, :])


def _fp8_mixed(m: int, n: int, k: int) -> Launch:
    a, b = random(m, k, dtype=_E5M2), random(n, k, dtype=_E4M3, seed=1, scale=k**-0.5 * 8)
    a_scale, b_scale, bias = _scales(m, seed=2), _scales(n, seed=3), random(n, dtype=torch.float32, seed=4)
    expected = (a.float() @ b.float().T) * a_scale[:, None] * b_scale[None, :] + bias
    arguments = [a, b, empty(m, n), a_scale, b_scale, bias, m, n, k, k, k, n]
    return Launch((tiles(n, 256), tiles(m, 128)), arguments, [128, 256, 64], {2: expected}, 8, 5e-3, 4)


@triton.jit
def int8_zero_points(
    a_ptr, b_ptr, out_ptr, scale_a_ptr, scale_b_ptr, azp_ptr, colsum_ptr, bias_ptr, M, N, K,
    stride_am, stride_bn, stride_cm,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    """i8 with a scale and a zero point per token, whose products with sums of columns are subtracted."""
    pid = tl.program_id(0)
    num_n = tl.cdiv(N, BLOCK_N)
    pid_m, pid_n = pid // num_n, pid % num_n
    offs_m = pid_m * BLOCK_M + tl.arange(0, BLOCK_M).to(tl.int64)
    offs_n = pid_n * BLOCK_N + tl.arange(0, BLOCK_N).to(tl.int64)
    offs_k = tl.arange(0, BLOCK_K).to(tl.int64)
    mask_m, mask_n = offs_m < M, offs_n < N
    a_ptrs = a_ptr + stride_am * offs_m[:, None] + offs_k[None, :]
    b_ptrs = b_ptr + stride_bn * offs_n[None, :] + offs_k[:, None]
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.int32)
    for k in range(tl.cdiv(K, BLOCK_K)):
        mask_k = k * BLOCK_K + offs_k < K
        a = tl.load(a_ptrs, mask=mask_m[:, None] & mask_k[None, :], other=0)
        b = tl.load(b_ptrs, mask=mask_k[:, None] & mask_n[None, :], other=0)
        accumulator = tl.dot(a, b, accumulator, out_dtype=tl.int32)
        a_ptrs += BLOCK_K
        b_ptrs += BLOCK_K
    azp = tl.load(azp_ptr + offs_m, mask=mask_m, other=0)
    colsum = tl.load(colsum_ptr + offs_n, mask=mask_n, other=0)
    accumulator -= azp[:, None] * colsum[None, :]
    result = accumulator.to(tl.float32) * tl.load(scale_a_ptr + offs_m, mask=mask_m, other=0.0)[:, None]
    result = result * tl.load(scale_b_ptr + offs_n, mask=mask_n, other=0.0)[None, :]
    result += tl.load(bias_ptr + offs_n, mask=mask_n, other=0.0)[None, :]
    offs_c = stride_cm * offs_m[:, None] + offs_n[None, :]
    tl.store(out_ptr + offs_c, result.to(out_ptr.type.element_ty), mask=mask_m[:, None] & mask_n[None, :])


def _int8_zero_points(m: int, n: int, k: int) -> Launch:
    a, b = integers(-128, 128, m, k, dtype=torch.int8), integers(-128, 128, n, k, dtype=torch.int8, seed=1)
    zeros, sums = integers(-20, 20, m, seed=2), b.int().sum(1, dtype=torch.int32)
    a_scale, b_scale = _scales(m, seed=3) * 0.01, _scales(n, seed=4) * 0.01
    bias = random(n, dtype=torch.bfloat16, seed=5)
    whole = (a.double() - zeros[:, None]) @ b.double().T
    expected = whole * a_scale[:, None] * b_scale[None, :] + bias.double()
    arguments = [a, b, empty(m, n, dtype=torch.bfloat16), a_scale, b_scale, zeros, sums, bias, m, n, k, k, k, n]
    return Launch((tiles(m, 64) * tiles(n, 128),), arguments, [64, 128, 128], {2: expected}, 4, 5e-3, 4)


QUANTIZED = {
    "fp8_swiglu": Workload(
        fp8_swiglu, lambda: _fp8_swiglu(150, 144, 272), lambda: _fp8_swiglu(4096, 4096, 4096)
    ),
    "fp8_relu_squared": Workload(
        fp8_relu_squared, lambda: _fp8_relu_squared(150, 144, 272, 128, 4),
        lambda: _fp8_relu_squared(4096, 4096, 4096, 128, 8),
    ),
    "fp8_row_major_k64": Workload(
        fp8_relu_squared, lambda: _fp8_relu_squared(150, 144, 272, 64, 4, 64, row_major=True),
        lambda: _fp8_relu_squared(4096, 4096, 4096, 64, 4, 64, row_major=True), rewritten=False,
    ),
    "fp8_mixed": Workload(fp8_mixed, lambda: _fp8_mixed(150, 272, 336), lambda: _fp8_mixed(4096, 4096, 4096)),
    "int8_zero_points": Workload(
        int8_zero_points, lambda: _int8_zero_points(90, 144, 272), lambda: _int8_zero_points(4096, 4096, 4096)
    ),
}  # fmt: skip
