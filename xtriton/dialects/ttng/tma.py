"""Operations of ``ttng`` on the tensor memory accelerator: copies of boxes between global and shared memory."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import BoolAttr, UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.descriptor import DescriptorReduceAttr, I32Tensor, verify_gather_result
from xtriton.dialects.tt.effects import GLOBAL_MEMORY, SHARED_MEMORY, Effects, read, write
from xtriton.dialects.tt.enums import CacheModifier, DescriptorReduceKind, EvictionPolicy
from xtriton.dialects.tt.types import Ptr, PtrTypeClass, TensorDesc, TensorDescType
from xtriton.dialects.ttg.memory import CacheAttr, EvictAttr
from xtriton.dialects.ttg.op import LayoutOp, reject
from xtriton.dialects.ttg.types import MemDesc, MemDescType
from xtriton.dialects.ttng.attributes import TensorDescIm2ColType
from xtriton.dialects.ttng.barrier import verify_barrier
from xtriton.dialects.ttng.tma_checks import (
    verify_cache_policy,
    verify_copy_in,
    verify_copy_out,
    verify_gather,
    verify_reduction,
    verify_scatter,
)
from xtriton.ir.constraints import (
    I1,
    I16,
    I32,
    I64,
    Accepts,
    AnyAttr,
    AttrPredicate,
    BoolAttribute,
    I32Attr,
    TypePredicate,
    UnitAttribute,
    confined,
    type_by_version,
)
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.layouts.encodings import NVMMAShared
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, active_version, before, by_version, since

_CACHE = "oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)"
_OFFSETS = "(`offsets` `=` `[` $offsets^ `]`)?"
_COPY_TYPES = "attr-dict `:` qualified(type($desc)) `,` qualified(type($barrier)) `->` qualified(type($result))"
AnyTensorDesc = TypePredicate(
    "tensor descriptor type", lambda attr: isinstance(attr, TensorDescType | TensorDescIm2ColType)
)
_COMPARED = since(V3_7)
"""The versions that compare descriptors with the memory."""
_WAITS_FOR_WRITES = since(V3_8)
"""The versions in which a wait for stores waits for their writes unless it is ``read_only``."""

_READS_DESC = read(GLOBAL_MEMORY, "desc")
_WRITES_DESC = write(GLOBAL_MEMORY, "desc")


@irdl_op_definition
class AsyncTMACopyGlobalToLocalOp(LayoutOp):
    """Copy a box into shared memory; its bytes count towards the barrier."""

    name = "ttng.async_tma_copy_global_to_local"
    desc: Operand = operand_def(type_by_version({V3_6: TensorDesc, V3_7: AnyTensorDesc}))
    coord: Operands = var_operand_def(I32)
    offsets: Operands = var_operand_def(I16, default=(), kw_only=True, versions=since(V3_7))
    barrier: Operand = operand_def(MemDesc)
    result: Operand = operand_def(MemDesc)
    pred: Operand = operand_def(I1)
    multicast: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_7))
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr, versions=before(V3_9))
    evict: Property[EvictionPolicy] = prop_def(EvictAttr, default=EvictionPolicy.NORMAL.attr, versions=before(V3_9))
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    isVolatile: Property[bool] = prop_def(BoolAttribute, default=BoolAttr.from_bool(False))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Effects(_READS_DESC, write(SHARED_MEMORY, "barrier"), write(SHARED_MEMORY, "result")))
    SYNTAX: ClassVar = by_version(
        {
            V3_6: f"$desc `[` $coord `]` $result `,` $barrier `,` $pred {_CACHE} {_COPY_TYPES}",
            V3_7: f"$desc `[` $coord `]` {_OFFSETS} $result `,` $barrier `,` $pred {_CACHE} {_COPY_TYPES}",
            V3_9: f"$desc `[` $coord `]` {_OFFSETS} $result `,` $barrier `,` $pred {_COPY_TYPES}",
        }
    )

    def verify_in_context(self) -> None:
        _VERIFY_COPY_IN.now()(self)


def _verify_memory(op: AsyncTMACopyGlobalToLocalOp) -> None:
    """Descriptors are not compared with the memory."""
    verify_barrier(op, op.barrier.type)
    if not 1 <= len(op.coord) <= 5:
        raise Violation("TMA copies must have between 1 and 5 coordinates")
    target = cast("MemDescType", op.result.type)
    if not target.mutable:
        raise Violation("Cannot store into immutable memory")
    if not isinstance(target.layout(), NVMMAShared):
        raise Violation("TMA result must have NVMMA shared layout")


def _verify_copy_in(op: AsyncTMACopyGlobalToLocalOp) -> None:
    verify_copy_in(op, op.desc.type, op.coord, op.offsets, op.barrier, cast("MemDescType", op.result.type))


def _verify_copy_in_with_policy(op: AsyncTMACopyGlobalToLocalOp) -> None:
    if op.isVolatile:
        raise Violation("volatile TMA loads are not supported")
    verify_cache_policy(op.cachePolicy)
    _verify_copy_in(op)


_VERIFY_COPY_IN = by_version({V3_6: _verify_memory, V3_7: _verify_copy_in, V3_9: _verify_copy_in_with_policy})


@irdl_op_definition
class AsyncTMACopyLocalToGlobalOp(LayoutOp):
    """Copy shared memory into a box of global memory."""

    name = "ttng.async_tma_copy_local_to_global"
    desc: Operand = operand_def(TensorDesc)
    coord: Operands = var_operand_def(I32)
    src: Operand = operand_def(MemDesc)
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    traits = traits_def(Effects(_READS_DESC, _WRITES_DESC, read(SHARED_MEMORY, "src")))
    SYNTAX: ClassVar = "$desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,` qualified(type($src))"

    def verify_op(self) -> None:
        verify_cache_policy(self.cachePolicy)
        if active_version() in _COMPARED:
            verify_copy_out(self.desc.type, self.coord, cast("MemDescType", self.src.type))


@irdl_op_definition
class AsyncTMAReduceOp(LayoutOp):
    """Combine shared memory with a box of global memory."""

    name = "ttng.async_tma_reduce"
    kind: Property[DescriptorReduceKind] = prop_def(DescriptorReduceAttr)
    desc: Operand = operand_def(TensorDesc)
    coord: Operands = var_operand_def(I32)
    src: Operand = operand_def(MemDesc)
    traits = traits_def(Effects(read(GLOBAL_MEMORY), write(GLOBAL_MEMORY), _READS_DESC, read(SHARED_MEMORY, "src")))
    SYNTAX: ClassVar = (
        "$kind `,` $desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,` qualified(type($src))"
    )

    def verify_op(self) -> None:
        if active_version() in _COMPARED:
            verify_copy_out(self.desc.type, self.coord, cast("MemDescType", self.src.type))
            verify_reduction(DescriptorReduceKind.of(self.kind), self.desc.type)


@irdl_op_definition
class AsyncTMAGatherOp(LayoutOp):
    """Copy rows ``x_offsets``, from column ``y_offset`` on, into shared memory."""

    name = "ttng.async_tma_gather"
    desc: Operand = operand_def(TensorDesc)
    x_offsets: Operand = operand_def(I32Tensor)
    y_offset: Operand = operand_def(I32)
    barrier: Operand = operand_def(MemDesc)
    result: Operand = operand_def(MemDesc)
    pred: Operand = operand_def(I1)
    multicast: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    traits = traits_def(Effects(_READS_DESC, write(SHARED_MEMORY, "barrier"), write(SHARED_MEMORY, "result")))
    SYNTAX: ClassVar = (
        "$desc `[` $x_offsets `,` $y_offset `]` $result `,` $barrier `,` $pred attr-dict `:` type(operands)"
    )

    def verify_in_context(self) -> None:
        verify_cache_policy(self.cachePolicy)
        target = cast("MemDescType", self.result.type)
        if active_version() in _COMPARED:
            verify_gather(self, self.desc.type, self.x_offsets, self.barrier, target)
            return
        verify_barrier(self, self.barrier.type)
        if not target.mutable:
            raise Violation("cannot store into immutable memory")
        verify_gather_result(target, self.x_offsets.type)


@irdl_op_definition
class AsyncTMAScatterOp(LayoutOp):
    """Copy shared memory to rows ``x_offsets``, from column ``y_offset`` on."""

    name = "ttng.async_tma_scatter"
    desc: Operand = operand_def(TensorDesc)
    x_offsets: Operand = operand_def(I32Tensor)
    y_offset: Operand = operand_def(I32)
    src: Operand = operand_def(MemDesc)
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    traits = traits_def(Effects(_READS_DESC, _WRITES_DESC, read(SHARED_MEMORY, "src")))
    SYNTAX: ClassVar = "$desc `[` $x_offsets `,` $y_offset `]` $src attr-dict `:` type(operands)"

    def verify_op(self) -> None:
        verify_cache_policy(self.cachePolicy)
        if active_version() in _COMPARED:
            verify_scatter(self.desc.type, self.x_offsets, cast("MemDescType", self.src.type))
            return
        verify_gather_result(self.src.type, self.x_offsets.type)


@irdl_op_definition
class TMAStoreWaitOp(LayoutOp):
    """Wait until at most ``pendings`` groups of copies are outstanding.

    With ``read_only``, and always before 3.8, a copy is outstanding until it has read its shared memory; otherwise
    until it has also written global memory.
    """

    name = "ttng.async_tma_store_wait"
    pendings: Property[int] = prop_def(I32Attr)
    read_only: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=_WAITS_FOR_WRITES)
    SYNTAX: ClassVar = "attr-dict"

    @staticmethod
    def for_reads(pendings: int) -> TMAStoreWaitOp:
        """A wait until at most ``pendings`` groups of copies still read their shared memory, in the active version."""
        reads = UnitAttr() if active_version() in _WAITS_FOR_WRITES else None
        return TMAStoreWaitOp(pendings=pendings, read_only=reads)


@irdl_op_definition
class ReinterpretTensorDescOp(LayoutOp):
    """Reinterpret a pointer to a descriptor in memory as the descriptor."""

    name = "ttng.reinterpret_tensor_descriptor"
    rawDesc: Operand = operand_def(Ptr)
    result: Result = result_def(TensorDesc)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$rawDesc attr-dict `:` qualified(type($rawDesc)) `to` qualified(type($result))"


def _between(low: int, high: int) -> tuple[tuple[str, Accepts], tuple[str, Accepts]]:
    def at_least(attr: Attribute) -> bool:
        return getattr(attr, "value").data >= low  # noqa: B009

    def at_most(attr: Attribute) -> bool:
        return getattr(attr, "value").data <= high  # noqa: B009

    return ("value is non-negative", at_least), (f"maximum value is {high}", at_most)


def _code_up_to(high: int) -> AttrPredicate[int]:
    """An ``i32`` attribute from 0 to ``high``."""
    return confined(I32Attr, *_between(0, high))


@irdl_op_definition
class TensormapCreateOp(LayoutOp):
    """Write a descriptor to memory. The codes are those of ``tensormap.replace`` in the PTX ISA."""

    name = "ttng.tensormap_create"
    desc_ptr: Operand = operand_def(PtrTypeClass)
    global_address: Operand = operand_def(PtrTypeClass)
    box_dim: Operands = var_operand_def(I32, default=())
    global_dim: Operands = var_operand_def(I32, default=())
    global_stride: Operands = var_operand_def(I64, default=())
    element_stride: Operands = var_operand_def(I32, default=())
    elem_type: Property[int] = prop_def(_code_up_to(15))
    interleave_layout: Property[int] = prop_def(_code_up_to(2))
    swizzle_mode: Property[int] = prop_def(_code_up_to(3))
    fill_mode: Property[int] = prop_def(_code_up_to(1))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Effects(read(GLOBAL_MEMORY), write(GLOBAL_MEMORY)))
    SYNTAX: ClassVar = (
        "$desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]` `,` `[` $global_stride `]` `,` "
        "`[` $element_stride `]` attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> None:
        rank = len(self.box_dim)
        for what, values, expected in (
            ("global dim", self.global_dim, rank),
            ("global stride", self.global_stride, rank - 1),
            ("element stride", self.element_stride, rank),
        ):
            if len(values) != expected:
                # Triton prints unsigned 64-bit integers.
                shown = expected if expected >= 0 else expected + (1 << 64)
                reject(f"Rank mismatch for {what}. Got {len(values)} but expected {shown}")


@irdl_op_definition
class TensormapFenceproxyAcquireOp(LayoutOp):
    """Order writes of a descriptor before its uses."""

    name = "ttng.tensormap_fenceproxy_acquire"
    desc_ptr: Operand = operand_def(PtrTypeClass)
    traits = traits_def(Effects(write(GLOBAL_MEMORY)))
    SYNTAX: ClassVar = "$desc_ptr attr-dict `:` qualified(type($desc_ptr))"
