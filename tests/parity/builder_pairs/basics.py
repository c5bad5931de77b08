# ruff: noqa: SIM300, RUF021 - what is tested is how expressions are written
"""Kernels without loops."""

import triton
import triton.language as tl
from parity.builder_pairs.wheel import Pair

from xtriton.frontend import builder as tb


@triton.jit
def vector_add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    start = pid * BLOCK
    offsets = start + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


@triton.jit
def accesses(f_ptr, b_ptr, u_ptr, out_ptr, n, B: tl.constexpr):
    i = tl.arange(0, B)
    keep = (i < n) & (i >= 0)
    a = tl.load(f_ptr + i, mask=keep, other=0, cache_modifier=".cg", eviction_policy="evict_last", volatile=True)
    b = tl.load(b_ptr + i, keep, other=True)
    c = tl.load(u_ptr + n)
    d = tl.load(f_ptr, mask=n > 3, other=1.5)
    e = tl.load(u_ptr + i[:, None] * 4 + tl.arange(0, 4)[None, :], mask=keep[:, None])
    tl.store(b_ptr + i, a > 0, mask=keep)
    tl.store(out_ptr + i, tl.where(b, a, d), keep, cache_modifier=".cs", eviction_policy="evict_first")
    tl.store(out_ptr, 0)
    tl.store(u_ptr + i[:, None] + tl.arange(0, 4), e + c)
    tl.store(u_ptr + i, 7)


@triton.jit
def constant_memory(c_ptr, x_ptr, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x_ptr + i, tl.load(c_ptr + i) + tl.load(c_ptr))


