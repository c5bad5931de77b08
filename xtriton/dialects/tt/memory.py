"""Operations of ``tt`` that compute pointers and access memory through them."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import BoolAttr, DenseArrayBase, i32
from xdsl.ir import Attribute, Operation
from xdsl.irdl import AttrSizedOperandSegments, SameVariadicOperandSize, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.attributes import CachePolicy, CachePolicyAttr
from xtriton.dialects.tt.effects import GLOBAL_MEMORY, Effect, Effects, OwnEffects, read, write
from xtriton.dialects.tt.enums import CacheModifier, EvictionPolicy, MemSemantic, MemSyncScope, PaddingOption, RMWOp
from xtriton.dialects.tt.op import SupportsGenericLayouts, TritonOp
from xtriton.dialects.tt.traits import (
    SameAccessedShape,
    SameOperandsAndResultEncoding,
    SameOperandsEncoding,
)
from xtriton.dialects.tt.types import (
    AnyTritonType,
    BoolLike,
    IntLike,
    PointerType,
    Ptr,
    PtrLike,
    TensorPtr,
    i1_same_shape,
    pointee_type,
    pointer_type_same_shape,
)
from xtriton.ir.constraints import (
    I32,
    I64,
    AnyAttr,
    BoolAttribute,
    DenseI32Array,
    UnitAttribute,
    any_type_of,
    enum_attr,
    type_by_version,
)
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
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import (
    Elementwise,
    InferTypeOp,
    SameOperandsAndResultShape,
    TypesMatchWith,
    element_type,
)
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, VersionRange, before, by_version, since

CacheAttr = enum_attr(CacheModifier)
EvictAttr = enum_attr(EvictionPolicy)
PaddingAttr = enum_attr(PaddingOption)
SemanticAttr = enum_attr(MemSemantic)
ScopeAttr = enum_attr(MemSyncScope)
RMWAttr = enum_attr(RMWOp)

AnyPointer = type_by_version({V3_6: any_type_of(PtrLike, TensorPtr), V3_8: PtrLike})
NO_BOUNDARY_CHECK = DenseArrayBase.from_list(i32, ())
FALSE = BoolAttr.from_bool(False)


def _mask_type(pointers: Attribute) -> Attribute:
    """The type of a mask for accesses through ``pointers``."""
    return i1_same_shape(pointee_type(pointers))


def _scalar_pointer(type_: Attribute) -> Attribute:
    """The scalar pointer type of a block pointer's base."""
    pointer = cast("PointerType", type_)
    return PointerType(element_type(pointer.pointee_type), pointer.address_space.data)


CACHE_POLICIES = ("tt.cache_policy", "ttng.cache_policy")
"""The attributes with cache hints."""


def cache_hints(op: Operation) -> dict[str, Attribute]:
    """The properties of a load or store with its cache hints, which other accesses have under the same names."""
    return {name: attribute for name, attribute in op.properties.items() if name in _CACHE_HINTS}


_CACHE_HINTS = ("cache", "evict", "cachePolicy")


def hints_of(policy: CachePolicy) -> dict[str, Attribute]:
    """The properties of an access with cache hints, in the version of the context in use; none for the default."""
    return _HINTS.now()(policy)


def _cache_and_eviction(policy: CachePolicy) -> dict[str, Attribute]:
    default = CachePolicy()
    hints: dict[str, Attribute] = {}
    if policy.cache is not default.cache:
        hints["cache"] = policy.cache.attr
    if policy.evict is not default.evict:
        hints["evict"] = policy.evict.attr
    return hints


_HINTS: ByVersion[Callable[[CachePolicy], dict[str, Attribute]]] = by_version(
    {
        V3_6: _cache_and_eviction,
        V3_9: lambda policy: {} if policy == CachePolicy() else {"cachePolicy": CachePolicyAttr(policy)},
    }
)


