"""Attention, forward, on the CPU, without the matrix of scores: ``python examples/cpu/fused_attention.py [LENGTH]``."""

from __future__ import annotations

import sys

import numpy as np
import triton
import triton.language as tl

import xtriton

SIGNATURE = "*fp32,*fp32,*fp32,*fp32,fp32,i32,{block_m},{block_n},{head},{causal}"
BLOCK_M, BLOCK_N = 64, 64


@triton.jit
def attend(
    q_ptr, k_ptr, v_ptr, out_ptr, scale, length,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, HEAD: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """A block of queries of one head against all keys: the softmax is corrected as greater scores are met."""
    first, head = tl.program_id(0) * BLOCK_M, tl.program_id(1)
    start = head.to(tl.int64) * length * HEAD
    rows, depth = first + tl.arange(0, BLOCK_M), tl.arange(0, HEAD)
    inside = rows[:, None] < length
    q = tl.load(q_ptr + start + rows[:, None] * HEAD + depth[None, :], mask=inside, other=0.0)
    peak = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    weight = tl.zeros((BLOCK_M,), dtype=tl.float32)
    total = tl.zeros((BLOCK_M, HEAD), dtype=tl.float32)
    last = min(first + BLOCK_M, length) if CAUSAL else length
    for begin in range(0, last, BLOCK_N):
        keys = begin + tl.arange(0, BLOCK_N)
        there = keys < length
        k = tl.load(k_ptr + start + keys[None, :] * HEAD + depth[:, None], mask=there[None, :], other=0.0)
        v = tl.load(v_ptr + start + keys[:, None] * HEAD + depth[None, :], mask=there[:, None], other=0.0)
        seen = there[None, :]
        if CAUSAL:
            seen = seen & (keys[None, :] <= rows[:, None])
        scores = tl.where(seen, tl.dot(q, k) * (scale * 1.4426950408889634), -float("inf"))
        higher = tl.maximum(peak, tl.max(scores, 1))
        powers = tl.exp2(scores - higher[:, None])
        shrink = tl.exp2(peak - higher)
        weight = weight * shrink + tl.sum(powers, 1)
        total = tl.dot(powers.to(v.dtype), v, total * shrink[:, None])
        peak = higher
    tl.store(out_ptr + start + rows[:, None] * HEAD + depth[None, :], total / weight[:, None], mask=inside)


def compiled(head: int = 64, *, causal: bool = False) -> xtriton.CompiledKernel:
    """The kernel for heads of a size, for this machine."""
    spelled = SIGNATURE.format(block_m=BLOCK_M, block_n=BLOCK_N, head=head, causal=causal)
    return xtriton.compile(attend, spelled, target="cpu")


def reference(q: np.ndarray, k: np.ndarray, v: np.ndarray, scale: float, *, causal: bool = False) -> np.ndarray:
    """The same in NumPy."""
    scores = q @ k.transpose(0, 2, 1) * np.float32(scale)
    if causal:
        scores = np.where(np.tri(q.shape[1], dtype=bool), scores, -np.inf).astype(q.dtype)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v


def main() -> None:
    """Attend with random queries, keys and values, and compare with NumPy."""
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    heads, head, scale = 4, 64, 0.125
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal((heads, length, head), dtype=np.float32) for _ in range(3))
    for causal in (False, True):
        out = np.empty_like(q)
        compiled(head, causal=causal)[(triton.cdiv(length, BLOCK_M), heads)](q, k, v, out, scale, length)
        np.testing.assert_allclose(out, reference(q, k, v, scale, causal=causal), rtol=1e-4, atol=1e-5)
        print(f"{'causal ' if causal else ''}attention of {heads} heads of {length} x {head}: what NumPy says")


if __name__ == "__main__":
    main()