@triton.jit
def numbers(f_ptr, h_ptr, g_ptr, i_ptr, u_ptr, b, n, m):
    x = tl.load(f_ptr)
    h = tl.load(h_ptr)
    g = tl.load(g_ptr)
    i = tl.load(i_ptr)
    u = tl.load(u_ptr)
    tl.store(f_ptr, x + 1 - 2.5 * x / 3 + 1e-7)
    tl.store(h_ptr, h * 0.1 + 1e-3 + 70000.0)
    tl.store(g_ptr, g * 0.1 + 1e-7 + -0.0)
    tl.store(f_ptr, x * float("inf") - 1e300 + float("nan"))
    tl.store(i_ptr, (i << 3) >> 2 | 0xFF ^ ~i & -i)
    tl.store(i_ptr, 7 - i % 5 // 2 + (3 - i) * (9 // i) + 100 % i)
    tl.store(u_ptr, (u >> 1) + 0xFFFFFFFF + (5 << u))
    tl.store(i_ptr, n + 0x7FFFFFFFFF + (m - 1))
    tl.store(f_ptr, -x - (x < 1) + (2 >= x))
    tl.store(i_ptr, not b)
    tl.store(i_ptr, b and i > 0 or u == 3)
    tl.store(i_ptr, (u / 2).to(tl.int32) + (i / n).to(tl.int16, bitcast=False))


def built_numbers(f_ptr, h_ptr, g_ptr, i_ptr, u_ptr, b, n, m):
    x = tb.load(f_ptr)
    h = tb.load(h_ptr)
    g = tb.load(g_ptr)
    i = tb.load(i_ptr)
    u = tb.load(u_ptr)
    tb.store(f_ptr, x + 1 - 2.5 * x / 3 + 1e-7)
    tb.store(h_ptr, h * 0.1 + 1e-3 + 70000.0)
    tb.store(g_ptr, g * 0.1 + 1e-7 + -0.0)
    tb.store(f_ptr, x * float("inf") - 1e300 + float("nan"))
    tb.store(i_ptr, (i << 3) >> 2 | 0xFF ^ ~i & -i)
    tb.store(i_ptr, 7 - i % 5 // 2 + (3 - i) * (9 // i) + 100 % i)
    tb.store(u_ptr, (u >> 1) + 0xFFFFFFFF + (5 << u))
    tb.store(i_ptr, n + 0x7FFFFFFFFF + (m - 1))
    tb.store(f_ptr, -x - (x < 1) + (2 >= x))
    tb.store(i_ptr, b.logical_not())
    tb.store(i_ptr, b.logical_and(i > 0).logical_or(u == 3))
    tb.store(i_ptr, (u / 2).to(tb.int32) + (i / n).to(tb.int16, bitcast=False))


@triton.jit
def shapes(x_ptr, y_ptr, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    a = tl.reshape(x, (B // 8, 8))
    b = tl.trans(a)
    c = tl.permute(tl.reshape(x, 2, 4, B // 8), (2, 0, 1))
    d = a.T + tl.broadcast_to(x.reshape(1, B)[:, None, :].reshape(B, 1).reshape(B // 8, 8).trans(1, 0), 8, B // 8)
    lo, hi = tl.split(tl.reshape(x, B // 2, 2))
    e = tl.join(lo, hi)
    f = tl.interleave(lo, hi)
    g = tl.cat(lo, hi, can_reorder=True)
    p, q = tl.split(tl.join(tl.load(x_ptr), 1.0 + tl.load(x_ptr + 1)))
    h = tl.expand_dims(x, (0, -1)) + tl.full((1, B, 1), p, tl.float32) + q
    j = tl.ravel(c) + tl.reshape(e, (B,), can_reorder=True) + f + g + tl.zeros_like(x)
    k = h.reshape(B) + j + tl.reshape(b + d, B)
    tl.store(y_ptr + i, tl.flip_me(k) if B == 1 else k)
    tl.store(y_ptr, tl.full((1, 1), 3, tl.int32).item())


def built_shapes(x_ptr, y_ptr, B):
    i = tb.arange(0, B)
    x = tb.load(x_ptr + i)
    a = tb.reshape(x, (B // 8, 8))
    b = tb.trans(a)
    c = tb.permute(tb.reshape(x, 2, 4, B // 8), (2, 0, 1))
    d = a.T + tb.broadcast_to(x.reshape(1, B)[:, None, :].reshape(B, 1).reshape(B // 8, 8).trans(1, 0), 8, B // 8)
    lo, hi = tb.split(tb.reshape(x, B // 2, 2))
    e = tb.join(lo, hi)
    f = tb.interleave(lo, hi)
    g = tb.cat(lo, hi, can_reorder=True)
    p, q = tb.split(tb.join(tb.load(x_ptr), 1.0 + tb.load(x_ptr + 1)))
    h = tb.expand_dims(x, (0, -1)) + tb.full((1, B, 1), p, tb.float32) + q
    j = tb.ravel(c) + tb.reshape(e, (B,), can_reorder=True) + f + g + tb.zeros_like(x)
    k = h.reshape(B) + j + tb.reshape(b + d, B)
    tb.store(y_ptr + i, k)
    tb.store(y_ptr, tb.full((1, 1), 3, tb.int32).item())


@triton.jit
def mathematics(x_ptr, h_ptr, i_ptr, u_ptr, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    h = tl.load(h_ptr + i)
    n = tl.load(i_ptr + i)
    u = tl.load(u_ptr + i)
    x = tl.exp(x) + tl.exp2(x) + tl.log(x) + tl.log2(x) + tl.sin(x) + tl.cos(x) + tl.sqrt(x) + tl.rsqrt(x)
    x = tl.abs(x) + tl.erf(x) + tl.floor(x) + tl.ceil(x) + tl.sqrt_rn(x) + tl.div_rn(x, 3.0) + tl.fdiv(x, x)
    x = tl.fma(x, 2.0, x) + tl.sigmoid(x) + tl.maximum(x, 0.0) + tl.minimum(h, x)
    x = tl.maximum(x, h, propagate_nan=tl.PropagateNan.ALL) + tl.minimum(x, 1, propagate_nan=tl.PropagateNan.ALL)
    x = tl.clamp(x, 0.0, 1.0) + tl.clamp(h, h, 2.0, propagate_nan=tl.PropagateNan.ALL)
    n = tl.abs(n) + tl.maximum(n, 3) + tl.minimum(n, n) + tl.umulhi(n, 5) + tl.cdiv(n, 4)
    u = tl.abs(u) + tl.maximum(u, u) + tl.minimum(u, 3)
    tl.store(x_ptr + i, tl.softmax(x) + n + u)


@triton.jit
def atomics(f_ptr, d_ptr, i_ptr, u_ptr, h_ptr, n, B: tl.constexpr):
    i = tl.arange(0, B)
    keep = i < n
    a = tl.atomic_add(f_ptr + i, 1.0, mask=keep, sem="relaxed", scope="cta")
    b = tl.atomic_max(f_ptr + i, a, mask=keep)
    c = tl.atomic_min(f_ptr + i, b)
    d = tl.atomic_max(d_ptr, 2.0)
    e = tl.atomic_min(i_ptr + i, c.to(tl.int32), sem="acquire")
    f = tl.atomic_max(u_ptr + i, 3, scope="sys") + tl.atomic_min(u_ptr + i, 4)
    g = tl.atomic_and(i_ptr + i, e) | tl.atomic_or(i_ptr + i, e) ^ tl.atomic_xor(i_ptr, 5, sem="release")
    h = tl.atomic_xchg(i_ptr + i, g, keep)
    k = tl.atomic_cas(i_ptr, 0, 1, sem="acq_rel", scope="gpu")
    tl.atomic_add(h_ptr + i, f + h + k + d)
    tl.atomic_add(u_ptr, f, keep) if B == 1 else tl.atomic_add(u_ptr, 1)


def built_atomics(f_ptr, d_ptr, i_ptr, u_ptr, h_ptr, n, B):
    i = tb.arange(0, B)
    keep = i < n
    a = tb.atomic_add(f_ptr + i, 1.0, mask=keep, sem="relaxed", scope="cta")
    b = tb.atomic_max(f_ptr + i, a, mask=keep)
    c = tb.atomic_min(f_ptr + i, b)
    d = tb.atomic_max(d_ptr, 2.0)
    e = tb.atomic_min(i_ptr + i, c.to(tb.int32), sem="acquire")
    f = tb.atomic_max(u_ptr + i, 3, scope="sys") + tb.atomic_min(u_ptr + i, 4)
    g = tb.atomic_and(i_ptr + i, e) | tb.atomic_or(i_ptr + i, e) ^ tb.atomic_xor(i_ptr, 5, sem="release")
    h = tb.atomic_xchg(i_ptr + i, g, keep)
    k = tb.atomic_cas(i_ptr, 0, 1, sem="acq_rel", scope="gpu")
    tb.atomic_add(h_ptr + i, f + h + k + d)
    tb.atomic_add(u_ptr, 1)


@triton.jit
def diagnostics(x_ptr, n, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    tl.device_print("values", x, i, hex=True)
    tl.device_print("here")
    tl.device_print(" n: ", n)
    tl.device_assert(n > 0, "n must be positive")
    tl.device_assert(x > 0, "negative", mask=i < n)
    tl.debug_barrier()


@triton.jit
def hints(x_ptr, n, B: tl.constexpr):
    tl.assume(n > 0)
    i = tl.max_contiguous(tl.multiple_of(tl.program_id(0) * B + tl.arange(0, B), B), B)
    j = tl.max_constancy((tl.arange(0, B) // 4)[:, None], [4, 1])
    k = tl.multiple_of(n * 8, 8)
    for m in range(n, 0, -8):
        tl.max_contiguous(tl.multiple_of(i, 4), 8)
        k += tl.multiple_of(m, 8) + tl.multiple_of(k, 2)
    tl.multiple_of(n, 2)
    tl.store(x_ptr + i[:, None] + j, k)


def built_hints(x_ptr, n, B):
    tb.assume(n > 0)
    i = tb.max_contiguous(tb.multiple_of(tb.program_id(0) * B + tb.arange(0, B), B), B)
    j = tb.max_constancy((tb.arange(0, B) // 4)[:, None], [4, 1])
    k = tb.multiple_of(n * 8, 8)
    with tb.for_range(n, 0, -8, k=k) as (m, c):
        tb.max_contiguous(tb.multiple_of(i, 4), 8)
        c.k += tb.multiple_of(m, 8) + tb.multiple_of(c.k, 2)
    k = c.k
    tb.multiple_of(n, 2)
    tb.store(x_ptr + i[:, None] + j, k)


@triton.jit
def assembly(x_ptr, u_ptr, B: tl.constexpr):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i)
    u = tl.load(u_ptr + i)
    y = tl.inline_asm_elementwise("ex2.approx.f32 $0, $1;", "=f,f", [x], tl.float32, True, 1)
    a, b = tl.inline_asm_elementwise("foo $0, $1, $2, $3;", "=r,=r,r,r", [u, 3], (tl.int32, tl.uint8), False, 4)
    c = tl.inline_asm_elementwise("mov.u32 $0, %smid;", "=r", [], tl.int32, True, 1)
    h = tl.histogram(u.to(tl.int32), 16) + tl.histogram(a, 16, mask=a > b)
    g = tl.gather(x, i % 4, 0) + tl.gather(x.reshape(4, B // 4), (i % 4).reshape(4, B // 4), 1).reshape(B)
    tl.store(x_ptr + i, y + a + b + c + g)
    tl.store(x_ptr + tl.arange(0, 16), h)


F32, I32, U32 = tb.pointer(tb.float32, 16), tb.pointer(tb.int32, 16), tb.pointer(tb.uint32)
F16, BF16, F64 = tb.pointer(tb.float16), tb.pointer(tb.bfloat16), tb.pointer(tb.float64)
N = tb.scalar(tb.int32, 16)
DEBUG = tb.Options(debug=True)

PAIRS = [
    Pair(vector_add, {"x_ptr": F32, "y_ptr": F32, "out_ptr": F32, "n": tb.int32, "BLOCK": 1024}),
    Pair(
        accesses,
        {"f_ptr": F32, "b_ptr": tb.pointer(tb.int1), "u_ptr": tb.pointer(tb.uint8), "out_ptr": BF16, "n": N, "B": 64},
    ),
    Pair(
        numbers,
        {
            "f_ptr": F32,
            "h_ptr": F16,
            "g_ptr": BF16,
            "i_ptr": I32,
            "u_ptr": U32,
            "b": tb.int1,
            "n": tb.int64,
            "m": tb.uint8,
        },
        built=built_numbers,
    ),
    Pair(
        constant_memory,
        {"c_ptr": tb.pointer(tb.float32, const=True), "x_ptr": F32, "B": 64},
    ),
    Pair(shapes, {"x_ptr": F32, "y_ptr": F32, "B": 64}, built=built_shapes),
    Pair(mathematics, {"x_ptr": F32, "h_ptr": BF16, "i_ptr": I32, "u_ptr": U32, "B": 32}),
    Pair(
        atomics,
        {"f_ptr": F32, "d_ptr": F64, "i_ptr": I32, "u_ptr": U32, "h_ptr": F16, "n": N, "B": 128},
        built=built_atomics,
    ),
    Pair(diagnostics, {"x_ptr": F32, "n": tb.uint32, "B": 64}),
    Pair(diagnostics, {"x_ptr": F32, "n": tb.uint32, "B": 64}, DEBUG),
    Pair(hints, {"x_ptr": F32, "n": N, "B": 64}, built=built_hints),
    Pair(hints, {"x_ptr": F32, "n": N, "B": 64}, tb.Options(sanitize_overflow=False), built=built_hints),
    Pair(assembly, {"x_ptr": F32, "u_ptr": tb.pointer(tb.uint8), "B": 64}),
    Pair(
        numbers,
        {
            "f_ptr": F32,
            "h_ptr": F16,
            "g_ptr": BF16,
            "i_ptr": I32,
            "u_ptr": U32,
            "b": tb.int1,
            "n": tb.int64,
            "m": tb.uint8,
        },
        DEBUG,
        built=built_numbers,
    ),
]
