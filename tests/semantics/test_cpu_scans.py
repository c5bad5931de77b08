"""Scans with any combine function, one and two operands, both dimensions and directions, against loops in Python."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import pytest
import triton
import triton.language as tl
from selection import slow_unless

import xtriton

MAX, MIN, MUL, OR, ADD, LAST = range(6)
LINEAR, PLACE, SEGMENTS = range(3)


@triton.jit
def _max(a, b):
    return tl.maximum(a, b).to(a.dtype)  # before 3.9 Triton takes extrema of bf16 in f32


@triton.jit
def _min(a, b):
    return tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL).to(a.dtype)


@triton.jit
def _mul(a, b):
    return a * b


@triton.jit
def _or(a, b):
    return a | b


@triton.jit
def _add(a, b):
    return a + b


@triton.jit
def _last(a, b):
    return tl.where(b != 0, b, a)


@triton.jit
def _scanned(v, KIND: tl.constexpr, AXIS: tl.constexpr, REVERSE: tl.constexpr):
    if KIND == 0:
        return tl.associative_scan(v, AXIS, _max, reverse=REVERSE)
    if KIND == 1:
        return tl.associative_scan(v, AXIS, _min, reverse=REVERSE)
    if KIND == 2:
        return tl.associative_scan(v, AXIS, _mul, reverse=REVERSE)
    if KIND == 3:
        return tl.associative_scan(v, AXIS, _or, reverse=REVERSE)
    if KIND == 4:
        return tl.associative_scan(v, AXIS, _add, reverse=REVERSE)
    return tl.associative_scan(v, AXIS, _last, reverse=REVERSE)


@triton.jit
def one(x, down, up, right, left, KIND: tl.constexpr, R: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :]
    v = tl.load(x + at)
    tl.store(down + at, _scanned(v, KIND, 0, False))
    tl.store(up + at, _scanned(v, KIND, 0, True))
    tl.store(right + at, _scanned(v, KIND, 1, False))
    tl.store(left + at, _scanned(v, KIND, 1, True))


@triton.jit
def row(x, right, left, KIND: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, N)
    v = tl.load(x + at)
    tl.store(right + at, _scanned(v, KIND, 0, False))
    tl.store(left + at, _scanned(v, KIND, 0, True))


@triton.jit
def _linear(a, b, c, d):
    return a * c, c * b + d


@triton.jit
def _place(a, i, b, j):
    first = (a > b) | ((a == b) & (i < j))
    return tl.where(first, a, b), tl.where(first, i, j)


@triton.jit
def _segments(a, f, b, g):
    return tl.where(g != 0, b, tl.maximum(a, b)), f | g


@triton.jit
def _both(v, w, KIND: tl.constexpr, AXIS: tl.constexpr, REVERSE: tl.constexpr):
    if KIND == 0:
        return tl.associative_scan((v, w), AXIS, _linear, reverse=REVERSE)
    if KIND == 1:
        return tl.associative_scan((v, w), AXIS, _place, reverse=REVERSE)
    f, g = tl.associative_scan((v, w != 0), AXIS, _segments, reverse=REVERSE)
    return f, g.to(w.dtype)


@triton.jit
def two(x, y, right, left, right2, left2, KIND: tl.constexpr, R: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :]
    v, w = tl.load(x + at), tl.load(y + at)
    a, b = _both(v, w, KIND, 1, False)
    tl.store(right + at, a)
    tl.store(right2 + at, b)
    a, b = _both(v, w, KIND, 1, True)
    tl.store(left + at, a)
    tl.store(left2 + at, b)


def _larger(a, b):
    if np.isnan(a) or np.isnan(b):
        return b if np.isnan(a) else a
    return max(a, b) if a or b else a if np.signbit(b) else b


def _smaller(a, b):
    if np.isnan(a) or np.isnan(b):
        return a if np.isnan(a) else b
    return min(a, b) if a or b else b if np.signbit(b) else a


COMBINE: dict[int, Callable] = {
    MAX: _larger,
    MIN: _smaller,
    MUL: lambda a, b: a * b,
    OR: lambda a, b: a | b,
    ADD: lambda a, b: a + b,
    LAST: lambda a, b: b if b != 0 else a,
}
COMBINE_PAIRS: dict[int, Callable] = {
    LINEAR: lambda a, b, c, d: (a * c, c * b + d),
    PLACE: lambda a, i, b, j: (a, i) if a > b or (a == b and i < j) else (b, j),
    SEGMENTS: lambda a, f, b, g: (b if g else _larger(a, b), f | g),
}
NUMPY = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
NUMPY |= {"fp16": np.float16, "fp32": np.float32, "fp64": np.float64, "bf16": np.uint16}


def _in_turn(combine: Callable, sources: Sequence[np.ndarray], axis: int, *, reverse: bool) -> list[np.ndarray]:
    """The scan, one element after the other, in the arithmetic of the arrays' types."""
    moved = [np.moveaxis(source, axis, -1) for source in sources]
    rows = [np.ascontiguousarray(m[..., ::-1] if reverse else m) for m in moved]
    results = [np.empty_like(part) for part in rows]
    extent = rows[0].shape[-1]
    with np.errstate(all="ignore"):
        for place in np.ndindex(*rows[0].shape[:-1]):
            lines = [part[place] for part in rows]
            so_far = [line[0] for line in lines]
            for number in range(extent):
                if number:
                    found = combine(*so_far, *(line[number] for line in lines))
                    so_far = list(found) if isinstance(found, tuple) else [found]
                for result, value in zip(results, so_far, strict=True):
                    result[(*place, number)] = value
    turned = [part[..., ::-1] if reverse else part for part in results]
    return [np.moveaxis(part, -1, axis) for part in turned]


