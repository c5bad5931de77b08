"""Kernels with what later versions of Triton's language have: each is of the versions from one on."""

import triton
import triton.language as tl
from parity.builder_pairs.wheel import Pair

from xtriton.frontend import builder as tb
from xtriton.versions import V3_7, V3_8, V3_9, since


@triton.jit
def since_3_7(x_ptr, e_ptr, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    y = tl.unsqueeze(tl.squeeze(tl.unsqueeze(x, 0), 0), 1)
    tl.store(x_ptr + i[:, None], y)
    tl.store(e_ptr + i, tl.full((B,), 1.5, tl.float8e5))


@triton.jit
def since_3_8(x_ptr, h_ptr, n, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i, cache_modifier=".cs")
    y = tl.topk(x, 4, descending=False)
    z = tl.fdiv(-x, x, ieee_rounding=True)
    tl.store(x_ptr + tl.arange(0, 4), y)
    a = tl.load(h_ptr + i[:, None] * B + i[None, :])
    acc = tl.full((B, B), 0.0, tl.float16)
    tl.store(h_ptr + i[:, None] * B + i[None, :], tl.dot(a, a, acc))
    tl.atomic_add(x_ptr + i[:, None] * B + i[None, :], z[None, :], mask=(i < n)[:, None])
    tl.atomic_min(x_ptr + i, z, mask=i < n)


@triton.jit
def since_3_9(x_ptr, g_ptr, b_ptr, i_ptr, n, f, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    g = tl.load(g_ptr + i)
    j = tl.load(i_ptr + i)
    x = tl.fdiv(x, 3, approx=True) + tl.fdiv(g, 2) + tl.clamp(x, 0, f) + tl.fma(g, 2, x) + -0.0
    j = tl.clamp(j, 0, n) + tl.minimum(j, 3) + tl.maximum(5, j)
    g = g.to(tl.float16).to(tl.bfloat16) + tl.max(g, 0) + tl.cumsum(g, 0) + tl.softmax(g, 0, ieee_rounding=True)
    v, at = tl.max(g, 0, return_indices=True)
    tl.store(x_ptr + i, x + tl.flip(x))
    tl.store(g_ptr + i, g + v)
    tl.store(i_ptr + i, j + tl.cumprod(j, 0, dtype=tl.int64) + at)
    tl.store(b_ptr + i, x)
    tl.store(i_ptr + tl.arange(0, 1), tl.topk(j, 1))
    y = tl.sort(x)
    tl.store(x_ptr + i, tl.where(x > 2, y, x == 1))
    while n > 0:
        n -= 1


def built_since_3_9(x_ptr, g_ptr, b_ptr, i_ptr, n, f, B):
    i = tb.arange(0, B)
    x = tb.load(x_ptr + i)
    g = tb.load(g_ptr + i)
    j = tb.load(i_ptr + i)
    x = tb.fdiv(x, 3, approx=True) + tb.fdiv(g, 2) + tb.clamp(x, 0, f) + tb.fma(g, 2, x) + -0.0
    j = tb.clamp(j, 0, n) + tb.minimum(j, 3) + tb.maximum(5, j)
    g = g.to(tb.float16).to(tb.bfloat16) + tb.max(g, 0) + tb.cumsum(g, 0) + tb.softmax(g, 0, ieee_rounding=True)
    v, at = tb.max(g, 0, return_indices=True)
    tb.store(x_ptr + i, x + tb.flip(x))
    tb.store(g_ptr + i, g + v)
    tb.store(i_ptr + i, j + tb.cumprod(j, 0, dtype=tb.int64) + at)
    tb.store(b_ptr + i, x)
    tb.store(i_ptr + tb.arange(0, 1), tb.topk(j, 1))
    y = tb.sort(x)
    tb.store(x_ptr + i, tb.where(2 < x, y, 1 == x))  # noqa: SIM300 - as Triton's kernel
    with tb.while_(lambda c: c.n > 0, n=n) as c:
        c.n -= 1


@triton.jit
def joined(x_ptr, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    y = tl.load(x_ptr + i + B)
    tl.store(x_ptr + tl.arange(0, 2 * B), tl.cat(x, y))
    u, v = x[:, None] + y[None, :], x[:, None] - y[None, :]
    tl.store(x_ptr + tl.arange(0, 2 * B)[:, None] * B + i[None, :], tl.cat(u, v, dim=0))
    tl.store(x_ptr + i[:, None] * B + tl.arange(0, 2 * B)[None, :], tl.cat(u, v, dim=-1))


@triton.jit
def expected(x_ptr, j_ptr, n, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.expect_zero(tl.load(x_ptr + i), i >= n)
    j = tl.expect_zero(tl.load(j_ptr + i), i < n)
    tl.store(x_ptr + i, x)
    tl.store(j_ptr + i, j)


@triton.jit
def dependent(x_ptr):
    tl.extra.cuda.gdc_wait()
    tl.store(x_ptr, 1.0)
    tl.extra.cuda.gdc_launch_dependents()


def built_dependent(x_ptr):
    tb.gdc_wait()
    tb.store(x_ptr, 1.0)
    tb.gdc_launch_dependents()


@triton.jit
def atomic_accesses(x_ptr, b_ptr, h_ptr, j_ptr, n, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.atomic_load(x_ptr + i) + tl.atomic_load(x_ptr + i, mask=i < n, sem="relaxed", scope="sys")
    y = tl.atomic_load(x_ptr) + tl.atomic_load(x_ptr, n > 0, scope="cta")
    b = tl.atomic_load(b_ptr + i, mask=(i < n)[:, None])
    tl.atomic_store(x_ptr + i, x + y)
    tl.atomic_store(x_ptr, y, n > 1, sem="relaxed")
    tl.atomic_store(b_ptr + i[:, None] + i[None, :], b, (i < n)[None, :], scope="cta")
    tl.atomic_store(b_ptr, True)
    tl.atomic_store(h_ptr + i, 2)
    ok = tl.atomic_poll(j_ptr + i, 3) & tl.atomic_poll(j_ptr + i, n, sem="relaxed", scope="sys", timeout_ns=1000)
    tl.store(b_ptr + i, ok)
    tl.store(b_ptr, tl.atomic_poll(j_ptr, n, timeout_ns=n))


F32, F16 = tb.pointer(tb.float32, 16), tb.pointer(tb.float16, 16)

DEBUG = tb.Options(debug=True)
EXPECTED = {"x_ptr": F32, "j_ptr": tb.pointer(tb.uint16), "n": tb.int32, "B": 16}

PAIRS = [
    Pair(joined, {"x_ptr": F32, "B": 16}, versions=since(V3_7)),
    Pair(expected, EXPECTED, versions=since(V3_8)),
    Pair(expected, EXPECTED, options=DEBUG, versions=since(V3_8)),
    Pair(dependent, {"x_ptr": F32}, built=built_dependent),
    Pair(
        atomic_accesses,
        {
            "x_ptr": F32,
            "b_ptr": tb.pointer(tb.int1),
            "h_ptr": F16,
            "j_ptr": tb.pointer(tb.int64),
            "n": tb.int32,
            "B": 16,
        },
        versions=since(V3_9),
    ),
    Pair(since_3_7, {"x_ptr": F32, "e_ptr": tb.pointer(tb.float8e5), "B": 16}, versions=since(V3_7)),
    Pair(since_3_8, {"x_ptr": F32, "h_ptr": F16, "n": tb.int32, "B": 16}, versions=since(V3_8)),
    Pair(
        since_3_9,
        {
            "x_ptr": F32,
            "g_ptr": tb.pointer(tb.bfloat16),
            "b_ptr": tb.pointer(tb.int1),
            "i_ptr": tb.pointer(tb.int32),
            "n": tb.int32,
            "f": tb.float32,
            "B": 16,
        },
        versions=since(V3_9),
        built=built_since_3_9,
    ),
]
