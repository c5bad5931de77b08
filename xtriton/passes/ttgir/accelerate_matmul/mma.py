"""Dots by ``mma.sync`` (Turing to Ada, and fallback of later tensor cores) and by Hopper's ``wgmma``."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float64Type
from xdsl.ir import SSAValue

from xtriton.analysis.chained_dots import ChainedDots
from xtriton.analysis.mma import (
    CONSUMER_BLACKWELL,
    best_mma_version,
    comes_from_load,
    instruction_shape,
    loaded_bit_width,
    warps_per_tile,
)
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.enums import ScaleDotElemType
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.verify import module_of, num_ctas, num_warps_of
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity
from xtriton.ir.narrowing import int_value, tensor
from xtriton.ir.traits import encoding_of, shape_of_tensor
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import Blocked, Linear, NvidiaMma, shape_per_cta
from xtriton.layouts.mma_operands import block_scales
from xtriton.passes.ttgir.accelerate_matmul.operands import SharedOperands, in_registers
from xtriton.rewriting.cloning import rebuild
from xtriton.rewriting.conversions import convert_to_type, insert_conversion
from xtriton.rewriting.pattern import Pattern
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import layout_of_tensor
from xtriton.versions import V3_6, V3_8, V3_9, by_version

_FAST_DOUBLE = by_version({V3_6: (80, 90), V3_8: (80, 90, *range(100, CONSUMER_BLACKWELL))})
"""The capabilities whose tensor cores are faster at fp64 than the other units."""
_BLOCK_SCALED = by_version({V3_6: range(120, 121), V3_8: range(120, 130)})
"""The capabilities whose ``mma.sync`` scales blocks of operands."""
_PREFERRED = 10


@dataclass(frozen=True)
class MmaPatterns:
    """The rewrites for a target. Remarks go to ``diagnostics``."""

    capability: int
    diagnostics: DiagnosticEngine
    knobs: Knobs
    chained: ChainedDots = field(default_factory=ChainedDots)
    """Must be notified of all changes."""

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """All rewrites."""
        return (
            Pattern((DotOp,), self.dot_to_mma),
            Pattern((DotScaledOp,), self.dot_scaled_to_mma, benefit=_PREFERRED),
        )

    def dot_to_mma(self, op: DotOp, rewriter: Rewriter) -> bool:
        """``tt.dot`` in blocked layouts to matrix instructions."""
        if self.capability < 70:
            return False
        if self.capability < 80:
            message = (
                f"Dot op using MMA for compute capability {self.capability} has been deprecated. It falls back to the "
                "FMA path."
            )
            self.diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))
            return False
        if not is_unaccelerated(op):
            return False
        doubles = any(isinstance(tensor(value.type).element_type, Float64Type) for value in (op.a, op.b, op.d))
        if doubles and self.capability not in _FAST_DOUBLE.now():
            return False
        version = best_mma_version(op, self.capability, self.diagnostics, self.knobs)
        if version not in (2, 3):
            return False
        layout = mma_layout(op, version, self.chained)
        with self.chained.replacing(op) as new:
            accumulator = insert_conversion(op.c, encoding_attr(layout), rewriter, location_of(op.c))
            if version == 3:
                result = self._warp_group_dot(op, layout, accumulator, rewriter)
            else:
                bits = min(loaded_bit_width(op.a), loaded_bit_width(op.b))
                a, b = (in_registers(value, index, layout, bits, rewriter) for index, value in enumerate((op.a, op.b)))
                new.append(rebuild(op, a=a, b=b, c=accumulator, attributes={}))
                result = rewriter.insert(new[0]).results[0]
            rewriter.replace(op, [convert_to_type(result, op.d.type, rewriter)])
        return True

    def _warp_group_dot(self, op: DotOp, layout: NvidiaMma, accumulator: SSAValue, rewriter: Rewriter) -> SSAValue:
        any_order = isinstance(tensor(op.a.type).element_type, Float16Type | BFloat16Type)
        shared = SharedOperands(rewriter, self.diagnostics, op)
        if comes_from_load(op.a):
            a = shared.put(op.a, 0, any_order=any_order)
        else:
            a = in_registers(op.a, 0, layout, bit_width(op.a.type), rewriter)
        b = shared.put(op.b, 1, any_order=any_order)
        new = WarpGroupDotOp(
            a, b, accumulator, inputPrecision=op.inputPrecision, maxNumImpreciseAcc=op.maxNumImpreciseAcc
        )
        return rewriter.insert(new).d

    def dot_scaled_to_mma(self, op: DotScaledOp, rewriter: Rewriter) -> bool:
        """``tt.dot_scaled`` to ``mma.sync`` with block scaling, which only consumer Blackwell supports."""
        if self.capability not in _BLOCK_SCALED.now() or num_ctas(module_of(op)) != 1:
            return False
        if op.a_scale is None or op.b_scale is None:
            return False
        scales = op.a_scale, op.b_scale
        if any(isinstance(layout_of(encoding_of(scale.type)), Linear) for scale in scales):
            return False
        if not _IS_BLOCK_SCALED.now()(op) or len({tensor(scale.type).element_type for scale in scales}) != 1:
            return False
        layout = mma_layout(op, 2, self.chained)
        accumulator = insert_conversion(op.c, encoding_attr(layout), rewriter, location_of(op.c))
        bits = min(bit_width(op.a.type), bit_width(op.b.type))
        a, b = (in_registers(value, index, layout, bits, rewriter) for index, value in enumerate((op.a, op.b)))
        new_scales = [_scale_for_mma(scale, index, layout, rewriter) for index, scale in enumerate(scales)]
        a_scale, b_scale = new_scales
        new = rewriter.insert(rebuild(op, a=a, b=b, c=accumulator, a_scale=a_scale, b_scale=b_scale, attributes={}))
        rewriter.replace(op, [convert_to_type(new.d, op.d.type, rewriter)])
        return True


_FP8_KINDS = frozenset({ScaleDotElemType.E4M3, ScaleDotElemType.E5M2})


def is_unaccelerated(op: DotOp | DotScaledOp) -> bool:
    """Whether a dot has a layout, but not yet that of a matrix instruction."""
    layout = layout_of(encoding_of(op.d.type))
    return layout is not None and not isinstance(layout, NvidiaMma)


def mma_layout(op: DotOp | DotScaledOp, version: int, chained: ChainedDots) -> NvidiaMma:
    """The layout of the result of a dot by instructions of version 2 or 3."""
    old, warps = layout_of_tensor(op.d), num_warps_of(op)
    shape = shape_per_cta(old, shape_of_tensor(op.d))
    instruction = instruction_shape(version, shape, tensor(op.a.type).element_type, warps)
    per_tile = warps_per_tile(op, version, shape, warps, instruction, chained)
    return NvidiaMma(version, 0, per_tile, old.cta_layout, instruction)


def _kinds(op: DotScaledOp) -> set[ScaleDotElemType]:
    return {ScaleDotElemType.of(op.a_elem_type), ScaleDotElemType.of(op.b_elem_type)}


def _does_not_mix_fp8_with_fp4(op: DotScaledOp) -> bool:
    kinds = _kinds(op)
    return ScaleDotElemType.E2M1 not in kinds or kinds.isdisjoint(_FP8_KINDS)


def _is_all_fp8_or_all_fp4(op: DotScaledOp) -> bool:
    kinds = _kinds(op)
    return kinds <= _FP8_KINDS or kinds == {ScaleDotElemType.E2M1}


def _is_packed_along_k(op: DotScaledOp) -> bool:
    """Both operands fp8, or both fp4 packed along k."""
    packed = bool(int_value(op.lhs_k_pack) and int_value(op.rhs_k_pack))
    return _is_all_fp8_or_all_fp4(op) and (packed or ScaleDotElemType.E2M1 not in _kinds(op))


_IS_BLOCK_SCALED = by_version(
    {V3_6: _does_not_mix_fp8_with_fp4, V3_8: _is_all_fp8_or_all_fp4, V3_9: _is_packed_along_k}
)
"""Whether block scaling supports the elements of the operands."""


def _scale_for_mma(scale: SSAValue, op_idx: int, layout: NvidiaMma, rewriter: Rewriter) -> SSAValue:
    old = layout_of_tensor(scale)
    assert isinstance(old, Blocked)
    new = block_scales(op_idx, shape_of_tensor(scale), layout.warps_per_cta, old.cta)
    return insert_conversion(scale, encoding_attr(new), rewriter, location_of(scale))