def _assert_same(found: np.ndarray, expected: np.ndarray) -> None:
    """Equal, NaN included, and of equal signs of zero."""
    np.testing.assert_array_equal(found, expected)
    if found.dtype.kind == "f":
        numbers = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(found)[numbers], np.signbit(expected)[numbers])


def _given(kind: int, type_: str, shape: tuple[int, ...], seed: int = 0) -> np.ndarray:
    """Values for which the order of evaluation changes no result."""
    chance = np.random.default_rng(seed)
    dtype = np.float32 if type_ == "bf16" else NUMPY[type_]
    if np.dtype(dtype).kind == "i":
        small = chance.integers(-3, 4, shape).astype(dtype)
        return np.where(chance.random(shape) < 0.5, small, 0).astype(dtype) if kind == LAST else small
    if kind == MUL:  # powers of 2, whose products neither overflow nor are subnormal
        powers = chance.choice([0.5, 1.0, 2.0], shape, p=[1 / 128, 63 / 64, 1 / 128])
        return (powers * chance.choice([-1.0, 1.0], shape)).astype(dtype)
    if kind == ADD:
        ones = chance.integers(-1, 2, shape).astype(dtype)
        return -ones if seed % 2 else ones  # with -0
    values = np.asarray(np.round(chance.standard_normal(shape) * 4, 1).astype(np.float16).astype(dtype))
    special = chance.choice([np.nan, np.inf, -np.inf, 0.0, -0.0], shape)
    values = np.where(chance.random(shape) < 0.2, special, values).astype(dtype)
    return np.where(chance.random(shape) < 0.5, -0.0, values).astype(dtype) if seed % 2 else values


def _to_memory(values: np.ndarray, type_: str) -> np.ndarray:
    if type_ != "bf16":
        return values
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def _from_memory(values: np.ndarray, type_: str) -> np.ndarray:
    return (values.astype(np.uint32) << 16).view(np.float32) if type_ == "bf16" else values


def _exact_in_bf16(values: np.ndarray) -> np.ndarray:
    return _from_memory(_to_memory(values, "bf16"), "bf16")