def verify_cache_policy(policy: Attribute | None, accesses: str, unsupported: Container[CacheModifier]) -> None:
    """A cache policy is one of the attributes with cache hints, its modifier one that such ``accesses`` can have."""
    if policy is not None and policy.name not in CACHE_POLICIES:
        raise Violation(f"unsupported cache policy attribute {policy}")
    modifier: CacheModifier | None = getattr(policy, "modifier", None)
    if modifier is not None and modifier in unsupported:
        raise Violation(f"invalid cache policy: cache modifier '{modifier.keyword}' is not supported for {accesses}")


_NOT_FOR_LOADS = (CacheModifier.WB, CacheModifier.WT)
_NOT_FOR_STORES = (CacheModifier.CA, CacheModifier.CV)


@irdl_op_definition
class AddPtrOp(TritonOp):
    """``ptr + offset``, in elements of the pointee."""

    name = "tt.addptr"
    ptr: Operand = operand_def(PtrLike)
    offset: Operand = operand_def(IntLike)
    result: Result = result_def(PtrLike, default=INFERRED)
    traits = traits_def(
        Pure(),
        Elementwise(),
        SameOperandsAndResultShape(),
        SameOperandsAndResultEncoding(),
        TypesMatchWith("result type matches ptr type", "result", "ptr"),
    )
    SYNTAX: ClassVar = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)"


@irdl_op_definition
class MakeTensorPtrOp(TritonOp):
    """A block pointer: a window of the result's shape into a strided tensor in memory."""

    name = "tt.make_tensor_ptr"
    VERSIONS: ClassVar[VersionRange] = before(V3_8)
    base: Operand = operand_def(Ptr)
    shape: Operands = var_operand_def(I64, default=())
    strides: Operands = var_operand_def(I64, default=())
    offsets: Operands = var_operand_def(I32, default=())
    order: Property[Sequence[int]] = prop_def(DenseI32Array)
    result: Result = result_def(TensorPtr)
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(
        Pure(), TypesMatchWith("infer pointer type from the result type", "result", "base", _scalar_pointer)
    )
    SYNTAX: ClassVar = "$base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict `:` type($result)"


@irdl_op_definition
class AdvanceOp(TritonOp):
    """A block pointer advanced by ``offsets`` elements along each dimension."""

    name = "tt.advance"
    VERSIONS: ClassVar[VersionRange] = before(V3_8)
    ptr: Operand = operand_def(TensorPtr)
    offsets: Operands = var_operand_def(I32, default=())
    result: Result = result_def(TensorPtr, default=INFERRED)
    traits = traits_def(Pure(), TypesMatchWith("result type matches ptr type", "result", "ptr"))
    SYNTAX: ClassVar = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)"


def checks_boundaries(op: Operation) -> bool:
    """Whether an access through a block pointer has a boundary check."""
    return isinstance(op, LoadOp | StoreOp) and bool(int_list(op.boundaryCheck))


@irdl_op_definition
class LoadOp(TritonOp):
    """Load through pointers or a block pointer; where ``mask`` is false, nothing is read: the result is ``other``."""

    name = "tt.load"
    ptr: Operand = operand_def(AnyPointer)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    other: OptionalOperand = opt_operand_def(AnyTritonType, default=None)
    boundaryCheck: Property[Sequence[int]] = prop_def(DenseI32Array, default=NO_BOUNDARY_CHECK, versions=before(V3_8))
    padding: OptionalProperty[PaddingOption] = opt_prop_def(PaddingAttr, default=None, versions=before(V3_8))
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr, versions=before(V3_9))
    evict: Property[EvictionPolicy] = prop_def(EvictAttr, default=EvictionPolicy.NORMAL.attr, versions=before(V3_9))
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    isVolatile: Property[bool] = prop_def(BoolAttribute, default=FALSE)
    result: Result = result_def(AnyTritonType, default=INFERRED)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(
        SameAccessedShape(),
        SupportsGenericLayouts(),
        SameOperandsAndResultEncoding(),
        OwnEffects(),
        TypesMatchWith("result matches ptr type", "ptr", "result", pointee_type),
        TypesMatchWith("mask type matches ptr type", "ptr", "mask", _mask_type, position=1),
        TypesMatchWith("other matches ptr type", "ptr", "other", pointee_type),
        InferTypeOp(),
    )
    SYNTAX: ClassVar = by_version(
        {
            V3_6: (
                "$ptr (`,` $mask^)? (`,` $other^)? oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict) "
                "attr-dict `:` type($ptr)"
            ),
            V3_9: "$ptr (`,` $mask^)? (`,` $other^)? attr-dict `:` type($ptr)",
        }
    )

    def verify_op(self) -> None:
        verify_cache_policy(self.cachePolicy, "loads", _NOT_FOR_LOADS)

    def effects(self) -> tuple[Effect, ...]:
        """A read of global memory; a volatile load also counts as a write, so that it is not reordered."""
        reads = read(GLOBAL_MEMORY, "ptr")
        volatile = int_value(self.isVolatile)
        return (reads, write(GLOBAL_MEMORY)) if volatile else (reads,)


