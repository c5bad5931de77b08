"""Arguments of the kernels of :mod:`semantics.cases`, and what NumPy computes of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Arrays = dict[str, Any]
"""Arguments, or the arrays that a kernel changes, by name."""


def normal(random: np.random.Generator, *shape: int, dtype: Any = np.float32) -> np.ndarray:
    return random.standard_normal(shape).astype(dtype)


def softmax_reference(a: Arrays) -> Arrays:
    x = a["x"].astype(np.float64)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return {"out": e / e.sum(axis=1, keepdims=True)}


def layer_norm_reference(a: Arrays) -> Arrays:
    x = a["x"].astype(np.float64)
    centred = x - x.mean(axis=1, keepdims=True)
    return {"out": centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + a["eps"]) * a["gain"] + a["bias"]}


def attention_reference(a: Arrays) -> Arrays:
    q, k, v = (a[name].astype(np.float64) for name in "qkv")
    scores = np.einsum("hid,hjd->hij", q, k) * a["scale"]
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return {"out": np.einsum("hij,hjd->hid", weights / weights.sum(axis=-1, keepdims=True), v)}


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


def int32s(random: np.random.Generator, *shape: int) -> np.ndarray:
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


def casts_input(random: np.random.Generator) -> np.ndarray:
    wide = normal(random, 248) * np.exp2(random.integers(-30, 20, 248)).astype(np.float32)
    return np.concatenate([wide, np.array([0, -0.0, 65504, 65520, 1e-8, 3e38, np.inf, -np.inf], np.float32)])