KINDS = {
    **dict.fromkeys(("i8", "i16", "i32", "i64"), (MAX, MIN, MUL, OR, ADD, LAST)),
    **dict.fromkeys(("fp16", "bf16", "fp32", "fp64"), (MAX, MIN, MUL, ADD)),
}
CASES = [(type_, kind) for type_, kinds in KINDS.items() for kind in kinds]
QUICK = {
    ("i8", OR),
    ("i32", MAX),
    ("i64", LAST),
    ("fp32", MAX),
    ("fp32", MIN),
    ("fp32", MUL),
    ("bf16", MAX),
    ("fp16", MUL),
}


@pytest.mark.parametrize(("type_", "kind"), slow_unless(CASES, QUICK.__contains__))
@pytest.mark.parametrize("shape", [(2, 4), (8, 4), (4, 32), (64, 2)])
def test_blocks(type_: str, kind: int, shape: tuple[int, int]) -> None:
    for seed in (0, 1):
        x = _given(kind, type_, shape, seed)
        x = _exact_in_bf16(x) if type_ == "bf16" else x
        found = [np.zeros(shape, NUMPY[type_]) for _ in range(4)]
        kernel = xtriton.compile(one, f"{','.join([f'*{type_}'] * 5)},{kind},{shape[0]},{shape[1]}", target="cpu")
        kernel[1](_to_memory(x, type_), *found)
        for result, (axis, reverse) in zip(found, [(0, False), (0, True), (1, False), (1, True)], strict=True):
            (expected,) = _in_turn(COMBINE[kind], [x], axis, reverse=reverse)
            _assert_same(_from_memory(result, type_), expected)


@pytest.mark.parametrize(("type_", "kind"), slow_unless(CASES, {("fp32", MAX), ("i8", MUL)}.__contains__))
@pytest.mark.parametrize("extent", [1, 2, 8, 16, 32, 1024, 4096])
def test_rows(type_: str, kind: int, extent: int) -> None:
    x = _given(kind, type_, (extent,))
    x = _exact_in_bf16(x) if type_ == "bf16" else x
    found = [np.zeros(extent, NUMPY[type_]) for _ in range(2)]
    kernel = xtriton.compile(row, f"{','.join([f'*{type_}'] * 3)},{kind},{extent}", target="cpu")
    kernel[1](_to_memory(x, type_), *found)
    for result, reverse in zip(found, (False, True), strict=True):
        (expected,) = _in_turn(COMBINE[kind], [x], 0, reverse=reverse)
        if type_ == "fp16" and kind == ADD:
            expected = _in_turn(COMBINE[kind], [x.astype(np.float32)], 0, reverse=reverse)[0].astype(np.float16)
        _assert_same(_from_memory(result, type_), expected)


PAIRS = [
    (LINEAR, "fp32", "fp32"),
    (LINEAR, "fp64", "fp64"),
    (LINEAR, "i32", "i32"),
    (PLACE, "fp32", "i32"),
    (PLACE, "fp16", "i64"),
    (PLACE, "i8", "i32"),
    (SEGMENTS, "fp32", "i8"),
    (SEGMENTS, "fp64", "i32"),
]
SHAPES = [(1, 1), (4, 2), (2, 8), (4, 16), (2, 256), (1, 4096)]


def _pair(kind: int, types: Sequence[str], shape: tuple[int, int]) -> list[np.ndarray]:
    chance = np.random.default_rng(3)
    first, second = (NUMPY[type_] for type_ in types)
    if kind == LINEAR:
        return [chance.integers(-1, 2, shape).astype(first), chance.integers(-9, 10, shape).astype(second)]
    values = chance.integers(-9, 10, shape).astype(first)
    if kind == PLACE:
        return [values, np.tile(np.arange(shape[1], dtype=second), (shape[0], 1))]
    return [values, (chance.random(shape) < 0.1).astype(second)]


