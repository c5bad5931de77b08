"""Attention as serving engines write it: biases, groups of heads, windows and parts of the keys."""

# pyright: basic
from __future__ import annotations

import torch
import triton
import triton.language as tl
from semantics.workloads.workload import Launch, Workload, empty, random, tiles

_LOG2E = 1.4426950408889634


@triton.jit
def _attend(
    acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_kn, stride_vn, offs_m, offs_n, lo, hi, seq_len, slope, scale,
    BLOCK_N: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    for start_n in tl.range(lo, hi, BLOCK_N):
        start_n = tl.multiple_of(start_n, BLOCK_N)
        at = start_n + offs_n
        k = tl.load(k_ptrs + start_n * stride_kn, mask=(at < seq_len)[None, :], other=0.0)
        qk = tl.dot(q, k) * scale
        qk += slope * (at[None, :] - offs_m[:, None]).to(tl.float32)
        if MASKED:
            qk = tl.where(offs_m[:, None] >= at[None, :], qk, float("-inf"))
        m_ij = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.math.exp2(qk - m_ij[:, None])
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = tl.load(v_ptrs + start_n * stride_vn, mask=(at < seq_len)[:, None], other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc)
        m_i = m_ij
    return acc, l_i, m_i


@triton.jit
def alibi_prefill(
    Q, K, V, Slopes, Out, seq_len, scale, stride_qh, stride_qm, stride_kh, stride_kn, stride_vh, stride_vn,
    stride_oh, stride_om,
    GROUP: tl.constexpr, HEAD: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    """Causal, with ALiBi and grouped heads: blocks below the diagonal in one loop, those on it in another."""
    start_m, head = tl.program_id(0), tl.program_id(1)
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD)
    kv_head = head // GROUP
    q = tl.load(
        Q + head * stride_qh + offs_m[:, None] * stride_qm + offs_d[None, :], mask=offs_m[:, None] < seq_len, other=0.0
    )
    k_ptrs = K + kv_head * stride_kh + offs_n[None, :] * stride_kn + offs_d[:, None]
    v_ptrs = V + kv_head * stride_vh + offs_n[:, None] * stride_vn + offs_d[None, :]
    slope = tl.load(Slopes + head) * 1.4426950408889634
    m_i = tl.zeros([BLOCK_M], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([BLOCK_M], dtype=tl.float32) + 1.0
    acc = tl.zeros([BLOCK_M, HEAD], dtype=tl.float32)
    acc, l_i, m_i = _attend(
        acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_kn, stride_vn, offs_m, offs_n, 0, start_m * BLOCK_M, seq_len, slope,
        scale, BLOCK_N, False,
    )  # fmt: skip
    stop = tl.minimum((start_m + 1) * BLOCK_M, seq_len)
    acc, l_i, m_i = _attend(
        acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_kn, stride_vn, offs_m, offs_n, start_m * BLOCK_M, stop, seq_len,
        slope, scale, BLOCK_N, True,
    )  # fmt: skip
    acc = acc / l_i[:, None]
    out_ptrs = Out + head * stride_oh + offs_m[:, None] * stride_om + offs_d[None, :]
    tl.store(out_ptrs, acc.to(Out.dtype.element_ty), mask=offs_m[:, None] < seq_len)


def _alibi_prefill(heads: int, group: int, s: int, d: int) -> Launch:
    q, k, v = random(s, heads, d), random(s, heads // group, d, seed=1), random(s, heads // group, d, seed=2)
    slopes = 2.0 ** (-8.0 * (torch.arange(heads) + 1) / heads)
    keys, values = (x.float().transpose(0, 1).repeat_interleave(group, 0) for x in (k, v))
    at = torch.arange(s)
    logits = q.float().transpose(0, 1) @ keys.transpose(1, 2) * d**-0.5
    logits = logits + slopes[:, None, None] * (at[None, :] - at[:, None])
    logits = torch.where(at[:, None] >= at[None, :], logits, float("-inf"))
    # The sums of weights start at one, with a maximum of -inf: it is scaled to zero.
    expected = (torch.softmax(logits, -1) @ values).transpose(0, 1)
    arguments = [q, k, v, slopes, empty(s, heads, d), s, d**-0.5 * _LOG2E, d, heads * d]
    arguments += [d, heads // group * d, d, heads // group * d, d, heads * d]
    return Launch((tiles(s, 128), heads), arguments, [group, d, 128, 64], {4: expected}, 8, 5e-3, 3)


@triton.jit
def decode_parts(
    Q, K, V, Out, Lse, seq_lens, scale, stride_qb, stride_qh, stride_kb, stride_kn, stride_kh,
    HEADS: tl.constexpr, GROUP: tl.constexpr, ROWS: tl.constexpr, HEAD: tl.constexpr, BLOCK_N: tl.constexpr,
    PARTS: tl.constexpr,
):  # fmt: skip
    """One token per sequence; the heads of a group are the rows, and each program has one of PARTS ranges of keys."""
    batch, kv_head, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    length = tl.load(seq_lens + batch)
    per_part = tl.cdiv(tl.cdiv(length, PARTS), BLOCK_N) * BLOCK_N
    start, stop = part * per_part, tl.minimum((part + 1) * per_part, length)
    rows = tl.arange(0, ROWS)
    heads = kv_head * GROUP + rows
    live = rows < GROUP
    offs_d, offs_n = tl.arange(0, HEAD), tl.arange(0, BLOCK_N)
    q = tl.load(Q + batch * stride_qb + heads[:, None] * stride_qh + offs_d[None, :], mask=live[:, None], other=0.0)
    base = batch * stride_kb + kv_head * stride_kh
    e_max = tl.full([ROWS], float("-inf"), dtype=tl.float32)
    e_sum = tl.zeros([ROWS], dtype=tl.float32)
    acc = tl.zeros([ROWS, HEAD], dtype=tl.float32)
    for n in range(start, stop, BLOCK_N):
        at = n + offs_n
        k = tl.load(K + base + at[None, :] * stride_kn + offs_d[:, None], mask=at[None, :] < stop, other=0.0)
        qk = tl.where(live[:, None] & (at[None, :] < stop), tl.dot(q, k) * scale, float("-inf"))
        n_max = tl.maximum(tl.max(qk, 1), e_max)
        shift = tl.where(n_max == float("-inf"), 0.0, n_max)
        re_scale = tl.exp(e_max - shift)
        p = tl.exp(qk - shift[:, None])
        v = tl.load(V + base + at[:, None] * stride_kn + offs_d[None, :], mask=at[:, None] < stop, other=0.0)
        acc = acc * re_scale[:, None] + tl.dot(p.to(v.dtype), v)
        e_sum = e_sum * re_scale + tl.sum(p, 1)
        e_max = n_max
    e_sum = tl.where(e_sum == 0.0, 1.0, e_sum)
    place = (batch * HEADS + heads) * PARTS + part
    tl.store(Out + place[:, None] * HEAD + offs_d[None, :], acc / e_sum[:, None], mask=live[:, None])
    tl.store(Lse + place, tl.where(start < stop, e_max + tl.log(e_sum), -1.0e30), mask=live)


def _decode_parts(batch: int, kv_heads: int, group: int, s: int, d: int, parts: int) -> Launch:
    bf16, heads = torch.bfloat16, kv_heads * group
    q = random(batch, heads, d, dtype=bf16)
    k, v = random(batch, s, kv_heads, d, dtype=bf16, seed=1), random(batch, s, kv_heads, d, dtype=bf16, seed=2)
    lengths = [s - 17 * number % (s // 2) for number in range(batch)]
    expected, sums = torch.zeros(batch, heads, parts, d), torch.full((batch, heads, parts), -1.0e30)
    for number, length in enumerate(lengths):
        per_part = tiles(tiles(length, parts), 64) * 64
        for part in range(parts):
            own = slice(part * per_part, min((part + 1) * per_part, length))
            if own.start >= own.stop:
                continue
            keys, values = (x[number, own].float().repeat_interleave(group, 1).transpose(0, 1) for x in (k, v))
            logits = (keys @ q[number].float()[:, :, None])[..., 0] * d**-0.5
            expected[number, :, part] = (torch.softmax(logits, -1)[:, None] @ values)[:, 0]
            sums[number, :, part] = torch.logsumexp(logits, -1)
    out, lse = empty(batch, heads, parts, d, dtype=torch.float32), empty(batch, heads, parts, dtype=torch.float32)
    arguments = [q, k, v, out, lse, torch.tensor(lengths, dtype=torch.int32), d**-0.5, heads * d, d, s * kv_heads * d]
    arguments += [kv_heads * d, d]
    constants = [heads, group, 16, d, 64, parts]
    return Launch((batch, kv_heads, parts), arguments, constants, {3: expected, 4: sums}, 4, 5e-3, 2)


@triton.jit
def sliding_window(
    Q, K, V, Out, S, scale, WINDOW: tl.constexpr, D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr
):
    """Local attention with descriptors made in the kernel: a program reads a band of keys around the diagonal."""
    start_m, head = tl.program_id(0) * BLOCK_M, tl.program_id(1)
    heads = tl.num_programs(1)
    q_desc = tl.make_tensor_descriptor(Q, [heads * S, D], [D, 1], [BLOCK_M, D])
    k_desc = tl.make_tensor_descriptor(K, [heads * S, D], [D, 1], [BLOCK_N, D])
    v_desc = tl.make_tensor_descriptor(V, [heads * S, D], [D, 1], [BLOCK_N, D])
    o_desc = tl.make_tensor_descriptor(Out, [heads * S, D], [D, 1], [BLOCK_M, D])
    rows = start_m + tl.arange(0, BLOCK_M)
    q = q_desc.load([head * S + start_m, 0])
    m_i = tl.full([BLOCK_M], float("-inf"), tl.float32)
    l_i = tl.zeros([BLOCK_M], tl.float32)
    acc = tl.zeros([BLOCK_M, D], tl.float32)
    lo = tl.maximum(start_m - WINDOW, 0) // BLOCK_N * BLOCK_N
    hi = tl.minimum(start_m + BLOCK_M + WINDOW, S)
    for n in tl.range(lo, hi, BLOCK_N):
        columns = n + tl.arange(0, BLOCK_N)
        qk = tl.dot(q, k_desc.load([head * S + n, 0]).T) * scale
        distance = rows[:, None] - columns[None, :]
        qk = tl.where((distance <= WINDOW) & (distance >= -WINDOW), qk, -1.0e6)
        m_ij = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.math.exp2(qk - m_ij[:, None])
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = tl.dot(p.to(tl.bfloat16), v_desc.load([head * S + n, 0]), acc * alpha[:, None])
        m_i = m_ij
    o_desc.store([head * S + start_m, 0], (acc / l_i[:, None]).to(tl.bfloat16))


def _sliding_window(heads: int, s: int, d: int, window: int) -> Launch:
    bf16 = torch.bfloat16
    q, k, v = (random(heads, s, d, dtype=bf16, seed=seed) for seed in range(3))
    at = torch.arange(s)
    logits = q.float() @ k.float().transpose(1, 2) * d**-0.5
    logits = torch.where((at[:, None] - at[None, :]).abs() <= window, logits, float("-inf"))
    expected = torch.softmax(logits, -1) @ v.float()
    arguments = [q, k, v, empty(heads, s, d, dtype=bf16), s, d**-0.5 * _LOG2E]
    return Launch((tiles(s, 128), heads), arguments, [window, d, 128, 128], {3: expected}, 8, 8e-3, 2)


INFERENCE = {
    "alibi_prefill": Workload(
        alibi_prefill, lambda: _alibi_prefill(4, 2, 300, 64), lambda: _alibi_prefill(32, 4, 4096, 128)
    ),
    "decode_parts": Workload(
        decode_parts, lambda: _decode_parts(2, 2, 6, 300, 64, 2), lambda: _decode_parts(64, 8, 8, 8192, 128, 4),
        rewritten=False,
    ),
    "sliding_window": Workload(
        sliding_window, lambda: _sliding_window(2, 384, 128, 100), lambda: _sliding_window(32, 4096, 128, 512)
    ),
}  # fmt: skip
