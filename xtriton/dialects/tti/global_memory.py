"""Operations of ``tti`` that the sanitizer of global memory inserts: they record accesses and synchronization."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.effects import GLOBAL_MEMORY, Effects, read, write
from xtriton.dialects.tt.enums import MemSemantic, MemSyncScope, RMWOp
from xtriton.dialects.tt.memory import RMWAttr, ScopeAttr, SemanticAttr
from xtriton.dialects.tt.traits import SameOperandsAndResultEncoding, SameOperandsEncoding
from xtriton.dialects.tt.types import (
    AnyTritonType,
    BoolLike,
    Ptr,
    PtrLike,
    i1_same_shape,
    pointee_type,
    pointer_type_same_shape,
)
from xtriton.dialects.ttg.types import MemDesc
from xtriton.dialects.ttng.tma import AnyTensorDesc
from xtriton.ir.constraints import (
    I1,
    I32,
    AnyType,
    BoolAttribute,
    DenseI32Array,
    I32Attr,
    ranked_tensor_of,
)
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OptionalOperand,
    Property,
    Result,
    Results,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.op import Op
from xtriton.ir.traits import SameOperandsAndResultShape, TypesMatchWith
from xtriton.versions import V3_8, V3_9, VersionRange, only, since

_READS_AND_WRITES = Effects(read(GLOBAL_MEMORY), write(GLOBAL_MEMORY))
_WRITES = Effects(write(GLOBAL_MEMORY))
_ACCESSES = Effects(read(GLOBAL_MEMORY, "ptr"), write(GLOBAL_MEMORY, "ptr"))
_MASK = TypesMatchWith("mask type matches ptr type", "ptr", "mask", lambda type_: i1_same_shape(pointee_type(type_)))


@irdl_op_definition
class InitOp(Op):
    """Initialise the sanitizer's state of a thread."""

    name = "tti.experimental_gsan_init"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class GenericInitOp(Op):
    """Initialise the sanitizer's state of a thread; has the generic form only."""

    name = "tti.experimental_gsan_init"
    VERSIONS: ClassVar[VersionRange] = only(V3_8)


@irdl_op_definition
class KernelExitOp(Op):
    """Publish the clock of a thread that ends."""

    name = "tti.experimental_gsan_kernel_exit"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class GridDependencyWaitOp(Op):
    """Acquire the clocks of the grids that were waited for."""

    name = "tti.experimental_gsan_grid_dependency_wait"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    traits = traits_def(_READS_AND_WRITES)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class ClusterBarrierInitOp(Op):
    """Initialise the state of barriers of the cluster."""

    name = "tti.experimental_gsan_cluster_barrier_init"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    scratch: Operand = operand_def(Ptr)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$scratch attr-dict `:` type($scratch)"


@irdl_op_definition
class ClusterBarrierSyncOp(Op):
    """Join the clocks of all CTAs at a barrier of the cluster."""

    name = "tti.experimental_gsan_cluster_barrier_sync"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    scratch: Operand = operand_def(Ptr)
    traits = traits_def(_READS_AND_WRITES)
    SYNTAX: ClassVar = "$scratch attr-dict `:` type($scratch)"


@irdl_op_definition
class MBarrierTableInitOp(Op):
    """Initialise the table of barriers in shared memory."""

    name = "tti.experimental_gsan_mbarrier_table_init"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    scratch: Operand = operand_def(Ptr)
    capacity: Property[int] = prop_def(I32Attr)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$scratch `,` $capacity attr-dict `:` type($scratch)"


@irdl_op_definition
class MBarrierInitOp(Op):
    """Record a barrier with its expected arrivals."""

    name = "tti.experimental_gsan_mbarrier_init"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    scratch: Operand = operand_def(Ptr)
    barrier: Operand = operand_def(MemDesc)
    expectedCount: Property[int] = prop_def(I32Attr)
    traits = traits_def(_READS_AND_WRITES)
    SYNTAX: ClassVar = (
        "$scratch `,` $barrier `,` $expectedCount attr-dict `:` type($scratch) `,` qualified(type($barrier))"
    )


@irdl_op_definition
class MBarrierArriveOp(Op):
    """Record an arrival at all barriers that the instruction arrives at."""

    name = "tti.experimental_gsan_mbarrier_arrive"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    scratch: Operand = operand_def(Ptr)
    barrier: Operand = operand_def(MemDesc)
    pred: Operand = operand_def(I1)
    count: Property[int] = prop_def(I32Attr)
    multicastMasks: Property[Sequence[int]] = prop_def(DenseI32Array)
    multicast: Property[bool] = prop_def(BoolAttribute)
    sourceBroadcastMask: Property[int] = prop_def(I32Attr)
    publishClock: Property[bool] = prop_def(BoolAttribute, default=BoolAttr.from_bool(True))
    traits = traits_def(_READS_AND_WRITES)
    SYNTAX: ClassVar = (
        "$scratch `,` $barrier `,` $pred `,` $count attr-dict `:` type($scratch) `,` qualified(type($barrier))"
    )


@irdl_op_definition
class MBarrierWaitOp(Op):
    """Acquire the clocks published to the completed phase of a barrier."""

    name = "tti.experimental_gsan_mbarrier_wait"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    scratch: Operand = operand_def(Ptr)
    barrier: Operand = operand_def(MemDesc)
    phase: Operand = operand_def(I32)
    pred: Operand = operand_def(I1)
    traits = traits_def(_READS_AND_WRITES)
    SYNTAX: ClassVar = (
        "$scratch `,` $barrier `,` $phase `,` $pred attr-dict `:` type($scratch) `,` qualified(type($barrier))"
    )


