"""Processor instructions that multiply groups of narrow numbers and add the products to 32-bit accumulators.

Each lane of the accumulators takes the dot product of a group: two bf16 or four 8-bit integers, from the same 32 bits
of both operands. The table holds LLVM's intrinsics with the target features that they require.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import VectorType, bf16, f32, i8, i32
from xdsl.ir import Attribute

from xtriton.ir.narrowing import is_float_type

_GROUP_BITS = 32


@dataclass(frozen=True)
class DotInstruction:
    """``total + left * right`` for vectors of ``lanes`` accumulators.

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
    unsigned: bool = False
    biased: bool = False

    @property
    def group(self) -> int:
        """The number of elements per lane."""
        return _GROUP_BITS // self.element.bitwidth  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]

    @property
    def exact(self) -> bool:
        """Whether the result does not depend on the order of the sums."""
        return not is_float_type(self.total)

    @property
    def operand(self) -> VectorType[Attribute]:
        """The type of the operands."""
        return VectorType(self.element, [self.lanes * self.group])


_BF16 = "llvm.x86.avx512bf16.dpbf16ps"
_VNNI = "llvm.x86.avx512.vpdpbusd"
_SIGNED = "llvm.x86.avx2.vpdpbssd"

DOT_INSTRUCTIONS = (
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
    DotInstruction("bf16", "llvm.aarch64.neon.bfdot.v4f32.v8bf16", ("bf16",), bf16, f32, 4),
    DotInstruction("dotprod", "llvm.aarch64.neon.sdot.v4i32.v16i8", ("dotprod",), i8, i32, 4),
    DotInstruction("dotprod", "llvm.aarch64.neon.udot.v4i32.v16i8", ("dotprod",), i8, i32, 4, unsigned=True),
)
"""All instructions; of those that fit, the first is used."""

DOT_NAMES = tuple(dict.fromkeys(instruction.name for instruction in DOT_INSTRUCTIONS))
"""The values of the option ``dots``."""


def dots_of(features: frozenset[str]) -> tuple[str, ...]:
    """The names of the instructions of a processor with these LLVM target features."""
    found = (dot.name for dot in DOT_INSTRUCTIONS if features.issuperset(dot.features))
    return tuple(dict.fromkeys(found))


def dot_instruction(
    dots: tuple[str, ...],
    left: Attribute,
    right: Attribute,
    total: Attribute,
    lanes: int,
    *,
    unsigned: bool,
    strict: bool,
) -> DotInstruction | None:
    """The instruction for operands and accumulators of these element types, if the processor has one.

    With ``strict``, only those whose result does not depend on the order of the sums.
    """
    for dot in DOT_INSTRUCTIONS:
        if dot.name not in dots or (dot.element, dot.element, dot.total, dot.lanes) != (left, right, total, lanes):
            continue
        if dot.exact and dot.unsigned != unsigned:
            continue
        if dot.exact or not strict:
            return dot
    return None
