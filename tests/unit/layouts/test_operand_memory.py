"""Shared memory for operands: which swizzles, and that those for NVIDIA's instructions avoid bank conflicts."""

from __future__ import annotations

import pytest

from xtriton.layouts.amd import AMDMfma, AMDWmma
from xtriton.layouts.distributed import Blocked
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, LayoutError, to_linear_layout
from xtriton.layouts.mma import NvidiaMma
from xtriton.layouts.operand_memory import swizzled_for_operand
from xtriton.layouts.shared import SwizzledShared

ONE = CTALayout.default(2)
MMA = NvidiaMma(2, 0, (4, 1), ONE, (16, 8))
MFMA = AMDMfma(3, (4, 1), (32, 32, 8), False, ONE, (1, 1), 32)
WMMA = AMDWmma(2, False, (4, 1), (1, 1), ONE, (16, 16, 16))


def banks(memory: SwizzledShared, shape: tuple[int, int], row: int, bits: int) -> set[int]:
    """The groups of four banks that the first 16 bytes of 8 rows lie in, from this row on."""
    layout = to_linear_layout(memory, shape).invert()
    offsets = [layout.apply({"dim0": row + step, "dim1": 0})["offset"] for step in range(8)]
    return {offset * bits // 128 % 8 for offset in offsets}


@pytest.mark.parametrize("bits", [8, 16, 32])
@pytest.mark.parametrize("columns", [16, 32, 64, 128])
def test_eight_rows_lie_in_different_banks(bits: int, columns: int) -> None:
    """As ``ldmatrix`` reads them: 16 bytes of each of 8 rows."""
    operand = DotOperand(0, MMA, 32 // bits)
    memory = swizzled_for_operand(operand, (64, columns), (1, 0), ONE, bits)
    assert all(len(banks(memory, (64, columns), row, bits)) == 8 for row in range(0, 64, 8))


@pytest.mark.parametrize(
    ("op_idx", "shape", "order", "transposed", "expected"),
    [
        (0, (64, 64), (1, 0), False, (8, 1, 8)),
        (0, (64, 16), (1, 0), False, (8, 4, 2)),
        (1, (64, 64), (1, 0), False, (8, 1, 8)),
        (0, (64, 64), (0, 1), False, (8, 1, 8)),
        (0, (64, 64), (1, 0), True, (8, 1, 8)),
    ],
)
def test_operands_of_two_bytes(
    op_idx: int, shape: tuple[int, int], order: tuple[int, int], transposed: bool, expected: tuple[int, int, int]
) -> None:
    memory = swizzled_for_operand(DotOperand(op_idx, MMA, 2), shape, order, ONE, 16, transposed=transposed)
    assert (memory.vec, memory.per_phase, memory.max_phase) == expected
    assert memory.minor_to_major == order


def test_operands_of_four_bytes_read_across_k() -> None:
    """Four elements of 4 bytes along k, eight along the other dimension: these change places."""
    along = swizzled_for_operand(DotOperand(0, MMA, 1), (64, 64), (1, 0), ONE, 32)
    across = swizzled_for_operand(DotOperand(0, MMA, 1), (64, 64), (0, 1), ONE, 32)
    assert (along.vec, along.max_phase) == (4, 8)
    assert (across.vec, across.max_phase) == (8, 4)


def test_operands_of_fma_are_not_swizzled() -> None:
    blocked = Blocked((1, 1), (8, 4), (4, 1), (1, 0), ONE)
    assert swizzled_for_operand(DotOperand(0, blocked), (64, 64), (1, 0), ONE, 32) == SwizzledShared(
        1, 1, 1, (1, 0), ONE
    )


def test_operands_of_amd() -> None:
    along = swizzled_for_operand(DotOperand(0, MFMA, 4), (64, 64), (1, 0), ONE, 16)
    assert (along.vec, along.per_phase, along.max_phase) == (4, 1, 16)
    across = swizzled_for_operand(DotOperand(0, MFMA, 4), (64, 64), (0, 1), ONE, 16)
    assert across.vec == across.max_phase == 1
    wmma = swizzled_for_operand(DotOperand(1, WMMA, 8), (64, 64), (0, 1), ONE, 16)
    assert (wmma.vec, wmma.per_phase, wmma.max_phase) == (8, 1, 8)


def test_instructions_that_read_memory_themselves() -> None:
    fifth = NvidiaMma(5, 0, (4, 1), ONE, (128, 64, 16))
    with pytest.raises(LayoutError, match="unsupported swizzling"):
        swizzled_for_operand(DotOperand(0, fifth), (64, 64), (1, 0), ONE, 16)
