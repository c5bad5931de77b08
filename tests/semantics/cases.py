"""Kernels and their arguments, for this project's interpreter, Triton's own, and NumPy.

A case is a kernel with everything that a launch needs. The same module is loaded with and without
``TRITON_INTERPRET=1``: Triton decides at the decorator which of the two a kernel is for.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import triton
import triton.language as tl

Arrays = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A kernel, its constants, its grid, and a function that makes its run-time arguments.

    ``types`` gives the element type of arrays that NumPy has no type for. ``tolerance`` is relative to the greatest
    value: how far sums in another order, and functions of another library, may be off.
    """

    kernel: Any
    grid: tuple[int, ...]
    arguments: Callable[[np.random.Generator], Arrays]
    constants: dict[str, Any]
    types: dict[str, str]
    tolerance: float = 0.0
    expected: Callable[[Arrays], Arrays] | None = None
    """NumPy's result: the changed arrays by name."""
    triton_differs: tuple[str, ...] = ()
    """Arrays in which Triton's interpreter is wrong; the case says why, and what NumPy expects decides."""

    @property
    def name(self) -> str:
        return self.kernel.__name__

    def make_arguments(self) -> Arrays:
        return self.arguments(np.random.default_rng(7))


def case(
    kernel: Any,
    grid: tuple[int, ...],
    arguments: Callable[[np.random.Generator], Arrays],
    constants: dict[str, Any] | None = None,
    types: dict[str, str] | None = None,
    **rest: Any,
) -> Case:
    return Case(kernel, grid, arguments, constants or {}, types or {}, **rest)


def normal(random: np.random.Generator, *shape: int, dtype: Any = np.float32) -> np.ndarray:
    return random.standard_normal(shape).astype(dtype)


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    tl.store(out + i, tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep), mask=keep)


@triton.jit
def softmax_rows(x, out, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + i, mask=i < columns, other=float("-inf"))
    weights = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + i, weights / tl.sum(weights, axis=0), mask=i < columns)


def softmax_reference(a: Arrays) -> Arrays:
    x = a["x"].astype(np.float64)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return {"out": e / e.sum(axis=1, keepdims=True)}


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        left = tl.load(
            a + rows[:, None] * k + (start + inner)[None, :],
            mask=(rows[:, None] < m) & ((start + inner)[None, :] < k),
            other=0.0,
        )
        right = tl.load(
            b + (start + inner)[:, None] * n + columns[None, :],
            mask=((start + inner)[:, None] < k) & (columns[None, :] < n),
            other=0.0,
        )
        total = tl.dot(left, right, total)
    tl.store(
        c + rows[:, None] * n + columns[None, :],
        total.to(c.dtype.element_ty),
        mask=(rows[:, None] < m) & (columns[None, :] < n),
    )


