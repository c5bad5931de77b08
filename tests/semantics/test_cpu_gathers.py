"""Loads whose offsets are remainders, quotients and numbers cut to 32 bits."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from selection import with_block_pointers

import xtriton


@triton.jit
def rows_of_images(in_ptr, out_ptr, rows, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """The sum of each channel of 8 images of 36 pixels, in the order of memory: image, channel, pixel."""
    channel = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    place = tl.arange(0, BLOCK)[None, :]
    mask = (place < 8 * 36) & (channel < rows)
    x = tl.load(in_ptr + (place % 36 + 36 * channel + 36 * rows * (place // 36)), mask, other=0.0)
    tl.store(out_ptr + channel, tl.sum(x, 1)[:, None], channel < rows)


@pytest.mark.parametrize("rows_per_program", [1, 2, 8])
def test_remainders_and_quotients_beside_the_offset_of_a_program(rows_per_program: int) -> None:
    x = np.random.default_rng(0).standard_normal((8, 5, 36)).astype(np.float32)
    out = np.empty(5, np.float32)
    with xtriton.on_cpu():
        rows_of_images[(-(-5 // rows_per_program),)](x, out, 5, ROWS=rows_per_program, BLOCK=512)
    np.testing.assert_allclose(out, x.sum((0, 2)), rtol=1e-4, atol=1e-5)


@triton.jit
def positions_of_64_bits(in_ptr, out_ptr, size, BLOCK: tl.constexpr):
    """Block pointers at a product in 64 bits that is cut to 32."""
    place = (tl.program_id(0).to(tl.int64) * BLOCK).to(tl.int32)
    pointers = tl.make_block_ptr(in_ptr, (size,), (1,), (place,), (BLOCK,), order=(0,))
    x = tl.load(pointers, boundary_check=(0,))
    pointers = tl.make_block_ptr(out_ptr, (size,), (1,), (place,), (BLOCK,), order=(0,))
    tl.store(pointers, -x, boundary_check=(0,))


@with_block_pointers
def test_block_pointers_at_truncated_positions_are_structured() -> None:
    x = np.arange(1000, dtype=np.float32)
    out = np.empty_like(x)
    with xtriton.on_cpu():
        kernel = positions_of_64_bits[(8,)](x, out, 1000, BLOCK=128)
    np.testing.assert_array_equal(out, -x)
    assert "memref.copy" in kernel.asm["linalg"]


@with_block_pointers
def test_positions_that_are_truncated_to_negative_ones() -> None:
    """The second program starts before the array: the mask lets nothing through."""
    x = np.arange(8, dtype=np.float32)
    out = np.zeros_like(x)
    with xtriton.on_cpu():
        far[(2,)](x, out, 8, BLOCK=8)
    np.testing.assert_array_equal(out, x)


@triton.jit
def far(in_ptr, out_ptr, size, BLOCK: tl.constexpr):
    """Program 1 starts at -2^31, where the mask lets nothing through."""
    place = (tl.program_id(0).to(tl.int64) * 2147483648).to(tl.int32)
    pointers = tl.make_block_ptr(in_ptr, (size,), (1,), (place,), (BLOCK,), order=(0,))
    x = tl.load(pointers, boundary_check=(0,))
    pointers = tl.make_block_ptr(out_ptr, (size,), (1,), (place,), (BLOCK,), order=(0,))
    tl.store(pointers, x, boundary_check=(0,))


@triton.jit
def gathered_rows(table, index, out, rows, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Rows that are read where an array says, and stored one after the other."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.arange(0, COLUMNS)[None, :]
    chosen = tl.load(index + row, row < rows, other=0)[:, None]
    x = tl.load(table + chosen * COLUMNS + column)
    tl.store(out + row[:, None] * COLUMNS + column, x, (row < rows)[:, None])


@pytest.mark.parametrize("rows", [1, 4, 7, 8, 12])
def test_rows_that_a_mask_cuts_off_stay_as_they_were(rows: int) -> None:
    """Programs fill whole blocks in place, and others in a buffer of which they copy a part."""
    rng = np.random.default_rng(rows)
    table = rng.standard_normal((20, 16)).astype(np.float32)
    index = rng.integers(0, 20, rows).astype(np.int32)
    out = np.full((16, 16), 7, np.float32)
    with xtriton.on_cpu():
        gathered_rows[(-(-rows // 4),)](table, index, out, rows, ROWS=4, COLUMNS=16)
    np.testing.assert_array_equal(out[:rows], table[index])
    assert (out[rows:] == 7).all()


@triton.jit
def doubled(x, out, steps, BLOCK: tl.constexpr):
    """Offsets and sums that each iteration adds to themselves."""
    offsets = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.int32)
    for _ in range(steps):
        total = total + tl.load(x + offsets) + total
        offsets = offsets + offsets
    tl.store(out + tl.arange(0, BLOCK), total)


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_tensors_that_a_loop_adds_to_themselves(steps: int) -> None:
    x = np.random.default_rng(steps).integers(-100, 100, 64).astype(np.int32)
    out = np.full(8, 7, np.int32)
    with xtriton.on_cpu():
        doubled[(1,)](x, out, steps, BLOCK=8)
    expected = np.zeros(8, np.int32)
    for step in range(steps):
        expected = 2 * expected + x[np.arange(8) << step]
    np.testing.assert_array_equal(out, expected)


@triton.jit
def shared_sums(x, out, scale, TIMES: tl.constexpr, BLOCK: tl.constexpr):
    """Offsets whose sums share their terms: as an expression they have 2 ** TIMES of them."""
    place = tl.arange(0, BLOCK)
    offsets, earlier = place * scale, place
    for _ in tl.static_range(TIMES):
        offsets, earlier = offsets + earlier, offsets
    tl.store(out + place, tl.load(x + offsets % 64))


@triton.jit
def doublings(x, out, TIMES: tl.constexpr, BLOCK: tl.constexpr):
    """Offsets that are doubled, and overflow to zero in the end."""
    place = tl.arange(0, BLOCK)
    offsets = place
    for _ in tl.static_range(TIMES):
        offsets = offsets + offsets
    tl.store(out + place, tl.load(x + offsets))


@pytest.mark.parametrize("times", [3, 12, 34])
def test_sums_that_share_their_terms(times: int) -> None:
    x = np.random.default_rng(times).integers(-100, 100, 64).astype(np.int32)
    out = np.full(8, 7, np.int32)
    with xtriton.on_cpu():
        shared_sums[(1,)](x, out, 3, TIMES=times, BLOCK=8)
    offsets, earlier = 3 * np.arange(8), np.arange(8)
    for _ in range(times):
        offsets, earlier = offsets + earlier, offsets
    np.testing.assert_array_equal(out, x[offsets % 64])


@pytest.mark.parametrize("times", [0, 3, 32, 60])
def test_doublings(times: int) -> None:
    x = np.random.default_rng(times).integers(-100, 100, 64).astype(np.int32)
    out = np.full(8, 7, np.int32)
    with xtriton.on_cpu():
        doublings[(1,)](x, out, TIMES=times, BLOCK=8)
    np.testing.assert_array_equal(out, x[(np.arange(8) << times) & 0xFFFFFFFF])


@triton.jit
def masks_of_shared_sums(x, out, bound, TIMES: tl.constexpr, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    sums, earlier = place + 1, place
    for _ in tl.static_range(TIMES):
        sums, earlier = sums + earlier, sums
    tl.store(out + place, tl.load(x + place, mask=sums < bound, other=-1), mask=earlier < bound)


@pytest.mark.parametrize("times", [2, 30])
def test_masks_whose_sums_share_their_terms(times: int) -> None:
    place = np.arange(8)
    sums, earlier = place + 1, place
    for _ in range(times):
        sums, earlier = sums + earlier, sums
    x = np.random.default_rng(times).integers(0, 100, 8).astype(np.int32)
    out = np.full(8, 7, np.int32)
    with xtriton.on_cpu():
        masks_of_shared_sums[(1,)](x, out, int(sums[3]), TIMES=times, BLOCK=8)
    np.testing.assert_array_equal(out, np.where(earlier < sums[3], np.where(sums < sums[3], x, -1), 7))
