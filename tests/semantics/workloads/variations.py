"""Matmuls with other block sizes, operand layouts, grids, prologues and epilogues than those of ``matmuls``."""

# pyright: basic
from __future__ import annotations

import torch
import triton
import triton.language as tl
from semantics.workloads.workload import Launch, Workload, empty, integers, random, tiles


@triton.jit
def product(a, b, rows, columns, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A tile of A times the transpose of B."""
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        at = k + tl.arange(0, BK)
        left = tl.load(a + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        right = tl.load(
            b + columns[None, :] * K + at[:, None], mask=(columns[None, :] < N) & (at[:, None] < K), other=0.0
        )
        total = tl.dot(left, right, total)
    return total


@triton.jit
def block_scaled(
    a, b, a_scale, b_scale, bias, out, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SIZE: tl.constexpr,
):  # fmt: skip
    """FP8 with scales of blocks of 1 x SIZE and SIZE x SIZE, which one step along K need not cover, and a bias."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    groups = tl.cdiv(K, SIZE)
    for k in range(0, K, BK):
        at = k + inner
        left = tl.load(a + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        right = tl.load(
            b + columns[None, :] * K + at[:, None], mask=(columns[None, :] < N) & (at[:, None] < K), other=0.0
        )
        row_scale = tl.load(a_scale + rows * groups + k // SIZE, mask=rows < M, other=0.0)
        column_scale = tl.load(b_scale + columns // SIZE * groups + k // SIZE, mask=columns < N, other=0.0)
        total += tl.dot(left, right) * row_scale[:, None] * column_scale[None, :]
    total += tl.load(bias + columns, mask=columns < N, other=0.0)[None, :]
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.bfloat16), mask=inside)


def _block_scaled(m: int, n: int, k: int, step: int, size: int, dtype: torch.dtype, rows: int = 128) -> Launch:
    a, b = random(m, k, dtype=dtype), random(n, k, dtype=dtype, seed=1)
    groups = tiles(k, size)
    a_scale = random(m, groups, dtype=torch.float32, seed=2).abs()
    b_scale = random(tiles(n, size), groups, dtype=torch.float32, seed=3).abs()
    bias = random(n, dtype=torch.float32, seed=4)
    left = a.float() * a_scale.repeat_interleave(size, 1)[:, :k]
    right = b.float() * b_scale.repeat_interleave(size, 0)[:n].repeat_interleave(size, 1)[:, :k]
    arguments = [a, b, a_scale, b_scale, bias, empty(m, n, dtype=torch.bfloat16), m, n, k]
    constants = [rows, 128, step, size]
    return Launch((tiles(m, rows), tiles(n, 128)), arguments, constants, {5: left @ right.T + bias}, 8, 5e-3)


@triton.jit
def transposed_inputs(a, b, out, M, N, K, alpha, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A is stored as K x M and B as N x K; the result is scaled and stored as N x M."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        at = k + tl.arange(0, BK)
        left = tl.load(a + at[:, None] * M + rows[None, :], mask=(at[:, None] < K) & (rows[None, :] < M), other=0.0)
        right = tl.load(
            b + columns[:, None] * K + at[None, :], mask=(columns[:, None] < N) & (at[None, :] < K), other=0.0
        )
        total = tl.dot(tl.trans(left), tl.trans(right), total)
    inside = (columns[:, None] < N) & (rows[None, :] < M)
    tl.store(out + columns[:, None] * M + rows[None, :], tl.trans(total * alpha).to(tl.bfloat16), mask=inside)


def _transposed_inputs(m: int, n: int, k: int) -> Launch:
    bf16 = torch.bfloat16
    a, b = random(k, m, dtype=bf16), random(n, k, dtype=bf16, seed=1)
    expected = 0.25 * (b.float() @ a.float())
    arguments = [a, b, empty(n, m, dtype=bf16), m, n, k, 0.25]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64], {2: expected}, 8, 5e-3)


@triton.jit
def batched(
    a, b, out, M, N, K, a_batch, b_batch, out_batch, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """One product for each value of the third grid dimension, addressed by strides."""
    batch = tl.program_id(2)
    rows = tl.program_id(1) * BM + tl.arange(0, BM)
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    a += batch * a_batch
    b += batch * b_batch
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(tl.cdiv(K, BK)):
        at = k * BK + inner
        left = tl.load(a + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        right = tl.load(
            b + at[:, None] * N + columns[None, :], mask=(at[:, None] < K) & (columns[None, :] < N), other=0.0
        )
        total += tl.dot(left, right)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + batch * out_batch + rows[:, None] * N + columns[None, :], total.to(tl.float16), mask=inside)


def _batched(count: int, m: int, n: int, k: int) -> Launch:
    a, b = random(count, m, k), random(count, k, n, seed=1, scale=k**-0.5)
    arguments = [a, b, empty(count, m, n), m, n, k, m * k, k * n, m * n]
    return Launch((tiles(n, 128), tiles(m, 128), count), arguments, [128, 128, 64], {2: a.float() @ b.float()}, 8)


@triton.jit
def row_statistics(a, b, out, highest, norm, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Stores, beside the result, the maximum and the sum of squares of each row of a tile."""
    tile = tl.program_id(1)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tile * BN + tl.arange(0, BN)
    total = product(a, b, rows, columns, M, N, K, BM, BN, BK)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    places = rows * tl.num_programs(1) + tile
    tl.store(highest + places, tl.max(tl.where(inside, total, float("-inf")), 1), mask=rows < M)
    tl.store(norm + places, tl.sum(total * total, 1), mask=rows < M)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float16), mask=inside)


def _row_statistics(m: int, n: int, k: int) -> Launch:
    a, b = random(m, k), random(n, k, seed=1, scale=k**-0.5)
    expected = a.float() @ b.float().T
    parts = expected.split(128, 1)
    highest = torch.stack([part.amax(1) for part in parts], 1)
    norm = torch.stack([part.square().sum(1) for part in parts], 1)
    given = [empty(m, len(parts), dtype=torch.float32) for _ in range(2)]
    arguments = [a, b, empty(m, n), *given, m, n, k]
    return Launch((tiles(m, 128), len(parts)), arguments, [128, 128, 64], {2: expected, 3: highest, 4: norm}, 8, 5e-3)


@triton.jit
def quantized_result(x, w, out, scales, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """The result is quantised to i8 with one scale per row and tile of columns."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = product(x, w, rows, columns, M, N, K, BM, BN, BK)
    total = tl.maximum(total, 0.0)
    scale = tl.maximum(tl.max(total, 1), 1e-6) / 127.0
    tl.store(scales + rows * tl.num_programs(1) + tl.program_id(1), scale, mask=rows < M)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], (total / scale[:, None] + 0.5).to(tl.int8), mask=inside)


def _quantized_result(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k, dtype=torch.bfloat16), random(n, k, dtype=torch.bfloat16, seed=1, scale=k**-0.5)
    parts = (x.float() @ w.float().T).relu().split(128, 1)
    scales = torch.stack([part.amax(1).clamp(min=1e-6) / 127 for part in parts], 1)
    expected = torch.cat(
        [(part / scale[:, None] + 0.5).to(torch.int8) for part, scale in zip(parts, scales.T, strict=True)], 1
    )
    arguments = [x, w, empty(m, n, dtype=torch.int8), empty(m, len(parts), dtype=torch.float32), m, n, k]
    return Launch((tiles(m, 128), len(parts)), arguments, [128, 128, 64], {2: expected, 3: scales}, 8, 5e-3)


@triton.jit
def complex_product(
    a, b, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """Real and imaginary parts in planes: four dots of two pairs of operands into two accumulators."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    real = tl.zeros((BM, BN), tl.float32)
    imaginary = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        at = k + tl.arange(0, BK)
        a_at = a + rows[:, None] * K + at[None, :]
        b_at = b + at[:, None] * N + columns[None, :]
        a_mask = (rows[:, None] < M) & (at[None, :] < K)
        b_mask = (at[:, None] < K) & (columns[None, :] < N)
        a_real = tl.load(a_at, mask=a_mask, other=0.0)
        a_imaginary = tl.load(a_at + M * K, mask=a_mask, other=0.0)
        b_real = tl.load(b_at, mask=b_mask, other=0.0)
        b_imaginary = tl.load(b_at + K * N, mask=b_mask, other=0.0)
        real += tl.dot(a_real, b_real) - tl.dot(a_imaginary, b_imaginary)
        imaginary += tl.dot(a_real, b_imaginary) + tl.dot(a_imaginary, b_real)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    places = out + rows[:, None] * N + columns[None, :]
    tl.store(places, real.to(tl.float16), mask=inside)
    tl.store(places + M * N, imaginary.to(tl.float16), mask=inside)


def _complex_product(m: int, n: int, k: int) -> Launch:
    a, b = random(2, m, k), random(2, k, n, seed=1, scale=k**-0.5)
    product = torch.complex(a[0].float(), a[1].float()) @ torch.complex(b[0].float(), b[1].float())
    expected = torch.stack([product.real, product.imag])
    return Launch((tiles(m, 64), tiles(n, 128)), [a, b, empty(2, m, n), m, n, k], [64, 128, 32], {2: expected}, 8)


@triton.jit
def added_parts(a, b, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PARTS: tl.constexpr):
    """K is divided over PARTS programs, which add their sums to the result atomically."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    part = tl.program_id(2)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(part * BK, K, BK * PARTS):
        at = k + tl.arange(0, BK)
        left = tl.load(a + rows[:, None] * K + at[None, :], mask=(rows[:, None] < M) & (at[None, :] < K), other=0.0)
        right = tl.load(
            b + columns[None, :] * K + at[:, None], mask=(columns[None, :] < N) & (at[:, None] < K), other=0.0
        )
        total = tl.dot(left, right, total)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.atomic_add(out + rows[:, None] * N + columns[None, :], total, mask=inside, sem="relaxed")


def _added_parts(m: int, n: int, k: int) -> Launch:
    # Small integers, whose sums are exact in any order.
    a, b = integers(-3, 4, m, k).half(), integers(-3, 4, n, k, seed=1).half()
    out = torch.zeros(m, n, dtype=torch.float32)
    arguments = [a, b, out, m, n, k]
    return Launch((tiles(m, 128), tiles(n, 128), 2), arguments, [128, 128, 64, 2], {2: a.float() @ b.float().T}, 8)


@triton.jit
def two_layers(x, w, v, out, M, K, HIDDEN: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BH: tl.constexpr):
    """A fused perceptron: a step over the hidden units is a dot, an activation, and a dot of its result."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner = tl.arange(0, D)
    left = tl.load(x + rows[:, None] * D + inner[None, :], mask=rows[:, None] < M, other=0.0)
    total = tl.zeros((BM, D), tl.float32)
    for h in range(0, HIDDEN, BH):
        units = h + tl.arange(0, BH)
        first = tl.load(w + units[None, :] * D + inner[:, None])
        active = tl.dot(left, first)
        active = active * tl.sigmoid(active)
        second = tl.load(v + units[:, None] * D + inner[None, :])
        total = tl.dot(active.to(tl.float16), second, total)
    tl.store(out + rows[:, None] * D + inner[None, :], total.to(tl.float16), mask=rows[:, None] < M)


def _two_layers(m: int, hidden: int, d: int) -> Launch:
    x, w, v = random(m, d), random(hidden, d, seed=1, scale=d**-0.5), random(hidden, d, seed=2, scale=hidden**-0.5)
    expected = torch.nn.functional.silu(x.float() @ w.float().T) @ v.float()
    return Launch((tiles(m, 128),), [x, w, v, empty(m, d), m, d], [hidden, d, 128, 64], {3: expected}, 8, 5e-3)


@triton.jit
def latent_attention(
    q, q_rope, k, k_rope, v, out, S, factor,
    D: tl.constexpr, R: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, ABSORBED: tl.constexpr,
):  # fmt: skip
    """Multi-head latent attention: logits are the sum of two dots; ABSORBED: the keys are the values, too."""
    head = tl.program_id(1)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner, rope = tl.arange(0, D), tl.arange(0, R)
    base = head.to(tl.int64) * S
    query = tl.load(q + (base + rows)[:, None] * D + inner[None, :], mask=rows[:, None] < S, other=0.0)
    query_rope = tl.load(q_rope + (base + rows)[:, None] * R + rope[None, :], mask=rows[:, None] < S, other=0.0)
    highest = tl.full((BM,), float("-inf"), tl.float32)
    norm = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    for n in range(0, S, BN):
        at = n + tl.arange(0, BN)
        keys = tl.load(k + at[:, None] * D + inner[None, :], mask=at[:, None] < S, other=0.0)
        keys_rope = tl.load(k_rope + at[None, :] * R + rope[:, None], mask=at[None, :] < S, other=0.0)
        logits = tl.dot(query, tl.trans(keys))
        logits += tl.dot(query_rope, keys_rope)
        logits = tl.where(at[None, :] < S, logits * factor, float("-inf"))
        above = tl.maximum(highest, tl.max(logits, 1))
        weights = tl.exp2(logits - above[:, None])
        rescale = tl.exp2(highest - above)
        norm = norm * rescale + tl.sum(weights, 1)
        values = keys if ABSORBED else tl.load(v + at[:, None] * D + inner[None, :], mask=at[:, None] < S, other=0.0)
        total = total * rescale[:, None] + tl.dot(weights.to(tl.bfloat16), values)
        highest = above
    places = out + (base + rows)[:, None] * D + inner[None, :]
    tl.store(places, (total / norm[:, None]).to(tl.bfloat16), mask=rows[:, None] < S)


def _latent_attention(heads: int, s: int, d: int, r: int, absorbed: bool) -> Launch:
    bf16 = torch.bfloat16
    q, q_rope = random(heads, s, d, dtype=bf16), random(heads, s, r, dtype=bf16, seed=1)
    k, k_rope, v = random(s, d, dtype=bf16, seed=2), random(s, r, dtype=bf16, seed=3), random(s, d, dtype=bf16, seed=4)
    factor = (d + r) ** -0.5
    logits = (q.float() @ k.float().T + q_rope.float() @ k_rope.float().T) * factor
    expected = torch.softmax(logits, -1) @ (k if absorbed else v).float()
    arguments = [q, q_rope, k, k_rope, v, empty(heads, s, d, dtype=bf16), s, factor * 1.4426950408889634]
    return Launch((tiles(s, 128), heads), arguments, [d, r, 128, 64, absorbed], {5: expected}, 8, 8e-3)


@triton.jit
def dropped_out(x, w, out, M, N, K, seed, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Dropout in the epilogue, with random numbers from the place of the element."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = product(x, w, rows, columns, M, N, K, BM, BN, BK)
    places = rows[:, None] * N + columns[None, :]
    # A hash of the place, of which PyTorch computes the same: 3 of 4 elements are kept.
    kept = ((places * 747796405 + seed) >> 16) & 3
    total = tl.where(kept != 0, total * (4.0 / 3.0), 0.0)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + places, total.to(tl.float16), mask=inside)


def _dropped_out(m: int, n: int, k: int) -> Launch:
    x, w = random(m, k), random(n, k, seed=1, scale=k**-0.5)
    places = (torch.arange(m * n, dtype=torch.int64).reshape(m, n) * 747796405 + 99).to(torch.int32)
    expected = torch.where(((places >> 16) & 3) != 0, x.float() @ w.float().T * (4 / 3), 0.0)
    arguments = [x, w, empty(m, n), m, n, k, 99]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64], {2: expected}, 8)


@triton.jit
def few_rows(x, w, out, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A product of 16 rows, as in decoding."""
    rows = tl.arange(0, BM)
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        at = k + tl.arange(0, BK)
        left = tl.load(x + rows[:, None] * K + at[None, :], mask=rows[:, None] < M, other=0.0)
        right = tl.load(w + columns[None, :] * K + at[:, None])
        total = tl.dot(left, right, total)
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.bfloat16), mask=rows[:, None] < M)


