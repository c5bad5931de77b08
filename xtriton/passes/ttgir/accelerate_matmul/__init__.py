"""``tritongpu-accelerate-matmul``: dots on tensor cores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import Float8E4M3FNType, Float8E5M2Type, ModuleOp, f16
from xdsl.ir import Attribute, SSAValue

from xtriton.analysis.mma import compute_capability
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import FpToFpOp
from xtriton.dialects.tt.shape import TransOp
from xtriton.dialects.tt.types import clone_tensor
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.mma_support import FP8_TYPES
from xtriton.dialects.ttg.verify import DEFAULT_THREADS_PER_WARP, threads_per_warp
from xtriton.dialects.upstream.arith.casts import ExtFOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_float_type, tensor
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import NvidiaMma
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.accelerate_matmul.blackwell import BlackwellPatterns
from xtriton.passes.ttgir.accelerate_matmul.decompose_scaled import decompose_scaled
from xtriton.passes.ttgir.accelerate_matmul.mma import MmaPatterns
from xtriton.rewriting.greedy import GreedyConfig, rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.versions import V3_6, V3_8, V3_9, active_version, by_version, since

_FP8_MMA = by_version({V3_6: (range(89, 90), range(120, 121)), V3_8: (range(89, 90), range(120, 130))})
"""Capabilities whose ``mma.sync`` takes fp8; elsewhere fp8 dots are computed in fp16."""


@dataclass(frozen=True)
class TritonGPUAccelerateMatmul(Pass):
    """Assign dots, scaled ones included, to tensor cores: MMAv2, WGMMA or tcgen05.

    before: ``tt.dot %a, %b, %c : tensor<64x64xf16, #dot_operand_of_blocked> * ... -> tensor<64x64xf32, #blocked>``
    after:  ``tt.dot`` with the layout ``#ttg.nvidia_mma``, ``ttng.warp_group_dot`` or ``ttng.tc_gen5_mma``
    """

    name: ClassVar[str] = "tritongpu-accelerate-matmul"
    reassociates: ClassVar[bool] = True

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        modules = [op for op in operations_in(module) if type(op) is ModuleOp]
        if any(threads_per_warp(inner) != DEFAULT_THREADS_PER_WARP for inner in modules):
            return  # not an NVIDIA GPU
        capability = compute_capability(module)
        _scale_left_operands(module)
        knobs = Knobs.from_environment()
        mma = MmaPatterns(capability, ctx.diagnostics, knobs)
        blackwell = BlackwellPatterns(capability, ctx.diagnostics, knobs)
        patterns = PatternSet((*mma.patterns, decompose_scaled, *blackwell.patterns))
        rewrite_greedily(module, patterns, GreedyConfig(listener=mma.chained))
        _promote_operands(module, capability)


def _scale_left_operands(module: ModuleOp) -> None:
    """Transpose dots of which only the right operand is scaled, so that only the left one is."""
    found = [op for op in operations_in(module) if isinstance(op, DotScaledOp)]
    for op in found:
        if op.a_scale is None and op.b_scale is not None:
            _transpose(op)


_KEEPS_PACKING = since(V3_9)
"""Before 3.9, transposed operands count as packed along k."""


def _transpose(op: DotScaledOp) -> None:
    rewriter = Rewriter()
    rewriter.start_at(op)

    def transposed(value: SSAValue) -> SSAValue:
        new = TransOp(value, order=[1, 0])
        return rewriter.insert(new, location_of(value)).result

    a, b, c = transposed(op.a), transposed(op.b), transposed(op.c)
    dot = DotScaledOp(
        b, a, c, op.b_scale, op.a_scale, a_elem_type=op.b_elem_type, b_elem_type=op.a_elem_type, fastMath=op.fastMath
    )
    if active_version() in _KEEPS_PACKING:
        dot.properties.update(lhs_k_pack=op.rhs_k_pack, rhs_k_pack=op.lhs_k_pack)
    rewriter.insert(dot)
    rewriter.replace(op, [transposed(dot.d)])


def _promote_operands(module: ModuleOp, capability: int) -> None:
    """Convert operands of dots whose instructions do not support their element types."""
    rewriter = Rewriter()
    for op in [op for op in operations_inside_out(module) if isinstance(op, DotOp)]:
        element = _promoted_element(op, capability)
        if element is None:
            continue
        rewriter.start_at(op)
        promoted = [_promoted(value, element, rewriter) for value in (op.a, op.b)]
        op.operands[0], op.operands[1] = promoted


def _promoted_element(op: DotOp, capability: int) -> Attribute | None:
    """The element type that the operands of a dot must be converted to; ``None`` if they need no conversion."""
    element, result = tensor(op.a.type).element_type, tensor(op.d.type).element_type
    layout = layout_of(encoding_of(op.d.type))
    if not isinstance(layout, NvidiaMma):
        wider = is_float_type(element) and is_float_type(result) and element.bitwidth < result.bitwidth
        return result if wider else None
    if not isinstance(element, Float8E5M2Type | Float8E4M3FNType) or layout.is_hopper:
        return None
    if any(capability in capabilities for capabilities in _FP8_MMA.now()):
        return None
    return f16


def _promoted(value: SSAValue, element: Attribute, rewriter: Rewriter) -> SSAValue:
    type_ = tensor(value.type)
    promoted = clone_tensor(type_, element)
    new = FpToFpOp(value, result=promoted) if isinstance(type_.element_type, FP8_TYPES) else ExtFOp(value, promoted)
    return rewriter.insert(new).results[0]
