"""Requirements of TMA copies for descriptors, shared memory and barriers, since Triton 3.7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    IntegerAttr,
    NoneAttr,
    Signedness,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.attributes import CachePolicyAttr
from xtriton.dialects.tt.descriptor import verify_block_access, verify_gather_scatter
from xtriton.dialects.tt.enums import CacheModifier, DescriptorReduceKind
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import MemDescType, shape_and_encoding
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.dialects.ttng.attributes import CachePolicyAttr as NvidiaCachePolicyAttr
from xtriton.dialects.ttng.attributes import TensorDescIm2ColType
from xtriton.dialects.ttng.barrier import verify_barrier
from xtriton.dialects.ttng.cluster_checks import cta_bases, has_copies, is_word_per_cta, listed_bases
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_integer_type
from xtriton.layouts.encoding import DistributedEncoding, to_linear_layout
from xtriton.layouts.encodings import NVMMAShared, contig_per_thread
from xtriton.layouts.tile import BLOCK, LANE
from xtriton.versions import V3_8, V3_9, active_version, since

_TWO_CTAS = "ttng.two-ctas"
_MOST_COORDINATES = 5
_LEAST_IM2COL = 3
_LEAST_CONTIGUOUS = 4
"""The row offsets that one instruction reads from a thread."""

_CHECKS_CLUSTERS = since(V3_8)
"""The versions that verify how CTAs share memory and barriers, and which elements can be combined."""


def verify_coordinates(desc: Attribute, coordinates: Sequence[SSAValue]) -> None:
    """Verify the number of coordinates of a box."""
    count = len(coordinates)
    if isinstance(desc, TensorDescIm2ColType):
        if count < _LEAST_IM2COL:
            raise Violation(f"IM2COL mode requires at least 3D coordinates, but got {count}D")
        if count > _MOST_COORDINATES:
            raise Violation(f"IM2COL mode supports at most 5D coordinates, but got {count}D")
        return
    rank = len(cast("TensorDescType", desc).block_type.get_shape())
    if count != rank:
        raise Violation(f"expected {rank} coordinates, but got {count}")
    if not 1 <= count <= _MOST_COORDINATES:
        raise Violation("must have between 1 and 5 coordinates")


def _verify_offsets(desc: Attribute, coordinates: int, offsets: int) -> None:
    """Only im2col mode has offsets: as many as there are spatial dimensions."""
    if not isinstance(desc, TensorDescIm2ColType):
        if offsets:
            raise Violation("TILED mode does not support offsets")
        return
    if not offsets:
        raise Violation("IM2COL mode requires offsets to be provided")
    if offsets != coordinates - 2:
        raise Violation(
            f"IM2COL mode with {coordinates}D coordinates requires {coordinates - 2} offsets, but got {offsets}"
        )


def _verify_layout(desc: Attribute, memory: MemDescType) -> None:
    """The descriptor and the memory are swizzled alike."""
    layout = memory.layout()
    if not isinstance(layout, NVMMAShared):
        raise Violation("TMA descriptor must have NVMMA shared layout")
    if active_version() in since(V3_9) and layout.rank != memory.rank:
        raise Violation("TMA shared memory and layout ranks must match")
    encoding = cast("TensorDescType", desc).block_type.encoding
    given = layout_of(encoding)
    if not isinstance(given, NVMMAShared) or _swizzling(given) != _swizzling(layout):
        shown = encoding if isinstance(given, NVMMAShared) else "<<NULL ATTRIBUTE>>"
        raise Violation(
            "TMA descriptor layout must match shared layout, "
            f"but got descriptor layout {shown} and shared memory layout {memory.encoding}"
        )
    if layout.transposed:
        raise Violation("TMA descriptor layout must not be transposed")


def _swizzling(layout: NVMMAShared) -> tuple[bool, int, int, bool]:
    return layout.transposed, layout.swizzling_byte_width, layout.element_bit_width, layout.fp4_padded


def _verify_load(op: Operation, desc: Attribute, barrier: SSAValue, memory: MemDescType) -> None:
    verify_barrier(op, barrier.type)
    if active_version() in _CHECKS_CLUSTERS:
        _verify_cluster_barrier(op, cast("MemDescType", barrier.type))
    if not memory.mutable:
        raise Violation("cannot store into immutable memory")
    _verify_layout(desc, memory)


def _verify_cluster_barrier(op: Operation, barrier: MemDescType) -> None:
    """Where it is known whether MMAs run on pairs of CTAs, each CTA, or each pair, has a word of the barrier."""
    module = module_of(op)
    paired = module.attributes.get(_TWO_CTAS) if module is not None else None
    if not isinstance(paired, IntegerAttr) or is_word_per_cta(op, barrier):
        return
    count = num_ctas(module)
    each = [(1 << bit,) for bit in range(count.bit_length() - 1)]
    allowed = listed_bases(each)
    if paired.value.data:
        pairs = [(0,), *each[:-1]]
        if list(cta_bases(barrier)) == pairs:
            return
        allowed = f"{allowed} or {listed_bases(pairs)}"
    raise Violation(f"TMA barrier cga_layout must be {allowed}, got {listed_bases(cta_bases(barrier))}")


def _verify_multicast(multicast: object, memory: MemDescType) -> None:
    if active_version() in _CHECKS_CLUSTERS and multicast is not None and not has_copies(memory):
        raise Violation("multicast requires the shared layout to broadcast across CTAs")


def verify_cache_policy(policy: Attribute | None) -> None:
    """A cache policy of a TMA operation only says which lines leave the L2 cache first."""
    if policy is None:
        return
    if isinstance(policy, NvidiaCachePolicyAttr):
        modifier, has_l1 = policy.modifier, bool(policy.l1.data)
        has_prefetch_size = not isinstance(policy.l2_prefetch_size, NoneAttr)
    elif isinstance(policy, CachePolicyAttr):
        modifier, has_l1, has_prefetch_size = policy.modifier, False, False
    else:
        raise Violation(f"unsupported TMA cache policy attribute {policy}")
    if modifier is not CacheModifier.NONE:
        raise Violation("TMA operations do not support cache modifiers")
    if has_l1:
        raise Violation("TMA operations do not support L1 eviction policies")
    if has_prefetch_size:
        raise Violation("TMA operations do not support L2 prefetch size")


def verify_copy_in(
    op: Operation,
    desc: Attribute,
    coordinates: Sequence[SSAValue],
    offsets: Sequence[SSAValue],
    barrier: SSAValue,
    memory: MemDescType,
) -> None:
    """Verify a copy of a box into shared memory."""
    verify_coordinates(desc, coordinates)
    verify_block_access(desc, memory)
    _verify_load(op, desc, barrier, memory)
    _verify_offsets(desc, len(coordinates), len(offsets))
    _verify_multicast(op.properties.get("multicast"), memory)


def verify_copy_out(desc: Attribute, coordinates: Sequence[SSAValue], memory: MemDescType) -> None:
    """Verify a copy of shared memory into a box."""
    verify_coordinates(desc, coordinates)
    verify_block_access(desc, memory)
    _verify_source(desc, memory)


def _verify_source(desc: Attribute, memory: MemDescType) -> None:
    _verify_not_padded(memory)
    if active_version() in since(V3_9):
        _verify_own_block(memory)
    _verify_layout(desc, memory)


def _verify_not_padded(memory: MemDescType) -> None:
    layout = memory.layout()
    if isinstance(layout, NVMMAShared) and layout.fp4_padded:
        raise Violation("does not support fp4_padded operands")


def _verify_own_block(memory: MemDescType) -> None:
    """A CTA stores its own part: a view must not begin in that of another one."""
    layout = memory.layout()
    if layout is None or layout.rank > memory.rank:
        return
    shape = memory.get_shape()[memory.rank - layout.rank :]
    allocated = to_linear_layout(layout, tuple(memory.get_alloc_shape()[-layout.rank :]))
    for basis in allocated.bases[BLOCK]:
        if any(part >= size for part, size in zip(basis, shape, strict=True)):
            raise Violation("source subview may have an origin in another CTA")


def verify_gather(op: Operation, desc: Attribute, rows: SSAValue, barrier: SSAValue, memory: MemDescType) -> None:
    """Verify a gather of rows into shared memory."""
    _verify_load(op, desc, barrier, memory)
    _verify_not_padded(memory)
    _verify_multicast(op.properties.get("multicast"), memory)
    _verify_rows(desc, rows, memory)


def verify_scatter(desc: Attribute, rows: SSAValue, memory: MemDescType) -> None:
    """Verify a scatter of rows from shared memory."""
    _verify_source(desc, memory)
    _verify_rows(desc, rows, memory)


def _verify_rows(desc: Attribute, rows: SSAValue, memory: MemDescType) -> None:
    verify_gather_scatter(cast("TensorDescType", desc).signless_block_type, memory, rows.type)
    shape, encoding = shape_and_encoding(rows.type)
    layout = layout_of(encoding)
    if active_version() not in _CHECKS_CLUSTERS or not isinstance(layout, DistributedEncoding):
        return
    if contig_per_thread(layout, shape)[0] < _LEAST_CONTIGUOUS:
        raise Violation("x offsets must have at least 4 contiguous elements per thread")
    held = to_linear_layout(layout, shape)
    if held.free_variable_masks()[LANE] != held.in_dim_size(LANE) - 1:
        raise Violation("x offsets must be broadcasted across each warp")
    if [basis[:1] for basis in cta_bases(memory)] != [tuple(basis) for basis in layout.cta_layout.bases]:
        raise Violation("x offsets must have the same row CGA layout as the memdesc")


# ---------------------------------------------------------------------------------------------------------- reductions


def verify_reduction(kind: DescriptorReduceKind, desc: Attribute) -> None:
    """Verify that elements can be combined in global memory."""
    element = cast("TensorDescType", desc).block_type.element_type
    if active_version() in _CHECKS_CLUSTERS and not _REDUCES[kind](element):
        raise Violation(f"unsupported reduce kind {kind.keyword} for element type '{element}'")


def _is_integer(element: Attribute) -> bool:
    return is_integer_type(element) and element.width.data in (32, 64)


def _is_half(element: Attribute) -> bool:
    return isinstance(element, Float16Type | BFloat16Type)


def _adds(element: Attribute) -> bool:
    if is_integer_type(element):
        signed_64 = element.width.data == 64 and element.signedness.data is Signedness.SIGNED
        return _is_integer(element) and not signed_64
    return _is_half(element) or isinstance(element, Float32Type)


def _compares(element: Attribute) -> bool:
    return _is_integer(element) or _is_half(element)


_REDUCES: dict[DescriptorReduceKind, Callable[[Attribute], bool]] = {
    DescriptorReduceKind.ADD: _adds,
    DescriptorReduceKind.MIN: _compares,
    DescriptorReduceKind.MAX: _compares,
    DescriptorReduceKind.INC: lambda _: False,
    DescriptorReduceKind.DEC: lambda _: False,
    DescriptorReduceKind.AND: _is_integer,
    DescriptorReduceKind.OR: _is_integer,
    DescriptorReduceKind.XOR: _is_integer,
}