@pytest.mark.parametrize(("kind", "first", "second"), PAIRS)
@pytest.mark.parametrize(("rows", "columns"), slow_unless(SHAPES, {(4, 2), (2, 256)}.__contains__))
@pytest.mark.parametrize("strict", [False, True])
def test_pairs(kind: int, first: str, second: str, rows: int, columns: int, *, strict: bool) -> None:
    shape = rows, columns
    x, y = _pair(kind, (first, second), shape)
    found = [np.zeros_like(x), np.zeros_like(x), np.zeros_like(y), np.zeros_like(y)]
    signature = ",".join(f"*{type_}" for type_ in (first, second, first, first, second, second))
    kernel = xtriton.compile(two, f"{signature},{kind},{shape[0]},{shape[1]}", target="cpu", strict_fp=strict)
    kernel[1](x, y, *found)
    for number, reverse in enumerate((False, True)):
        expected = _in_turn(COMBINE_PAIRS[kind], [x, y], 1, reverse=reverse)
        _assert_same(found[number], expected[0])
        _assert_same(found[2 + number], expected[1])


@pytest.mark.parametrize("shape", [(2, 8), (2, 256)])
def test_rounding_recurrences(shape: tuple[int, int]) -> None:
    """``strict_fp`` rounds as a loop does; otherwise results are as near to the exact ones."""
    chance = np.random.default_rng(4)
    x, y = chance.random(shape, np.float32), chance.standard_normal(shape, np.float32)
    signature = f"{','.join(['*fp32'] * 6)},{LINEAR},{shape[0]},{shape[1]}"
    for strict in (False, True):
        found = [np.zeros(shape, np.float32) for _ in range(4)]
        xtriton.compile(two, signature, target="cpu", strict_fp=strict)[1](x, y, *found)
        for number, reverse in enumerate((False, True)):
            expected = _in_turn(COMBINE_PAIRS[LINEAR], [x, y], 1, reverse=reverse)
            wide = [value.astype(np.float64) for value in (x, y)]
            exact = _in_turn(COMBINE_PAIRS[LINEAR], wide, 1, reverse=reverse)
            for result, in_turn, right in zip((found[number], found[2 + number]), expected, exact, strict=True):
                np.testing.assert_allclose(result, right, rtol=1e-5, atol=1e-5)
                assert not strict or np.array_equal(result, in_turn)


@triton.jit
def _sum_of_exponentials(a, b):
    m = tl.maximum(a, b)
    return m + tl.log(tl.exp(a - m) + tl.exp(b - m))


@triton.jit
def _length(a, b):
    return tl.sqrt(a * a + b * b)


@triton.jit
def _fused(a, b, c, d):
    return a * c, tl.fma(c, b, d)


@triton.jit
def functions(x, sums, suffixes, lengths, states, R: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :]
    v = tl.load(x + at)
    tl.store(sums + at, tl.associative_scan(v, 1, _sum_of_exponentials))
    tl.store(suffixes + at, tl.associative_scan(v, 1, _sum_of_exponentials, reverse=True))
    tl.store(lengths + at, tl.associative_scan(v, 1, _length))
    _, state = tl.associative_scan((v, v), 1, _fused)
    tl.store(states + at, state)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1024), (4, 64), (2, 8), (8, 2)])
@pytest.mark.parametrize(("type_", "error"), [("fp32", 1e-5), ("fp64", 1e-12)])
def test_functions(type_: str, error: float, rows: int, columns: int, *, strict: bool) -> None:
    """Also those that no vector instruction computes."""
    x = np.random.default_rng(7).uniform(-1, 1, (rows, columns)).astype(NUMPY[type_])
    sums, suffixes, lengths, states = (np.zeros_like(x) for _ in range(4))
    signature = f"{','.join([f'*{type_}'] * 5)},{rows},{columns}"
    xtriton.compile(functions, signature, target="cpu", strict_fp=strict)[1](x, sums, suffixes, lengths, states)
    wide = x.astype(np.longdouble)
    totals = np.log(np.cumsum(np.exp(wide), 1))
    np.testing.assert_allclose(sums, totals, rtol=error, atol=error)
    np.testing.assert_allclose(suffixes[:, ::-1], np.log(np.cumsum(np.exp(wide[:, ::-1]), 1)), rtol=error, atol=error)
    # The first length is a number, which may be negative.
    np.testing.assert_array_equal(lengths[:, 0], x[:, 0])
    np.testing.assert_allclose(lengths[:, 1:], np.sqrt(np.cumsum(wide**2, 1))[:, 1:], rtol=error)
    expected = _in_turn(COMBINE_PAIRS[LINEAR], [wide, wide], 1, reverse=False)[1]
    np.testing.assert_allclose(states, expected, rtol=error, atol=error)


