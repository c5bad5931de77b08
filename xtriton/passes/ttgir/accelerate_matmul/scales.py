"""Scales of ``tcgen05.mma``, which are in tensor memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import Float8E4M3FNType, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.analysis.mma import defining_through_conversions, without_conversions
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.dot import DotScaledOp
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.enums import ScaleDotElemType
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import ReshapeOp, TransOp
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import TARGET, module_of, num_warps_of
from xtriton.dialects.ttng.attributes import TensorMemorySpaceAttr
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, default_registers
from xtriton.ir.narrowing import int_list, tensor
from xtriton.ir.traits import shape_of_tensor
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import CTALayout, NVMMAShared, TensorMemoryScales
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.shared import SharedLinear
from xtriton.layouts.tensor_memory import ctas_of_memory
from xtriton.layouts.tile import OFFSET, Shape, standard_dims
from xtriton.passes.ttgir.accelerate_matmul.operands import allocated
from xtriton.rewriting.conversions import convert_to_type
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import layout_of_tensor
from xtriton.versions import V3_6, V3_8, by_version


class Scales(NamedTuple):
    """The scales of an operand, the type with the registers that they are stored from, and that in tensor memory."""

    value: SSAValue
    registers: Attribute
    memory: MemDescType


def place_scales(
    op: DotScaledOp, a_scale: SSAValue, b_scale: SSAValue, cta: CTALayout, knobs: Knobs, rewriter: Rewriter
) -> list[SSAValue]:
    """The scales of both operands in tensor memory, or in shared memory from which they can be copied there.

    ``cta`` is the CTA layout of the result.
    """
    scales: list[Scales] = []
    for index, value in enumerate((a_scale, b_scale)):
        layout = TensorMemoryScales(k_first=index == 0 and _ADVANCES_ALONG_K.now()(op), **ctas_of_memory(cta))
        element = tensor(value.type).element_type
        memory = MemDescType(shape_of_tensor(value), element, encoding_attr(layout), TensorMemorySpaceAttr())
        stored_by = _CTAS_OF_REGISTERS.now()(cta, layout_of_tensor(value).cta_layout)
        registers = default_registers(memory, num_warps_of(op), stored_by, knobs)
        scales.append(Scales(value, with_encoding(value.type, registers), memory))
    return _PLACE.now()(scales, rewriter)


def _of_scales(result: CTALayout, scales: CTALayout) -> CTALayout:
    return scales


def _of_result(result: CTALayout, scales: CTALayout) -> CTALayout:
    return result


_CTAS_OF_REGISTERS = by_version({V3_6: _of_scales, V3_8: _of_result})


def _advances_along_k(op: DotScaledOp) -> bool:
    """Whether blocks of the scales of ``a`` advance along k first: for fp4 with e4m3 scales on Rubin."""
    module = module_of(op)
    target = None if module is None else module.attributes.get(TARGET)
    if not isinstance(target, StringAttr) or target.data != _RUBIN:
        return False
    formats = {ScaleDotElemType.of(op.a_elem_type), ScaleDotElemType.of(op.b_elem_type)}
    scales = [tensor(scale.type).element_type for scale in (op.a_scale, op.b_scale) if scale is not None]
    return formats == {ScaleDotElemType.E2M1} and all(isinstance(element, Float8E4M3FNType) for element in scales)


_RUBIN = "cuda:107"


def _never(op: DotScaledOp) -> bool:
    """Before 3.8 chunks advance along the rows first."""
    return False


_ADVANCES_ALONG_K = by_version({V3_6: _never, V3_8: _advances_along_k})


# ---------------------------------------------------------------------------------------- by way of registers, 3.6, 3.7


def _store_to_tensor_memory(scales: Scales, value: SSAValue, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(TMEMAllocOp(value, result=scales.memory)).result


def _by_shared_memory(scales: Sequence[Scales], rewriter: Rewriter) -> list[SSAValue]:
    """Loaded scales go through shared memory."""
    staged = [_through_shared_memory(each.value, rewriter) for each in scales]
    converted = [convert_to_type(value, each.registers, rewriter) for each, value in zip(scales, staged, strict=True)]
    return [_store_to_tensor_memory(each, value, rewriter) for each, value in zip(scales, converted, strict=True)]


def _from_registers(scales: Scales, rewriter: Rewriter) -> SSAValue:
    return _store_to_tensor_memory(scales, convert_to_type(scales.value, scales.registers, rewriter), rewriter)


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
    replace_uses_but_in(alloc, value, reloaded, rewriter)
    return reloaded if value is scale else scale


def replace_uses_but_in(kept: Operation, value: SSAValue, new: SSAValue, rewriter: Rewriter) -> None:
    """Replace a value for all users but one."""
    for use in tuple(value.uses):
        if use.operation is not kept:
            rewriter.set_operand(use.operation, use.index, new)


# ------------------------------------------------------------------------------------------ copies, since 3.8

_TRANSPOSITION = (0, 3, 2, 1, 4)
_CHUNK = (32, 4, 4)
"""Scales are copied in chunks of 32 x 4 rows x 4 groups of k (PTX ISA, scale factors of tcgen05.mma)."""
_CHUNK_ELEMENTS = 512
_ALIGNMENT = 128


def _by_copies(scales: Sequence[Scales], rewriter: Rewriter) -> list[SSAValue]:
    """Scales that were interleaved in global memory are put into shared memory as copies to tensor memory need them."""
    return [_copyable(each.value, rewriter) or _from_registers(each, rewriter) for each in scales]


def _copyable(scale: SSAValue, rewriter: Rewriter) -> SSAValue | None:
    """Shared memory with scales that a kernel loads in chunks, and brings into rows and columns."""
    flat = defining_through_conversions(scale, ReshapeOp)
    if flat is None or not _has_whole_chunks(shape := shape_of_tensor(flat.result)):
        return None
    turned = defining_through_conversions(flat.src, TransOp)
    if turned is None or int_list(turned.order) != _TRANSPOSITION:
        return None
    chunks = defining_through_conversions(turned.src, ReshapeOp)
    if chunks is None or shape_of_tensor(chunks.result) != (shape[0] // 128, shape[1] // 4, *_CHUNK):
        return None
    packed = without_conversions(chunks.src)
    if not isinstance(packed.owner, LoadOp | DescriptorLoadOp | DescriptorGatherOp):
        return None
    if not _is_contiguous(packed, by_tma=not isinstance(packed.owner, LoadOp)):
        return None
    layout = SharedLinear(_interleaved(shape, layout_of_tensor(flat.result).cta_layout), _ALIGNMENT)
    type_ = MemDescType(shape, tensor(flat.result.type).element_type, encoding_attr(layout), SharedMemorySpaceAttr())
    with rewriter.elsewhere():
        rewriter.after(flat)
        return rewriter.insert(LocalAllocOp(flat.result, result=type_), flat.location).result


def _has_whole_chunks(shape: Shape) -> bool:
    return len(shape) == 2 and shape[0] % 128 == 0 and shape[1] % 4 == 0


def _is_contiguous(packed: SSAValue, *, by_tma: bool) -> bool:
    """Whether whole chunks are contiguous in memory without swizzling; TMA loads of any rank, others of matrices."""
    shape = shape_of_tensor(packed)
    memory = NVMMAShared(0, False, 8, False, layout_of_tensor(packed).cta_layout)
    layout = memory.linear_layout(shape)
    flat = layout.transpose_outs(layout.out_dim_names[::-1]).flatten_outs()
    if flat.num_consecutive_in_out() < _CHUNK_ELEMENTS:
        return False
    return by_tma or (len(shape) == 2 and shape[-1] % _CHUNK_ELEMENTS == 0)


def _interleaved(shape: Shape, cta: CTALayout) -> LinearLayout:
    """Rows and groups of k in chunks one after another, along k first; each CTA has its part.

    Bits of the whole shape that are beyond the part of a CTA repeat its elements.
    """
    rows, groups = shape
    offsets = [(0, 1), (0, 2), (32, 0), (64, 0), *((1 << bit, 0) for bit in range(5))]
    offsets += [(0, 1 << bit) for bit in range(2, groups.bit_length() - 1)]
    offsets += [(1 << bit, 0) for bit in range(7, rows.bit_length() - 1)]
    own = cta.shape_per_cta(shape)
    within = [tuple(step if step < size else 0 for step, size in zip(basis, own, strict=True)) for basis in offsets]
    part = LinearLayout({OFFSET: tuple(within)}, standard_dims(2))
    return part * cta.linear_layout


_PLACE = by_version({V3_6: _by_shared_memory, V3_8: _by_copies})
