"""Dots by ``tcgen05.mma`` of datacenter Blackwell: operands in shared memory, accumulators in tensor memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from xdsl.dialects.builtin import Float32Type, i1
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.analysis.mma import best_mma_version, instruction_shape, loaded_bit_width, without_conversions
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import ReshapeOp, TransOp, int_value, tensor
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalLoadOp
from xtriton.dialects.ttg.types import AsyncTokenType, MemDescType
from xtriton.dialects.ttg.verify import num_warps_of
from xtriton.dialects.ttng.attributes import TensorMemorySpaceAttr
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, default_registers
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.folds.elements import constant
from xtriton.ir.diagnostics import DiagnosticEngine, error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import (
    Blocked,
    CTALayout,
    DistributedEncoding,
    NVMMAShared,
    Slice,
    TensorMemory,
    TensorMemoryScales,
    shape_per_cta,
)
from xtriton.passes.ttgir.accelerate_matmul.mma import is_unaccelerated
from xtriton.passes.ttgir.accelerate_matmul.operands import SharedOperands, allocated
from xtriton.rewriting.conversions import convert_to_type, insert_conversion
from xtriton.rewriting.pattern import Pattern
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import layout_of_tensor, shape_of_tensor
from xtriton.versions import V3_6, V3_7, by_version

_PREFERRED = 10
_COLUMN_BITS = 32
_TWO_CTAS_LEAST = (64, 32)
"""The minimum rows and columns per CTA of an MMA on a CTA pair."""
_SPLIT_COLUMNS = CTALayout(((0, 1),), 2)


@dataclass(frozen=True)
class BlackwellPatterns:
    """The rewrites for a target. Remarks and warnings go to ``diagnostics``."""

    capability: int
    diagnostics: DiagnosticEngine
    knobs: Knobs

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """All rewrites."""
        return (
            Pattern((DotOp,), self.dot_to_tcgen5, benefit=_PREFERRED),
            Pattern((DotScaledOp,), self.dot_scaled_to_tcgen5, benefit=_PREFERRED),
        )

    def dot_to_tcgen5(self, op: DotOp, rewriter: Rewriter) -> bool:
        """``tt.dot`` by ``ttng.tc_gen5_mma``."""
        if not _can_accumulate(op) or best_mma_version(op, self.capability, self.diagnostics, self.knobs) != 5:
            return False
        exact = int_value(op.inputPrecision) != InputPrecision.TF32.value
        if exact and min(loaded_bit_width(op.a), loaded_bit_width(op.b)) >= 32:
            return False
        two_ctas = _can_use_two_ctas(op)
        b = _split_among_ctas(op.b, rewriter) if two_ctas else op.b
        element = tensor(op.a.type).element_type
        # Transposed fp32 operands need a shared layout that is not supported here.
        any_order = not isinstance(element, Float32Type)
        shared = SharedOperands(rewriter)
        a, b = shared.put(op.a, 0, any_order=any_order), shared.put(b, 1, any_order=any_order)
        shape = shape_per_cta(layout_of_tensor(op.d), shape_of_tensor(op.d))
        rows, columns, _ = instruction_shape(5, shape, element, num_warps_of(op))
        accumulator = _Accumulator.of(op, rows, columns, two_ctas, self.knobs, rewriter)
        yes = _true(rewriter)
        memory = accumulator.alloc
        mma = TCGen5MMAOp(a, b, memory.result, memory.token, yes, yes, two_ctas=two_ctas, token=AsyncTokenType())
        accumulator.load_after(rewriter.insert(mma).token, op, rewriter)
        return True

    def dot_scaled_to_tcgen5(self, op: DotScaledOp, rewriter: Rewriter) -> bool:
        """``tt.dot_scaled`` by ``ttng.tc_gen5_mma_scaled``."""
        if not _can_accumulate(op) or op.a_scale is None or op.b_scale is None:
            return False
        shape = shape_per_cta(layout_of_tensor(op.d), shape_of_tensor(op.d))
        if self.capability // 10 != 10 or num_warps_of(op) not in (4, 8) or shape[0] < 128 or shape[1] < 16:
            return False
        a, b = self._scaled_operands(op, rewriter)
        accumulator = _Accumulator.of(op, 128, min(shape[1], 256), False, self.knobs, rewriter)
        a_type, b_type = (_scales_memory(scale, accumulator.cta) for scale in (op.a_scale, op.b_scale))
        warps = num_warps_of(op)
        a_tensor, b_tensor = (
            with_encoding(scale.type, default_registers(type_, warps, layout_of_tensor(scale).cta_layout, self.knobs))
            for scale, type_ in ((op.a_scale, a_type), (op.b_scale, b_type))
        )
        scales = (_Scale(op.a_scale, a_tensor, a_type), _Scale(op.b_scale, b_tensor, b_type))
        a_memory, b_memory = _PLACE_SCALES.now()(scales, rewriter)
        yes = _true(rewriter)
        memory = accumulator.alloc
        mma = TCGen5MMAScaledOp(
            a,
            b,
            memory.result,
            memory.token,
            a_memory,
            b_memory,
            yes,
            yes,
            a_type=op.a_elem_type,
            b_type=op.b_elem_type,
            token=AsyncTokenType(),
        )
        accumulator.load_after(rewriter.insert(mma).token, op, rewriter)
        return True

    def _scaled_operands(self, op: DotScaledOp, rewriter: Rewriter) -> list[SSAValue]:
        """Both operands in shared memory; fp4 is padded if the other operand is not fp4 or it is not packed along k."""
        shared = SharedOperands(rewriter, self.diagnostics, op)
        mixed = op.a_elem_type != op.b_elem_type
        placed: list[SSAValue] = []
        for index, (value, kind, packed_along_k) in enumerate(
            ((op.a, op.a_elem_type, op.lhs_k_pack), (op.b, op.b_elem_type, op.rhs_k_pack))
        ):
            is_fp4, k_pack = int_value(kind) == ScaleDotElemType.E2M1.value, bool(int_value(packed_along_k))
            padded = (mixed and is_fp4) or not k_pack
            placed.append(shared.put(value, index, any_order=not is_fp4, fp4_padded=padded, k_major=k_pack))
        return placed


def _can_accumulate(op: DotOp | DotScaledOp) -> bool:
    """Whether an operation is not accelerated yet, and a column of tensor memory can hold an element of its result."""
    return is_unaccelerated(op) and bit_width(tensor(op.d.type).element_type) <= _COLUMN_BITS


@dataclass(frozen=True)
class _Accumulator:
    """The accumulator of an MMA: tensor memory, and the register layout that it is stored from and loaded to."""

    alloc: TMEMAllocOp
    registers: Attribute
    """The type of the tensor in registers."""
    cta: CTALayout

    @classmethod
    def of(
        cls, op: DotOp | DotScaledOp, rows: int, columns: int, two_ctas: bool, knobs: Knobs, rewriter: Rewriter
    ) -> _Accumulator:
        """The accumulator of an MMA with this many rows and columns, stored to tensor memory."""
        element, cta = tensor(op.d.type).element_type, layout_of_tensor(op.d).cta_layout
        split = cta.cta_split_num
        layout = TensorMemory(rows, columns, _COLUMN_BITS // bit_width(element), split[0], split[1], two_ctas)
        memory = MemDescType(shape_of_tensor(op.d), element, encoding_attr(layout), TensorMemorySpaceAttr(), True)
        registers = with_encoding(op.d.type, default_registers(memory, num_warps_of(op), cta, knobs))
        source = convert_to_type(op.c, registers, rewriter)
        alloc = TMEMAllocOp(source, result=memory, token=AsyncTokenType())
        return cls(rewriter.insert(alloc), registers, cta)

    def load_after(self, token: SSAValue | None, op: DotOp | DotScaledOp, rewriter: Rewriter) -> None:
        """Load the result after the MMA with this token; it replaces ``op``."""
        load = TMEMLoadOp(self.alloc.result, token, result=self.registers, token=AsyncTokenType())
        result = rewriter.insert(load).result
        rewriter.replace(op, [convert_to_type(result, op.d.type, rewriter)])


def _true(rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(ConstantOp(constant(i1, 1))).result


# ------------------------------------------------------------------------------------------------------------ scales


def _scales_memory(scale: SSAValue, cta: CTALayout) -> MemDescType:
    split = cta.cta_split_num
    layout = encoding_attr(TensorMemoryScales(split[0], split[1]))
    return MemDescType(shape_of_tensor(scale), tensor(scale.type).element_type, layout, TensorMemorySpaceAttr())


class _Scale(NamedTuple):
    """A scale, the type with the register layout that it is stored from, and its type in tensor memory."""

    value: SSAValue
    registers: Attribute
    memory: MemDescType


def _store_to_tensor_memory(scale: _Scale, value: SSAValue, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(TMEMAllocOp(value, result=scale.memory)).result


def _place_scales_by_shared_memory(scales: Sequence[_Scale], rewriter: Rewriter) -> list[SSAValue]:
    """Loaded scales go through shared memory."""
    staged = [_through_shared_memory(scale.value, rewriter) for scale in scales]
    converted = [convert_to_type(value, scale.registers, rewriter) for scale, value in zip(scales, staged, strict=True)]
    return [_store_to_tensor_memory(scale, value, rewriter) for scale, value in zip(scales, converted, strict=True)]


def _place_scales_by_registers(scales: Sequence[_Scale], rewriter: Rewriter) -> list[SSAValue]:
    """Each scale is stored from registers, unless its elements are interleaved as for a copy to tensor memory."""
    if any(isinstance(without_conversions(scale.value).owner, ReshapeOp) for scale in scales):
        return _place_scales_by_shared_memory(scales, rewriter)
    return [
        _store_to_tensor_memory(scale, convert_to_type(scale.value, scale.registers, rewriter), rewriter)
        for scale in scales
    ]


_PLACE_SCALES = by_version({V3_6: _place_scales_by_shared_memory, V3_7: _place_scales_by_registers})


def _through_shared_memory(scale: SSAValue, rewriter: Rewriter) -> SSAValue:
    """Store loaded scales to shared memory and reload them; later passes then copy them to tensor memory directly."""
    value = scale
    while isinstance(value.owner, ReshapeOp | TransOp | ConvertLayoutOp):
        value = value.owner.src
    load = value.owner
    if not isinstance(load, LoadOp | DescriptorLoadOp):
        return scale
    layout = NVMMAShared(0, False, bit_width(value.type), False, layout_of_tensor(value).cta_layout)
    alloc = allocated(value, layout, rewriter)
    with rewriter.elsewhere():
        rewriter.after(alloc)
        new = LocalLoadOp(alloc.result, result=value.type)
        reloaded = rewriter.insert(new, load.location).result
    _replace_uses_but_in(alloc, value, reloaded, rewriter)
    return reloaded if value is scale else scale


def _replace_uses_but_in(kept: Operation, value: SSAValue, new: SSAValue, rewriter: Rewriter) -> None:
    for use in tuple(value.uses):
        if use.operation is not kept:
            rewriter.set_operand(use.operation, use.index, new)


# ---------------------------------------------------------------------------------------------------------- CTA pairs


def _can_use_two_ctas(op: DotOp) -> bool:
    """Whether a CTA pair can compute a dot, each CTA with half of ``b``."""
    layout = layout_of_tensor(op.d)
    if layout.cta_layout.cta_split_num != (2, 1):
        return False
    shape = shape_per_cta(layout, shape_of_tensor(op.d))
    if shape[0] < _TWO_CTAS_LEAST[0] or shape[1] < _TWO_CTAS_LEAST[1]:
        return False
    return isinstance(without_conversions(op.b).owner, LoadOp | DescriptorLoadOp | DescriptorGatherOp)


def _split_among_ctas(b: SSAValue, rewriter: Rewriter) -> SSAValue:
    """Split the columns of ``b`` over the two CTAs."""
    b = without_conversions(b)
    load, old = b.owner, b.type
    assert isinstance(load, LoadOp | DescriptorLoadOp | DescriptorGatherOp)
    split = _with_ctas(layout_of_tensor(b), _SPLIT_COLUMNS)
    if split is None:
        raise error(load.location, f"'{load.name}' op has a layout that two blocks cannot share: {old}")
    encoding = encoding_attr(split)
    with rewriter.elsewhere():
        rewriter.before(load)
        for index, operand in enumerate(tuple(load.operands)):
            if is_tensor_type(operand.type):
                load.operands[index] = insert_conversion(operand, encoding, rewriter, location_of(operand))
        rewriter.set_type(b, with_encoding(old, encoding))
        rewriter.after(load)
        whole = rewriter.insert(ConvertLayoutOp(b, result=old), load.location)
    _replace_uses_but_in(whole, b, whole.result, rewriter)
    return b


def _with_ctas(layout: DistributedEncoding, cta: CTALayout) -> DistributedEncoding | None:
    """A layout with another CTA layout."""
    if isinstance(layout, Blocked):
        return replace(layout, cta=cta)
    if isinstance(layout, Slice) and (parent := _with_ctas(layout.parent, cta)) is not None:
        return Slice(layout.dim, parent)
    return None
