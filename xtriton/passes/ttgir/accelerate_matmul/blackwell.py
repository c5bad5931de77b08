"""Dots by ``tcgen05.mma`` of datacenter Blackwell: operands in shared memory, accumulators in tensor memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.dialects.builtin import Float8E4M3FNType, Float32Type, i1
from xdsl.ir import Attribute, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.analysis.mma import (
    CONSUMER_BLACKWELL,
    best_mma_version,
    instruction_shape,
    loaded_bit_width,
    without_conversions,
)
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.types import AsyncTokenType, MemDescType
from xtriton.dialects.ttg.verify import num_warps_of
from xtriton.dialects.ttng.attributes import TensorMemorySpaceAttr
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, default_registers
from xtriton.ir.diagnostics import DiagnosticEngine, error
from xtriton.ir.narrowing import int_value, is_tensor_type, tensor
from xtriton.ir.traits import shape_of_tensor
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import (
    Blocked,
    CTALayout,
    DistributedEncoding,
    Slice,
    TensorMemory,
    shape_per_cta,
)
from xtriton.layouts.tensor_memory import ctas_of_memory
from xtriton.passes.ttgir.accelerate_matmul.mma import is_unaccelerated
from xtriton.passes.ttgir.accelerate_matmul.operands import SharedOperands
from xtriton.passes.ttgir.accelerate_matmul.scales import place_scales, replace_uses_but_in
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.conversions import convert_to_type, insert_conversion
from xtriton.rewriting.pattern import Pattern
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import layout_of_tensor
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, active_version, before, by_version, since

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
        two_ctas = active_version() in _PAIRS_CTAS and _can_use_two_ctas(op)
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
        if (
            self.capability not in _BLOCK_SCALED.now()
            or num_warps_of(op) not in (4, 8)
            or shape[0] < 128
            or shape[1] < 16
        ):
            return False
        if active_version() in _REJECTS_UNPACKED and _has_unpacked_small_scales(op):
            return False
        a, b = self._scaled_operands(op, rewriter)
        accumulator = _Accumulator.of(op, 128, min(shape[1], 256), False, self.knobs, rewriter)
        a_memory, b_memory = place_scales(op, op.a_scale, op.b_scale, accumulator.cta, self.knobs, rewriter)
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
        """Both operands in shared memory."""
        shared = SharedOperands(rewriter, self.diagnostics, op)
        placed: list[SSAValue] = []
        sides = (op.a, op.a_elem_type, op.lhs_k_pack), (op.b, op.b_elem_type, op.rhs_k_pack)
        for index, ((value, kind, packed), padded) in enumerate(
            zip(sides, _IS_PADDED.now()(op, self.capability), strict=True)
        ):
            k_pack = bool(int_value(packed))
            placed.append(shared.put(value, index, any_order=not _is_fp4(kind), fp4_padded=padded, k_major=k_pack))
        return placed


_BLOCK_SCALED = by_version({V3_6: range(100, 110), V3_7: range(100, CONSUMER_BLACKWELL)})
"""The capabilities whose ``tcgen05.mma`` scales blocks of operands."""
_REJECTS_UNPACKED = since(V3_9)
_NEED_PADDING = (100, 103, 110)
"""The capabilities that take fp4 in mixed dots padded only."""


def _is_fp4(kind: Attribute) -> bool:
    return int_value(kind) == ScaleDotElemType.E2M1.value


def _are_padded(op: DotScaledOp, capability: int) -> tuple[bool, bool]:
    """Whether fp4 operands are padded: if the other operand is not fp4, or they are not packed along k."""
    mixed = op.a_elem_type != op.b_elem_type
    return (
        (mixed and _is_fp4(op.a_elem_type)) or not int_value(op.lhs_k_pack),
        (mixed and _is_fp4(op.b_elem_type)) or not int_value(op.rhs_k_pack),
    )


def _are_padded_if_mixed(op: DotScaledOp, capability: int) -> tuple[bool, bool]:
    """Since 3.8 also by what the GPU requires of mixed dots."""
    a_packed, b_packed = bool(int_value(op.lhs_k_pack)), bool(int_value(op.rhs_k_pack))
    a_fp4, b_fp4 = _is_fp4(op.a_elem_type), _is_fp4(op.b_elem_type)
    if a_fp4 and b_fp4:
        return _ARE_UNPACKED.now()(not a_packed, not b_packed)
    required = capability in _NEED_PADDING or _k_extent(op) == 32
    a_padded = a_fp4 and (required or not a_packed or shape_of_tensor(op.a)[0] == 64)
    return a_padded, b_fp4 and (required or not b_packed)


def _each(a: bool, b: bool) -> tuple[bool, bool]:
    return a, b


def _both_if_any(a: bool, b: bool) -> tuple[bool, bool]:
    """The format that takes operands that are not packed along k takes padded ones only."""
    return a or b, a or b


_ARE_UNPACKED = by_version({V3_6: _each, V3_9: _both_if_any})
_IS_PADDED = by_version({V3_6: _are_padded, V3_8: _are_padded_if_mixed})


def _k_extent(op: DotScaledOp) -> int:
    """The number of elements along k, as far as the shape of ``a`` tells."""
    return shape_of_tensor(op.a)[-1] * (2 if _is_fp4(op.a_elem_type) else 1)


def _has_unpacked_small_scales(op: DotScaledOp) -> bool:
    """Whether both operands are fp4, one is not packed along k, and scales are e4m3 or for 16 elements: no format."""
    packed = int_value(op.lhs_k_pack) and int_value(op.rhs_k_pack)
    if packed or not _is_fp4(op.a_elem_type) or not _is_fp4(op.b_elem_type):
        return False
    scales = [tensor(scale.type) for scale in (op.a_scale, op.b_scale) if scale is not None]
    return any(
        isinstance(scale.element_type, Float8E4M3FNType) or 16 * scale.get_shape()[-1] == _k_extent(op)
        for scale in scales
    )


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
        parts = ctas_of_memory(cta)
        layout = TensorMemory(rows, columns, _COLUMN_BITS // bit_width(element), two_ctas=two_ctas, **parts)
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
    return insert_constant(rewriter, 1, i1)


# ---------------------------------------------------------------------------------------------------------- CTA pairs


_PAIRS_CTAS = before(V3_7)


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
    replace_uses_but_in(whole, b, whole.result, rewriter)
    return b


def _with_ctas(layout: DistributedEncoding, cta: CTALayout) -> DistributedEncoding | None:
    """A layout with another CTA layout."""
    if isinstance(layout, Blocked):
        return replace(layout, cta=cta)
    if isinstance(layout, Slice) and (parent := _with_ctas(layout.parent, cta)) is not None:
        return Slice(layout.dim, parent)
    return None