@triton.jit
def split_k(a, b, c, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    part = tl.program_id(0)
    rows, columns, inner = tl.arange(0, BM), tl.arange(0, BN), part * BK + tl.arange(0, BK)
    left = tl.load(a + rows[:, None] * k + inner[None, :])
    right = tl.load(b + inner[:, None] * BN + columns[None, :])
    tl.atomic_add(c + rows[:, None] * BN + columns[None, :], tl.dot(left, right, out_dtype=tl.float32))


@triton.jit
def layer_norm(x, gain, bias, out, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    keep = i < n
    v = tl.load(x + row * n + i, mask=keep, other=0.0)
    mean = tl.sum(v, axis=0) / n
    centred = tl.where(keep, v - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / n + eps)
    tl.store(out + row * n + i, centred * scale * tl.load(gain + i, keep) + tl.load(bias + i, keep), mask=keep)


def layer_norm_reference(a: Arrays) -> Arrays:
    x = a["x"].astype(np.float64)
    centred = x - x.mean(axis=1, keepdims=True)
    return {"out": centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + a["eps"]) * a["gain"] + a["bias"]}


@triton.jit
def integers(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    safe = tl.where(b == 0, 1, b)
    tl.store(out + i, a // safe)
    tl.store(out + BLOCK + i, a % safe)
    tl.store(out + 2 * BLOCK + i, (a << (b & 7)) ^ (a >> (b & 15)))
    tl.store(out + 3 * BLOCK + i, tl.minimum(a, b) * tl.maximum(a, b))
    tl.store(out + 4 * BLOCK + i, (a & b) | ~a)
    tl.store(out + 5 * BLOCK + i, tl.where(a > b, a - b, -a))


@triton.jit
def high_products(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.umulhi(tl.load(x + i), tl.load(y + i)))


@triton.jit
def casts(x, halves, brains, whole, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(halves + i, v.to(tl.float16))
    tl.store(brains + i, v.to(tl.bfloat16))
    tl.store(whole + i, tl.where(tl.abs(v) < 1e6, v, 0.0).to(tl.int32))


@triton.jit
def scans(x, sums, maxima, back, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    v = tl.load(x + i)
    tl.store(sums + i, tl.cumsum(v, 1))
    tl.store(maxima + i, tl.associative_scan(v, 0, _greater))
    tl.store(back + i, tl.cumsum(v, 0, reverse=True))


@triton.jit
def _greater(a, b):
    return tl.maximum(a, b)


@triton.jit
def arg_reductions(x, places, values, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    r = tl.arange(0, ROWS)
    v = tl.load(x + r[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :])
    tl.store(places + r, tl.argmax(v, 1))
    tl.store(places + ROWS + r, tl.argmin(v, 1))
    best, at = tl.max(v, 1, return_indices=True)
    tl.store(values + r, best)
    tl.store(places + 2 * ROWS + r, at)


@triton.jit
def sorting(x, out, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    tl.store(out + i, tl.sort(tl.load(x + i), descending=True))
    tl.store(out + ROWS * BLOCK + i, tl.flip(tl.load(x + i), 1))


@triton.jit
def histograms(x, out, BLOCK: tl.constexpr, BINS: tl.constexpr):
    part = tl.program_id(0)
    counts = tl.histogram(tl.load(x + part * BLOCK + tl.arange(0, BLOCK)), BINS)
    tl.store(out + part * BINS + tl.arange(0, BINS), counts)


@triton.jit
def gathers(x, places, out, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    tl.store(out + i, tl.gather(tl.load(x + i), tl.load(places + i), 1))


@triton.jit
def reshaping(x, out, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    v = tl.load(x + i)
    even, odd = tl.split(tl.reshape(v, (ROWS, BLOCK // 2, 2)))
    tl.store(out + i, tl.interleave(odd, even))
    j = tl.arange(0, BLOCK)[:, None] * ROWS + tl.arange(0, ROWS)[None, :]
    tl.store(out + ROWS * BLOCK + j, tl.trans(v))
    tl.store(
        out + 2 * ROWS * BLOCK + i, tl.reshape(tl.permute(tl.reshape(v, (ROWS, 2, BLOCK // 2)), (1, 0, 2)), v.shape)
    )


@triton.jit
def collatz(x, out, n, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    value = tl.load(x + p)
    steps = 0
    while value != 1:
        if value % 2 == 0:  # noqa: SIM108 - a branch is what is wanted
            value = value // 2
        else:
            value = 3 * value + 1
        steps += 1
    tl.store(out + p, steps)


@triton.jit
def early_return(x, out, n):
    p = tl.program_id(0)
    if p >= n:
        return
    value = tl.load(x + p)
    if value > 0:
        tl.store(out + p, value * 2)
        return
    tl.store(out + p, -value)


@triton.jit
def ragged_loops(lengths, x, out, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for step in range(tl.load(lengths + p)):
        total += tl.load(x + step * BLOCK + tl.arange(0, BLOCK)) * (p + 1)
    tl.store(out + p * BLOCK + tl.arange(0, BLOCK), total)


@triton.jit
def counters(out, tickets, n, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    ticket = tl.atomic_add(out, 1)
    tl.store(tickets + p, ticket)
    i = tl.arange(0, BLOCK)
    tl.atomic_max(out + 1 + i % 4, i + p, mask=i < n)
    tl.atomic_xor(out + 5 + i % 2, i * 3 + p)
    old = tl.atomic_cas(out + 7, p, p + 1)
    tl.store(tickets + n + p, old)


@triton.jit
def in_place(x, n, BLOCK: tl.constexpr):
    # Each program reads what the one before it wrote.
    p = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    before = tl.load(x + p * BLOCK + i)
    tl.store(x + (p + 1) * BLOCK + i, before * 2 + 1)


@triton.jit
def block_pointers(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_block_ptr(x, (rows, columns), (columns, 1), (0, 0), (BM, BN), (1, 0))
    target = tl.make_block_ptr(out, (rows, columns), (columns, 1), (0, 0), (BM, BN), (1, 0))
    p = tl.program_id(0)
    source, target = tl.advance(source, (p * BM, 0)), tl.advance(target, (p * BM, 0))
    for _ in range(0, columns, BN):
        v = tl.load(source, boundary_check=(0, 1), padding_option="zero")
        tl.store(target, v + tl.sum(v, 1)[:, None], boundary_check=(0, 1))
        source, target = tl.advance(source, (0, BN)), tl.advance(target, (0, BN))


@triton.jit
def descriptors(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [BM, BN])
    target = tl.make_tensor_descriptor(out, [rows, columns], [columns, 1], [BM, BN])
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    target.store([row, column], source.load([row, column]) * 2)


@triton.jit
def mathematics(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    p = tl.abs(v) + 0.5
    tl.store(out + i, tl.exp(v) + tl.exp2(v))
    tl.store(out + BLOCK + i, tl.log(p) - tl.log2(p))
    tl.store(out + 2 * BLOCK + i, tl.sin(v) * tl.cos(v))
    tl.store(out + 3 * BLOCK + i, tl.sqrt(p) + tl.rsqrt(p))
    tl.store(out + 4 * BLOCK + i, tl.erf(v))
    tl.store(out + 5 * BLOCK + i, tl.floor(v) + tl.ceil(v))
    tl.store(out + 6 * BLOCK + i, tl.fma(v, v, p))
    tl.store(out + 7 * BLOCK + i, tl.clamp(v, -0.5, 0.5) + tl.div_rn(v, p) + tl.sqrt_rn(p))


@triton.jit
def random_numbers(seed, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.rand(seed, i))


@triton.jit
def attention(q, k, v, out, scale, length, BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    head = tl.program_id(1) * length * HEAD
    d = tl.arange(0, HEAD)
    queries = tl.load(q + head + rows[:, None] * HEAD + d[None, :], mask=rows[:, None] < length, other=0.0)
    peak = tl.full((BM,), float("-inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, HEAD), tl.float32)
    for start in range(0, length, BN):
        keys = start + tl.arange(0, BN)
        inside = keys < length
        kt = tl.load(k + head + keys[None, :] * HEAD + d[:, None], mask=inside[None, :], other=0.0)
        vt = tl.load(v + head + keys[:, None] * HEAD + d[None, :], mask=inside[:, None], other=0.0)
        scores = tl.where(inside[None, :], tl.dot(queries, kt) * scale, float("-inf"))
        new_peak = tl.maximum(peak, tl.max(scores, 1))
        weights = tl.exp(scores - new_peak[:, None])
        shrink = tl.exp(peak - new_peak)
        total = total * shrink + tl.sum(weights, 1)
        acc = acc * shrink[:, None] + tl.dot(weights.to(vt.dtype), vt)
        peak = new_peak
    tl.store(out + head + rows[:, None] * HEAD + d[None, :], acc / total[:, None], mask=rows[:, None] < length)


def attention_reference(a: Arrays) -> Arrays:
    q, k, v = (a[name].astype(np.float64) for name in "qkv")
    scores = np.einsum("hid,hjd->hij", q, k) * a["scale"]
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return {"out": np.einsum("hij,hjd->hid", weights / weights.sum(axis=-1, keepdims=True), v)}


@triton.jit
def concatenation(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < n
    column, row = i % 890, i // 890
    left = column < 512
    a = tl.load(x + 512 * row + column, left & keep, eviction_policy="evict_last", other=0.0)
    b = tl.load(y + 378 * row + (column - 512), (column >= 512) & keep, eviction_policy="evict_last", other=0.0)
    tl.store(out + i, tl.where(left, a, b), keep)


@triton.jit
def grids(out, X: tl.constexpr, Y: tl.constexpr):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    tl.store(out + (z * Y + y) * X + x, x + 10 * y + 100 * z + 1000 * tl.num_programs(0) + 10000 * tl.num_programs(2))


def counters_reference(a: Arrays) -> Arrays:
    out, tickets, n = a["out"].copy(), a["tickets"].copy(), a["n"]
    for p in range(5):
        tickets[p], out[0] = out[0], out[0] + 1
        for i in range(n):
            out[1 + i % 4] = max(out[1 + i % 4], i + p)
        for i in range(16):
            out[5 + i % 2] ^= i * 3 + p
        tickets[n + p] = out[7]
        out[7] = p + 1 if out[7] == p else out[7]
    return {"out": out, "tickets": tickets}


def in_place_reference(a: Arrays) -> Arrays:
    rows = [a["x"][:8]]
    for _ in range(6):
        rows.append(rows[-1] * 2 + 1)
    return {"x": np.concatenate(rows)}


def mathematics_reference(a: Arrays) -> Arrays:
    v = a["x"].astype(np.float64)
    p = np.abs(v) + 0.5
    rows = [
        np.exp(v) + np.exp2(v),
        np.log(p) - np.log2(p),
        np.sin(v) * np.cos(v),
        np.sqrt(p) + 1 / np.sqrt(p),
        np.array([math.erf(number) for number in v]),
        np.floor(v) + np.ceil(v),
        v * v + p,
        np.clip(v, -0.5, 0.5) + v / p + np.sqrt(p),
    ]
    return {"out": np.stack(rows)}


def _int32(random: np.random.Generator, *shape: int) -> np.ndarray:
    edges = np.array([0, 1, -1, 2, -2, 7, 2**31 - 1, -(2**31)], np.int64)
    values = np.where(random.random(shape) < 0.5, random.choice(edges, shape), random.integers(-1000, 1000, shape))
    return values.astype(np.int32)


def casts_reference(a: Arrays) -> Arrays:
    """Triton's interpreter truncates to bf16; arith.truncf rounds to nearest even."""
    x = a["x"]
    with np.errstate(all="ignore"):
        bits = x.view(np.uint32).astype(np.uint64)
        brains = (bits + 0x7FFF + (bits >> np.uint64(16) & np.uint64(1)) >> np.uint64(16)).astype(np.uint16)
        whole = np.where(np.abs(x) < 1e6, x, 0).astype(np.int32)
        return {"halves": x.astype(np.float16), "brains": brains, "whole": whole}


def integers_reference(a: Arrays) -> Arrays:
    x, y = (list(map(int, a[name])) for name in "xy")
    pairs = list(zip(x, y, strict=True))
    quotients = [int(abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1)) for p, q in ((p, q or 1) for p, q in pairs)]
    rows = [
        quotients,
        [p - d * (q or 1) for (p, q), d in zip(pairs, quotients, strict=True)],
        [wrapped(p << (q & 7)) ^ (p >> (q & 15)) for p, q in pairs],
        [min(p, q) * max(p, q) for p, q in pairs],
        [(p & q) | ~p for p, q in pairs],
        [p - q if p > q else -p for p, q in pairs],
    ]
    return {"out": np.array([[wrapped(element) for element in row] for row in rows], np.int32)}


def wrapped(value: int, bits: int = 32) -> int:
    """A whole number modulo 2^bits, with its sign."""
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def _casts_input(random: np.random.Generator) -> np.ndarray:
    wide = normal(random, 248) * np.exp2(random.integers(-30, 20, 248)).astype(np.float32)
    return np.concatenate([wide, np.array([0, -0.0, 65504, 65520, 1e-8, 3e38, np.inf, -np.inf], np.float32)])


CASES: dict[str, Case] = {
    each.name: each
    for each in (
        case(
            vector_add,
            (4,),
            lambda r: {"x": normal(r, 1000), "y": normal(r, 1000), "out": np.zeros(1000, np.float32), "n": 1000},
            {"BLOCK": 256},
            expected=lambda a: {"out": a["x"] + a["y"]},
        ),
        case(
            softmax_rows,
            (5,),
            lambda r: {"x": normal(r, 5, 100), "out": np.zeros((5, 100), np.float32), "columns": 100, "stride": 100},
            {"BLOCK": 128},
            tolerance=1e-6,
            expected=softmax_reference,
        ),
        case(
            matmul,
            (3, 2),
            lambda r: {
                "a": normal(r, 80, 70, dtype=np.float16),
                "b": normal(r, 70, 50, dtype=np.float16),
                "c": np.zeros((80, 50), np.float16),
                "m": 80,
                "n": 50,
                "k": 70,
            },
            {"BM": 32, "BN": 32, "BK": 16},
            tolerance=1e-3,
            expected=lambda a: {"c": a["a"].astype(np.float64) @ a["b"].astype(np.float64)},
        ),
        case(
            split_k,
            (4,),
            lambda r: {
                "a": normal(r, 16, 64, dtype=np.float16),
                "b": normal(r, 64, 16, dtype=np.float16),
                "c": np.zeros((16, 16), np.float32),
                "k": 64,
            },
            {"BM": 16, "BN": 16, "BK": 16},
            tolerance=1e-6,
            expected=lambda a: {"c": a["a"].astype(np.float64) @ a["b"].astype(np.float64)},
        ),
        case(
            layer_norm,
            (4,),
            lambda r: {
                "x": normal(r, 4, 200),
                "gain": normal(r, 200),
                "bias": normal(r, 200),
                "out": np.zeros((4, 200), np.float32),
                "n": 200,
                "eps": 1e-5,
            },
            {"BLOCK": 256},
            tolerance=1e-5,
            expected=layer_norm_reference,
        ),
        case(
            integers,
            (1,),
            lambda r: {"x": _int32(r, 256), "y": _int32(r, 256), "out": np.zeros((6, 256), np.int32)},
            {"BLOCK": 256},
            expected=integers_reference,
        ),
        case(
            high_products,
            (1,),
            lambda r: {
                "x": _int32(r, 128).view(np.uint32),
                "y": _int32(r, 128).view(np.uint32),
                "out": np.zeros(128, np.uint32),
            },
            {"BLOCK": 128},
            expected=lambda a: {
                "out": (a["x"].astype(np.uint64) * a["y"].astype(np.uint64) >> np.uint64(32)).astype(np.uint32)
            },
        ),
        case(
            casts,
            (1,),
            lambda r: {
                "x": _casts_input(r),
                "halves": np.zeros(256, np.float16),
                "brains": np.zeros(256, np.uint16),
                "whole": np.zeros(256, np.int32),
            },
            {"BLOCK": 256},
            {"brains": "bf16"},
            expected=casts_reference,
            triton_differs=("brains",),
        ),
        case(
            scans,
            (1,),
            lambda r: {
                "x": normal(r, 8, 32),
                "sums": np.zeros((8, 32), np.float32),
                "maxima": np.zeros((8, 32), np.float32),
                "back": np.zeros((8, 32), np.float32),
            },
            {"BLOCK": 32, "ROWS": 8},
            tolerance=1e-6,
            expected=lambda a: {
                "sums": np.cumsum(a["x"].astype(np.float64), 1),
                "maxima": np.maximum.accumulate(a["x"], 0),
                "back": np.cumsum(a["x"][::-1].astype(np.float64), 0)[::-1],
            },
        ),
        case(
            arg_reductions,
            (1,),
            lambda r: {
                "x": r.integers(0, 9, (8, 64)).astype(np.float32),
                "places": np.zeros(24, np.int32),
                "values": np.zeros(8, np.float32),
            },
            {"BLOCK": 64, "ROWS": 8},
            expected=lambda a: {
                "places": np.concatenate([a["x"].argmax(1), a["x"].argmin(1), a["x"].argmax(1)]),
                "values": a["x"].max(1),
            },
        ),
        case(
            sorting,
            (1,),
            lambda r: {"x": normal(r, 4, 32), "out": np.zeros((8, 32), np.float32)},
            {"BLOCK": 32, "ROWS": 4},
            expected=lambda a: {"out": np.concatenate([np.sort(a["x"], 1)[:, ::-1], a["x"][:, ::-1]])},
        ),
        case(
            histograms,
            (3,),
            lambda r: {"x": r.integers(0, 16, 384).astype(np.int32), "out": np.zeros((3, 16), np.int32)},
            {"BLOCK": 128, "BINS": 16},
            expected=lambda a: {"out": np.stack([np.bincount(part, minlength=16) for part in a["x"].reshape(3, 128)])},
        ),
        case(
            gathers,
            (1,),
            lambda r: {
                "x": normal(r, 8, 16),
                "places": r.integers(0, 16, (8, 16)).astype(np.int32),
                "out": np.zeros((8, 16), np.float32),
            },
            {"ROWS": 8, "BLOCK": 16},
            expected=lambda a: {"out": np.take_along_axis(a["x"], a["places"], 1)},
        ),
        case(
            reshaping,
            (1,),
            lambda r: {"x": normal(r, 8, 16), "out": np.zeros(384, np.float32)},
            {"ROWS": 8, "BLOCK": 16},
            expected=lambda a: {
                "out": np.concatenate(
                    [
                        a["x"].reshape(-1, 2)[:, ::-1].ravel(),
                        a["x"].T.ravel(),
                        a["x"].reshape(8, 2, 8).transpose(1, 0, 2).ravel(),
                    ]
                )
            },
        ),
        case(
            collatz,
            (20,),
            lambda r: {"x": np.arange(1, 21, dtype=np.int32), "out": np.zeros(20, np.int32), "n": 20},
            {"BLOCK": 1},
            expected=lambda a: {"out": np.array([0, 1, 7, 2, 5, 8, 16, 3, 19, 6, 14, 9, 9, 17, 17, 4, 12, 20, 20, 7])},
        ),
        case(
            early_return,
            (10,),
            lambda r: {"x": np.array([3, -4, 0, 5, -1, 7, 8, -9], np.int32), "out": np.full(8, 99, np.int32), "n": 7},
            expected=lambda a: {"out": np.array([6, 4, 0, 10, 1, 14, 16, 99])},
        ),
        case(
            ragged_loops,
            (6,),
            lambda r: {
                "lengths": np.array([0, 3, 1, 3, 7, 2], np.int32),
                "x": normal(r, 7, 8),
                "out": np.zeros((6, 8), np.float32),
            },
            {"BLOCK": 8},
            tolerance=1e-6,
            expected=lambda a: {"out": np.stack([a["x"][:n].sum(0) * (p + 1) for p, n in enumerate(a["lengths"])])},
        ),
        case(
            counters,
            (5,),
            lambda r: {"out": np.zeros(8, np.int32), "tickets": np.zeros(32, np.int32), "n": 10},
            {"BLOCK": 16},
            expected=counters_reference,
        ),
        case(
            in_place,
            (6,),
            lambda r: {"x": np.arange(56, dtype=np.int32), "n": 8},
            {"BLOCK": 8},
            expected=in_place_reference,
        ),
        case(
            block_pointers,
            (3,),
            lambda r: {"x": normal(r, 20, 30), "out": np.zeros((20, 30), np.float32), "rows": 20, "columns": 30},
            {"BM": 8, "BN": 16},
            tolerance=1e-6,
            expected=lambda a: {
                "out": np.concatenate(
                    [part + part.sum(1, keepdims=True) for part in (a["x"][:, :16], a["x"][:, 16:])], 1
                )
            },
        ),
        case(
            descriptors,
            (3, 2),
            lambda r: {"x": normal(r, 20, 28), "out": np.zeros((20, 28), np.float32), "rows": 20, "columns": 28},
            {"BM": 8, "BN": 16},
            expected=lambda a: {"out": a["x"] * 2},
        ),
        case(
            mathematics,
            (1,),
            lambda r: {"x": normal(r, 256), "out": np.zeros((8, 256), np.float32)},
            {"BLOCK": 256},
            tolerance=3e-7,
            expected=mathematics_reference,
        ),
        case(random_numbers, (2,), lambda r: {"seed": 1234, "out": np.zeros(256, np.float32)}, {"BLOCK": 128}),
        case(
            attention,
            (3, 2),
            lambda r: {
                "q": normal(r, 2, 40, 16, dtype=np.float16),
                "k": normal(r, 2, 40, 16, dtype=np.float16),
                "v": normal(r, 2, 40, 16, dtype=np.float16),
                "out": np.zeros((2, 40, 16), np.float32),
                "scale": 0.25,
                "length": 40,
            },
            {"BM": 16, "BN": 16, "HEAD": 16},
            tolerance=2e-3,
            expected=attention_reference,
        ),
        case(
            concatenation,
            (4,),
            lambda r: {
                "x": normal(r, 4, 512),
                "y": normal(r, 4, 378),
                "out": np.zeros((4, 890), np.float32),
                "n": 3560,
            },
            {"BLOCK": 1024},
            expected=lambda a: {"out": np.concatenate([a["x"], a["y"]], 1)},
        ),
        case(
            grids,
            (2, 3, 4),
            lambda r: {"out": np.zeros(24, np.int32)},
            {"X": 2, "Y": 3},
            expected=lambda a: {
                "out": np.array([x + 10 * y + 100 * z + 42000 for z in range(4) for y in range(3) for x in range(2)])
            },
        ),
    )
}
"""All cases by the kernel's name."""
