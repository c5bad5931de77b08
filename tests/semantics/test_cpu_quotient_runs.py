"""Elements that are gathered at ``x // n``: blocks are computed in runs of equal quotients."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton

MOST = 2**31 - 1


@triton.jit
def scaled(x, weight, bias, y, count, size, channels, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    channel = (place // size) % channels
    value = tl.load(x + place, mask=inside)
    scale = tl.load(weight + channel, mask=inside).to(tl.float32)
    tl.store(y + place, value * scale + tl.load(bias + channel, mask=inside), mask=inside)


@triton.jit
def group(x, weight, y, count, size, channels, BLOCK: tl.constexpr):
    first = tl.program_id(0) * channels
    for start in range(0, count, BLOCK):
        place = start + tl.arange(0, BLOCK)
        inside = place < count
        value = tl.load(x + tl.program_id(0) * count + place, mask=inside)
        scale = tl.load(weight + (first + place // size), mask=inside)
        tl.store(y + tl.program_id(0) * count + place, value * scale, mask=inside)


@triton.jit
def gathered(memory, x, y, start, size, BLOCK: tl.constexpr):
    inner = tl.arange(0, BLOCK)
    tl.store(y + inner, tl.load(x + inner) + tl.load(memory + (start + inner) // size))


@triton.jit
def moved(memory, x, y, start, size, first, BLOCK: tl.constexpr):
    inner = tl.arange(0, BLOCK)
    tl.store(y + inner, tl.load(x + inner) + tl.load(memory + (first + (start + inner) // size)))


@triton.jit
def exponential(x, weight, y, count, size, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    scale = tl.load(weight + place // size, mask=inside)
    tl.store(y + place, tl.exp(tl.load(x + place, mask=inside)) * scale, mask=inside)


@triton.jit
def numbered(weight, y, count, size, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    scale = tl.load(weight + place // size, mask=inside)
    tl.store(y + place, scale * 1000 + tl.arange(0, BLOCK), mask=inside)


def _numbers(count: int) -> np.ndarray:
    return np.random.default_rng(count).integers(-99, 99, count).astype(np.float32)


@pytest.mark.parametrize("count", [1, 255, 256, 1000, 2048])
@pytest.mark.parametrize("size", [1, 3, 15, 16, 17, 64, 100, 256, 999, 5000])
def test_ragged_blocks(count: int, size: int) -> None:
    x, weight, bias, y = _numbers(count), _numbers(5).astype(np.float16), _numbers(5), np.full(count + 8, 7, np.float32)
    with xtriton.on_cpu():
        scaled[(triton.cdiv(count, 256),)](x, weight, bias, y, count, size, 5, 256)
    channel = np.arange(count) // size % 5
    np.testing.assert_array_equal(y[:count], x * weight[channel] + bias[channel])
    assert (y[count:] == 7).all()


@pytest.mark.parametrize(("size", "channels"), [(16, 5), (128, 1), (100, 7), (1, 300)])
def test_a_loop_over_the_blocks_of_a_group(size: int, channels: int) -> None:
    groups, count = 3, size * channels
    x, weight, y = _numbers(groups * count), _numbers(groups * channels), np.zeros(groups * count, np.float32)
    with xtriton.on_cpu():
        group[(groups,)](x, weight, y, count, size, channels, 256)
    np.testing.assert_array_equal(y, x * np.repeat(weight, size))


STARTS = [0, 1, 99, -1, -100, -256, -300, 10**6, MOST - 255, MOST - 254, MOST - 20, MOST, -MOST - 1]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("size", [2**22, MOST, -(2**22), 10**7 + 1, 2**23 - 1])
@pytest.mark.parametrize("first", [None, 0, -5])
def test_dividends_that_are_negative_or_wrap_around(start: int, size: int, first: int | None) -> None:
    memory, x, y = _numbers(2048), _numbers(256), np.zeros(256, np.float32)
    with xtriton.on_cpu():
        if first is None:
            gathered[(1,)](memory[1024:], x, y, start, size, 256)
        else:
            moved[(1,)](memory[1024:], x, y, start, size, first, 256)
    place = (start + np.arange(256)).astype(np.int32).astype(np.int64)
    quotient = np.where((place < 0) != (size < 0), -(abs(place) // abs(size)), abs(place) // abs(size))
    np.testing.assert_array_equal(y, x + memory[1024 + (first or 0) + quotient])


@pytest.mark.parametrize("start", [0, -20, -300, 17])
@pytest.mark.parametrize("size", [16, 64, 77, 300, 1, -1, -16, -70])
def test_small_dividends_and_divisors_of_either_sign(start: int, size: int) -> None:
    memory, x, y = _numbers(2048), _numbers(256), np.zeros(256, np.float32)
    with xtriton.on_cpu():
        moved[(1,)](memory[1024:], x, y, start, size, 3, 256)
    quotient = np.trunc((start + np.arange(256)) / size).astype(np.int64)
    np.testing.assert_array_equal(y, x + memory[1027 + quotient])


def _quotients_of_64_bits(start: int, size: int) -> list[int]:
    """The quotients of the 256 positions from ``start`` on, which wrap around, rounded towards zero."""
    place = (np.full(256, start, np.int64).view(np.uint64) + np.arange(256, dtype=np.uint64)).view(np.int64)
    return [abs(int(each)) // abs(size) * (-1 if (each < 0) != (size < 0) else 1) for each in place]


_STARTS = (0, 40, -40, 2**40, -(2**40), 2**63 - 256, 2**63 - 100, -(2**63))
_SIZES = (64, 2**61, 2**53 + 1, -(2**54))
_WITHIN_MEMORY = [
    (start, size) for start in _STARTS for size in _SIZES if max(map(abs, _quotients_of_64_bits(start, size))) <= 1000
]


@pytest.mark.parametrize(("start", "size"), _WITHIN_MEMORY)
def test_64_bits(start: int, size: int) -> None:
    quotients = _quotients_of_64_bits(start, size)
    memory, x, y = _numbers(2048), _numbers(256), np.zeros(256, np.float32)
    signature = "*fp32,*fp32,*fp32,i64,i64,256"
    xtriton.compile(gathered, signature, target="cpu")[(1,)](memory[1024:], x, y, start, size)
    np.testing.assert_array_equal(y, x + memory[1024 + np.array(quotients)])


@pytest.mark.parametrize("at_end", [False, True])
def test_only_elements_of_the_mask_are_gathered(*, at_end: bool) -> None:
    """The last run is that of the last element that is stored: the memory ends with it."""
    for count, size in ((200, 50), (201, 67), (256, 64), (1, 64), (300, 16)):
        fences = Fences(at_end)
        weight, x = (fences.array(_numbers(number)) for number in (-(-count // size), count))
        y = fences.array(np.zeros(count, np.float32))
        with xtriton.on_cpu():
            scaled[(triton.cdiv(count, 256),)](x, weight, weight, y, count, size, 1000, 256)
        scale = weight[np.arange(count) // size]
        np.testing.assert_array_equal(y, x * scale + scale)
        fences.check()


def test_an_empty_block_gathers_nothing() -> None:
    fences = Fences(at_end=True)
    y = fences.array(np.full(256, 3, np.float32))
    with xtriton.on_cpu():
        numbered[(1,)](fences.array(np.zeros(0, np.float32)), y, 0, 64, 256)
    assert (y == 3).all()


def test_positions_that_are_computed_with() -> None:
    weight, y = _numbers(11), np.zeros(1000, np.float32)
    with xtriton.on_cpu():
        numbered[(4,)](weight, y, 1000, 99, 256)
    place = np.arange(1000)
    np.testing.assert_array_equal(y, weight[place // 99] * 1000 + place % 256)


@pytest.mark.parametrize("size", [40, 64, 70, 200])
def test_functions(size: int) -> None:
    x, weight, y = _numbers(1000) / 32, _numbers(25), np.zeros(1000, np.float32)
    with xtriton.on_cpu():
        exponential[(4,)](x, weight, y, 1000, size, 256)
    np.testing.assert_allclose(y, np.exp(x) * weight[np.arange(1000) // size], rtol=1e-6)


@pytest.mark.parametrize("size", [16, 100])
def test_results_in_the_place_of_an_operand(size: int) -> None:
    x, weight = _numbers(1000), _numbers(63)
    expected = x * weight[np.arange(1000) // size % 63] + weight[np.arange(1000) // size % 63]
    with xtriton.on_cpu():
        scaled[(4,)](x, weight, weight, x, 1000, size, 63, 256)
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize("shift", [0, 1, 64])
def test_results_that_overlap_what_is_gathered(shift: int) -> None:
    """All elements of a block are read before one is stored."""
    memory = _numbers(1000)
    x = memory[:256].copy()
    expected = x + memory[np.arange(256) // 64]
    with xtriton.on_cpu():
        gathered[(1,)](memory, x, memory[shift : shift + 256], 0, 64, 256)
    np.testing.assert_array_equal(memory[shift : shift + 256], expected)


@pytest.mark.parametrize(("size", "channels"), [(0, 5), (64, 0), (0, 0)])
def test_division_by_zero_does_not_trap(size: int, channels: int) -> None:
    x, y = _numbers(256), np.full(256, 3, np.float32)
    with xtriton.on_cpu():
        scaled[(1,)](x, x, x, y, 0, size, channels, 256)
    assert (y == 3).all()
