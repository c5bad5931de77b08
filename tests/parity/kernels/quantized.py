"""Products of narrow types: fp8 with scales per block, per row and column, packed 4-bit integers, and microscaling."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import NOT_FINITE, Example, Kernel, Values, programs, sizes


@triton.jit
def fp8_matmul_block_scaled(
    x, weight, out, x_scale, weight_scale, M,
    N: tl.constexpr, K: tl.constexpr, SCALE_N: tl.constexpr, SCALE_K: tl.constexpr,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """One scale per row and ``SCALE_K`` of x, one per ``SCALE_N`` by ``SCALE_K`` of the weight (N, K)."""
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    group = pid // (GROUP * tiles_n)
    height = tl.minimum(tiles_m - group * GROUP, GROUP)
    tile_m = group * GROUP + (pid % (GROUP * tiles_n)) % height
    tile_n = (pid % (GROUP * tiles_n)) // height
    rows = (tile_m * BM + tl.arange(0, BM)) % M
    columns = (tile_n * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    x_ptrs = x + rows[:, None] * K + inner[None, :]
    w_ptrs = weight + columns[None, :] * K + inner[:, None]
    x_scales = x_scale + rows * tl.cdiv(K, SCALE_K)
    w_scales = weight_scale + (columns // SCALE_N) * tl.cdiv(K, SCALE_K)
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(tl.cdiv(K, BK)):
        left = K - step * BK
        a = tl.load(x_ptrs, mask=inner[None, :] < left, other=0.0)
        b = tl.load(w_ptrs, mask=inner[:, None] < left, other=0.0)
        block = step * BK // SCALE_K
        a_scale = tl.load(x_scales + block)
        b_scale = tl.load(w_scales + block)
        accumulator += tl.dot(a, b) * (a_scale[:, None] * b_scale[None, :])
        x_ptrs += BK
        w_ptrs += BK
    out_rows = tile_m * BM + tl.arange(0, BM)
    out_columns = tile_n * BN + tl.arange(0, BN)
    mask = (out_rows < M)[:, None] & (out_columns < N)[None, :]
    tl.store(out + out_rows[:, None] * N + out_columns[None, :], accumulator.to(out.dtype.element_ty), mask=mask)


@triton.jit
def fp8_quantize_rows(x_ptr, q_ptr, scale_ptr, columns, BLOCK: tl.constexpr, E4M3: tl.constexpr):
    """fp8 of each group of ``BLOCK`` elements and its scale."""
    group = tl.program_id(0).to(tl.int64)
    offsets = group * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets).to(tl.float32)
    limit: tl.constexpr = 448.0 if E4M3 else 57344.0
    largest = tl.maximum(tl.max(tl.abs(x)), 1e-10)
    scale = largest / limit
    q = tl.clamp(x / scale, -limit, limit)
    tl.store(q_ptr + offsets, q.to(q_ptr.dtype.element_ty))
    tl.store(scale_ptr + group, scale)


@triton.jit
def fp8_matmul_scaled_rows(
    a_ptr, b_ptr, c_ptr, a_scale_ptr, b_scale_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    """fp8 e5m2 with one scale per row of A and per column of B."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        a = tl.load(a_ptr + rows[:, None] * k + (start + inner)[None, :], mask=rows[:, None] < m, other=0.0)
        b = tl.load(b_ptr + columns[None, :] * k + (start + inner)[:, None], mask=columns[None, :] < n, other=0.0)
        accumulator = tl.dot(a, b, acc=accumulator, max_num_imprecise_acc=64)
    accumulator *= tl.load(a_scale_ptr + rows, mask=rows < m, other=1.0)[:, None]
    accumulator *= tl.load(b_scale_ptr + columns, mask=columns < n, other=1.0)[None, :]
    mask = (rows < m)[:, None] & (columns < n)[None, :]
    tl.store(c_ptr + rows[:, None] * n + columns[None, :], accumulator.to(tl.bfloat16), mask=mask)


