"""The block-scaled fp8 matmul of quantised language models (w8a8), for given sizes. Prints its TTIR.

    python examples/builder/fp8_matmul.py

C[m, n] = sum over blocks kb of K of
    x_scale[m, kb] * weight_scale[n // block_n, kb] * sum over k in kb of x[m, k] * weight[n, k], in fp32.

x (M, K) and weight (N, K) are e4m3, the scales fp32, C (M, N) is bf16; all are row-major. Only M is known when the
kernel runs. Programs go down the rows of groups of ``GROUP_SIZE_M`` tiles, so that they share weights in the cache.
"""

from __future__ import annotations

from xtriton.frontend import builder as tb
from xtriton.frontend.builder import Value


def build(n: int = 7168, k: int = 2048, block_n: int = 128, block_k: int = 128, group: int = 8) -> tb.Module:
    """A module with the kernel for weights (``n``, ``k``) that have a scale for each (``block_n``, ``block_k``)."""
    module = tb.Module()
    fp8, floats = tb.pointer(tb.float8e4nv, divisibility=16), tb.pointer(tb.float32, divisibility=16)

    @module.kernel(
        x=fp8,
        weight=fp8,
        out=tb.pointer(tb.bfloat16, divisibility=16),
        x_scale=floats,
        weight_scale=floats,
        M=tb.int32,
        N=n,
        K=k,
        block_n=block_n,
        block_k=block_k,
        BLOCK_SIZE_M=128,
        BLOCK_SIZE_N=128,
        BLOCK_SIZE_K=block_k,
        GROUP_SIZE_M=group,
    )
    def w8a8_block_fp8_matmul(
        x: Value,
        weight: Value,
        out: Value,
        x_scale: Value,
        weight_scale: Value,
        M: Value,  # noqa: N803
        N: int,  # noqa: N803
        K: int,  # noqa: N803
        block_n: int,
        block_k: int,
        BLOCK_SIZE_M: int,  # noqa: N803
        BLOCK_SIZE_N: int,  # noqa: N803
        BLOCK_SIZE_K: int,  # noqa: N803
        GROUP_SIZE_M: int,  # noqa: N803
    ) -> None:
        pid = tb.program_id(axis=0)
        num_pid_m = tb.cdiv(M, BLOCK_SIZE_M)
        num_pid_n = tb.to_tensor(tb.cdiv(N, BLOCK_SIZE_N))
        in_group = GROUP_SIZE_M * num_pid_n
        first_m = pid // in_group * GROUP_SIZE_M
        rows = tb.minimum(num_pid_m - first_m, GROUP_SIZE_M)
        pid_m = first_m + (pid % in_group) % rows
        pid_n = (pid % in_group) // rows
        offs_m = (pid_m * BLOCK_SIZE_M + tb.arange(0, BLOCK_SIZE_M)) % M
        offs_n = (pid_n * BLOCK_SIZE_N + tb.arange(0, BLOCK_SIZE_N)) % N
        offs_k = tb.arange(0, BLOCK_SIZE_K)
        a_ptrs = x + offs_m[:, None] * K + offs_k[None, :]
        b_ptrs = weight + offs_n[None, :] * K + offs_k[:, None]
        a_scales = x_scale + offs_m * ((K + block_k - 1) // block_k)
        b_scales = weight_scale + offs_n // block_n * ((K + block_k - 1) // block_k)
        acc = tb.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tb.float32)
        with tb.for_range(0, tb.cdiv(K, BLOCK_SIZE_K), a_ptrs=a_ptrs, b_ptrs=b_ptrs, acc=acc) as (k, c):
            a = tb.load(c.a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_SIZE_K, other=0.0)
            b = tb.load(c.b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_SIZE_K, other=0.0)
            kb = k * BLOCK_SIZE_K // block_k
            a_s = tb.load(a_scales + kb)
            b_s = tb.load(b_scales + kb)
            c.acc += tb.dot(a, b) * a_s[:, None] * b_s[None, :]
            c.a_ptrs += BLOCK_SIZE_K
            c.b_ptrs += BLOCK_SIZE_K
        out_m = pid_m * BLOCK_SIZE_M + tb.arange(0, BLOCK_SIZE_M)
        out_n = pid_n * BLOCK_SIZE_N + tb.arange(0, BLOCK_SIZE_N)
        mask = (out_m[:, None] < M) & (out_n[None, :] < N)
        tb.store(out + out_m[:, None] * N + out_n[None, :], c.acc.to(tb.bfloat16), mask=mask)

    return module


if __name__ == "__main__":
    print(build(), end="")
