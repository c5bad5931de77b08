"""Encodings by thought: who holds what, and the questions one asks of them."""

from __future__ import annotations

from random import Random

import pytest
from unit.layouts import layout_cases as cases

from xtriton.layouts.encodings import (
    Blocked,
    CTALayout,
    DotOperand,
    Linear,
    NvidiaMma,
    NVMMAShared,
    PaddedShared,
    Slice,
    SwizzledShared,
    allocation_shape_per_cta,
    contig_per_thread,
    elems_per_thread,
    is_expensive_view,
    layouts_equal,
    order,
    order_for_memory,
    shape_per_cta,
    thread_order,
    threads_per_warp,
    to_linear_encoding,
    to_linear_layout,
    total_elems_per_thread,
    warp_order,
    warps_per_cta,
)

ONE, TWO = CTALayout.default(1), CTALayout.default(2)


def blocked_owner(encoding: Blocked, element: tuple[int, ...]) -> tuple[int, int]:
    """The lane and the warp that hold an element, worked out by division instead of bits."""
    lane = warp = 0
    lane_stride = warp_stride = 1
    for dim in encoding.order:
        at = element[dim] // encoding.size_per_thread[dim]
        lane += at % encoding.threads_per_warp[dim] * lane_stride
        lane_stride *= encoding.threads_per_warp[dim]
        at //= encoding.threads_per_warp[dim]
        warp += at % encoding.warps_per_cta[dim] * warp_stride
        warp_stride *= encoding.warps_per_cta[dim]
    return lane, warp


def test_blocked_owners():
    rng = Random(1)
    for _ in range(20):
        sizes = cases.box(rng, 2, 2), cases.box(rng, 2, 3), cases.box(rng, 2, 1)
        encoding = Blocked(*sizes, cases.permutation(rng, 2), TWO)
        tile = [a * b * c for a, b, c in zip(*sizes, strict=True)]
        shape = (tile[0] * 2, tile[1] * 2)
        for place, out in to_linear_layout(encoding, shape):
            assert (place["lane"], place["warp"]) == blocked_owner(encoding, tuple(out.values()))