@irdl_op_definition
class StoreOp(TritonOp):
    """Store through pointers or a block pointer; where ``mask`` is false nothing is written."""

    name = "tt.store"
    ptr: Operand = operand_def(AnyPointer)
    value: Operand = operand_def(AnyTritonType)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    boundaryCheck: Property[Sequence[int]] = prop_def(DenseI32Array, default=NO_BOUNDARY_CHECK, versions=before(V3_8))
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr, versions=before(V3_9))
    evict: Property[EvictionPolicy] = prop_def(EvictAttr, default=EvictionPolicy.NORMAL.attr, versions=before(V3_9))
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    ignore_cta: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    traits = traits_def(
        SameAccessedShape(),
        SupportsGenericLayouts(),
        SameOperandsEncoding(),
        Effects(write(GLOBAL_MEMORY, "ptr")),
        TypesMatchWith("value type matches ptr type", "ptr", "value", pointee_type),
        TypesMatchWith("mask type matches ptr type", "ptr", "mask", _mask_type),
    )
    SYNTAX: ClassVar = by_version(
        {
            V3_6: (
                "$ptr `,` $value (`,` $mask^)? oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict) "
                "attr-dict `:` type($ptr)"
            ),
            V3_9: "$ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)",
        }
    )

    def verify_op(self) -> None:
        verify_cache_policy(self.cachePolicy, "stores", _NOT_FOR_STORES)


@irdl_op_definition
class AtomicRMWOp(TritonOp):
    """An atomic read-modify-write of each element; returns the old values."""

    name = "tt.atomic_rmw"
    atomic_rmw_op: Property[RMWOp] = prop_def(RMWAttr)
    ptr: Operand = operand_def(PtrLike)
    val: Operand = operand_def(AnyTritonType)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    result: Result = result_def(AnyTritonType)
    traits = traits_def(
        SameOperandsAndResultShape(),
        SameOperandsAndResultEncoding(),
        Effects(read(GLOBAL_MEMORY, "ptr"), write(GLOBAL_MEMORY, "ptr")),
        TypesMatchWith("ptr type matches value type", "val", "ptr", pointer_type_same_shape),
        TypesMatchWith("mask type matches value type", "val", "mask", i1_same_shape),
    )
    SYNTAX: ClassVar = (
        "$atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` "
        "functional-type(operands, $result)"
    )


@irdl_op_definition
class AtomicCASOp(TritonOp):
    """An atomic compare-and-swap of each element; returns the old values."""

    name = "tt.atomic_cas"
    ptr: Operand = operand_def(PtrLike)
    cmp: Operand = operand_def(AnyTritonType)
    val: Operand = operand_def(AnyTritonType)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    result: Result = result_def(AnyTritonType)
    traits = traits_def(
        SameOperandsAndResultShape(),
        SameOperandsAndResultEncoding(),
        Effects(read(GLOBAL_MEMORY, "ptr"), write(GLOBAL_MEMORY, "ptr")),
        TypesMatchWith("ptr type matches cmp type", "cmp", "ptr", pointer_type_same_shape),
        TypesMatchWith("ptr type matches value type", "val", "ptr", pointer_type_same_shape),
    )
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type(operands, $result)"