@triton.jit
def int4_matmul(
    a_ptr, packed_ptr, scale_ptr, zero_ptr, c_ptr, m, n, k,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """Eight 4-bit weights in a 32-bit word along K, one scale and one packed zero point per ``GROUP`` rows of K."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    shifts = (inner % 8) * 4
    zero_shifts = (columns % 8) * 4
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        a = tl.load(a_ptr + rows[:, None] * k + (start + inner)[None, :], mask=rows[:, None] < m, other=0.0)
        words = tl.load(packed_ptr + ((start + inner) // 8)[:, None] * n + columns[None, :])
        group = start // GROUP
        scale = tl.load(scale_ptr + group * n + columns)
        zero = (tl.load(zero_ptr + group * (n // 8) + columns // 8) >> zero_shifts) & 0xF
        weights = ((words >> shifts[:, None]) & 0xF) - zero[None, :]
        b = (weights * scale[None, :]).to(tl.float16)
        accumulator += tl.dot(a, b)
    tl.store(c_ptr + rows[:, None] * n + columns[None, :], accumulator.to(tl.float16), mask=rows[:, None] < m)


def _int4_example(random: np.random.Generator, m: int = 10, n: int = 32, k: int = 64) -> Example:
    group = 32
    a = random.standard_normal((m, k)).astype(np.float16)
    packed = random.integers(-(2**31), 2**31, (k // 8, n), dtype=np.int64).astype(np.int32)
    zero = random.integers(-(2**31), 2**31, (k // group, n // 8), dtype=np.int64).astype(np.int32)
    scale = (random.random((k // group, n)) / 8).astype(np.float16)
    arguments = {"a_ptr": a, "packed_ptr": packed, "scale_ptr": scale, "zero_ptr": zero}
    return Example(
        {**arguments, "c_ptr": np.zeros((m, n), np.float16), "m": m, "n": n, "k": k}, (programs(m, 16), n // 16)
    )


def _int4_reference(values: Values) -> Values:
    k, n = values["k"], values["n"]
    shifts = np.arange(8, dtype=np.uint32) * 4
    words = values["packed_ptr"].view(np.uint32)
    weights = ((words[:, None, :] >> shifts[:, None]) & 15).reshape(k, n).astype(np.int32)
    zeros = values["zero_ptr"].view(np.uint32)
    zero = ((zeros[:, :, None] >> shifts) & 15).reshape(-1, n).astype(np.int32)
    scaled = (weights - zero.repeat(32, 0)).astype(np.float16) * values["scale_ptr"].repeat(32, 0)
    product = values["a_ptr"].astype(np.float64) @ scaled.astype(np.float64)
    return {"c_ptr": product.astype(np.float16)}


@triton.jit
def int4_unpack_interleave(packed_ptr, out_ptr, n, BLOCK: tl.constexpr):
    """Two signed 4-bit integers of a byte, side by side."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    byte = tl.load(packed_ptr + offsets, mask=offsets < n, other=0)
    low = (byte << 4).to(tl.int8) >> 4
    high = byte >> 4
    both = tl.interleave(low, high)
    out = tl.program_id(0) * BLOCK * 2 + tl.arange(0, BLOCK * 2)
    tl.store(out_ptr + out, both.to(tl.float16), mask=out < n * 2)


def _unpack_example(random: np.random.Generator, n: int = 100) -> Example:
    packed = random.integers(-128, 128, n, dtype=np.int8)
    return Example({"packed_ptr": packed, "out_ptr": np.zeros(2 * n, np.float16), "n": n}, (programs(n, 64),))


def _unpack_reference(values: Values) -> Values:
    packed = values["packed_ptr"]
    return {"out_ptr": np.stack([np.left_shift(packed, 4) >> 4, packed >> 4], 1).reshape(-1).astype(np.float16)}


@triton.jit
def mx_matmul(
    a_ptr, a_scale_ptr, b_ptr, b_scale_ptr, c_ptr, k,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, A: tl.constexpr, B: tl.constexpr,
):  # fmt: skip
    """A microscaling product: exponents of 8 bits per 32 elements of K, fp4 packed in pairs."""
    PACK_A: tl.constexpr = 2 if A == "e2m1" else 1
    PACK_B: tl.constexpr = 2 if B == "e2m1" else 1
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        inner_a = start // PACK_A + tl.arange(0, BK // PACK_A)
        inner_b = start // PACK_B + tl.arange(0, BK // PACK_B)
        inner_s = start // 32 + tl.arange(0, BK // 32)
        a = tl.load(a_ptr + rows[:, None] * (k // PACK_A) + inner_a[None, :])
        b = tl.load(b_ptr + columns[None, :] * (k // PACK_B) + inner_b[:, None])
        a_scale = tl.load(a_scale_ptr + rows[:, None] * (k // 32) + inner_s[None, :])
        b_scale = tl.load(b_scale_ptr + columns[:, None] * (k // 32) + inner_s[None, :])
        accumulator = tl.dot_scaled(a, a_scale, A, b, b_scale, B, accumulator)
    n = tl.num_programs(1) * BN
    tl.store(c_ptr + rows[:, None] * n + columns[None, :], accumulator)


KERNELS = [
    Kernel(
        fp8_matmul_block_scaled,
        {"x": "*fp8e4nv:16", "weight": "*fp8e4nv:16", "out": "*bf16:16", "x_scale": "*fp32:16"}
        | {"weight_scale": "*fp32:16", "M": "i32"},
        {"N": 4096, "K": 7168, "SCALE_N": 128, "SCALE_K": 128, "BM": 64, "BN": 128, "BK": 128, "GROUP": 16},
        minimum=89,
        options={"num_warps": 4, "num_stages": 3},
    ),
    Kernel(
        fp8_quantize_rows,
        {"x_ptr": "*bf16:16", "q_ptr": "*fp8e4nv:16", "scale_ptr": "*fp32:16", "columns": "i32:16"},
        {"BLOCK": 128, "E4M3": True},
        minimum=89,
    ),
    Kernel(
        fp8_matmul_scaled_rows,
        {"a_ptr": "*fp8e5:16", "b_ptr": "*fp8e5:16", "c_ptr": "*bf16:16", "a_scale_ptr": "*fp32:16"}
        | {"b_scale_ptr": "*fp32:16", "m": "i32", "n": "i32:16", "k": "i32:16"},
        {"BM": 64, "BN": 64, "BK": 64},
    ),
    Kernel(
        int4_matmul,
        {"a_ptr": "*fp16:16", "packed_ptr": "*i32:16", "scale_ptr": "*fp16:16", "zero_ptr": "*i32:16"}
        | {"c_ptr": "*fp16:16", "m": "i32", "n": "i32:16", "k": "i32:16"},
        {"BM": 16, "BN": 16, "BK": 32, "GROUP": 32},
        example=_int4_example,
        reference=_int4_reference,
        tolerance=2e-2,
        ragged=sizes("m n k", (1, 16, 32), (15, 48, 96), (16, 16, 64), (17, 32, 32), (35, 80, 160)),
        special={"a_ptr": NOT_FINITE},
    ),
    Kernel(
        int4_unpack_interleave,
        {"packed_ptr": "*i8:16", "out_ptr": "*fp16:16", "n": "i32"},
        {"BLOCK": 64},
        example=_unpack_example,
        reference=_unpack_reference,
        ragged=sizes("n", 0, 1, 63, 64, 65, 257),
        special={"packed_ptr": (-128, 127, -1, 0)},
    ),
    Kernel(
        mx_matmul,
        {"a_ptr": "*u8:16", "a_scale_ptr": "*u8:16", "b_ptr": "*fp8e5:16", "b_scale_ptr": "*u8:16", "c_ptr": "*fp32:16"}
        | {"k": "i32:16"},
        {"BM": 128, "BN": 128, "BK": 64, "A": "e2m1", "B": "e5m2"},
    ),
]  # fmt: skip