def test_mma_fragments():
    """Of the 16x8 result, lane ``4g + t`` holds columns ``2t, 2t+1`` of rows ``g`` and ``g + 8`` (PTX ISA, m16n8)."""
    layout = to_linear_layout(NvidiaMma(2, 0, (1, 1), TWO, (16, 8)), (16, 8))
    for place, out in layout:
        group, thread = divmod(place["lane"], 4)
        assert out == {"dim0": group + 8 * (place["register"] // 2), "dim1": 2 * thread + place["register"] % 2}


def test_operand_fragments():
    """Of the 16x16 half precision operand a, register pairs run rows first, then columns (PTX ISA, m16n8k16)."""
    mma = NvidiaMma(2, 0, (1, 1), TWO, (16, 8))
    for place, out in to_linear_layout(DotOperand(0, mma, 2), (16, 16)):
        (group, thread), register = divmod(place["lane"], 4), place["register"]
        row = group + (8 if register in (2, 3, 6, 7) else 0)
        assert out == {"dim0": row, "dim1": 2 * thread + (register & 1) + (8 if register >= 4 else 0)}
    for place, out in to_linear_layout(DotOperand(1, mma, 2), (16, 8)):
        (group, thread), register = divmod(place["lane"], 4), place["register"]
        assert out == {"dim0": 2 * thread + (register & 1) + (8 if register >= 2 else 0), "dim1": group}


def test_swizzled_rows():
    encoding = SwizzledShared(4, 2, 4, (1, 0), TWO)
    for place, out in to_linear_layout(encoding, (16, 32)):
        row, column = divmod(place["offset"], 32)
        assert out == {"dim0": row, "dim1": column ^ 4 * (row // 2 % 4)}


@pytest.mark.parametrize("width", [32, 64, 128])
def test_nvmma_rows_are_swizzled_by_16_bytes(width: int):
    encoding = NVMMAShared(width, False, 16, False, TWO)
    columns = width // 2
    for place, out in to_linear_layout(encoding, (16, columns)):
        row, column = divmod(place["offset"], columns)
        phase = row * width // 128 % (width // 16)
        assert out == {"dim0": row, "dim1": column ^ 8 * phase}
    assert encoding.alignment == 8 * width


def test_layouts_that_do_not_fit_are_rejected():
    with pytest.raises(ValueError, match="powers of two"):
        to_linear_layout(Blocked((1,), (32,), (4,), (0,), ONE), (48,))
    with pytest.raises(ValueError, match="rank 1"):
        to_linear_layout(Blocked((1,), (32,), (4,), (0,), ONE), (4, 4))
    with pytest.raises(ValueError, match="too small for the swizzle"):
        to_linear_layout(NVMMAShared(128, False, 16, False, TWO), (8, 32))
    with pytest.raises(ValueError, match="at least \\[8, 64\\]"):
        to_linear_layout(NVMMAShared(128, False, 16, False, TWO), (4, 64))
    with pytest.raises(ValueError, match="linear component"):
        to_linear_layout(PaddedShared.with_identity([(4, 2)], (0,), (8,)), (8,))


def test_padding_has_no_gap_at_the_end():
    encoding = PaddedShared.with_identity([(4, 2), (8, 1)], (0,), (16,))
    assert encoding.padded_size((16,)) == 16 + 3 * 2 + 1 * 1


def test_questions_about_blocked():
    encoding = Blocked((1, 4), (4, 8), (2, 2), (1, 0), TWO)
    shape = (32, 128)
    assert threads_per_warp(encoding, shape) == (4, 8)
    assert warps_per_cta(encoding, shape) == (2, 2)
    assert elems_per_thread(encoding, shape) == (4, 8)
    assert total_elems_per_thread(encoding, shape) == 32
    assert contig_per_thread(encoding, shape) == (1, 4)
    assert order(encoding, shape) == thread_order(encoding, shape) == warp_order(encoding, shape) == (1, 0)
    assert to_linear_encoding(encoding, shape).size_per_thread == (1, 4)


@pytest.mark.triton("3.6")
def test_copies_are_counted_as_registers_but_not_as_threads():
    encoding = Blocked((4,), (32,), (4,), (0,), ONE)
    assert elems_per_thread(encoding, (2,)) == (4,)
    assert threads_per_warp(encoding, (64,)) == (16,)
    assert warps_per_cta(encoding, (64,)) == (1,)


def test_size_per_thread_ignores_repetitions():
    rng = Random(4)
    for _ in range(100):
        rank = rng.randint(1, 3)
        sizes = cases.box(rng, rank, 3), cases.box(rng, rank, 5), cases.box(rng, rank, 2)
        encoding = Blocked(*sizes, cases.permutation(rng, rank), CTALayout.default(rank))
        tile = [a * b * c for a, b, c in zip(*sizes, strict=True)]
        shape = tuple(size * cases.power(rng, 2) for size in tile)
        linear = to_linear_encoding(encoding, shape)
        assert linear.threads_per_warp == sizes[1]
        assert linear.warps_per_cta == sizes[2]
        if all(a == 1 or b * c > 1 for a, b, c in zip(*sizes, strict=True)):
            # Otherwise the tile's own registers can't be told from its repetitions.
            assert linear.size_per_thread == sizes[0]
        assert linear.cta_layout == CTALayout.default(rank)


def test_memory_follows_the_lanes_where_registers_do_not_care():
    encoding = Blocked((1, 1), (32, 1), (4, 1), (0, 1), TWO)
    assert order(encoding, (128, 1)) == (1, 0)
    assert order_for_memory(encoding, (128, 1)) == (0, 1)


def test_blocks_of_a_cluster():
    cta = CTALayout.from_split((2, 4), (2, 2), (1, 0))
    assert cta.bases == ((0, 1), (0, 0), (1, 0))
    assert cta.num_ctas == 8
    assert cta.ctas_per_cga == (2, 4)
    assert cta.cta_split_num == (2, 2)
    assert cta.cta_order == (1, 0)
    encoding = Blocked((1, 1), (4, 8), (2, 2), (1, 0), cta)
    assert shape_per_cta(encoding, (64, 64)) == (32, 32)
    assert shape_per_cta(encoding, (3, 64, 64)) == (3, 32, 32)
    assert to_linear_encoding(encoding, (64, 64)).cta_layout == cta
    assert Slice(0, encoding).cta_layout.bases == ((1,), (0,), (0,))
    assert DotOperand(0, encoding).cta_layout.bases == ((0, 0), (0, 0), (1, 0))


def test_fp4_padding_is_allocated():
    encoding = NVMMAShared(128, False, 8, True, TWO)
    assert allocation_shape_per_cta(encoding, (64, 64)) == (64, 128)
    assert shape_per_cta(encoding, (64, 64)) == (64, 64)


def test_equal_layouts_under_different_names():
    tall, flat = Blocked((1, 1), (1, 32), (1, 4), (1, 0), TWO), Blocked((1, 1), (1, 32), (1, 4), (0, 1), TWO)
    assert layouts_equal((1, 128), tall, flat)
    assert not layouts_equal((4, 128), tall, Blocked((1, 1), (2, 16), (1, 4), (1, 0), TWO))
    assert layouts_equal((4, 128), tall, Linear(to_linear_layout(tall, (4, 128))))


def test_expensive_views():
    row = Blocked((1,), (32,), (4,), (0,), ONE)
    square = Blocked((1, 1), (1, 32), (4, 1), (1, 0), TWO)
    assert not is_expensive_view(row, (128,), square, (4, 32))
    assert is_expensive_view(row, (64,), square, (4, 16))
