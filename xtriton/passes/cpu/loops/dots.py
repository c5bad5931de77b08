"""Processor instructions that multiply groups of narrow numbers and add the products to 32-bit accumulators.

A group is contiguous: two floats or four 8-bit integers in 32 bits, or twice as many in 64. Instructions on vectors
take the dot product of a group of each operand for each lane of the accumulators. Those on blocks have some rows and
columns of accumulators in a register, and multiply each of these rows with each of these columns. The table holds
LLVM's intrinsics with the target features that they require.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, VectorType, bf16, f16, f32, i8, i32
from xdsl.ir import Attribute

from xtriton.ir.narrowing import is_float_type


@dataclass(frozen=True)
class DotInstruction:
    """``total + left * right`` for ``lanes`` accumulators.

    The operands follow the accumulator in the intrinsic. ``biased`` instructions take the left operand as unsigned: it
    is passed with 128 added to each element.
    """

    name: str
    """The name in the option ``dots`` of ``cpu-linalg-to-loops``."""
    intrinsic: str
    features: tuple[str, ...]
    """LLVM's target features, all of which are required."""
    element: Attribute
    total: Attribute
    lanes: int
    """The number of accumulators of a register."""
    unsigned: bool = False
    biased: bool = False
    rows: int = 1
    """The number of rows of accumulators in a register."""
    group_bits: int = 32
    steps: int = 1
    """The number of groups of a row or column that it takes at once."""

    @property
    def columns(self) -> int:
        """The number of columns of accumulators in a register."""
        return self.lanes // self.rows

    @property
    def element_bits(self) -> int:
        """The size of an element of the operands."""
        return cast("AnyFloat | IntegerType", self.element).bitwidth

    @property
    def group(self) -> int:
        """The number of elements of a group."""
        return self.group_bits // self.element_bits

    @property
    def depth(self) -> int:
        """The number of elements of a row or column that it takes at once."""
        return self.steps * self.group

    @property
    def exact(self) -> bool:
        """Whether the result does not depend on the order of the sums."""
        return not is_float_type(self.total)

    @property
    def operand(self) -> VectorType[Attribute]:
        """The type of the operands, of which each has as many groups as there are columns."""
        return VectorType(self.element, [self.columns * self.group])


_BF16 = "llvm.x86.avx512bf16.dpbf16ps"
_VNNI = "llvm.x86.avx512.vpdpbusd"
_SIGNED = "llvm.x86.avx2.vpdpbssd"
_AMX = "llvm.x86.tdp"
_NEON = "llvm.aarch64.neon"

DOT_INSTRUCTIONS = (
    DotInstruction("amx-bf16", f"{_AMX}bf16ps.internal", ("amx-tile", "amx-bf16"), bf16, f32, 256, rows=16, steps=16),
    DotInstruction("amx-fp16", f"{_AMX}fp16ps.internal", ("amx-tile", "amx-fp16"), f16, f32, 256, rows=16, steps=16),
    DotInstruction("amx-int8", f"{_AMX}bssd.internal", ("amx-tile", "amx-int8"), i8, i32, 256, rows=16, steps=16),
    DotInstruction(
        *("amx-int8", f"{_AMX}buud.internal", ("amx-tile", "amx-int8"), i8, i32, 256),
        unsigned=True,
        rows=16,
        steps=16,
    ),
    DotInstruction("avx512bf16", f"{_BF16}.512", ("avx512bf16",), bf16, f32, 16),
    DotInstruction("avx512bf16-vl", f"{_BF16}.256", ("avx512bf16", "avx512vl"), bf16, f32, 8),
    DotInstruction("avx512bf16-vl", f"{_BF16}.128", ("avx512bf16", "avx512vl"), bf16, f32, 4),
    DotInstruction("avxvnniint8", f"{_SIGNED}.256", ("avxvnniint8",), i8, i32, 8),
    DotInstruction("avxvnniint8", f"{_SIGNED}.128", ("avxvnniint8",), i8, i32, 4),
    DotInstruction("avx512vnni", f"{_VNNI}.512", ("avx512vnni",), i8, i32, 16, biased=True),
    DotInstruction("avx512vnni-vl", f"{_VNNI}.256", ("avx512vnni", "avx512vl"), i8, i32, 8, biased=True),
    DotInstruction("avx512vnni-vl", f"{_VNNI}.128", ("avx512vnni", "avx512vl"), i8, i32, 4, biased=True),
    DotInstruction("avxvnni", f"{_VNNI}.256", ("avxvnni",), i8, i32, 8, biased=True),
    DotInstruction("avxvnni", f"{_VNNI}.128", ("avxvnni",), i8, i32, 4, biased=True),
    DotInstruction("bf16", f"{_NEON}.bfmmla", ("bf16",), bf16, f32, 4, rows=2, group_bits=64),
    DotInstruction("i8mm", f"{_NEON}.smmla.v4i32.v16i8", ("i8mm",), i8, i32, 4, rows=2, group_bits=64),
    DotInstruction("i8mm", f"{_NEON}.ummla.v4i32.v16i8", ("i8mm",), i8, i32, 4, rows=2, group_bits=64, unsigned=True),
    DotInstruction("bf16", f"{_NEON}.bfdot.v4f32.v8bf16", ("bf16",), bf16, f32, 4),
    DotInstruction("dotprod", f"{_NEON}.sdot.v4i32.v16i8", ("dotprod",), i8, i32, 4),
    DotInstruction("dotprod", f"{_NEON}.udot.v4i32.v16i8", ("dotprod",), i8, i32, 4, unsigned=True),
)
"""All instructions; of those that fit, the first is used."""

DOT_NAMES = tuple(dict.fromkeys(instruction.name for instruction in DOT_INSTRUCTIONS))
"""The values of the option ``dots``."""


def dots_of(features: frozenset[str]) -> tuple[str, ...]:
    """The names of the instructions of a processor with these LLVM target features."""
    found = (dot.name for dot in DOT_INSTRUCTIONS if features.issuperset(dot.features))
    return tuple(dict.fromkeys(found))


def dot_instructions(
    dots: tuple[str, ...], left: Attribute, right: Attribute, total: Attribute, *, unsigned: bool, strict: bool
) -> Iterator[DotInstruction]:
    """The processor's instructions for operands and accumulators of these element types.

    With ``strict``, only those whose result does not depend on the order of the sums.
    """
    for dot in DOT_INSTRUCTIONS:
        if dot.name not in dots or (dot.element, dot.element, dot.total) != (left, right, total):
            continue
        if dot.exact and dot.unsigned != unsigned:
            continue
        if dot.exact or not strict:
            yield dot
