"""Shared memory of tensor descriptors for tensors of another rank."""

from __future__ import annotations

import pytest

from xtriton.layouts.descriptors import cta_layout_of_rank, shared_of_rank
from xtriton.layouts.encoding import CTALayout, LayoutError
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.shared import NVMMAShared, PaddedShared, SwizzledShared

SPLIT = CTALayout.from_split((2, 4), (2, 2), (1, 0))


def test_leading_dimensions_are_added_unsplit() -> None:
    wider = cta_layout_of_rank(SPLIT, 4)
    assert wider.rank == 4
    assert wider.cta_split_num == (1, 1, 2, 2)
    assert wider.num_ctas == SPLIT.num_ctas


def test_leading_dimensions_are_dropped_and_their_blocks_hold_copies() -> None:
    narrower = cta_layout_of_rank(SPLIT, 1)
    assert narrower.cta_split_num == (2,)
    assert narrower.num_ctas == SPLIT.num_ctas


def test_same_rank_is_the_same_layout() -> None:
    assert cta_layout_of_rank(SPLIT, 2) == SPLIT


def test_nvmma_keeps_its_swizzle() -> None:
    encoding = NVMMAShared(64, False, 16, True, SPLIT)
    wider = shared_of_rank(encoding, 3)
    assert wider == NVMMAShared(64, False, 16, True, cta_layout_of_rank(SPLIT, 3))


@pytest.mark.parametrize(("rank", "order"), [(1, (0,)), (2, (1, 0)), (3, (2, 1, 0)), (4, (3, 2, 1, 0))])
def test_swizzled_order_in_another_rank(rank: int, order: tuple[int, ...]) -> None:
    encoding = SwizzledShared(8, 2, 4, (1, 0), CTALayout.default(2))
    changed = shared_of_rank(encoding, rank)
    assert changed == SwizzledShared(8, 2, 4, order, CTALayout.default(rank))


def test_other_memory_is_rejected() -> None:
    padded = PaddedShared((4,), (4,), LinearLayout({"offset": ((1,), (2,), (4,)), "block": ()}, ["dim0"]))
    with pytest.raises(LayoutError, match="Unhandled tensor descriptor encoding"):
        shared_of_rank(padded, 2)
