"""Blocks whose positions are divided into rows and columns: they are executed in runs of equal quotients."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import re

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton
from xtriton.backends.cpu.kernel import compile_for_cpu
from xtriton.backends.cpu.launch import KernelAssertion
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

MOST = 2**31 - 1
WIDTHS = [1, 3, 15, 16, 17, 63, 100, 256, 1000]


@triton.jit
def padded(x, y, count, width, pitch, start, BLOCK: tl.constexpr):
    place = start + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    row, column = place // width, place % width
    tl.store(y + row * pitch + column, tl.load(x + place, mask=place < count), mask=place < count)


@triton.jit
def convolved(x, w, y, height, width, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    row, column = o // width, o % width
    total = tl.zeros((BLOCK,), tl.float32)
    for dy in range(3):
        for dx in range(3):
            r, c = row + dy - 1, column + dx - 1
            inside = (r >= 0) & (r < height) & (c >= 0) & (c < width)
            total += tl.load(x + r * width + c, mask=inside, other=0.0) * tl.load(w + dy * 3 + dx)
    tl.store(y + o, total, mask=o < height * width)


@triton.jit
def looked_up(table, index, y, count, width, OTHER: tl.constexpr, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    if OTHER:
        row = tl.load(index + place // width, mask=inside, other=0)
    else:
        row = tl.load(index + place // width, mask=inside)
    tl.device_assert((row < 7) | ~inside, "no such row")
    tl.store(y + place, tl.load(table + row * width + place % width, mask=inside), mask=inside)


@triton.jit
def added(index, x, y, count, width, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    row = tl.load(index + place // width, mask=place < count)
    tl.atomic_add(y + row * width + place % width, tl.load(x + place, mask=place < count), mask=place < count)


@triton.jit
def rolled(x, y, count, width, shift, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    column = (place % width + shift) % width
    tl.store(y + place, tl.load(x + place // width * width + column, mask=place < count), mask=place < count)


@triton.jit
def flipped(x, y, count, width, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    source = place // width * width + (width - 1 - place % width)
    tl.store(y + place, tl.load(x + source, mask=place < count), mask=place < count)


@triton.jit
def scaled_in_place(x, scale, count, width, BLOCK: tl.constexpr):
    place = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    inside = place < count
    tl.store(x + place, tl.load(x + place, mask=inside) * tl.load(scale + place % width, mask=inside), mask=inside)


@triton.jit
def shifted_in_place(x, width, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    source = place // width * width + (place % width + 1) % width
    tl.store(x + place, tl.load(x + source))


@triton.jit
def moved_axes(x, y, images, channels, size, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    inside = (row < images * channels) & (column < size)
    value = tl.load(x + row * size + column, mask=inside)
    tl.store(y + row % channels + channels * (column + size * (row // channels)), value, mask=inside)


@triton.jit
def summed(x, y, outer, middle, inner, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    place = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    total = tl.zeros((ROWS, BLOCK), tl.float32)
    for start in range(0, middle, BLOCK):
        k = start + tl.arange(0, BLOCK)[None, :]
        source = place % inner + inner * (k + middle * (place // inner))
        total += tl.load(x + source, mask=(place < outer * inner) & (k < middle), other=0.0)
    tl.store(y + place, tl.sum(total, 1)[:, None], mask=place < outer * inner)


@triton.jit
def strided_loop(x, scale, y, count, width, BLOCK: tl.constexpr):
    lane = tl.arange(0, BLOCK)
    for start in range(tl.program_id(0) * BLOCK, count, tl.num_programs(0) * BLOCK):
        place = start + lane
        inside = place < count
        factor = tl.load(scale + place // width, mask=inside)
        tl.store(y + place, tl.load(x + place, mask=inside) * factor, mask=inside)


@triton.jit
def stored_in_a_loop(y, width, count, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    row = place // width
    for k in range(count):
        tl.store(y + row + k, (place + 1000 * k).to(tl.float32))


@triton.jit
def with_another_value(x, scale, counts, y, count, width, KIND: tl.constexpr, BLOCK: tl.constexpr):
    """What lanes without a scale get is computed by an atomic operation, a loop or a reduction."""
    place = tl.arange(0, BLOCK)
    other = tl.zeros((BLOCK,), tl.float32)
    if KIND == 0:
        other = tl.atomic_add(counts + place, 1.0)
    elif KIND == 1:
        for _ in range(count // 50):
            other += tl.load(x + place)
    else:
        other = tl.sum(tl.load(x + place[:, None] + tl.arange(0, 4)[None, :]), 1)
    tl.store(y + place, tl.load(scale + place // width, mask=place < count, other=other))


@triton.jit
def by_a_scalar_of_a_loop(x, scale, y, width, count, DIVISOR: tl.constexpr, BLOCK: tl.constexpr):
    """The operations that compute the positions' sums compute a scalar, too: a part of an address, or the divisor."""
    place = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    k = 0
    while k < count:
        total += tl.load(x + place + k)
        k += 8
    if DIVISOR:
        tl.store(y + place, total + tl.load(scale + place // k))
    else:
        tl.store(y + place, total + tl.load(scale + place // width + k))


@triton.jit
def by_a_scalar_of_a_branch(x, y, count, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    value = tl.load(x + place)
    if count > 3:
        value = value * 2
        k = count + 1
    else:
        k = count - 1
        value = value + 1
    tl.store(y + place, value + tl.load(x + place // 64 + k))


@triton.jit
def protected(table, x, y, width, far, BLOCK: tl.constexpr):
    """The load whose address the assertion checks decides where another run ends."""
    place = tl.arange(0, BLOCK)
    row = place // width
    tl.device_assert(row < 4, "no such row")
    moved = place + tl.load(table + (row // 4) * far)
    tl.store(y + place, tl.load(x + moved // 24))


@triton.jit
def divided(x, d, y, count, width, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    divisor = tl.load(d + place, mask=inside)
    tl.store(y + place, tl.load(x + place // width, mask=inside) // divisor, mask=inside)


def _numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(shape).integers(-99, 99, shape).astype(np.float32)


def _grid(count: int, block: int) -> tuple[int]:
    return (-(-count // block),)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("at_end", [False, True])
def test_columns_with_gaps_between_rows(width: int, *, at_end: bool) -> None:
    for count in (1, 255, 1024, 1999):
        rows = -(-count // width)
        fences = Fences(at_end)
        x, y = fences.array(_numbers(count)), fences.array(np.zeros(rows * (width + 3), np.float32))
        with xtriton.on_cpu():
            padded[_grid(count, 256)](x, y, count, width, width + 3, 0, 256)
        fences.check()
        expected = np.zeros((rows, width + 3), np.float32)
        expected[np.arange(count) // width, np.arange(count) % width] = x
        np.testing.assert_array_equal(y, expected.reshape(-1))


def _targets(start: int, width: int) -> np.ndarray:
    """The places that :func:`addressed` stores to, without the base; division truncates, and positions wrap around."""
    place = (start + np.arange(256)).astype(np.int32).astype(np.int64)
    quotient = np.where((place < 0) != (width < 0), -(abs(place) // abs(width)), abs(place) // abs(width))
    return quotient * 300 + (place - quotient * width)


_STARTS = (0, -1, -17, -100, -255, -256, MOST - 300, MOST - 255, MOST - 3, -MOST - 1)
_SIGNED_WIDTHS = (16, 17, 255, 2**20 + 1, MOST - 1, MOST, -16, -100)
_WITHIN_MEMORY = [
    (start, width)
    for start in _STARTS
    for width in _SIGNED_WIDTHS
    if np.ptp(_targets(start, width)) <= 10**6 and len(set(_targets(start, width))) == 256
]


@pytest.mark.parametrize(("start", "width"), _WITHIN_MEMORY)
def test_positions_of_either_sign_that_may_wrap_around(start: int, width: int) -> None:
    target = _targets(start, width)
    base = int(target.min())
    y = np.zeros(int(np.ptp(target)) + 1, np.float32)
    kernel = xtriton.compile(addressed, "*fp32,i64,i32,i32,256", target="cpu")
    kernel[(1,)](y, base, start, width)
    expected = np.zeros_like(y)
    expected[target - base] = np.arange(256)
    np.testing.assert_array_equal(y, expected)


@triton.jit
def addressed(y, base, start, width, BLOCK: tl.constexpr):
    place = start + tl.arange(0, BLOCK)
    target = (place // width).to(tl.int64) * 300 + (place % width).to(tl.int64) - base
    tl.store(y + target, tl.arange(0, BLOCK).to(tl.float32))


@pytest.mark.parametrize(("height", "width"), [(1, 1), (5, 3), (9, 40), (40, 17), (3, 200)])
@pytest.mark.parametrize("block", [16, 256])
def test_a_convolution(height: int, width: int, block: int) -> None:
    x, w, y = _numbers(height, width), _numbers(3, 3), np.zeros((height, width), np.float32)
    with xtriton.on_cpu():
        convolved[_grid(height * width, block)](x, w, y, height, width, block)
    around = np.pad(x, 1)
    expected = sum(w[i, j] * around[i : i + height, j : j + width] for i in range(3) for j in range(3))
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("other", [False, True])
def test_rows_of_a_table(width: int, *, other: bool) -> None:
    index, table = np.array([3, 6, 0, 0, 5, 1], np.int64), _numbers(7, width)
    y = np.zeros(6 * width + 4, np.float32)
    with xtriton.on_cpu():
        looked_up[_grid(6 * width, 128)](table, index, y, 6 * width, width, other, 128)
    np.testing.assert_array_equal(y[: 6 * width].reshape(6, width), table[index])
    assert not y[6 * width :].any()


def test_an_assertion_holds_for_the_positions_of_its_row() -> None:
    index, table, y = np.array([3, 7], np.int64), _numbers(8, 100), np.zeros(200, np.float32)
    kernel = xtriton.compile(looked_up, "*fp32,*i64,*fp32,i32,i32,0,128", target="cpu", debug=True)
    with pytest.raises(KernelAssertion, match=r"`no such row` failed in program \(0, 0, 0\)"):
        kernel[(2,)](table, index, y, 200, 100)
    kernel[(2,)](table, np.array([3, 6], np.int64), y, 200, 100)
    np.testing.assert_array_equal(y.reshape(2, 100), table[[3, 6]])


@pytest.mark.parametrize("width", WIDTHS)
def test_atomics(width: int) -> None:
    index = np.array([2, 0, 2, 1, 2], np.int32)
    x, y = _numbers(5, width), np.zeros((3, width), np.float32)
    with xtriton.on_cpu():
        added[_grid(x.size, 64)](index, x, y, x.size, width, 64)
    expected = np.zeros_like(y)
    np.add.at(expected, index, x)
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("width", WIDTHS)
def test_rolled_and_flipped_rows(width: int) -> None:
    x = _numbers(6, width)
    y, z = np.zeros_like(x), np.zeros_like(x)
    with xtriton.on_cpu():
        rolled[_grid(x.size, 128)](x, y, x.size, width, width // 3, 128)
        flipped[_grid(x.size, 128)](x, z, x.size, width, 128)
    np.testing.assert_array_equal(y, np.roll(x, -(width // 3), 1))
    np.testing.assert_array_equal(z, x[:, ::-1])


@pytest.mark.parametrize("width", WIDTHS)
def test_in_place(width: int) -> None:
    x, scale = _numbers(999), _numbers(width)
    expected = x * scale[np.arange(999) % width]
    with xtriton.on_cpu():
        scaled_in_place[_grid(999, 256)](x, scale, 999, width, 256)
    np.testing.assert_array_equal(x, expected)
    x = _numbers(-(-256 // width), width)
    flat = x.reshape(-1).copy()
    if 256 % width == 0:
        with xtriton.on_cpu():
            shifted_in_place[(1,)](flat, width, 256)
        np.testing.assert_array_equal(flat.reshape(x.shape), np.roll(x, -1, 1))


def test_arrays_that_overlap() -> None:
    """Runs would store what later ones load: positions are loaded before any is stored."""
    memory = _numbers(600)
    expected = memory.copy()
    expected[100:356] = memory[:256]
    with xtriton.on_cpu():
        padded[(1,)](memory[:256], memory[100:], 256, 64, 64, 0, 256)
    np.testing.assert_array_equal(memory, expected)


def test_arrays_that_overlap_need_the_ttir() -> None:
    made = xtriton.compile(padded, "*fp32,*fp32,i32,64,64,0,256", target="cpu")
    assert "attributes {arrays_apart}" in str(made.asm["linalg"])
    ctx = Context()
    plain = compile_for_cpu(parse_module(str(made.asm["linalg"]), "padded.linalg", ctx), ctx)
    x, y = _numbers(256), np.zeros(256, np.float32)
    plain[(1,)](x, y, 256)
    np.testing.assert_array_equal(y, x)
    memory = _numbers(600)
    with pytest.raises(
        ValueError, match="arrays overlap, and 'padded' has been lowered to linalg for arrays that do not"
    ):
        plain[(1,)](memory[:256], memory[100:], 256)


def test_a_store_in_a_loop_is_in_the_order_of_its_iterations() -> None:
    y = np.zeros(20, np.float32)
    with xtriton.on_cpu():
        stored_in_a_loop[(1,)](y, 16, 3, 256)
    place, expected = np.arange(256), np.zeros(20, np.float32)
    for k in range(3):
        expected[place // 16 + k] = place + 1000 * k
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize(("images", "channels", "size"), [(3, 64, 50), (2, 100, 33), (5, 3, 7), (1, 17, 64)])
def test_blocks_of_two_dimensions(images: int, channels: int, size: int) -> None:
    x, y = _numbers(images, channels, size), np.zeros((images, size, channels), np.float32)
    with xtriton.on_cpu():
        moved_axes[-(-images * channels // 32), -(-size // 32)](x, y, images, channels, size, 32, 32)
    np.testing.assert_array_equal(y, x.transpose(0, 2, 1))


@pytest.mark.parametrize(("outer", "middle", "inner"), [(3, 50, 100), (2, 33, 16), (5, 7, 3), (1, 64, 1000)])
@pytest.mark.parametrize("rows", [8, 128])
def test_sums_along_another_dimension(outer: int, middle: int, inner: int, rows: int) -> None:
    x, y = _numbers(outer, middle, inner), np.zeros((outer, inner), np.float32)
    with xtriton.on_cpu():
        summed[_grid(outer * inner, rows)](x, y, outer, middle, inner, rows, 16)
    np.testing.assert_array_equal(y, x.sum(1))


@pytest.mark.parametrize("width", WIDTHS)
def test_a_loop_over_blocks(width: int) -> None:
    x, scale, y = _numbers(3000), _numbers(3000), np.zeros(3000, np.float32)
    with xtriton.on_cpu():
        strided_loop[(3,)](x, scale, y, 3000, width, 256)
    np.testing.assert_array_equal(y, x * scale[np.arange(3000) // width])


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_what_masked_lanes_get_is_computed_once(kind: int) -> None:
    x, scale, counts, y = _numbers(300), _numbers(8), _numbers(256), np.zeros(256, np.float32)
    place = np.arange(256)
    other = [counts.copy(), 3 * x[:256], sum(x[place + k] for k in range(4))][kind]
    before = counts.copy()
    with xtriton.on_cpu():
        with_another_value[(1,)](x, scale, counts, y, 150, 32, kind, 256)
    np.testing.assert_array_equal(y, np.where(place < 150, scale[place // 32], other))
    np.testing.assert_array_equal(counts, before + (kind == 0))


@pytest.mark.parametrize("divisor", [False, True])
def test_scalars_that_are_computed_with_the_positions(*, divisor: bool) -> None:
    x, scale, y, place = _numbers(300), _numbers(300), np.zeros(256, np.float32), np.arange(256)
    with xtriton.on_cpu():
        by_a_scalar_of_a_loop[(1,)](x, scale, y, 32, 30, divisor, 256)
    total = sum(x[place + k] for k in range(0, 30, 8))
    np.testing.assert_array_equal(y, total + scale[place // 32 if divisor else place // 32 + 32])
    for count in (7, 2):
        with xtriton.on_cpu():
            by_a_scalar_of_a_branch[(1,)](x, y, count, 256)
        value, k = (2 * x[:256], 8) if count == 7 else (x[:256] + 1, 1)
        np.testing.assert_array_equal(y, value + x[place // 64 + k])


def test_an_assertion_protects_the_loads_after_it() -> None:
    table, x, y = np.zeros(4, np.int32), _numbers(400), np.zeros(256, np.float32)
    kernel = xtriton.compile(protected, "*i32,*fp32,*fp32,i32,i64,256", target="cpu", debug=True)
    kernel[(1,)](table, x, y, 64, 1)
    np.testing.assert_array_equal(y, x[np.arange(256) // 24])
    with pytest.raises(KernelAssertion, match="no such row"):
        kernel[(1,)](table, x, y, 32, 1 << 40)


@pytest.mark.parametrize("width", [1, 16, 100])
def test_lanes_beyond_a_run_do_not_divide_by_zero(width: int) -> None:
    x = np.arange(1, 1001, dtype=np.int32)
    d, y = np.random.default_rng(0).integers(1, 9, 1000).astype(np.int32), np.zeros(1000, np.int32)
    with xtriton.on_cpu():
        divided[_grid(1000, 256)](x, d, y, 1000, width, 256)
    np.testing.assert_array_equal(y, x[np.arange(1000) // width] // d)


@pytest.mark.parametrize(
    ("kernel", "signature"),
    [
        (padded, "*fp32,*fp32,i32,100,i32,0,256"),
        (looked_up, "*fp32,*i64,*fp32,i32,100,0,256"),
        (rolled, "*fp32,*fp32,i32,100,3,256"),
        (strided_loop, "*fp32,*fp32,*fp32,i32,100,256"),
    ],
)
def test_no_positions_are_left_in_tensors(kernel: object, signature: str) -> None:
    text = str(xtriton.compile(kernel, signature, target="cpu", until="linalg").asm["linalg"])
    assert not re.search(r"tensor<\d+xi(32|64)>", text)
