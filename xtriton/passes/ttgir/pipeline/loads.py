"""Which loads can be asynchronous, and the shared memory that they are copied to."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects.builtin import TensorType
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
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import encoding_of
from xtriton.layouts.descriptors import shared_of_rank
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
from xtriton.rewriting.tensors import layout_of_tensor, shape_of_tensor
from xtriton.versions import V3_9, active_version, since

DescriptorLoad = DescriptorLoadOp | DescriptorGatherOp
AnyLoad = LoadOp | DescriptorLoad

LEAST_COPY_BYTES = 4
"""The smallest asynchronous copy of one thread (PTX ISA, ``cp.async``)."""


def can_become_async_copy(load: LoadOp, axis_info: ModuleAxisInfo) -> bool:
    """Whether each thread loads enough contiguous bytes for ``cp.async``; loads of scalars count as one element."""
    if not is_tensor_type(load.ptr.type) or has_large_elements(load):
        return has_large_elements(load)
    count = axis_info.contiguity(load.ptr)
    if load.mask is not None:
        count = min(count, axis_info.mask_alignment(load.mask))
    return count * element_bits(load.ptr.type) >= 8 * LEAST_COPY_BYTES


def has_large_elements(load: LoadOp) -> bool:
    """Whether one element is enough for ``cp.async``, so that it does not matter which are contiguous."""
    return element_bits(load.ptr.type) >= 8 * LEAST_COPY_BYTES


def can_be_async_load(op: AnyLoad, diagnostics: DiagnosticEngine) -> bool:
    """Whether ``op`` loads through a descriptor, or enough contiguous bytes into its shared memory.

    Since 3.9 a descriptor load must fill whole buffers, see :func:`fills_aligned_buffers`.
    """
    if isinstance(op, DescriptorLoad):
        return active_version() not in _ALIGNS_BUFFERS or fills_aligned_buffers(op)
    type_ = cast("TensorType[Attribute]", op.result.type)
    return copy_vector_bytes(type_, shared_encoding_of_load(op, diagnostics)) >= LEAST_COPY_BYTES


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


# -------------------------------------------------------------------------------------------------- shared encodings


def shared_encoding_of_load(op: AnyLoad, diagnostics: DiagnosticEngine) -> SharedEncoding:
    """The encoding of the shared memory for a load: its descriptor's, its users', or one that is not swizzled.

    Emits a remark if several allocations of the loaded tensor have different encodings; the latest in the list of
    users is taken. Raises ``DiagnosticError`` for descriptors without an encoding.
    """
    of_allocations = _encoding_of_allocations(op, diagnostics)
    if isinstance(op, DescriptorLoad):
        return _encoding_of_descriptor(op)
    if of_allocations is not None:
        return of_allocations
    found = encoding_for_dot_users(op.result)
    if found is not None and found.encoding is not None:
        return found.encoding
    return unswizzled_for(op.result)


def unswizzled_for(value: SSAValue) -> SwizzledShared:
    """The shared encoding of a tensor in the order of its registers, without swizzling."""
    layout = layout_of_tensor(value)
    return SwizzledShared(1, 1, 1, order(layout, shape_of_tensor(value)), layout.cta_layout)


def _encoding_of_allocations(op: AnyLoad, diagnostics: DiagnosticEngine) -> SharedEncoding | None:
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
    block = cast("TensorDescType", op.desc.type).block_type
    encoding = layout_of(encoding_of(block))
    if not isinstance(encoding, SharedEncoding):
        raise error(op.location, "Internal Error: Tensor descriptor should have encoding set")
    shape = cast("TensorType[Attribute]", op.result.type).get_shape()
    if tuple(block.get_shape()) == tuple(shape):
        return encoding
    try:
        return shared_of_rank(encoding, len(shape))
    except LayoutError as exc:
        raise error(op.location, str(exc)) from exc


def have_same_allocation(op: AnyLoad) -> bool:
    """Whether all allocations of the loaded tensor have the same encoding."""
    return len({user.type.encoding for user in users_of(op) if isinstance(user, LocalAllocOp)}) <= 1


@dataclass(frozen=True)
class DotEncoding:
    """The shared encoding that suits all users of a value, which convert it for dots; ``None`` without users."""

    encoding: SwizzledShared | None


class IncompatibleEncodingsError(Exception):
    """Users need different shared encodings."""


def needs_several_encodings(value: SSAValue) -> bool:
    """Whether users of a value convert it for dots by different shared encodings."""
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
    """As :func:`encoding_for_dot_users`; raises :class:`IncompatibleEncodingsError`.

    Users are visited from the latest on, until the first that is not for a dot.
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