@irdl_op_definition
class TensorDescInfoOp(Op):
    """The base, shape and strides in a descriptor."""

    name = "tti.experimental_gsan_tensordesc_info"
    VERSIONS: ClassVar[VersionRange] = only(V3_8)
    desc: Operand = operand_def(AnyTensorDesc)
    result: Results = var_result_def(AnyType, default=())
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$desc attr-dict `:` qualified(type($desc)) `->` type($result)"


@irdl_op_definition
class TensorDescAccessOp(Op):
    """Record an access of a block through a descriptor."""

    name = "tti.experimental_gsan_tensordesc_access"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    desc: Operand = operand_def(AnyTensorDesc)
    coords: Operands = var_operand_def(I32)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    isStore: Property[bool] = prop_def(BoolAttribute)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    SYNTAX: ClassVar = "$desc `[` $coords `]` `,` $isStore (`,` $pred^)? attr-dict `:` qualified(type($desc))"


@irdl_op_definition
class IndexedTensorDescAccessOp(Op):
    """Record a gather or scatter of rows through a descriptor."""

    name = "tti.experimental_gsan_indexed_tensordesc_access"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    desc: Operand = operand_def(AnyTensorDesc)
    indices: Operand = operand_def(ranked_tensor_of(I32))
    offset: Operand = operand_def(I32)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    isStore: Property[bool] = prop_def(BoolAttribute)
    SYNTAX: ClassVar = (
        "$desc `[` $indices `,` $offset `]` `,` $isStore (`,` $pred^)? attr-dict `:` qualified(type($desc)) `,` "
        "type($indices)"
    )


@irdl_op_definition
class AtomicTensorDescAccessOp(Op):
    """Record an atomic access of a block through a descriptor."""

    name = "tti.experimental_gsan_atomic_tensordesc_access"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    desc: Operand = operand_def(AnyTensorDesc)
    coords: Operands = var_operand_def(I32)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    SYNTAX: ClassVar = "$desc `[` $coords `]` `,` $sem `,` $scope attr-dict `:` qualified(type($desc))"


@irdl_op_definition
class TensorAccessOp(Op):
    """Record a load or store through pointers."""

    name = "tti.experimental_gsan_tensor_access"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    ptr: Operand = operand_def(PtrLike)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    isStore: Property[bool] = prop_def(BoolAttribute)
    traits = traits_def(_ACCESSES, _MASK)
    SYNTAX: ClassVar = "$ptr `,` $isStore (`,` $mask^)? attr-dict `:` type($ptr)"


@irdl_op_definition
class AtomicTensorAccessOp(Op):
    """Record atomic accesses through pointers."""

    name = "tti.experimental_gsan_atomic_tensor_access"
    VERSIONS: ClassVar[VersionRange] = only(V3_8)
    ptr: Operand = operand_def(PtrLike)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    traits = traits_def(_ACCESSES, _MASK)
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` type($ptr)"


@irdl_op_definition
class AtomicLoadOp(Op):
    """An atomic load that is recorded."""

    name = "tti.experimental_gsan_atomic_load"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    ptr: Operand = operand_def(PtrLike)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    result: Result = result_def(AnyTritonType, default=INFERRED)
    traits = traits_def(
        SameOperandsAndResultEncoding(),
        TypesMatchWith("result matches ptr type", "ptr", "result", pointee_type),
        _MASK,
        _ACCESSES,
    )
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` functional-type(operands, $result)"


@irdl_op_definition
class AtomicStoreOp(Op):
    """An atomic store that is recorded."""

    name = "tti.experimental_gsan_atomic_store"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    ptr: Operand = operand_def(PtrLike)
    value: Operand = operand_def(AnyTritonType)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    traits = traits_def(
        SameOperandsEncoding(),
        TypesMatchWith("value type matches ptr type", "ptr", "value", pointee_type),
        _MASK,
        Effects(write(GLOBAL_MEMORY, "ptr")),
    )
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)"


@irdl_op_definition
class AtomicPollOp(Op):
    """Record the read of a poll that has ended."""

    name = "tti.experimental_gsan_atomic_poll"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    ptr: Operand = operand_def(PtrLike)
    matched: Operand = operand_def(BoolLike)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    traits = traits_def(
        SameOperandsEncoding(),
        TypesMatchWith("matched type matches pointer shape", "ptr", "matched", i1_same_shape),
        _ACCESSES,
    )
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr `,` $matched attr-dict `:` qualified(type($ptr))"


@irdl_op_definition
class AtomicRMWOp(Op):
    """An atomic read-modify-write that is recorded."""

    name = "tti.experimental_gsan_atomic_rmw"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
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
        TypesMatchWith("ptr type matches value type", "val", "ptr", pointer_type_same_shape),
        TypesMatchWith("mask type matches value type", "val", "mask", i1_same_shape),
        _ACCESSES,
    )
    SYNTAX: ClassVar = (
        "$atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` "
        "functional-type(operands, $result)"
    )


@irdl_op_definition
class AtomicCASOp(Op):
    """An atomic compare-and-swap that is recorded."""

    name = "tti.experimental_gsan_atomic_cas"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    ptr: Operand = operand_def(PtrLike)
    cmp: Operand = operand_def(AnyTritonType)
    val: Operand = operand_def(AnyTritonType)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    result: Result = result_def(AnyTritonType)
    traits = traits_def(
        SameOperandsAndResultShape(),
        SameOperandsAndResultEncoding(),
        TypesMatchWith("ptr type matches cmp type", "cmp", "ptr", pointer_type_same_shape),
        TypesMatchWith("ptr type matches value type", "val", "ptr", pointer_type_same_shape),
        _ACCESSES,
    )
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type(operands, $result)"