@triton.jit
def within(x, flags, any_, all_, odd, R: tl.constexpr, C: tl.constexpr, LIMIT: tl.constexpr):
    at = tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :]
    flag = tl.load(x + at) > LIMIT
    tl.store(flags + at, flag.to(tl.int8))
    tl.store(any_ + at, tl.associative_scan(flag, 1, _or).to(tl.int8))
    tl.store(all_ + at, tl.associative_scan(flag, 0, _mul, reverse=True).to(tl.int8))
    tl.store(odd + at, tl.associative_scan(flag, 1, _add, reverse=True).to(tl.int8))


@pytest.mark.parametrize("shape", [(2, 64), (4, 2)])
def test_flags(shape: tuple[int, int]) -> None:
    x = np.random.default_rng(5).random(shape, np.float32)
    flags, any_, all_, odd = (np.zeros(shape, np.int8) for _ in range(4))
    signature = f"*fp32,*i8,*i8,*i8,*i8,{shape[0]},{shape[1]},0.5"
    xtriton.compile(within, signature, target="cpu")[1](x, flags, any_, all_, odd)
    np.testing.assert_array_equal(flags, x > 0.5)
    np.testing.assert_array_equal(any_, np.logical_or.accumulate(x > 0.5, 1))
    np.testing.assert_array_equal(all_, np.logical_and.accumulate((x > 0.5)[::-1], 0)[::-1])
    np.testing.assert_array_equal(odd, np.logical_xor.accumulate((x > 0.5)[:, ::-1], 1)[:, ::-1])


@triton.jit
def deep(x, y, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = (tl.arange(0, A)[:, None, None] * B + tl.arange(0, B)[None, :, None]) * C + tl.arange(0, C)[None, None, :]
    tl.store(y + at, tl.associative_scan(tl.load(x + at), 2, _max, reverse=True))


@pytest.mark.parametrize("extents", [(2, 4, 2), (2, 2, 32)])
def test_three_dimensions(extents: tuple[int, int, int]) -> None:
    x = np.random.default_rng(6).standard_normal(extents, np.float32)
    y = np.zeros_like(x)
    xtriton.compile(deep, f"*fp32,*fp32,{','.join(map(str, extents))}", target="cpu")[1](x, y)
    np.testing.assert_array_equal(y, np.maximum.accumulate(x[..., ::-1], 2)[..., ::-1])


@triton.jit
def _wrapped(a, b):
    return (a.to(tl.float64) + b.to(tl.float64)).to(tl.int8)


@triton.jit
def wrapped(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.associative_scan(tl.load(x + i), 0, _wrapped))


def test_vectors_of_8_bit_integers_of_floats_out_of_range() -> None:
    """A sum of two bytes as a float fits in 16 bits, of which the low 8 are the sum modulo 256."""
    x = np.random.default_rng(0).integers(-128, 128, 256).astype(np.int8)
    found = np.zeros(256, np.int8)
    with xtriton.on_cpu():
        made = wrapped[(1,)](x, found, 256)
    assert re.search(r"vector<\d+xf64> to vector<\d+xi16>", made.asm["llvm"])
    np.testing.assert_array_equal(found, np.cumsum(x, dtype=np.int8))
