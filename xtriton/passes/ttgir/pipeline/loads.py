"""Which loads can be asynchronous, and the shared memory that they are copied to."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects.builtin import LocationAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_transfer import element_bits
from xtriton.analysis.slices import users_of
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.folds.elements import float_of, is_zero
from xtriton.folds.folding import constant_of
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, error
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import is_tensor_type, tensor
from xtriton.ir.traits import encoding_of, shape_of_tensor
from xtriton.layouts.encodings import (
    DistributedEncoding,
    DotOperand,
    LayoutError,
    Linear,
    SharedEncoding,
    SwizzledShared,
    allocation_shape_per_cta,
    order,
    order_for_memory,
    to_linear_layout,
)
from xtriton.layouts.operand_fragments import swizzled_for_layout
from xtriton.layouts.operand_memory import swizzled_for_operand
from xtriton.passes.nvidia.descriptor_accesses import shared_layout
from xtriton.rewriting.tensors import layout_of_tensor
from xtriton.versions import V3_9, active_version, since

DescriptorLoad = DescriptorLoadOp | DescriptorGatherOp
AnyLoad = LoadOp | DescriptorLoad

LEAST_COPY_BYTES = 4
"""The smallest asynchronous copy of one thread (PTX ISA, ``cp.async``)."""


def can_become_async_copy(load: LoadOp, axis_info: ModuleAxisInfo) -> bool:
    """Whether each thread loads enough contiguous bytes for ``cp.async``; loads of scalars count as one element."""
    if not is_tensor_type(load.ptr.type) or has_large_elements(load):
        return has_large_elements(load)
    return contiguity_of_load(load, axis_info) * element_bits(load.ptr.type) >= 8 * LEAST_COPY_BYTES


def contiguity_of_load(load: LoadOp, axis_info: ModuleAxisInfo) -> int:
    """The number of elements a thread can load at once: those with contiguous pointers and equal masks."""
    count = axis_info.contiguity(load.ptr)
    return count if load.mask is None else min(count, axis_info.mask_alignment(load.mask))


def has_large_elements(load: LoadOp) -> bool:
    """Whether a single element is large enough for ``cp.async``, whatever its contiguity."""
    return element_bits(load.ptr.type) >= 8 * LEAST_COPY_BYTES


def can_be_async_load(op: AnyLoad, diagnostics: DiagnosticEngine) -> bool:
    """Whether ``op`` is a descriptor load, or copies enough contiguous bytes for ``cp.async`` to its shared layout.

    Since 3.9 a descriptor load must fill whole buffers, see :func:`fills_aligned_buffers`.
    """
    if isinstance(op, DescriptorLoad):
        return active_version() not in _ALIGNS_BUFFERS or fills_aligned_buffers(op)
    type_ = cast("TensorType[Attribute]", op.result.type)
    return copy_vector_bytes(type_, shared_encoding_of(op, diagnostics)) >= LEAST_COPY_BYTES


_ALIGNS_BUFFERS = since(V3_9)

_BUFFER_ALIGNMENT = 128
"""The alignment in bytes of shared memory for TMA copies (PTX ISA, ``cp.async.bulk.tensor``)."""


def fills_aligned_buffers(op: DescriptorLoad) -> bool:
    """Whether each of several consecutive buffers for the loaded tensor is aligned as TMA copies require."""
    type_ = cast("TensorType[Attribute]", op.result.type)
    elements = prod(allocation_shape_per_cta(_encoding_of_descriptor(op), type_.get_shape()))
    return elements * bit_width(type_.element_type) % (8 * _BUFFER_ALIGNMENT) == 0


def can_be_pipelined(op: DescriptorLoad) -> bool:
    """Whether a descriptor load can be pipelined: always, and since 3.9 if its buffers are aligned."""
    if active_version() not in _ALIGNS_BUFFERS or encoding_of(cast("TensorDescType", op.desc.type).block_type) is None:
        return True
    return fills_aligned_buffers(op)


def copy_vector_bytes(type_: TensorType[Attribute], shared: SharedEncoding) -> int:
    """The number of bytes that are contiguous in the registers of a thread and in shared memory."""
    shape = tuple(type_.get_shape())
    layout = layout_of(type_.encoding)
    assert layout is not None
    in_memory = to_linear_layout(layout, shape).invert_and_compose(to_linear_layout(shared, shape))
    return in_memory.num_consecutive_in_out() * bit_width(type_.element_type) // 8


def must_load_to_registers(op: AnyLoad) -> bool:
    """Whether a loaded tensor has uses that the copy in shared memory cannot serve directly.

    Masked elements of a copy are zero, so another ``other`` is selected in registers.
    """
    if isinstance(op, LoadOp) and op.other is not None and not is_zero_tensor(op.other):
        return True
    use = op.result.first_use
    if use is None or not op.result.has_one_use() or not isinstance(use.operation, LocalAllocOp):
        return True
    if not isinstance(op, DescriptorLoad):
        return False
    return use.operation.type.layout() != _encoding_of_descriptor(op)


def is_zero_tensor(value: SSAValue) -> bool:
    """Whether a value is a constant tensor of zeros, of either sign."""
    number = constant_of(value)
    return is_tensor_type(value.type) and (is_zero(number) or float_of(number) == 0)


# -------------------------------------------------------------------------------------------------- shared encodings


def shared_encoding_of(op: Operation, diagnostics: DiagnosticEngine) -> SharedEncoding:
    """The shared encoding for the first result of ``op``, a tensor.

    It is that of the descriptor or the users, and unswizzled otherwise.

    Emits a remark if several allocations of the loaded tensor have different encodings; the last one in the
    list of users is used. Raises ``DiagnosticError`` for descriptors and tensors without an encoding.
    """
    of_allocations = _encoding_of_allocations(op, diagnostics)
    if isinstance(op, DescriptorLoad):
        return _encoding_of_descriptor(op)
    if of_allocations is not None:
        return of_allocations
    found = encoding_for_dot_users(op.results[0])
    if found is not None and found.encoding is not None:
        return found.encoding
    return unswizzled_for(tensor(op.results[0].type), op.location)


def unswizzled_for(type_: TensorType[Attribute], location: Location) -> SwizzledShared:
    """The shared encoding of a tensor in the order of its registers, without swizzling.

    Raises ``DiagnosticError`` at ``location`` for a tensor without a layout.
    """
    layout = layout_of(encoding_of(type_))
    if not isinstance(layout, DistributedEncoding):
        message = f"a tensor has the type '{type_}', which has no layout; the pass takes TTGIR"
        raise error(cast("LocationAttr", location), message)
    return SwizzledShared(1, 1, 1, order(layout, tuple(type_.get_shape())), layout.cta_layout)


def _encoding_of_allocations(op: Operation, diagnostics: DiagnosticEngine) -> SharedEncoding | None:
    found: SharedEncoding | None = None
    for user in users_of(op):
        if isinstance(user, LocalAllocOp):
            layout = user.type.layout()
            assert isinstance(layout, SharedEncoding)
            found = found or layout
            if layout != found:
                message = (
                    "Pipelining load with different use encodings. This will lead to layout conversions and "
                    "performance degradation."
                )
                diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))
    return found


def _encoding_of_descriptor(op: DescriptorLoad) -> SharedEncoding:
    return shared_layout(op, cast("TensorType[Attribute]", op.result.type), op.desc)


@dataclass(frozen=True)
class DotEncoding:
    """The shared encoding that suits all users of a value, which convert it for dots; ``None`` without users."""

    encoding: SwizzledShared | None


class IncompatibleEncodingsError(Exception):
    """Users need different shared encodings."""


def needs_several_encodings(value: SSAValue) -> bool:
    """Whether the dots that use a value need different shared encodings."""
    try:
        _encoding_for_users(value)
    except IncompatibleEncodingsError:
        return True
    return False


def encoding_for_dot_users(value: SSAValue) -> DotEncoding | None:
    """The one shared encoding for all users of a value, if all of them convert it to operands of dots."""
    try:
        return _encoding_for_users(value)
    except IncompatibleEncodingsError:
        return None


def _encoding_for_users(value: SSAValue) -> DotEncoding | None:
    """Implements :func:`encoding_for_dot_users`; raises :class:`IncompatibleEncodingsError`.

    Users are visited in the order of the use list, up to the first that does not feed a dot.
    """
    common: SwizzledShared | None = None
    for use in value.uses:
        needed = _encoding_for_user(value, use.operation)
        if needed is None:
            return None
        if common is not None and common != needed:
            raise IncompatibleEncodingsError
        common = needed
    return DotEncoding(common)


def _encoding_for_user(value: SSAValue, user: Operation) -> SwizzledShared | None:
    if len(user.results) != 1:
        return None
    (result,) = user.results
    if isinstance(result.type, MemDescType):
        memory = result.type.layout()
        if not isinstance(memory, SwizzledShared) or _encoding_for_users(result) is None:
            return None
        return memory
    if not isinstance(user, LocalLoadOp | ConvertLayoutOp):
        return None
    return _encoding_for_registers(value, result, user)


def _encoding_for_registers(source: SSAValue, result: SSAValue, user: Operation) -> SwizzledShared | None:
    """The shared encoding from which registers with the layout of ``result`` are loaded without bank conflicts."""
    stored, layout = _layout_of(source), layout_of_tensor(result)
    cta = (stored if isinstance(layout, Linear) else layout).cta_layout
    bits = bit_width(result.type.element_type) if is_tensor_type(result.type) else 0
    shape = shape_of_tensor(result)
    if not isinstance(layout, DotOperand):
        return swizzled_for_layout(layout, shape, cta, bits)
    by_memory = stored.order(len(shape)) if isinstance(stored, SharedEncoding) else order_for_memory(stored, shape)
    try:
        return swizzled_for_operand(layout, shape, by_memory, cta, bits)
    except LayoutError as exc:
        raise error(user.location, f"'{user.name}' op: {exc}") from exc


def _layout_of(source: SSAValue) -> SharedEncoding | DistributedEncoding:
    """The layout of a tensor, or of shared memory."""
    if not isinstance(source.type, MemDescType):
        return layout_of_tensor(source)
    layout = source.type.layout()
    assert isinstance(layout, SharedEncoding)
    return layout
