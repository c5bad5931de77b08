"""Kernels that the benchmarks compile with Triton's front end to get IR of a realistic size and mix."""

# pyright: basic, reportInvalidTypeForm=false
import triton
import triton.language as tl


@triton.jit
def fp8_block_scaled_matmul(
    a_ptr, b_ptr, c_ptr, a_scale_ptr, b_scale_ptr, m, n, k,
    stride_am, stride_bn, stride_cm, stride_as, stride_bs,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
):  # fmt: skip
    """C = A B^T in fp8 with one scale per 1 x BLOCK_K block of A and per BLOCK_K x BLOCK_K block of B."""
    program = tl.program_id(0)
    rows, columns = tl.cdiv(m, BLOCK_M), tl.cdiv(n, BLOCK_N)
    group = program // (GROUP_M * columns)
    group_rows = min(rows - group * GROUP_M, GROUP_M)
    row = group * GROUP_M + (program % (GROUP_M * columns)) % group_rows
    column = (program % (GROUP_M * columns)) // group_rows
    offs_m = (row * BLOCK_M + tl.arange(0, BLOCK_M)) % m
    offs_n = (column * BLOCK_N + tl.arange(0, BLOCK_N)) % n
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + offs_m[:, None] * stride_am + offs_k[None, :]
    b_ptrs = b_ptr + offs_n[None, :] * stride_bn + offs_k[:, None]
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(tl.cdiv(k, BLOCK_K)):
        left = k - step * BLOCK_K
        a = tl.load(a_ptrs, mask=offs_k[None, :] < left, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < left, other=0.0)
        a_scale = tl.load(a_scale_ptr + offs_m * stride_as + step)
        b_scale = tl.load(b_scale_ptr + (offs_n // BLOCK_K) * stride_bs + step)
        accumulator += tl.dot(a, b) * a_scale[:, None] * b_scale[None, :]
        a_ptrs += BLOCK_K
        b_ptrs += BLOCK_K
    out_m = row * BLOCK_M + tl.arange(0, BLOCK_M)
    out_n = column * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (out_m[:, None] < m) & (out_n[None, :] < n)
    tl.store(c_ptr + out_m[:, None] * stride_cm + out_n[None, :], accumulator.to(tl.float16), mask=mask)


FP8_SIGNATURE = {
    "a_ptr": "*fp8e4nv", "b_ptr": "*fp8e4nv", "c_ptr": "*fp16", "a_scale_ptr": "*fp32", "b_scale_ptr": "*fp32",
    "m": "i32", "n": "i32", "k": "i32",
    "stride_am": "i32", "stride_bn": "i32", "stride_cm": "i32", "stride_as": "i32", "stride_bs": "i32",
    "BLOCK_M": "constexpr", "BLOCK_N": "constexpr", "BLOCK_K": "constexpr", "GROUP_M": "constexpr",
}  # fmt: skip
FP8_CONSTANTS = {"BLOCK_M": 128, "BLOCK_N": 128, "BLOCK_K": 128, "GROUP_M": 8}


@triton.jit
def fp8_strided_matmul(
    x_ptr, weight_ptr, out_ptr, x_scale_ptr, weight_scale_ptr, M, N, K, scale_n, scale_k,
    stride_xm, stride_xk, stride_wn, stride_wk, stride_om, stride_on, stride_sm, stride_sk, stride_tn, stride_tk,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
):  # fmt: skip
    """The same product as above with every size and stride known at run time only."""
    program = tl.program_id(0)
    tiles_m = tl.cdiv(M, BLOCK_M)
    tiles_n = tl.cdiv(N, BLOCK_N)
    per_group = GROUP_M * tiles_n
    first_m = program // per_group * GROUP_M
    height = min(tiles_m - first_m, GROUP_M)
    tile_m = first_m + (program % per_group) % height
    tile_n = (program % per_group) // height
    rows = (tile_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    columns = (tile_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    inner = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + (rows[:, None] * stride_xm + inner[None, :] * stride_xk)
    weight_ptrs = weight_ptr + (inner[:, None] * stride_wk + columns[None, :] * stride_wn)
    x_scale_ptrs = x_scale_ptr + rows * stride_sm
    weight_scale_ptrs = weight_scale_ptr + columns // scale_n * stride_tn
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(tl.cdiv(K, BLOCK_K)):
        x = tl.load(x_ptrs, mask=inner[None, :] < K - step * BLOCK_K, other=0.0)
        weight = tl.load(weight_ptrs, mask=inner[:, None] < K - step * BLOCK_K, other=0.0)
        block = step * BLOCK_K // scale_k
        x_scale = tl.load(x_scale_ptrs + block * stride_sk)
        weight_scale = tl.load(weight_scale_ptrs + block * stride_tk)
        accumulator += tl.dot(x, weight) * x_scale[:, None] * weight_scale[None, :]
        x_ptrs += BLOCK_K * stride_xk
        weight_ptrs += BLOCK_K * stride_wk
    out = accumulator.to(out_ptr.dtype.element_ty)
    out_m = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    out_n = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    out_ptrs = out_ptr + stride_om * out_m[:, None] + stride_on * out_n[None, :]
    tl.store(out_ptrs, out, mask=(out_m[:, None] < M) & (out_n[None, :] < N))


STRIDED_SIGNATURE = {
    "x_ptr": "*fp8e4nv", "weight_ptr": "*fp8e4nv", "out_ptr": "*bf16", "x_scale_ptr": "*fp32",
    "weight_scale_ptr": "*fp32", "M": "i32", "N": "i32", "K": "i32", "scale_n": "i32", "scale_k": "i32",
    **{f"stride_{name}": "i32" for name in ("xm", "xk", "wn", "wk", "om", "on", "sm", "sk", "tn", "tk")},
    "BLOCK_M": "constexpr", "BLOCK_N": "constexpr", "BLOCK_K": "constexpr", "GROUP_M": "constexpr",
}  # fmt: skip
STRIDED_CONSTANTS = {"BLOCK_M": 64, "BLOCK_N": 128, "BLOCK_K": 128, "GROUP_M": 32}


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, out_ptr, scale, length,
              BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD: tl.constexpr):  # fmt: skip
    """Attention over one head, with the softmax computed on the fly."""
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    head = tl.program_id(1) * length * HEAD
    dims = tl.arange(0, HEAD)
    q = tl.load(q_ptr + head + rows[:, None] * HEAD + dims[None, :], mask=rows[:, None] < length, other=0.0)
    peak = tl.full((BLOCK_M,), float("-inf"), tl.float32)
    total = tl.zeros((BLOCK_M,), tl.float32)
    out = tl.zeros((BLOCK_M, HEAD), tl.float32)
    for start in range(0, length, BLOCK_N):
        keys = start + tl.arange(0, BLOCK_N)
        inside = keys < length
        k = tl.load(k_ptr + head + keys[None, :] * HEAD + dims[:, None], mask=inside[None, :], other=0.0)
        v = tl.load(v_ptr + head + keys[:, None] * HEAD + dims[None, :], mask=inside[:, None], other=0.0)
        scores = tl.where(inside[None, :], tl.dot(q, k) * scale, float("-inf"))
        new_peak = tl.maximum(peak, tl.max(scores, 1))
        weights = tl.exp2(scores - new_peak[:, None])
        shrink = tl.exp2(peak - new_peak)
        total = total * shrink + tl.sum(weights, 1)
        out = out * shrink[:, None] + tl.dot(weights.to(v.dtype), v)
        peak = new_peak
    out = out / total[:, None]
    tl.store(out_ptr + head + rows[:, None] * HEAD + dims[None, :], out.to(tl.float16), mask=rows[:, None] < length)


ATTENTION_SIGNATURE = {
    "q_ptr": "*fp16", "k_ptr": "*fp16", "v_ptr": "*fp16", "out_ptr": "*fp16", "scale": "fp32", "length": "i32",
    "BLOCK_M": "constexpr", "BLOCK_N": "constexpr", "HEAD": "constexpr",
}  # fmt: skip
ATTENTION_CONSTANTS = {"BLOCK_M": 128, "BLOCK_N": 64, "HEAD": 64}
