"""Layouts of registers for tensor memory, against those that the wheel computes."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from selection import of_versions
from triton.experimental.gluon.language import bfloat16, float16, float32, int8
from triton.experimental.gluon.language.nvidia import blackwell

from xtriton.layouts.distributed import Linear
from xtriton.layouts.encoding import CTALayout
from xtriton.layouts.encodings import TensorMemory
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tensor_memory_access import (
    AccessedMemory,
    Atom,
    access_layout,
    atom_layout,
    can_access,
    compatible_layouts,
)
from xtriton.versions import V3_6, only

pytestmark = of_versions(only(V3_6), "its oracle asks the builder of gluon, whose interface is another in each version")

ELEMENTS = {8: int8, 16: float16, 32: float32}
ATOMS = (Atom.X32_32B, Atom.X16_64B, Atom.X16_128B, Atom.X16_256B)
NO_CLUSTER = CTALayout.default(2)

SHAPES = ((64, 128), (128, 128), (128, 64), (256, 128))
WIDTHS_AND_STRIDES = ((32, 1), (16, 1), (16, 2), (8, 1))


def memory_of(block: tuple[int, int], shape: tuple[int, int], stride: int, bits: int) -> AccessedMemory:
    return AccessedMemory(TensorMemory(*block, stride), shape, shape, bits)


def by_wheel(block: tuple[int, int], shape: tuple[int, int], stride: int, bits: int, warps: int, atom: Atom) -> Any:
    return _register_layout(ELEMENTS[bits], shape, blackwell.TensorMemoryLayout(block, stride), warps, atom.value)


def _register_layout(element: Any, shape: tuple[int, int], layout: Any, warps: int, atom: str) -> Any:
    computed = blackwell.get_tmem_reg_layout
    return getattr(computed, "__wrapped__", computed)(element, list(shape), layout, warps, atom)


def bases(found: Any) -> dict[str, list[list[int]]]:
    found = getattr(found, "value", found)
    rows = (found.reg_bases, found.lane_bases, found.warp_bases, found.block_bases)
    return {
        name: [list(map(int, basis)) for basis in row]
        for name, row in zip(("register", "lane", "warp", "block"), rows, strict=True)
    }


CASES = [
    ((block_m, block_n), (rows, columns), stride, bits, warps)
    for block_m, block_n, (rows, columns), (bits, stride), warps in product(
        (64, 128), (32, 64, 128), SHAPES, WIDTHS_AND_STRIDES, (4, 8)
    )
    if block_m <= rows and block_n <= columns
]


@pytest.mark.parametrize("atom", ATOMS, ids=lambda atom: atom.value)
def test_access_layouts_are_the_wheels(atom: Atom) -> None:
    for block, shape, stride, bits, warps in CASES:
        expected = by_wheel(block, shape, stride, bits, warps, atom)
        ours = access_layout(memory_of(block, shape, stride, bits), atom, warps, NO_CLUSTER)
        assert ours is not None, (block, shape, stride, bits, warps)
        assert {name: [list(b) for b in rows] for name, rows in ours.bases.items()} == bases(expected)


@pytest.mark.parametrize("warps", [4, 8])
def test_proposed_layouts_can_access_the_memory(warps: int) -> None:
    for block, shape, stride, bits, _ in CASES:
        memory = memory_of(block, shape, stride, bits)
        for layout in compatible_layouts(memory, warps, NO_CLUSTER):
            assert can_access(layout, shape, memory, 256), (block, shape, stride, bits, layout)


def test_lanes_along_columns_cannot_be_accessed() -> None:
    memory = memory_of((128, 128), (128, 128), 1, 32)
    good = compatible_layouts(memory, 4, NO_CLUSTER)[0].layout
    lanes, registers = good.bases["lane"], good.bases["register"]
    exchanged = {**good.bases, "lane": registers[:5], "register": (*lanes, *registers[5:])}
    swapped = LinearLayout(exchanged, dict(good.out_dims))
    assert can_access(Linear(good), (128, 128), memory, 256)
    assert not can_access(Linear(swapped), (128, 128), memory, 256)


def test_atoms_move_as_many_bits_as_they_are_called_after() -> None:
    columns = {Atom.X32_32B: 1, Atom.X16_64B: 2, Atom.X16_128B: 4, Atom.X16_256B: 8, Atom.X16_32B_X2: 1}
    for atom, count in columns.items():
        assert atom_layout(atom).out_dim_size("col") == count
        assert atom_layout(atom, unpacked=True).out_dim_size("col") == 2 * count


def test_bfloat16_is_as_float16() -> None:
    layout = blackwell.TensorMemoryLayout((128, 64), 1)
    first, second = (bases(_register_layout(kind, (128, 64), layout, 4, "32x32b")) for kind in (float16, bfloat16))
    assert first == second
