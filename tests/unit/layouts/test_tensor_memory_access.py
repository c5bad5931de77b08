"""Layouts of registers for tensor memory, against those that the wheel computes."""

from __future__ import annotations

from itertools import product

import pytest
from triton.experimental.gluon.language import bfloat16, float16, float32, int8
from unit.layouts.layout_cases import ctas_of_memory
from unit.layouts.layout_oracle import memory_registers

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

ELEMENTS = {8: int8, 16: float16, 32: float32}
ATOMS = (Atom.X32_32B, Atom.X16_64B, Atom.X16_128B, Atom.X16_256B)
NO_CLUSTER = CTALayout.default(2)

SHAPES = ((64, 128), (128, 128), (128, 64), (256, 128))
WIDTHS_AND_STRIDES = ((32, 1), (16, 1), (16, 2), (8, 1))


def memory_of(block: tuple[int, int], shape: tuple[int, int], stride: int, bits: int) -> AccessedMemory:
    return AccessedMemory(TensorMemory(*block, stride, **ctas_of_memory((1, 1))), shape, shape, bits)


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
        memory = memory_of(block, shape, stride, bits)
        expected = memory_registers(memory.encoding, shape, ELEMENTS[bits], warps, atom.value)
        assert access_layout(memory, atom, warps, NO_CLUSTER) == expected, (block, shape, stride, bits, warps)


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
    encoding = memory_of((128, 64), (128, 64), 1, 16).encoding
    first, second = (memory_registers(encoding, (128, 64), kind, 4, "32x32b") for kind in (float16, bfloat16))
    assert first == second
