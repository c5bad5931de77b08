"""Checked launches whose records are of runs of elements: they find what records of elements find, at both ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl
from selection import slow_unless
from semantics.test_checked import array, assert_at, failure

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.backends.cpu import checked

THREADS = [1, pytest.param(2, marks=pytest.mark.slow)]
TYPES = [np.int8, *slow_unless([np.float16, np.float32, np.float64], lambda dtype: dtype is np.float32)]
"""Of each size of elements one: what is checked is bytes."""


def runs(kernel: Any) -> dict[int, int]:
    """The elements of the longest run of each argument that has records of runs."""
    return dict(kernel.metadata["instrumentation"]["runs"])


FIRST, EXACT = (0, 0), "records of elements"


def launches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A list of the executions of checked launches: the elements of a cell, of a row and of its parts if there are any,
    or that the code reports."""
    found: list[Any] = []
    original = checked.CheckedCpuKernel._run

    def run(self: Any, version: Any, grid: Any, given: Any, threads: Any, division: Any = checked.WHOLE) -> None:
        sizes = (division.extent, division.row, division.part)
        found.append(EXACT if version is not self.fast else sizes if division.part else sizes[:2])
        original(self, version, grid, given, threads, division)

    monkeypatch.setattr(checked.CheckedCpuKernel, "_run", run)
    return found


# Bounds


@triton.jit
def part(x, first, last, shift, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = (i >= first) & (i < last)
    tl.store(x + i + shift, tl.full((BLOCK,), 1, x.dtype.element_ty), mask=inside)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("first, last, shift", [(0, 100, 0), (3, 100, -3), (30, 37, 63), (64, 64, 9), (90, 5, -999)])
def test_masked_intervals_within_bounds(first: int, last: int, shift: int, dtype: type) -> None:
    x, expected = np.zeros(100, dtype), np.zeros(100, dtype)
    expected[first + shift : max(first, last) + shift] = 1
    with xtriton.on_cpu(check=True, threads=1):
        part[(4,)](x, first, last, shift, BLOCK=32)
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(
    "first, last, shift, program, element, place",
    [
        (0, 101, 0, 3, 4, 100),
        (0, 100, 1, 3, 3, 100),
        (3, 100, -4, 0, 3, -1),
        (-1, 90, 0, None, None, None),
        (40, 41, -41, 1, 8, -1),
        (40, 41, 60, 1, 8, 100),
    ],
)
def test_one_element_too_far(
    first: int, last: int, shift: int, program: int | None, element: int, place: int, dtype: type
) -> None:
    x = np.zeros(100, dtype)
    if program is None:  # no program has that position
        with xtriton.on_cpu(check=True):
            part[(4,)](x, first, last, shift, BLOCK=32)
        return
    error = failure(lambda: part[(4,)](x, first, last, shift, BLOCK=32), threads=1)
    size = x.itemsize
    accessed = f"bytes {place * size} to {(place + 1) * size} of argument #0 ('x'), which has {100 * size} bytes"
    beyond = f"{size} bytes past its end" if place >= 0 else f"{size} bytes before its beginning"
    message = f"program {program}, element [{element}] accesses {accessed}: {beyond}"
    assert_at(error, part, "tl.store", message)


@triton.jit
def backwards(x, out, n, STEP: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x - STEP * i, mask=n > i), mask=n > i)


@pytest.mark.parametrize("step", [1, 3])
def test_negative_strides(step: int) -> None:
    x, out = array(200, dtype=np.int16)[::-1], np.zeros(64, np.int16)
    with xtriton.on_cpu(check=True):
        backwards[(1,)](x, out, 64, STEP=step, BLOCK=64)
    np.testing.assert_array_equal(out, np.arange(199, 199 - 64 * step, -step))


def test_negative_stride_before_the_beginning() -> None:
    x, out = array(100, dtype=np.int16)[::-1], np.zeros(64, np.int16)
    error = failure(lambda: backwards[(1,)](x, out, 35, STEP=3, BLOCK=64))
    assert_at(error, backwards, "tl.load", "element [34] accesses bytes -204 to -202 of argument #0 ('x')")


