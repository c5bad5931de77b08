"""Layouts written out hold what the wheel says, and every place and element once."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from selection import slow_unless
from triton._C.libtriton import linear_layout
from unit.layouts import layout_cases as cases

from xtriton.inspect.layout_picture import scene_of, svg_of
from xtriton.inspect.layout_text import by_element, by_place, summary
from xtriton.inspect.layouts import WrittenLayout
from xtriton.layouts.encodings import (
    CTALayout,
    Encoding,
    NVMMAShared,
    PaddedShared,
    SwizzledShared,
    TensorMemory,
    TensorMemoryScales,
)

ONE = CTALayout.default(2)


def of_wheel(written: WrittenLayout) -> list[list[str]]:
    """The holders of each element in row-major order, as the wheel prints them."""
    layout = written.linear
    bases = [(name, [list(basis) for basis in rows]) for name, rows in layout.bases.items()]
    made = linear_layout.LinearLayout.from_bases(bases, list(layout.out_dim_names), list(layout.out_dim_sizes), True)
    cells = re.split(r",|\]\s*\[", made.get_distributed_view(False))
    return [re.findall(r"T(\d+:\d+)", cell) for cell in cells]


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_registers_are_those_of_the_wheel(rank: int):
    rng = Random(rank)
    for _ in range(40):
        encoding, shape = cases.distributed(rng, rank), cases.shape(rng, rank, 9)
        if encoding.cta_layout.num_ctas > 1:
            continue
        written = WrittenLayout.of(encoding, shape)
        ours = [
            [f"{written.thread(place)}:{place['register']}" for place in written.holders[at]]
            for at in sorted(written.holders)
        ]
        theirs = of_wheel(written)
        assert [sorted(point) for point in ours] == [sorted(point) for point in theirs], f"{encoding} of {shape}"


@pytest.mark.parametrize("rank", slow_unless([1, 2, 3, 4, 5], [1, 3].__contains__))
def test_every_place_holds_the_element_of_the_linear_layout(rank: int):
    rng = Random(rank)
    for _ in range(20):
        encoding, shape = cases.blocked(rng, rank), cases.shape(rng, rank, 9)
        written = WrittenLayout.of(encoding, shape)
        assert len(written.elements) == written.linear.total_in_size
        for place, element in written.elements.items():
            assert tuple(written.linear.apply(dict(place.inputs)).values()) == element
        counted = {len(places) for places in written.holders.values()}
        assert counted == {written.copies}


def test_an_offset_with_gaps_and_one_with_a_swizzle():
    padded = WrittenLayout.of(PaddedShared.with_identity([(4, 2)], (1, 0), (2, 4)), (2, 4))
    assert [place["offset"] for place in padded.elements] == [0, 1, 2, 3, 6, 7, 8, 9]
    assert list(by_place(padded, 128)) == [
        " 0: (0, 0) (0, 1) (0, 2) (0, 3)      .      . (1, 0) (1, 1)",
        " 8: (1, 2) (1, 3)",
    ]
    swizzled = WrittenLayout.of(SwizzledShared(2, 1, 2, (1, 0), ONE), (2, 4))
    assert list(by_element(swizzled, 1)) == [
        "   0  1  2  3",
        "0  0  1  2  3",
        "1  6  7  4  5",
    ]


def test_half_of_padded_fp4_is_nothing():
    written = WrittenLayout.of(NVMMAShared(128, False, 8, True, ONE), (8, 64))
    assert written.copies == 1
    assert all(place["offset"] % 16 < 8 for place in written.elements)
    assert "." in next(by_place(written, 8)).split()


@pytest.mark.parametrize(
    ("encoding", "shape", "copies", "rows"),
    [
        (TensorMemory(128, 8, 1), (128, 8), 1, 128),
        (TensorMemory(64, 8, 2), (64, 8), 1, 64),
        (TensorMemory(64, 8, 1), (128, 8), 1, 128),
        (TensorMemoryScales(), (64, 4), 4, 128),
    ],
)
def test_rows_of_tensor_memory(encoding: Encoding, shape: tuple[int, ...], copies: int, rows: int):
    written = WrittenLayout.of(encoding, shape)
    assert written.copies == copies
    assert len(list(by_place(written, 32))) == rows
    assert {(place["row"], place["col"]) for place in written.elements} <= {
        (row, column) for row in range(128) for column in range(written.sizes["col"])
    }


def test_blocks_and_sections_have_names():
    cluster = CTALayout(((1, 0, 0),), 3)
    blocked = cases.Blocked((1, 1, 2), (2, 4, 4), (1, 1, 1), (2, 1, 0), cluster)
    written = WrittenLayout.of(blocked, (4, 4, 8))
    text = list(by_element(written, 4))
    assert text[0] == "[0, :, :]"
    assert text[1].split() == [str(column) for column in range(8)]
    assert text[2].split()[:3] == ["0", "B0:T0:0", "B0:T0:1"]
    assert sum(line.startswith("[") for line in text) == 4
    assert next(by_place(written, 16)) == "B0:T0: (0, 0, 0) (0, 0, 1)"
    assert summary(written) == "4x4x8 elements in 2 registers x 32 lanes x 1 warp x 2 blocks; vectors of 2"


def test_more_holders_than_are_wanted_are_counted():
    blocked = cases.Blocked((1,), (32,), (2,), (0,), CTALayout.default(1))
    text = list(by_element(WrittenLayout.of(blocked, (16,)), 1))
    assert text[1].split()[0] == "T0:0|+3"


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ((16,), r"the layout is for tensors of rank 2: give 2 extents, such as --shape 16x16"),
        ((16, 12), r"extents are powers of two: 12 is none"),
        ((1024, 1024), r"the layout has 1048576 places, of which at most 131072 can be shown: give less"),
    ],
)
def test_shapes_that_do_not_suit(shape: tuple[int, ...], message: str):
    with pytest.raises(ValueError, match=message):
        WrittenLayout.of(SwizzledShared(1, 1, 1, (1, 0), ONE), shape)


def test_a_picture_has_a_box_for_each_element():
    rng = Random(3)
    for rank in (1, 2, 3):
        written = WrittenLayout.of(cases.blocked(rng, rank), cases.shape(rng, rank, 7))
        scene = scene_of(written, "a layout", 16)
        assert len(scene.boxes) == len(written.holders)
        assert all(box.x + box.width <= scene.width and box.y + box.height <= scene.height for box in scene.boxes)
        root = ElementTree.fromstring(svg_of(scene))
        texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "a layout" in texts
        first = next(iter(scene.boxes)).lines[0]
        assert first in texts
        # One more for the background.
        assert len(list(root.iter("{http://www.w3.org/2000/svg}rect"))) == len(scene.boxes) + 1
