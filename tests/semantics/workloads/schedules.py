"""Matmuls whose authors schedule the tiles: persistent loops, parts of K, groups of problems, batches and gathers."""

# pyright: basic
from __future__ import annotations

import torch
import triton
import triton.language as tl
from semantics.workloads.workload import Launch, Workload, empty, integers, random, tiles

from xtriton.versions import V3_8, before, default_version

_PROGRAMS = 132
"""The SMs of a Hopper GPU."""


@triton.jit
def _compute_pid(tile_id, num_pid_in_group, num_pid_m, GROUP_SIZE_M: tl.constexpr):
    group_id = tile_id // num_pid_in_group
    first_pid_m = group_id * GROUP_SIZE_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_SIZE_M)
    pid_m = first_pid_m + (tile_id % group_size_m)
    pid_n = (tile_id % num_pid_in_group) // group_size_m
    return pid_m, pid_n


@triton.jit
def persistent_by_hand(
    a_ptr, b_ptr, c_ptr, bias_ptr, M, N, K, stride_am, stride_bk, stride_cm,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr,
):  # fmt: skip
    """Each program computes the tiles of its number plus multiples of the number of programs."""
    start_pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_SIZE_M)
    num_pid_n = tl.cdiv(N, BLOCK_SIZE_N)
    k_tiles = tl.cdiv(K, BLOCK_SIZE_K)
    num_tiles = num_pid_m * num_pid_n
    num_pid_in_group = GROUP_SIZE_M * num_pid_n
    offs_k_for_mask = tl.arange(0, BLOCK_SIZE_K)
    for tile_id in tl.range(start_pid, num_tiles, tl.num_programs(0)):
        pid_m, pid_n = _compute_pid(tile_id, num_pid_in_group, num_pid_m, GROUP_SIZE_M)
        offs_am = pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
        offs_bn = pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
        offs_cm, offs_cn = offs_am, offs_bn
        offs_am = tl.where(offs_am < M, offs_am, 0)
        offs_bn = tl.where(offs_bn < N, offs_bn, 0)
        offs_am = tl.max_contiguous(tl.multiple_of(offs_am, BLOCK_SIZE_M), BLOCK_SIZE_M)
        offs_bn = tl.max_contiguous(tl.multiple_of(offs_bn, BLOCK_SIZE_N), BLOCK_SIZE_N)
        accumulator = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
        for ki in range(k_tiles):
            offs_k = ki * BLOCK_SIZE_K + tl.arange(0, BLOCK_SIZE_K)
            a_ptrs = a_ptr + (offs_am[:, None] * stride_am + offs_k[None, :])
            b_ptrs = b_ptr + (offs_k[:, None] * stride_bk + offs_bn[None, :])
            a = tl.load(a_ptrs, mask=offs_k_for_mask[None, :] < K - ki * BLOCK_SIZE_K, other=0.0)
            b = tl.load(b_ptrs, mask=offs_k_for_mask[:, None] < K - ki * BLOCK_SIZE_K, other=0.0)
            accumulator = tl.dot(a, b, accumulator)
        accumulator += tl.load(bias_ptr + offs_cn, mask=offs_cn < N, other=0.0).to(tl.float32)[None, :]
        c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + offs_cn[None, :]
        c_mask = (offs_cm[:, None] < M) & (offs_cn[None, :] < N)
        tl.store(c_ptrs, accumulator.to(c_ptr.dtype.element_ty), mask=c_mask)


def _persistent_by_hand(m: int, n: int, k: int, programs: int) -> Launch:
    bf16 = torch.bfloat16
    a, b = random(m, k, dtype=bf16), random(k, n, dtype=bf16, seed=1, scale=k**-0.5)
    bias = random(n, dtype=bf16, seed=2)
    arguments = [a, b, empty(m, n, dtype=bf16), bias, m, n, k, k, n, n]
    expected = a.float() @ b.float() + bias.float()
    return Launch((programs,), arguments, [128, 128, 64, 8], {2: expected}, 8, 5e-3, 4)