@triton.jit
def wide(out, start, n, BLOCK: tl.constexpr):
    i = start + tl.arange(0, BLOCK)
    tl.store(out + i, i * 0 + 1, mask=i < n)


def test_offsets_that_wrap_around_are_not_taken_for_small_ones() -> None:
    out = np.zeros(64, np.int32)
    start = (1 << 31) - 8
    error = failure(lambda: wide[(1,)](out, start, 1000, BLOCK=64))
    first = -(1 << 31) * 4
    assert_at(error, wide, "tl.store", f"element [8] accesses bytes {first} to {first + 4} of argument #0 ('out')")


# Conflicts


@triton.jit
def overlapping_blocks(x, out, step, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at = tl.program_id(0) * step + i
    tl.store(out + at, tl.load(x + at) + tl.program_id(0))


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("dtype", [np.int8, pytest.param(np.float16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("step", [1, 31, 33, 63])
def test_blocks_of_programs_overlap(step: int, dtype: type, threads: int) -> None:
    x, out = np.ones(320, dtype), np.zeros(320, dtype)
    error = failure(lambda: overlapping_blocks[(4,)](x, out, step, BLOCK=64), threads=threads)
    size = x.itemsize
    place = f"bytes {step * size} to {(step + 1) * size} of argument #1 ('out')"
    message = f"program 1, element [0] writes {place}, where program 0 has written another value"
    assert_at(error, overlapping_blocks, "tl.store", message)


@pytest.mark.parametrize("step", [64, 65, 100])
def test_blocks_side_by_side(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    x, out = np.ones(1000, np.int8), np.zeros(1000, np.int8)
    executed = launches(monkeypatch)
    with xtriton.on_cpu(check=True, threads=1):
        kernel = overlapping_blocks[(4,)](x, out, step, BLOCK=64)
        overlapping_blocks[(4,)](x, out, step, BLOCK=64)
    assert runs(kernel) == {1: 64}
    last = FIRST if step == 64 else (0, step)
    assert executed == ([last, last] if step == 64 else [FIRST, last, last])


@triton.jit
def shared_rows(out, columns, stride, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    row = out + tl.program_id(0) * stride
    values = tl.load(row + i, mask=i < columns)
    tl.store(row + i, values + 1 + tl.program_id(0), mask=i < columns)


@pytest.mark.parametrize("columns, stride", [(64, 64), (50, 50), (50, 64), (33, 77)])
def test_rows_changed_in_place(columns: int, stride: int) -> None:
    out, expected = np.zeros((8, stride), np.int8), np.zeros((8, stride), np.int8)
    expected[:, :columns] = 2 * np.arange(1, 9)[:, None]
    with xtriton.on_cpu(check=True, threads=1):
        for _ in range(2):
            shared_rows[(8,)](out, columns, stride, BLOCK=64)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("columns, stride", [(64, 63), (51, 50), (2, 1)])
def test_rows_that_overlap_by_one_element(columns: int, stride: int, threads: int) -> None:
    out = np.zeros(stride * 7 + columns, np.float16)
    error = failure(lambda: shared_rows[(8,)](out, columns, stride, BLOCK=64), threads=threads)
    place = f"bytes {2 * stride} to {2 * stride + 2} of argument #0 ('out')"
    assert_at(error, shared_rows, "tl.load(row", f"program 1, element [0] reads {place}, which program 0 has written")


@triton.jit
def tiles(out, rows, columns, stride, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    c = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    tl.store(out + r * stride + c, r * 1000 + c, mask=(r < rows) & (c < columns))


@pytest.mark.parametrize("rows, columns, stride", [(32, 64, 64), (30, 50, 50), (31, 33, 40)])
def test_tiles(rows: int, columns: int, stride: int) -> None:
    out = np.zeros((rows, stride), np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        kernel = tiles[(4, 4)](out, rows, columns, stride, BM=8, BN=16)
    assert runs(kernel) == {0: 16}
    expected = np.arange(rows)[:, None] * 1000 + np.arange(columns)
    np.testing.assert_array_equal(out[:, :columns], expected)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("rows, columns, stride", [(30, 100, 100), (33, 77, 91), (5, 31, 31), (40, 129, 129)])
def test_ragged_tiles_changed_in_place(
    rows: int, columns: int, stride: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles whose rows begin anywhere have a record for each row of a tile, if the kernel is given the distance."""
    executed = launches(monkeypatch)
    x = np.arange(rows * stride, dtype=np.int32).reshape(rows, stride)
    expected = x.copy()
    expected[:, :columns] += 2
    grid = (triton.cdiv(rows, 8), triton.cdiv(columns, 16))
    with xtriton.on_cpu(check=True, threads=threads):
        for _ in range(2):
            changed_tiles[grid](x, rows, columns, stride, BM=8, BN=16)
    np.testing.assert_array_equal(x, expected)
    assert executed[-1] == (0, stride)


@triton.jit
def changed_tiles(x, rows, columns, stride, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    c = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    inside = (r < rows) & (c < columns)
    tl.store(x + r * stride + c, tl.load(x + r * stride + c, mask=inside) + 1, mask=inside)


def test_a_column_of_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that changes a whole row in pieces that begin anywhere: a cell is a row."""
    executed = launches(monkeypatch)
    x = np.zeros((6, 100), np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        halves_of_a_row[(6,)](x, 100, 50, BLOCK=32)
    np.testing.assert_array_equal(x, np.tile([1] * 50 + [2] * 50, (6, 1)))
    assert executed[-1] in ((0, 50), (100, 0))


@triton.jit
def halves_of_a_row(x, stride, half, BLOCK: tl.constexpr):
    row = x + tl.program_id(0) * stride
    for start in range(0, half, BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.store(row + i, tl.load(row + i, mask=i < half) + 1, mask=i < half)
        tl.store(row + half + i, tl.load(row + half + i, mask=i < half) + 2, mask=i < half)


def test_tile_of_other_programs_by_one_element() -> None:
    """In rows that begin anywhere: the last column of a tile is the first one of the next."""
    x = np.zeros((16, 50), np.int32)
    error = failure(lambda: shared_columns[(2, 4)](x, 16, 50, 50, BM=8, BN=16), threads=1)
    message = "program (0, 1, 0), element [0, 0] reads bytes 60 to 64 of argument #0 ('x'), which program (0, 0, 0) has"
    assert_at(error, shared_columns, "tl.load", message)


@triton.jit
def shared_columns(x, rows, columns, stride, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    c = tl.program_id(1) * (BN - 1) + tl.arange(0, BN)[None, :]
    inside = (r < rows) & (c < columns)
    loaded = tl.load(x + r * stride + c, mask=inside)
    tl.store(x + r * stride + c, loaded + 1 + tl.program_id(1), mask=inside)


@triton.jit
def masked_tile(x, first_row, last_row, first, last, stride, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.arange(0, BM)[:, None]
    c = tl.arange(0, BN)[None, :]
    inside = (r >= first_row) & (r < last_row) & (c >= first) & (c < last)
    tl.store(x + (r - 2) * stride + c - 3, 1, mask=inside)


@pytest.mark.parametrize(
    "first_row, last_row, first, last", [(2, 8, 3, 16), (5, 6, 9, 10), (4, 4, 0, 16), (7, 3, 0, 16)]
)
def test_masked_tiles_within_bounds(first_row: int, last_row: int, first: int, last: int) -> None:
    """Rows and columns that the mask excludes may be outside of the array, also where no element is active."""
    x, expected = np.zeros((6, 13), np.int8), np.zeros((6, 13), np.int8)
    if last_row > first_row:
        expected[first_row - 2 : last_row - 2, first - 3 : last - 3] = 1
    with xtriton.on_cpu(check=True, threads=1):
        masked_tile[(1,)](x, first_row, last_row, first, last, 13, BM=16, BN=32)
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize(
    "bounds, element, place",
    [
        ((1, 8, 12, 16), "[1, 12]", "bytes -4 to -3"),
        ((2, 9, 3, 4), "[8, 3]", "bytes 78 to 79"),
        ((7, 8, 3, 17), "[7, 16]", "bytes 78 to 79"),
    ],
)
def test_masked_tiles_one_element_too_far(bounds: tuple[int, int, int, int], element: str, place: str) -> None:
    x = np.zeros((6, 13), np.int8)
    error = failure(lambda: masked_tile[(1,)](x, *bounds, 13, BM=16, BN=32), threads=1)
    assert_at(error, masked_tile, "tl.store", f"program 0, element {element} accesses {place} of argument #0 ('x')")


def test_tile_with_a_column_too_many() -> None:
    out = np.zeros((32, 48), np.int32)
    error = failure(lambda: tiles[(4, 4)](out, 32, 49, 48, BM=8, BN=16), threads=1)
    place = "bytes 192 to 196 of argument #0 ('out')"
    message = f"program (0, 3, 0), element [0, 0] writes {place}, where program (0, 0, 0) has written another value"
    assert_at(error, tiles, "tl.store", message)


# Launches that are repeated


@triton.jit
def interleaved(out, programs, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, i, mask=i % programs == tl.program_id(0))


def test_programs_that_share_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    executed = launches(monkeypatch)
    out = np.zeros(64, np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        interleaved[(4,)](out, 4, BLOCK=64)
        np.testing.assert_array_equal(out, np.arange(64))
        assert executed == [FIRST, EXACT]
        interleaved[(4,)](out, 4, BLOCK=64)
    assert executed[2:] == [EXACT]


@triton.jit
def equal_values(out, last, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, i // 2 + (i == last) * tl.program_id(0))


def test_equal_values_do_not_conflict_and_others_do() -> None:
    out = np.zeros(64, np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        equal_values[(4,)](out, 64, BLOCK=64)
    error = failure(lambda: equal_values[(4,)](out, 63, BLOCK=64), threads=1)
    message = "program 1, element [63] writes bytes 252 to 256 of argument #0 ('out'), where program 0 has written"
    assert_at(error, equal_values, "(i == last)", message)


@triton.jit
def added_in_turns(out, programs, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    mask = i % programs == tl.program_id(0)
    tl.store(out + i, tl.load(out + i, mask=mask) + 1, mask=mask)


@pytest.mark.parametrize("threads", THREADS)
def test_arrays_are_restored_before_a_launch_is_repeated(threads: int) -> None:
    out = np.arange(64, dtype=np.float32)
    with xtriton.on_cpu(check=True, threads=threads):
        for _ in range(3):
            added_in_turns[(4,)](out, 4, BLOCK=64)
    np.testing.assert_array_equal(out, np.arange(64) + 3)


@triton.jit
def printing(out, programs, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.device_print("program", tl.program_id(0))
    tl.store(out + i, i, mask=i % programs == tl.program_id(0))


@triton.jit
def counting(out, count, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.atomic_add(out + i, 1, mask=i < count, sem="relaxed")


@triton.jit
def through_loaded_pointer(table, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    other = tl.load(table).to(tl.pointer_type(tl.float32))
    tl.store(out + i, i)
    tl.store(other + i, 1.0)


def test_kernels_that_are_not_repeated_have_records_of_elements(capfd: pytest.CaptureFixture[str]) -> None:
    out = np.zeros(64, np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        assert runs(printing[(4,)](out, 4, BLOCK=64)) == {}
        assert capfd.readouterr().out.count("program") == 4
        assert runs(counting[(4,)](out, 60, BLOCK=64)) == {}
        other = np.zeros(128, np.float32)
        table = np.array([other.ctypes.data], np.int64)
        assert runs(through_loaded_pointer[(2,)](table, np.zeros(128, np.int32), BLOCK=64)) == {}
    np.testing.assert_array_equal(other, 1)


@triton.jit
def rows_of_a_constant(out, COLUMNS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + COLUMNS * tl.program_id(0) + i, i, mask=i < COLUMNS)


def test_the_distance_of_rows_may_be_a_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    executed = launches(monkeypatch)
    out = np.zeros((4, 50), np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        rows_of_a_constant[(4,)](out, COLUMNS=50, BLOCK=64)
    assert executed == [FIRST, (0, 50)]
    np.testing.assert_array_equal(out, np.tile(np.arange(50), (4, 1)))


@triton.jit
def computed_halves(x, n, shift, BLOCK: tl.constexpr):
    """Add 1 to both halves of each row, each by its own programs; the second one begins ``shift`` elements later."""
    half = n // 2
    rows = tl.program_id(0) * 4 + tl.arange(0, 4)
    i = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK)
    at = x + rows[:, None] * n + tl.program_id(1) * (half + shift) + i[None, :]
    tl.store(at, tl.load(at, mask=(i < half)[None, :]) + 1, mask=(i < half)[None, :])


@pytest.mark.parametrize(
    ("n", "BLOCK", "fitting"), [(100, 32, (0, 50)), (101, 32, (0, 101, 50)), (81, 64, (0, 81, 40))]
)
@pytest.mark.parametrize("dtype", TYPES)
def test_parts_of_rows_whose_size_the_kernel_computes(
    n: int, BLOCK: int, fitting: tuple[int, ...], dtype: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed = launches(monkeypatch)
    x, blocks = np.zeros((8, n), dtype), -(-(n // 2) // BLOCK)
    with xtriton.on_cpu(check=True, threads=1):
        for _ in range(2):
            computed_halves[(2, 2, blocks)](x, n, 0, BLOCK=BLOCK)
    np.testing.assert_array_equal(x, np.tile([2] * (n // 2) * 2 + [0] * (n % 2), (8, 1)))
    assert executed[-2:] == [fitting, fitting]
    assert EXACT not in executed


@pytest.mark.parametrize("n", [100, 101])
def test_parts_of_rows_that_overlap_by_one_element(n: int) -> None:
    x = np.zeros((8, n), np.int32)
    error = failure(lambda: computed_halves[(2, 2, 2)](x, n, -1, BLOCK=32), threads=1)
    message = (
        "program (0, 0, 1), element [0, 17] reads bytes 196 to 200 of argument #0 ('x'), which program (0, 1, 0) has"
    )
    assert_at(error, computed_halves, "tl.load", message)


@triton.jit
def padded_rows(x, n, unit, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * 4 + tl.arange(0, 4)
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    at = x + rows[:, None] * ((n + unit - 1) // unit * unit) + i[None, :]
    tl.store(at, tl.load(at, mask=(i < n)[None, :]) + 1, mask=(i < n)[None, :])


def test_the_distance_of_rows_may_be_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    executed = launches(monkeypatch)
    x = np.zeros((8, 60), np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        padded_rows[(2, 2)](x, 52, 10, BLOCK=32)
    np.testing.assert_array_equal(x, np.tile([1] * 52 + [0] * 8, (8, 1)))
    assert executed[-1] == (0, 60)


@triton.jit
def rows_of_a_quotient(x, n, parts, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    distance = n // parts if parts > 0 else n
    tl.store(x + tl.program_id(0) * distance + i, i, mask=i < distance)


def test_a_distance_that_cannot_be_computed_is_left_out() -> None:
    """The kernel divides by zero only where it does not use the result."""
    x = np.zeros((4, 20), np.int32)
    with xtriton.on_cpu(check=True, threads=1):
        rows_of_a_quotient[(4,)](x, 20, 0, BLOCK=32)
    np.testing.assert_array_equal(x, np.tile(np.arange(20), (4, 1)))
