"""``tritongpu-F32DotTC``: emulates f32 dots with three TF32, or three or six BF16 dots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import Float32Type, ModuleOp, bf16, f32
from xdsl.ir import SSAValue

from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.elementwise import ElementwiseInlineAsmOp
from xtriton.dialects.tt.enums import InputPrecision
from xtriton.dialects.tt.shape import SplatOp
from xtriton.dialects.tt.types import clone_tensor
from xtriton.dialects.upstream.arith import (
    AddFOp,
    CmpFOp,
    CmpFPredicate,
    ConstantOp,
    ExtFOp,
    SelectOp,
    SubFOp,
    TruncFOp,
)
from xtriton.folds.elements import zero
from xtriton.ir.context import Context
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import int_value, tensor
from xtriton.passes.base import Pass, option
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter, location_of

_BF16_PARTS = {InputPrecision.BF16x3: 2, InputPrecision.BF16x6: 3}
"""The number of parts that operands are split into: dots of the smallest parts are dropped."""


@dataclass(frozen=True)
class TritonGPUF32DotTC(Pass):
    """Emulate f32 dots with several TF32 or BF16 dots.

    before: ``tt.dot %a, %b, %c, inputPrecision = tf32x3``
    after:  ``%a0 = cvt(%a)``, ``%a1 = %a - %a0``, ...; ``%a0 * %b0 + nan_to_zero(%a0 * %b1 + %a1 * %b0) + %c``
    """

    name: ClassVar[str] = "tritongpu-F32DotTC"
    reassociates: ClassVar[bool] = True
    emu_tf32: bool = option(False, "emulate dots that request 3xTF32 (NVIDIA GPUs)")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, _TF32_AND_BF16 if self.emu_tf32 else _BF16)


def _has_fp32_operands(op: DotOp) -> bool:
    return all(isinstance(tensor(value.type).element_type, Float32Type) for value in (op.a, op.b))


@pattern(DotOp)
def dot_in_bf16_parts(op: DotOp, rewriter: Rewriter) -> bool:
    """Three or six bf16 dots (Henry et al., "Leveraging the bfloat16 Artificial Intelligence Datatype", 2019).

    Smaller terms are added up first.
    """
    precision = InputPrecision.of(op.inputPrecision)
    count = _BF16_PARTS.get(precision)
    if count is None or not _has_fp32_operands(op):
        return False
    a, b = _bf16_parts(op.a, count, rewriter), _bf16_parts(op.b, count, rewriter)
    total = _zeros_like(op.c, rewriter)
    small = ((1, 1), (2, 0), (0, 2), (1, 0), (0, 1)) if count == 3 else ((1, 0), (0, 1))
    for i, j in small:
        total = _product(a[i], b[j], total, InputPrecision.IEEE, 0, rewriter)
    total = _product(a[0], b[0], _nan_to_zero(total, rewriter), InputPrecision.IEEE, 0, rewriter)
    rewriter.replace_by(op, AddFOp(total, op.c))
    return True


def _bf16_parts(value: SSAValue, count: int, rewriter: Rewriter) -> list[SSAValue]:
    """Values of bf16 whose sum approximates ``value``, the greatest first."""
    location, narrow, wide = location_of(value), clone_tensor(tensor(value.type), bf16), value.type
    parts: list[SSAValue] = []
    while True:
        parts.append(rewriter.insert(TruncFOp(value, narrow), location).out)
        if len(parts) == count:
            return parts
        represented = rewriter.insert(ExtFOp(parts[-1], wide), location).out
        value = rewriter.insert(SubFOp(value, represented), location).result


@pattern(DotOp)
def dot_in_tf32_parts(op: DotOp, rewriter: Rewriter) -> bool:
    """Three tf32 dots: of both upper parts, and of each upper with the other lower part (as CUTLASS does)."""
    if InputPrecision.of(op.inputPrecision) != InputPrecision.TF32x3 or not _has_fp32_operands(op):
        return False
    a, a_rest = _tf32_parts(op.a, rewriter)
    b, b_rest = _tf32_parts(op.b, rewriter)
    total = _zeros_like(op.c, rewriter)
    imprecise = int_value(op.maxNumImpreciseAcc)
    for left, right in ((a_rest, b), (a, b_rest)):
        total = _product(left, right, total, InputPrecision.TF32, imprecise, rewriter)
    total = _product(a, b, _nan_to_zero(total, rewriter), InputPrecision.TF32, imprecise, rewriter)
    rewriter.replace_by(op, AddFOp(total, op.c))
    return True


def _tf32_parts(value: SSAValue, rewriter: Rewriter) -> tuple[SSAValue, SSAValue]:
    """``value`` rounded to tf32, and the remainder."""
    rounded = ElementwiseInlineAsmOp(
        [value],
        asm_string="cvt.rna.tf32.f32 $0, $1;",
        constraints="=r,r",
        pure=True,
        packed_element=1,
        result=[value.type],
    )
    upper = rewriter.insert(rounded).results[0]
    return upper, rewriter.insert(SubFOp(value, upper)).result


def _zeros_like(value: SSAValue, rewriter: Rewriter) -> SSAValue:
    location = location_of(value)
    scalar = rewriter.insert(ConstantOp(zero(f32)), location).result
    return rewriter.insert(SplatOp(scalar, result=value.type), location).result


def _nan_to_zero(value: SSAValue, rewriter: Rewriter) -> SSAValue:
    """Replace NaN by zero: an infinite operand makes the dots with its lower part NaN, which must not propagate."""
    location: Location = location_of(value)
    is_nan = rewriter.insert(CmpFOp(CmpFPredicate.UNO, value, value), location).result
    zeros = _zeros_like(value, rewriter)
    return rewriter.insert(SelectOp(is_nan, zeros, value), location).result


def _product(
    a: SSAValue, b: SSAValue, c: SSAValue, precision: InputPrecision, imprecise: int, rewriter: Rewriter
) -> SSAValue:
    dot = DotOp(a, b, c, inputPrecision=precision, maxNumImpreciseAcc=imprecise)
    return rewriter.insert(dot, location_of(a)).d


_BF16 = PatternSet((dot_in_bf16_parts,))
_TF32_AND_BF16 = PatternSet((dot_in_tf32_parts, dot_in_bf16_parts))
