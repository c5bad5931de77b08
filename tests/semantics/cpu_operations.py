"""Kernels of operations that triton-shared leaves out, or gets wrong, with what NumPy says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import triton
import triton.language as tl

Arrays = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """A kernel with its constants, its arrays, and the expected results (the changed arrays by name)."""

    kernel: Any
    constants: dict[str, int]
    arguments: Callable[[np.random.Generator], Arrays]
    expected: Callable[[Arrays], Arrays]
    tolerance: float = 0.0


OPERATIONS: dict[str, Operation] = {}


def _operation(kernel: Any, arguments: Any, expected: Any, tolerance: float = 0.0, **constants: int) -> None:
    OPERATIONS[kernel.__name__] = Operation(kernel, constants, arguments, expected, tolerance)


@triton.jit
def arg_max_of_infinities(x, places, values, M: tl.constexpr, N: tl.constexpr):
    a = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(places + tl.arange(0, M), tl.argmax(a, 1))
    tl.store(values + tl.arange(0, M), tl.max(a, 1))


def _infinities(random: np.random.Generator) -> Arrays:
    x = random.standard_normal((8, 32)).astype(np.float32)
    x[3], x[5, 4], x[5, 9] = -np.inf, np.inf, np.inf
    return {"x": x, "places": np.zeros(8, np.int32), "values": np.zeros(8, np.float32)}


_operation(
    arg_max_of_infinities,
    _infinities,
    lambda given: {"places": given["x"].argmax(1), "values": given["x"].max(1)},
    M=8,
    N=32,
)


@triton.jit
def extrema_of_nans(x, largest, chosen, M: tl.constexpr, N: tl.constexpr):
    a = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(largest + tl.arange(0, M), tl.max(a, 1))
    first = tl.load(x + tl.arange(0, M) * N)
    tl.store(chosen + tl.arange(0, M), tl.where(first > 0.5, first, 0.5))


def _nans(random: np.random.Generator) -> Arrays:
    x = random.standard_normal((4, 16)).astype(np.float32)
    x[1], x[2, 3] = np.nan, np.nan
    return {"x": x, "largest": np.zeros(4, np.float32), "chosen": np.zeros(4, np.float32)}


_operation(
    extrema_of_nans,
    _nans,
    lambda given: {
        "largest": np.array([np.nan if np.isnan(row).all() else np.nanmax(row) for row in given["x"]]),
        "chosen": np.where(given["x"][:, 0] > 0.5, given["x"][:, 0], np.float32(0.5)),
    },
    M=4,
    N=16,
)


@triton.jit
def _then(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def prefixes(x, y, sums, suffixes, states, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    a, b = tl.load(x + at), tl.load(y + at)
    tl.store(sums + at, tl.cumsum(a, 1))
    tl.store(suffixes + at, tl.cumsum(a, 0, reverse=True))
    _, state = tl.associative_scan((a, b), 1, _then)
    tl.store(states + at, state)


def _states(x: Any, y: Any) -> Any:
    states = np.zeros_like(x)
    for column in range(x.shape[1]):
        states[:, column] = y[:, column] + (states[:, column - 1] * x[:, column] if column else 0)
    return states


_operation(
    prefixes,
    lambda random: (
        {name: random.standard_normal((4, 8)).astype(np.float32) for name in ("x", "y")}
        | {name: np.zeros((4, 8), np.float32) for name in ("sums", "suffixes", "states")}
    ),
    lambda given: {
        "sums": given["x"].cumsum(1),
        "suffixes": given["x"][::-1].cumsum(0)[::-1],
        "states": _states(given["x"], given["y"]),
    },
    1e-4,
    M=4,
    N=8,
)


@triton.jit
def _better(a, i, b, j):
    first = (a > b) | ((a == b) & (i < j))
    return tl.where(first, a, b), tl.where(first, i, j)


@triton.jit
def reduce_pairs(x, values, places, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    value, place = tl.reduce((tl.load(x + at), at), 0, _better)
    tl.store(values + tl.arange(0, N), value)
    tl.store(places + tl.arange(0, N), place)


_operation(
    reduce_pairs,
    lambda random: {
        "x": random.integers(0, 5, (8, 16)).astype(np.float32),
        "values": np.zeros(16, np.float32),
        "places": np.zeros(16, np.int32),
    },
    lambda given: {"values": given["x"].max(0), "places": given["x"].argmax(0) * 16 + np.arange(16)},
    M=8,
    N=16,
)


@triton.jit
def weave(x, y, woven, differences, joined, N: tl.constexpr):
    r = tl.arange(0, N)
    a, b = tl.load(x + r), tl.load(y + r)
    tl.store(woven + tl.arange(0, 2 * N), tl.interleave(a, b))
    left, right = tl.split(tl.reshape(tl.join(a, b), (N // 2, 2, 2)).trans(0, 2, 1))
    tl.store(differences + r, tl.reshape(left - right, (N,)))
    tl.store(joined + tl.arange(0, 2 * N), tl.cat(a, b, can_reorder=True))


def _woven(given: Arrays) -> Arrays:
    pairs = np.stack([given["x"], given["y"]], 1)
    turned = pairs.reshape(-1, 2, 2).transpose(0, 2, 1)
    return {
        "woven": pairs.ravel(),
        "differences": (turned[..., 0] - turned[..., 1]).ravel(),
        "joined": np.concatenate([given["x"], given["y"]]),
    }


_operation(
    weave,
    lambda random: (
        {name: random.standard_normal(16).astype(np.float32) for name in ("x", "y")}
        | {
            "woven": np.zeros(32, np.float32),
            "differences": np.zeros(16, np.float32),
            "joined": np.zeros(32, np.float32),
        }
    ),
    _woven,
    N=16,
)


@triton.jit
def batched_product(x, y, products, B: tl.constexpr, N: tl.constexpr):
    r = tl.arange(0, N)
    at = tl.arange(0, B)[:, None, None] * N * N + r[None, :, None] * N + r[None, None, :]
    tl.store(products + at, tl.dot(tl.load(x + at), tl.load(y + at), input_precision="ieee"))


_operation(
    batched_product,
    lambda random: (
        {name: random.standard_normal((2, 16, 16)).astype(np.float32) for name in ("x", "y")}
        | {"products": np.zeros((2, 16, 16), np.float32)}
    ),
    lambda given: {"products": given["x"] @ given["y"]},
    1e-4,
    B=2,
    N=16,
)


@triton.jit
def scaled_product(a, u, b, v, products, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, j, k, s = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K), tl.arange(0, K // 32)
    x = tl.load(a + i[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + j[None, :])
    left = tl.load(u + i[:, None] * (K // 32) + s[None, :])
    right = tl.load(v + j[:, None] * (K // 32) + s[None, :])
    tl.store(products + i[:, None] * N + j[None, :], tl.dot_scaled(x, left, "e5m2", y, right, "e5m2"))


def _e5m2(codes: Any) -> Any:
    """Numbers of a format that is the upper half of f16."""
    return (codes.astype(np.uint16) << 8).view(np.float16).astype(np.float32)


def _scaled(random: np.random.Generator) -> Arrays:
    codes = {
        name: (random.standard_normal(shape).astype(np.float16).view(np.uint16) >> 8).astype(np.uint8)
        for name, shape in (("a", (32, 64)), ("b", (64, 32)))
    }
    scales = {name: random.integers(120, 134, (32, 2)).astype(np.uint8) for name in ("u", "v")}
    return {
        "a": codes["a"],
        "u": scales["u"],
        "b": codes["b"],
        "v": scales["v"],
        "products": np.zeros((32, 32), np.float32),
    }


def _scaled_product(given: Arrays) -> Arrays:
    left, right = (np.repeat(np.ldexp(1.0, given[name].astype(int) - 127), 32, 1) for name in ("u", "v"))
    return {"products": (_e5m2(given["a"]) * left) @ (_e5m2(given["b"]) * right.T)}


_operation(scaled_product, _scaled, _scaled_product, 1e-3, M=32, N=32, K=64)


@triton.jit
def counts_and_lookups(x, i, counts, found, N: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, N)
    a = tl.load(x + r)
    tl.store(counts + tl.arange(0, B), tl.histogram(a, B))
    tl.store(found + r, tl.gather(a, tl.load(i + r), 0))


_operation(
    counts_and_lookups,
    lambda random: {
        "x": random.integers(0, 16, 128).astype(np.int32),
        "i": random.integers(0, 128, 128).astype(np.int32),
        "counts": np.zeros(16, np.int32),
        "found": np.zeros(128, np.int32),
    },
    lambda given: {"counts": np.bincount(given["x"], minlength=16), "found": given["x"][given["i"]]},
    N=128,
    B=16,
)


@triton.jit
def symmetric_in_turns(x, y, N: tl.constexpr):
    places = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    a = tl.cumsum(tl.load(x + places), 1)
    a = a + tl.trans(a)
    tl.store(y + places, tl.cumsum(a, 1))


def _symmetric(given: Arrays) -> Arrays:
    a = given["x"].cumsum(1)
    return {"y": (a + a.T).cumsum(1)}


_operation(
    symmetric_in_turns,
    lambda random: {"x": random.integers(-9, 9, (16, 16)).astype(np.int32), "y": np.zeros((16, 16), np.int32)},
    _symmetric,
    N=16,
)


@triton.jit
def used_in_many_places(x, y, z, N: tl.constexpr):
    rows, columns = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    a = tl.load(x + rows * N + columns)
    b = a * 2 + 1
    c = tl.where(b > 5, b - a, b + tl.trans(b))
    tl.store(y + rows * N + columns, c * b)
    tl.store(z + tl.arange(0, N), tl.sum(c, 0))


def _used_in_many_places(given: Arrays) -> Arrays:
    a = given["x"]
    b = a * 2 + 1
    c = np.where(b > 5, b - a, b + b.T)
    return {"y": c * b, "z": c.sum(0)}


_operation(
    used_in_many_places,
    lambda random: {
        "x": random.integers(-9, 9, (16, 16)).astype(np.int32),
        "y": np.zeros((16, 16), np.int32),
        "z": np.zeros(16, np.int32),
    },
    _used_in_many_places,
    N=16,
)


@triton.jit
def sorted_rows(x, y, top, M: tl.constexpr, N: tl.constexpr):
    rows = tl.arange(0, M)[:, None]
    a = tl.load(x + rows * N + tl.arange(0, N)[None, :])
    tl.store(y + rows * N + tl.arange(0, N)[None, :], tl.flip(tl.sort(a), 1))
    tl.store(top + rows * 4 + tl.arange(0, 4)[None, :], tl.topk(a, 4))


_operation(
    sorted_rows,
    lambda random: {
        "x": random.standard_normal((4, 32)).astype(np.float32),
        "y": np.zeros((4, 32), np.float32),
        "top": np.zeros((4, 4), np.float32),
    },
    lambda given: {"y": np.sort(given["x"], 1)[:, ::-1], "top": np.sort(given["x"], 1)[:, :-5:-1]},
    M=4,
    N=32,
)


@triton.jit
def _with_weights(x, u, y, v):
    return x + y, u + v + 0.0 * x


@triton.jit
def reduction_of_a_reduction(x, sums, doubled, M: tl.constexpr, N: tl.constexpr):
    a = tl.load(x + tl.arange(0, M)[None, :, None] * N + tl.arange(0, N)[None, None, :])
    first, second = tl.reduce((a, a * 2.0), 2, _with_weights)
    first, second = tl.reduce((first, second), 1, _with_weights)
    tl.store(sums + tl.arange(0, 1), first)
    tl.store(doubled + tl.arange(0, 1), second)


_operation(
    reduction_of_a_reduction,
    lambda random: {
        "x": random.standard_normal((8, 16)).astype(np.float32),
        "sums": np.zeros(1, np.float32),
        "doubled": np.zeros(1, np.float32),
    },
    lambda given: {"sums": given["x"].sum()[None], "doubled": 2 * given["x"].sum()[None]},
    1e-5,
    M=8,
    N=16,
)


@triton.jit
def _in_parts(a, b):
    if a < 0:
        return tl.clamp(b, -0.5, 0.5)
    return a + b


@triton.jit
def functions_with_branches(x, y, out, N: tl.constexpr):
    places = tl.arange(0, N)
    tl.store(out + places, tl.map_elementwise(_in_parts, tl.load(x + places), tl.load(y + places)))


_operation(
    functions_with_branches,
    lambda random: (
        {name: random.standard_normal(64).astype(np.float32) for name in ("x", "y")} | {"out": np.zeros(64, np.float32)}
    ),
    lambda given: {"out": np.where(given["x"] < 0, np.clip(given["y"], -0.5, 0.5), given["x"] + given["y"])},
    N=64,
)
