"""Kernels of f16: Triton's tutorial of a matrix product, and a forward pass of attention through descriptors."""


# Triton's language is not typed, and its annotations are values.
# pyright: basic, reportInvalidTypeForm=false

import triton
import triton.language as tl


@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak: tl.constexpr, stride_bk, stride_bn: tl.constexpr, stride_cm,
    stride_cn: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """C = A B, with tiles in bands of GROUP rows of tiles; rows and columns wrap."""
    pid = tl.program_id(axis=0)
    tiles_m, tiles_n = tl.cdiv(M, BLOCK_M), tl.cdiv(N, BLOCK_N)
    in_band = GROUP * tiles_n
    first = pid // in_band * GROUP
    rows = min(tiles_m - first, GROUP)
    tile_m, tile_n = first + pid % in_band % rows, pid % in_band // rows
    offs_m = (tile_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    offs_n = (tile_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + (offs_m[:, None] * stride_am + offs_k[None, :] * stride_ak)
    b_ptrs = b_ptr + (offs_k[:, None] * stride_bk + offs_n[None, :] * stride_bn)
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(tl.cdiv(K, BLOCK_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_K, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_K, other=0.0)
        total = tl.dot(a, b, total)
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    offs_cm, offs_cn = tile_m * BLOCK_M + tl.arange(0, BLOCK_M), tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    tl.store(c_ptrs, total.to(tl.float16), mask=(offs_cm[:, None] < M) & (offs_cn[None, :] < N))


@triton.jit
def _attention_steps(
    result, total, greatest, query, desc_k, desc_v, rows, start, end, scale, BLOCK_N: tl.constexpr, MASKED: tl.constexpr
):  # fmt: skip
    for at in range(start, end, BLOCK_N):
        scores = tl.dot(query, desc_k.load([at, 0]).T) * (scale * 1.4426950408889634)
        if MASKED:
            scores = tl.where(rows[:, None] >= at + tl.arange(0, BLOCK_N)[None, :], scores, -1.0e6)
        above = tl.maximum(greatest, tl.max(scores, 1))
        weights = tl.math.exp2(scores - above[:, None])
        factor = tl.math.exp2(greatest - above)
        total = total * factor + tl.sum(weights, 1)
        result = tl.dot(weights.to(tl.float16), desc_v.load([at, 0]), result * factor[:, None])
        greatest = above
    return result, total, greatest


@triton.jit
def attention_kernel(
    q, k, v, out, length, scale,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, WIDTH: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """softmax(scale Q K^T) V with a running maximum and sum; BLOCK_M and BLOCK_N divide the length.

    A causal one has two loops: of the blocks before the diagonal, and of those on it.
    """
    desc_q = tl.make_tensor_descriptor(q, [length, WIDTH], [WIDTH, 1], [BLOCK_M, WIDTH])
    desc_k = tl.make_tensor_descriptor(k, [length, WIDTH], [WIDTH, 1], [BLOCK_N, WIDTH])
    desc_v = tl.make_tensor_descriptor(v, [length, WIDTH], [WIDTH, 1], [BLOCK_N, WIDTH])
    desc_o = tl.make_tensor_descriptor(out, [length, WIDTH], [WIDTH, 1], [BLOCK_M, WIDTH])
    row = tl.program_id(0) * BLOCK_M
    rows = row + tl.arange(0, BLOCK_M)
    query = desc_q.load([row, 0])
    greatest = tl.full([BLOCK_M], float("-inf"), tl.float32)
    total = tl.full([BLOCK_M], 0.0, tl.float32)
    result = tl.zeros([BLOCK_M, WIDTH], tl.float32)
    result, total, greatest = _attention_steps(
        result, total, greatest, query, desc_k, desc_v, rows, 0, row if CAUSAL else length, scale, BLOCK_N, False
    )
    if CAUSAL:
        result, total, greatest = _attention_steps(
            result, total, greatest, query, desc_k, desc_v, rows, row, row + BLOCK_M, scale, BLOCK_N, True
        )
    desc_o.store([row, 0], (result / total[:, None]).to(tl.float16))
