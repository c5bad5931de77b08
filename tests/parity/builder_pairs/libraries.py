"""Kernels that sort, flip and draw random numbers."""

import triton
import triton.language as tl
from parity.builder_pairs.wheel import Pair

from xtriton.frontend import builder as tb


@triton.jit
def sorts(f_ptr, i_ptr, h_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(f_ptr + i)
    n = tl.load(i_ptr + tl.arange(0, N))
    h = tl.load(h_ptr + i)
    tl.store(f_ptr + i, tl.sort(x))
    tl.store(i_ptr + tl.arange(0, N), tl.sort(n, descending=True))
    tl.store(f_ptr + i, tl.sort(x, 1, True))
    tl.store(out_ptr + tl.arange(0, M)[:, None] * 4 + tl.arange(0, 4)[None, :], tl.topk(h, 4))
    tl.store(i_ptr + tl.arange(0, 2), tl.topk(n, k=2, dim=0))
    tl.store(i_ptr + tl.arange(0, N), tl.topk(n, N))


@triton.jit
def flips(f_ptr, i_ptr, b_ptr, h_ptr, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(f_ptr + i)
    tl.store(f_ptr + i, tl.flip(x, 0))
    tl.store(f_ptr + i, tl.flip(x, -1))
    tl.store(i_ptr + i, tl.flip(tl.load(i_ptr + i), dim=1))
    tl.store(b_ptr + i, tl.flip(tl.load(b_ptr + i), dim=1))
    tl.store(h_ptr + tl.arange(0, N), tl.bitonic_merge(tl.load(h_ptr + tl.arange(0, N)), descending=True))


@triton.jit
def dropout(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    keep = tl.rand(seed, offsets) > p
    tl.store(out_ptr + offsets, tl.where(keep, x / (1 - p), 0.0), mask=mask)


@triton.jit
def randoms(f_ptr, i_ptr, seed, long, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    wide = offsets + long
    tl.store(i_ptr + offsets, tl.randint(seed, offsets))
    tl.store(i_ptr + offsets, tl.randint(42, wide, n_rounds=7))
    a, b, c, d = tl.randint4x(long, offsets)
    tl.store(i_ptr + offsets, a ^ b ^ c ^ d)
    tl.store(f_ptr + offsets, tl.randn(seed, wide))
    e, f, g, h = tl.rand4x(seed, offsets, 6)
    tl.store(f_ptr + offsets, e + f + g + h)
    u, v, w, x = tl.randn4x(7, offsets)
    tl.store(f_ptr + offsets, u + v + w + x)
    q, r, s, t = tl.philox(long, wide, wide, wide, wide)
    tl.store(f_ptr + offsets, tl.uint_to_uniform_float(q ^ r ^ s ^ t))


@triton.jit
def swizzles(out_ptr, m, n, GROUP: tl.constexpr):
    a, b = tl.swizzle2d(tl.program_id(0), tl.program_id(1), m, n, GROUP)
    tl.store(out_ptr, a + b)
    c, d = tl.swizzle2d(1, 2, 8, 8, 4)
    tl.store(out_ptr, c + d)


F32 = tb.pointer(tb.float32, 16)
I32 = tb.pointer(tb.int32, 16)

PAIRS = [
    Pair(
        sorts,
        {"f_ptr": F32, "i_ptr": I32, "h_ptr": tb.pointer(tb.float16), "out_ptr": F32, "M": 4, "N": 16},
    ),
    Pair(
        flips,
        {"f_ptr": F32, "i_ptr": I32, "b_ptr": tb.pointer(tb.int1), "h_ptr": tb.pointer(tb.bfloat16), "M": 4, "N": 16},
    ),
    Pair(
        dropout,
        {"x_ptr": F32, "out_ptr": F32, "n": tb.int32, "p": tb.float32, "seed": tb.int32, "BLOCK": 128},
    ),
    Pair(swizzles, {"out_ptr": I32, "m": tb.int32, "n": tb.int32, "GROUP": 4}),
    Pair(randoms, {"f_ptr": F32, "i_ptr": I32, "seed": tb.int32, "long": tb.int64, "BLOCK": 64}),
]