def _few_rows(m: int, n: int, k: int) -> Launch:
    bf16 = torch.bfloat16
    x, w = random(m, k, dtype=bf16), random(n, k, dtype=bf16, seed=1, scale=k**-0.5)
    arguments = [x, w, empty(m, n, dtype=bf16), m, n, k]
    return Launch((tiles(n, 64),), arguments, [16, 64, 128], {2: x.float() @ w.float().T}, 4, 5e-3)


_E4M3, _E5M2 = torch.float8_e4m3fn, torch.float8_e5m2

VARIATIONS = {
    "block_scaled_k64": Workload(
        block_scaled, lambda: _block_scaled(150, 144, 272, 64, 128, _E4M3),
        lambda: _block_scaled(4096, 4096, 4096, 64, 128, _E4M3),
    ),
    "block_scaled_k128": Workload(
        block_scaled, lambda: _block_scaled(150, 144, 272, 128, 128, _E5M2),
        lambda: _block_scaled(4096, 4096, 4096, 128, 128, _E5M2),
    ),
    "block_scaled_k256": Workload(
        block_scaled, lambda: _block_scaled(150, 272, 528, 256, 256, _E4M3),
        lambda: _block_scaled(4096, 4096, 4096, 256, 256, _E4M3),
    ),
    "block_scaled_few_rows": Workload(
        block_scaled, lambda: _block_scaled(21, 144, 272, 128, 128, _E4M3, rows=16),
        lambda: _block_scaled(32, 8192, 8192, 128, 128, _E4M3, rows=32),
    ),
    "transposed_inputs": Workload(
        transposed_inputs, lambda: _transposed_inputs(160, 144, 208), lambda: _transposed_inputs(4096, 4096, 4096)
    ),
    "batched": Workload(batched, lambda: _batched(3, 150, 144, 208), lambda: _batched(32, 1024, 1024, 1024)),
    "row_statistics": Workload(
        row_statistics, lambda: _row_statistics(150, 144, 208), lambda: _row_statistics(4096, 4096, 4096)
    ),
    "quantized_result": Workload(
        quantized_result, lambda: _quantized_result(150, 144, 208), lambda: _quantized_result(4096, 4096, 4096)
    ),
    "complex_product": Workload(
        complex_product, lambda: _complex_product(80, 144, 112), lambda: _complex_product(2048, 2048, 2048)
    ),
    "added_parts": Workload(added_parts, lambda: _added_parts(150, 144, 272), lambda: _added_parts(2048, 2048, 4096)),
    "two_layers": Workload(two_layers, lambda: _two_layers(150, 512, 128), lambda: _two_layers(16384, 4096, 128)),
    "latent_attention": Workload(
        latent_attention, lambda: _latent_attention(2, 350, 128, 64, False),
        lambda: _latent_attention(64, 4096, 128, 64, False),
    ),
    "absorbed_attention": Workload(
        latent_attention, lambda: _latent_attention(2, 350, 128, 64, True),
        lambda: _latent_attention(64, 4096, 128, 64, True),
    ),
    "dropped_out": Workload(dropped_out, lambda: _dropped_out(150, 144, 208), lambda: _dropped_out(4096, 4096, 4096)),
    "few_rows": Workload(few_rows, lambda: _few_rows(11, 192, 256), lambda: _few_rows(16, 8192, 8192)),
}  # fmt: skip
