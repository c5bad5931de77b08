"""Operations of ``ttg`` that allocate memory and move data."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, StringAttr, TensorType, i32
from xdsl.ir import Attribute
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def

from xtriton.dialects.tt.effects import (
    GLOBAL_MEMORY,
    SHARED_MEMORY,
    Effect,
    Effects,
    OwnEffects,
    allocate,
    free,
    read,
    write,
)
from xtriton.dialects.tt.enums import CacheModifier, EvictionPolicy
from xtriton.dialects.tt.op import SupportsGenericLayouts
from xtriton.dialects.tt.types import (
    AnyTritonType,
    I1Tensor,
    Ptr,
    PtrTensor,
    Tensor,
    i1_same_shape,
    pointee_type,
)
from xtriton.dialects.ttg.op import LayoutOp, verify_allocation, verify_shared_memory_rank, verify_transfer
from xtriton.dialects.ttg.types import AsyncToken, MemDesc, MemDescType, bit_width
from xtriton.ir.constraints import AnyAttr, BoolAttribute, I32Attr, StrAttr, UnitAttribute, enum_attr
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OptionalOperand,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.traits import TypesMatchWith
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, before, by_version, only, since

CacheAttr = enum_attr(CacheModifier)
EvictAttr = enum_attr(EvictionPolicy)

ALLOCATION_OFFSET = "allocation.offset"
"""The attribute with the offset of an allocation, once assigned."""


@irdl_op_definition
class AsyncWaitOp(LayoutOp):
    """Wait until at most ``num`` groups of asynchronous copies are outstanding."""

    name = "ttg.async_wait"
    asyncToken: Operands = var_operand_def(AsyncToken, default=())
    num: Property[int] = prop_def(I32Attr)
    retToken: Result = result_def(AsyncToken, default=INFERRED)
    SYNTAX: ClassVar = "($asyncToken^)? attr-dict"


@irdl_op_definition
class AsyncCommitGroupOp(LayoutOp):
    """Commit the asynchronous copies issued so far as a group."""

    name = "ttg.async_commit_group"
    inputTokens: Operands = var_operand_def(AsyncToken, default=())
    asyncToken: Result = result_def(AsyncToken, default=INFERRED)
    SYNTAX: ClassVar = "(`tokens` $inputTokens^)? attr-dict"


@irdl_op_definition
class AsyncCopyGlobalToLocalOp(LayoutOp):
    """Copy from global to shared memory without passing through registers.

    ``contiguity`` is the number of elements that can be copied as one vector.
    """

    name = "ttg.async_copy_global_to_local"
    src: Operand = operand_def(PtrTensor)
    result: Operand = operand_def(MemDesc)
    mask: OptionalOperand = opt_operand_def(I1Tensor, default=None)
    other: OptionalOperand = opt_operand_def(AnyTritonType, default=None)
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr, versions=before(V3_9))
    evict: Property[EvictionPolicy] = prop_def(EvictAttr, default=EvictionPolicy.NORMAL.attr, versions=before(V3_9))
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    isVolatile: Property[bool] = prop_def(BoolAttribute, default=BoolAttr.from_bool(False))
    contiguity: Property[int] = prop_def(I32Attr, default=IntegerAttr(1, i32))
    token: Result = result_def(AsyncToken, default=INFERRED)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(
        TypesMatchWith("infer mask type from src type", "src", "mask", i1_same_shape),
        TypesMatchWith("infer other type from src type", "src", "other", pointee_type),
        Effects(read(GLOBAL_MEMORY, "src"), write(SHARED_MEMORY, "result")),
    )
    SYNTAX: ClassVar = by_version(
        {
            V3_6: (
                "$src `,` $result (`mask` $mask^)? (`other` $other^)? "
                "oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict) "
                "attr-dict `:` type($src) `->` type($result)"
            ),
            V3_9: "$src `,` $result (`mask` $mask^)? (`other` $other^)? attr-dict `:` type($src) `->` type($result)",
        }
    )

    def verify_op(self) -> None:
        if not cast("MemDescType", self.result.type).mutable:
            raise Violation("Cannot store into immutable memory")


def _verify_whole_bytes(memory: MemDescType) -> None:
    if bit_width(memory.element_type) % 8:
        raise Violation("element type bit width must be a multiple of 8")


_VERIFY_ELEMENTS: ByVersion[Callable[[MemDescType], None]] = by_version(
    {V3_6: lambda memory: None, V3_8: _verify_whole_bytes}
)


@irdl_op_definition
class LocalAllocOp(LayoutOp):
    """Allocate shared memory, initialised with ``src`` if given."""

    name = "ttg.local_alloc"
    src: OptionalOperand = opt_operand_def(Tensor, default=None)
    alignment: OptionalProperty[int] = opt_prop_def(I32Attr, default=None)
    result: Result = result_def(MemDesc)
    traits = traits_def(OwnEffects())
    SYNTAX: ClassVar = "($src^)? attr-dict `:` functional-type(operands, results)"

    @property
    def type(self) -> MemDescType:
        """The type of the result."""
        return cast("MemDescType", self.result.type)

    def effects(self) -> tuple[Effect, ...]:
        """An immutable allocation is pure until its offset is assigned."""
        if not self.type.mutable and ALLOCATION_OFFSET not in self.attributes:
            return ()
        initial = (write(SHARED_MEMORY, "result"),) if self.src is not None else ()
        return (allocate(SHARED_MEMORY, "result"), *initial)

    def verify_op(self) -> None:
        if not self.type.in_shared_memory:
            raise Violation("should create a buffer of shared memory")
        _VERIFY_ELEMENTS.now()(self.type)
        source = self.src.type if self.src is not None else None
        if source is not None:
            verify_shared_memory_rank(cast("TensorType[Attribute]", source), self.type, "source")
        verify_allocation(source, self.type)


@irdl_op_definition
class LocalDeallocOp(LayoutOp):
    """Free shared memory."""

    name = "ttg.local_dealloc"
    src: Operand = operand_def(MemDesc)
    traits = traits_def(Effects(free(SHARED_MEMORY, "src")))
    SYNTAX: ClassVar = "$src attr-dict `:` qualified(type($src))"


@irdl_op_definition
class LocalLoadOp(LayoutOp):
    """Load shared memory into registers. ``token`` is that of a wait before it."""

    name = "ttg.local_load"
    src: Operand = operand_def(MemDesc)
    token: OptionalOperand = opt_operand_def(AsyncToken, default=None)
    result: Result = result_def(Tensor)
    traits = traits_def(Effects(read(SHARED_MEMORY, "src")), SupportsGenericLayouts())
    SYNTAX: ClassVar = "$src (`token` $token^)? attr-dict `:` qualified(type($src)) `->` type($result)"

    def verify_op(self) -> None:
        source = cast("MemDescType", self.src.type)
        verify_shared_memory_rank(cast("TensorType[Attribute]", self.result.type), source, "result")
        verify_transfer(source, self.result.type)


@irdl_op_definition
class LocalStoreOp(LayoutOp):
    """Store registers into shared memory."""

    name = "ttg.local_store"
    src: Operand = operand_def(Tensor)
    dst: Operand = operand_def(MemDesc)
    traits = traits_def(Effects(write(SHARED_MEMORY, "dst")), SupportsGenericLayouts())
    SYNTAX: ClassVar = "$src `,` $dst attr-dict `:` type($src) `->` qualified(type($dst))"

    def verify_op(self) -> None:
        target = cast("MemDescType", self.dst.type)
        if not target.mutable:
            raise Violation("Cannot store into immutable memory")
        verify_shared_memory_rank(cast("TensorType[Attribute]", self.src.type), target, "source")
        verify_transfer(self.src.type, target)


@irdl_op_definition
class GlobalScratchAllocOp(LayoutOp):
    """``nbytes`` bytes of global memory private to this program."""

    name = "ttg.global_scratch_alloc"
    nbytes: Property[int] = prop_def(I32Attr)
    alignment: Property[int] = prop_def(I32Attr)
    backend: Property[str] = prop_def(StrAttr, default=StringAttr("default"), versions=only(V3_7))
    third_party_allocation: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    shared_cluster_state: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    result: Result = result_def(Ptr)
    traits = traits_def(Effects(allocate(GLOBAL_MEMORY, "result")))
    SYNTAX: ClassVar = "attr-dict `:` qualified(type($result))"
