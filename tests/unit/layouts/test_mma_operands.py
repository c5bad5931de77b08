"""Layouts that matrix instructions want of their operands."""

import pytest

from xtriton.layouts.distributed import Blocked
from xtriton.layouts.encoding import CTALayout, to_linear_layout
from xtriton.layouts.mma import NvidiaMma
from xtriton.layouts.mma_operands import block_scales, dot_operand_for, nvmma_shared_for_shape
from xtriton.layouts.tile import BLOCK, LANE, REGISTER, WARP

ONE = CTALayout.default(2)


@pytest.mark.parametrize(
    ("shape", "order", "bits", "padded", "width"),
    [
        ((64, 64), (1, 0), 16, False, 128),
        ((64, 32), (1, 0), 16, False, 64),
        ((64, 16), (1, 0), 16, False, 32),
        ((64, 8), (1, 0), 16, False, 0),  # 16 bytes: too few to swizzle
        ((64, 32), (0, 1), 16, False, 128),  # the first dimension is contiguous
        ((4, 64), (1, 0), 16, False, 0),  # fewer than 8 rows
        ((64, 64), (1, 0), 8, False, 64),
        ((64, 64), (1, 0), 8, True, 128),  # padding makes rows twice as long
    ],
)
def test_swizzle_is_as_wide_as_a_row(
    shape: tuple[int, int], order: tuple[int, int], bits: int, padded: bool, width: int
) -> None:
    layout = nvmma_shared_for_shape(shape, order, ONE, bits, fp4_padded=padded)
    assert layout.swizzling_byte_width == width
    assert layout.transposed == (order == (0, 1))
    assert (layout.element_bit_width, layout.fp4_padded, layout.cta) == (bits, padded, ONE)


def test_blocks_of_a_cluster_have_shorter_rows() -> None:
    split = CTALayout(((0, 1),), 2)
    assert nvmma_shared_for_shape((64, 64), (1, 0), split, 16).swizzling_byte_width == 64


@pytest.mark.parametrize(("bits", "k_width"), [(4, 8), (8, 4), (16, 2), (32, 1), (64, 1)])
def test_a_register_of_elements_lies_along_k(bits: int, k_width: int) -> None:
    parent = NvidiaMma(2, 0, (2, 2), ONE, (16, 8))
    assert dot_operand_for(1, parent, bits).k_width == k_width


def test_operands_of_fma_have_no_width() -> None:
    parent = Blocked((1, 1), (1, 32), (4, 1), (1, 0), ONE)
    assert dot_operand_for(0, parent, 16).k_width == 0


def test_scales_lie_beside_rows_and_columns() -> None:
    rows = to_linear_layout(block_scales(0, (64, 4), (2, 2), ONE), (64, 4))
    assert rows.bases[REGISTER] == ((0, 1), (0, 2), (32, 0))
    assert rows.bases[LANE] == ((8, 0), (0, 0), (1, 0), (2, 0), (4, 0))
    assert rows.bases[WARP] == ((0, 0), (16, 0))
    columns = to_linear_layout(block_scales(1, (64, 4), (2, 2), ONE), (64, 4))
    assert columns.bases[LANE] == ((0, 0), (0, 0), (1, 0), (2, 0), (4, 0))
    assert columns.bases[WARP] == ((8, 0), (0, 0))
    assert columns.bases[BLOCK] == ()