@triton.jit
def _stream_k_part(
    a, b, c, tile, start, stop, steps, num_n, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    rm = tile // num_n * BM + tl.arange(0, BM)
    rn = tile % num_n * BN + tl.arange(0, BN)
    rk = start * BK + tl.arange(0, BK)
    a_ptrs = a + rm[:, None] * K + rk[None, :]
    b_ptrs = b + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in range(start, stop):
        x = tl.load(a_ptrs, mask=(rm[:, None] < M), other=0.0)
        y = tl.load(b_ptrs, mask=(rn[None, :] < N), other=0.0)
        acc = tl.dot(x, y, acc)
        a_ptrs += BK
        b_ptrs += BK * N
    c_ptrs = c + rm[:, None] * N + rn[None, :]
    mask = (rm[:, None] < M) & (rn[None, :] < N)
    if stop - start == steps:
        tl.store(c_ptrs, acc, mask=mask)
    else:
        tl.atomic_add(c_ptrs, acc, mask=mask)


@triton.jit
def stream_k(
    a, b, c, M, N, K, per_program, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """Each program computes the same number of steps along K, of one tile after the other; K is a multiple of BK."""
    num_n = tl.cdiv(N, BN)
    steps = K // BK
    total = tl.cdiv(M, BM) * num_n * steps
    at = tl.program_id(0) * per_program
    last = tl.minimum(at + per_program, total)
    while at < last:
        tile = at // steps
        start = at % steps
        stop = tl.minimum(steps, start + last - at)
        _stream_k_part(a, b, c, tile, start, stop, steps, num_n, M, N, K, BM, BN, BK)
        at += stop - start


def _stream_k(m: int, n: int, k: int, programs: int) -> Launch:
    # Small integers, whose sums are exact in any order.
    a, b = integers(-3, 4, m, k).half(), integers(-3, 4, k, n, seed=1).half()
    steps = tiles(m, 128) * tiles(n, 128) * (k // 64)
    arguments = [a, b, torch.zeros(m, n), m, n, k, tiles(steps, programs)]
    return Launch((programs,), arguments, [128, 128, 64], {2: a.float() @ b.float()}, 8)


@triton.jit
def grouped(
    a_ptr, b_ptr, c_ptr, starts, sizes, leading, group_size,
    NUM_SM: tl.constexpr, BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr,
):  # fmt: skip
    """Matmuls of different sizes, whose offsets, extents and leading dimensions are in tensors."""
    tile_idx = tl.program_id(0)
    last_problem_end = 0
    for g in range(group_size):
        gm = tl.load(sizes + g * 3)
        gn = tl.load(sizes + g * 3 + 1)
        gk = tl.load(sizes + g * 3 + 2)
        num_m_tiles = tl.cdiv(gm, BLOCK_SIZE_M)
        num_n_tiles = tl.cdiv(gn, BLOCK_SIZE_N)
        num_tiles = num_m_tiles * num_n_tiles
        while tile_idx >= last_problem_end and tile_idx < last_problem_end + num_tiles:
            lda = tl.load(leading + g * 3)
            ldb = tl.load(leading + g * 3 + 1)
            ldc = tl.load(leading + g * 3 + 2)
            tile_idx_in_gemm = tile_idx - last_problem_end
            tile_m_idx = tile_idx_in_gemm // num_n_tiles
            tile_n_idx = tile_idx_in_gemm % num_n_tiles
            offs_am = tile_m_idx * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
            offs_bn = tile_n_idx * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
            offs_k = tl.arange(0, BLOCK_SIZE_K)
            a_ptrs = a_ptr + tl.load(starts + g * 3) + offs_am[:, None] * lda + offs_k[None, :]
            b_ptrs = b_ptr + tl.load(starts + g * 3 + 1) + offs_k[:, None] * ldb + offs_bn[None, :]
            accumulator = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
            for _ in range(tl.cdiv(gk, BLOCK_SIZE_K)):
                tl.multiple_of(a_ptrs, [16, 16])
                tl.multiple_of(b_ptrs, [16, 16])
                a = tl.load(a_ptrs)
                b = tl.load(b_ptrs)
                accumulator += tl.dot(a, b)
                a_ptrs += BLOCK_SIZE_K
                b_ptrs += BLOCK_SIZE_K * ldb
            c_ptrs = c_ptr + tl.load(starts + g * 3 + 2) + ldc * offs_am[:, None] + offs_bn[None, :]
            tl.store(c_ptrs, accumulator.to(tl.float16))
            tile_idx += NUM_SM
        last_problem_end = last_problem_end + num_tiles


def _grouped(problems: list[tuple[int, int, int]], programs: int) -> Launch:
    a = [random(m, k, seed=number) for number, (m, _, k) in enumerate(problems)]
    b = [random(k, n, seed=9 + number, scale=k**-0.5) for number, (_, n, k) in enumerate(problems)]
    c = [x.float() @ y.float() for x, y in zip(a, b, strict=True)]
    starts, at = [], [0, 0, 0]
    for m, n, k in problems:
        starts.append(list(at))
        at = [at[0] + m * k, at[1] + k * n, at[2] + m * n]
    flat_a, flat_b, expected = (torch.cat([part.flatten() for part in parts]) for parts in (a, b, c))
    leading = torch.tensor([(k, n, n) for _, n, k in problems], dtype=torch.int32)
    sizes = torch.tensor(problems, dtype=torch.int32)
    arguments = [flat_a, flat_b, empty(at[2]), torch.tensor(starts), sizes, leading, len(problems)]
    return Launch((programs,), arguments, [programs, 128, 128, 64], {2: expected}, 4)


@triton.jit
def strided_batches(
    A, B, C, M, N, K,
    stride_ab, stride_am, stride_ak, stride_bb, stride_bk, stride_bn, stride_cb, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, EVEN_K: tl.constexpr,
):  # fmt: skip
    """``torch.bmm`` over a grid of three axes with any strides: here A is transposed, and heads are the inner axis."""
    pid_m, pid_n, pid_b = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    offs_m = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = A + pid_b * stride_ab + offs_m[:, None] * stride_am + offs_k[None, :] * stride_ak
    b_ptrs = B + pid_b * stride_bb + offs_k[:, None] * stride_bk + offs_n[None, :] * stride_bn
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        if EVEN_K:
            a = tl.load(a_ptrs, mask=offs_m[:, None] < M, other=0.0)
            b = tl.load(b_ptrs, mask=offs_n[None, :] < N, other=0.0)
        else:
            a = tl.load(a_ptrs, mask=(offs_m[:, None] < M) & (offs_k[None, :] + k < K), other=0.0)
            b = tl.load(b_ptrs, mask=(offs_k[:, None] + k < K) & (offs_n[None, :] < N), other=0.0)
        acc = tl.dot(a, b, acc)
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    offs_m = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    c_ptrs = C + pid_b * stride_cb + offs_m[:, None] * stride_cm + offs_n[None, :] * stride_cn
    tl.store(c_ptrs, acc.to(C.dtype.element_ty), mask=(offs_m[:, None] < M) & (offs_n[None, :] < N))


def _strided_batches(count: int, m: int, n: int, k: int) -> Launch:
    a, b = random(count, k, m), random(n, count, k, seed=1, scale=k**-0.5)
    arguments = [a, b, empty(m, count, n), m, n, k, m * k, 1, m, k, 1, count * k, n, count * n, 1]
    expected = torch.einsum("hkm,nhk->mhn", a.float(), b.float())
    return Launch(
        (tiles(m, 128), tiles(n, 128), count), arguments, [128, 128, 32, k % 32 == 0], {2: expected}, 4, 2e-3, 5
    )


@triton.jit
def block_pointers(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """Block pointers, of which Triton 3.8 has none; B is transposed through strides and order."""
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    a_block = tl.make_block_ptr(a_ptr, (M, K), (stride_am, stride_ak), (pid_m * BM, 0), (BM, BK), (1, 0))
    b_block = tl.make_block_ptr(b_ptr, (K, N), (stride_bk, stride_bn), (0, pid_n * BN), (BK, BN), (0, 1))
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        a = tl.load(a_block, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(b_block, boundary_check=(0, 1), padding_option="zero")
        acc = tl.dot(a, b, acc)
        a_block = tl.advance(a_block, (0, BK))
        b_block = tl.advance(b_block, (BK, 0))
    c_block = tl.make_block_ptr(c_ptr, (M, N), (stride_cm, stride_cn), (pid_m * BM, pid_n * BN), (BM, BN), (1, 0))
    tl.store(c_block, tl.where(acc > 0, acc, 0.01 * acc).to(tl.float16), boundary_check=(0, 1))


def _block_pointers(m: int, n: int, k: int) -> Launch:
    a, b = random(m, k), random(n, k, seed=1, scale=k**-0.5)
    expected = torch.nn.functional.leaky_relu(a.float() @ b.float().T, 0.01)
    arguments = [a, b, empty(m, n), m, n, k, k, 1, 1, k, n, 1]
    return Launch((tiles(m, 128), tiles(n, 128)), arguments, [128, 128, 64], {2: expected}, 8, 2e-3, 3)


@triton.jit
def descriptors_both_transposed(
    a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, FLATTEN: tl.constexpr
):
    """``A.T @ B.T`` with descriptors made in the kernel, in a loop over tiles that the author wrote."""
    a_desc = tl.make_tensor_descriptor(a_ptr, shape=[K, M], strides=[M, 1], block_shape=[BK, BM])
    b_desc = tl.make_tensor_descriptor(b_ptr, shape=[N, K], strides=[K, 1], block_shape=[BN, BK])
    c_desc = tl.make_tensor_descriptor(c_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    num_n = tl.cdiv(N, BN)
    for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * num_n, tl.num_programs(0), flatten=FLATTEN):
        row, column = tile // num_n * BM, tile % num_n * BN
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for k in range(tl.cdiv(K, BK)):
            a = a_desc.load([k * BK, row])
            b = b_desc.load([column, k * BK])
            acc = tl.dot(a.T, b.T, acc)
        c_desc.store([row, column], acc.to(tl.bfloat16))


def _descriptors_both_transposed(m: int, n: int, k: int, programs: int) -> Launch:
    bf16 = torch.bfloat16
    a, b = random(k, m, dtype=bf16), random(n, k, dtype=bf16, seed=1, scale=k**-0.5)
    expected = a.float().T @ b.float().T
    arguments = [a, b, empty(m, n, dtype=bf16), m, n, k]
    return Launch((programs,), arguments, [128, 128, 64, False], {2: expected}, 8, 5e-3, 3)


@triton.jit
def gathered_experts(
    x_ptr, w_ptr, out_ptr, index_ptr, weight_ptr, offsets_ptr, N, K, stride_xm, stride_we, stride_wk, stride_om,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    """The up-projection of experts: each has a range of an index of rows of x; weights are in the epilogue."""
    expert = tl.program_id(2)
    begin, end = tl.load(offsets_ptr + expert), tl.load(offsets_ptr + expert + 1)
    first = begin + tl.program_id(1) * BLOCK_M
    if first >= end:
        return
    slots = first + tl.arange(0, BLOCK_M)
    live = slots < end
    tokens = tl.load(index_ptr + slots, mask=live, other=0)
    offs_n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    offs_k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + tokens[:, None] * stride_xm + offs_k[None, :]
    w_ptrs = w_ptr + expert * stride_we + offs_k[:, None] * stride_wk + offs_n[None, :]
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=live[:, None] & (offs_k[None, :] < K - k), other=0.0)
        w = tl.load(w_ptrs, mask=(offs_k[:, None] < K - k) & (offs_n[None, :] < N), other=0.0)
        acc += tl.dot(x, w)
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk
    weight = tl.load(weight_ptr + slots, mask=live, other=0.0)
    result = acc * tl.sigmoid(acc) * weight[:, None]
    out_ptrs = out_ptr + slots[:, None] * stride_om + offs_n[None, :]
    tl.store(out_ptrs, result.to(tl.bfloat16), mask=live[:, None] & (offs_n[None, :] < N))


def _gathered_experts(tokens: int, experts: int, n: int, k: int) -> Launch:
    bf16 = torch.bfloat16
    x, w = random(tokens, k, dtype=bf16), random(experts, k, n, dtype=bf16, seed=1, scale=k**-0.5)
    chosen = integers(0, experts, tokens * 2, seed=2)
    index = chosen.argsort(stable=True)
    offsets = torch.cat([torch.zeros(1), torch.bincount(chosen, minlength=experts).cumsum(0)]).int()
    weights = random(tokens * 2, dtype=torch.float32, seed=3).abs()
    rows, owner = index // 2, chosen[index]
    whole = torch.cat([x[rows[owner == expert]].float() @ w[expert].float() for expert in range(experts)])
    expected = torch.nn.functional.silu(whole) * weights[:, None]
    arguments = [x, w, empty(tokens * 2, n, dtype=bf16), rows.int(), weights, offsets, n, k, k, k * n, n, n]
    longest = int(offsets.diff().max())
    return Launch((tiles(n, 128), tiles(longest, 64), experts), arguments, [64, 128, 64], {2: expected}, 4, 5e-3, 4)


@triton.jit
def ranges_of_k(
    a_ptr, b_ptr, c_ptr, M, N, K, lda, ldb, ldc,
    PARTS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """A transposed; each program stores the product over a range of K. Ranges behind K begin above their end."""
    pid_m, pid_n, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    rm = pid_m * BM + tl.arange(0, BM)
    rn = pid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    length = tl.cdiv(tl.cdiv(K, PARTS), BK) * BK
    begin = part * length
    end = min(begin + length, K)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(begin, end, BK):
        live = k + rk < end
        a = tl.load(a_ptr + (k + rk)[None, :] * lda + rm[:, None], mask=(rm < M)[:, None] & live[None, :], other=0.0)
        b = tl.load(b_ptr + (k + rk)[:, None] * ldb + rn[None, :], mask=(rn < N)[None, :] & live[:, None], other=0.0)
        acc = tl.dot(a, b, acc)
    c_ptrs = c_ptr + part * M * N + rm[:, None] * ldc + rn[None, :]
    tl.store(c_ptrs, acc, mask=(rm < M)[:, None] & (rn < N)[None, :])


def _ranges_of_k(m: int, n: int, k: int, parts: int) -> Launch:
    a, b = random(k, m), random(k, n, seed=1)
    length = tiles(tiles(k, parts), 64) * 64
    ranges = [slice(part * length, (part + 1) * length) for part in range(parts)]
    expected = {2: torch.stack([a[own].float().T @ b[own].float() for own in ranges])}
    arguments = [a, b, empty(parts, m, n, dtype=torch.float32), m, n, k, m, n, n]
    return Launch((tiles(m, 128), tiles(n, 128), parts), arguments, [parts, 128, 128, 64], expected, 8)


SCHEDULES = {
    "persistent_by_hand": Workload(
        persistent_by_hand, lambda: _persistent_by_hand(300, 272, 208, 4),
        lambda: _persistent_by_hand(4096, 4096, 4096, _PROGRAMS),
    ),
    "stream_k": Workload(
        stream_k, lambda: _stream_k(150, 272, 320, 3), lambda: _stream_k(2048, 2176, 4096, _PROGRAMS), rewritten=False
    ),
    "grouped": Workload(
        grouped, lambda: _grouped([(128, 256, 192), (256, 128, 64), (128, 128, 256)], 3),
        lambda: _grouped([(4096, 2048, 1024), (1024, 4096, 4096), (2048, 2048, 2048), (512, 1024, 4096)], _PROGRAMS),
        rewritten=False,
    ),
    "strided_batches": Workload(
        strided_batches, lambda: _strided_batches(3, 144, 160, 208), lambda: _strided_batches(32, 1024, 1024, 1024)
    ),
    "descriptors_both_transposed": Workload(
        descriptors_both_transposed, lambda: _descriptors_both_transposed(272, 144, 208, 2),
        lambda: _descriptors_both_transposed(4096, 4096, 4096, _PROGRAMS),
    ),
    "gathered_experts": Workload(
        gathered_experts, lambda: _gathered_experts(90, 4, 144, 208), lambda: _gathered_experts(4096, 8, 4096, 2048),
        rewritten=False,
    ),
    "ranges_of_k": Workload(
        ranges_of_k, lambda: _ranges_of_k(144, 272, 100, 5), lambda: _ranges_of_k(512, 1024, 16384, 8)
    ),
}  # fmt: skip

if default_version() in before(V3_8):
    SCHEDULES["block_pointers"] = Workload(
        block_pointers, lambda: _block_pointers(150, 144, 208), lambda: _block_pointers(4096, 4096, 4096)
    )
