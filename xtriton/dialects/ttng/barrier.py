"""Operations of ``ttng`` that synchronize: barriers in shared memory, fences, clusters."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i32, i64
from xdsl.ir import Attribute, Operation
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def

from xtriton.dialects.tt.effects import SHARED_MEMORY, Effects, read, write
from xtriton.dialects.tt.shape import int_value
from xtriton.dialects.ttg.op import LayoutOp
from xtriton.dialects.ttg.types import MemDesc, MemDescType
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.ir.constraints import I1, I32, BoolAttribute, I1Attr, I32Attr, UnitAttribute
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalOperand,
    OptionalProperty,
    Property,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, VersionRange, before, by_version, only, since

_READS_AND_WRITES_ALLOC = Effects(read(SHARED_MEMORY, "alloc"), write(SHARED_MEMORY, "alloc"))
_WRITES_ALLOC = Effects(write(SHARED_MEMORY, "alloc"))


def verify_barrier(type_: Attribute) -> None:
    """A barrier is one 64-bit word."""
    memory = cast("MemDescType", type_)
    if memory.element_type != i64 or memory.get_shape() != (1,):
        raise Violation("barrier allocation must be a descriptor of 1xi64 type")


def verify_in_cluster(op: Operation) -> None:
    """The operation requires a cluster of several CTAs."""
    if num_ctas(module_of(op)) <= 1:
        raise Violation("requires ttg.num-ctas > 1")


_VERIFY_CLUSTER: ByVersion[Callable[[Operation], None]] = by_version({V3_6: lambda op: None, V3_7: verify_in_cluster})
_ZERO = IntegerAttr(0, i32)
_FALSE = BoolAttr.from_bool(False)


@irdl_op_definition
class FenceAsyncSharedOp(LayoutOp):
    """Order generic-proxy accesses to shared memory before async-proxy ones."""

    name = "ttng.fence_async_shared"
    bCluster: Property[bool] = prop_def(BoolAttribute)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class FenceMBarrierInitReleaseClusterOp(LayoutOp):
    """Make the initialisation of barriers visible to the cluster."""

    name = "ttng.fence_mbarrier_init_release_cluster"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        verify_in_cluster(self)


@irdl_op_definition
class ClusterBarrierOp(LayoutOp):
    """Synchronize all warps of the cluster."""

    name = "ttng.cluster_barrier"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    relaxed: Property[bool] = prop_def(BoolAttribute, default=_FALSE)
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        verify_in_cluster(self)


class _ClusterArriveOp(LayoutOp):
    """Arrive at the barrier of the cluster."""

    name = "ttng.cluster_arrive"
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        _VERIFY_CLUSTER.now()(self)


@irdl_op_definition
class ClusterArriveOp(_ClusterArriveOp):
    """Arrive at the barrier of the cluster; ``relaxed`` is false by default."""

    name = "ttng.cluster_arrive"
    VERSIONS: ClassVar[VersionRange] = only(V3_8)
    relaxed: Property[bool] = prop_def(BoolAttribute, default=_FALSE)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class ExplicitClusterArriveOp(_ClusterArriveOp):
    """Arrive at the barrier of the cluster; ``relaxed`` must be given."""

    name = "ttng.cluster_arrive"
    VERSIONS: ClassVar[VersionRange] = before(V3_8)
    relaxed: Property[bool] = prop_def(I1Attr)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class ClusterWaitOp(LayoutOp):
    """Wait until all threads of the cluster have arrived."""

    name = "ttng.cluster_wait"
    VERSIONS: ClassVar[VersionRange] = before(V3_9)
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        _VERIFY_CLUSTER.now()(self)


@irdl_op_definition
class InitBarrierOp(LayoutOp):
    """Initialise a barrier whose phase completes after ``count`` arrivals."""

    name = "ttng.init_barrier"
    alloc: Operand = operand_def(MemDesc)
    count: Property[int] = prop_def(I32Attr)
    traits = traits_def(_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc `,` $count attr-dict `:` qualified(type($alloc))"

    def verify_op(self) -> None:
        verify_barrier(self.alloc.type)


@irdl_op_definition
class InvalBarrierOp(LayoutOp):
    """Invalidate a barrier."""

    name = "ttng.inval_barrier"
    alloc: Operand = operand_def(MemDesc)
    traits = traits_def(_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc attr-dict `:` qualified(type($alloc))"

    def verify_op(self) -> None:
        verify_barrier(self.alloc.type)


@irdl_op_definition
class BarrierExpectOp(LayoutOp):
    """Arrive, and make the phase expect ``size`` more bytes of asynchronous copies."""

    name = "ttng.barrier_expect"
    alloc: Operand = operand_def(MemDesc)
    size: Property[int] = prop_def(I32Attr)
    pred: Operand = operand_def(I1)
    fromCTA: OptionalProperty[int] = opt_prop_def(I32Attr, default=None, versions=since(V3_9))
    traits = traits_def(_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc `,` $size attr-dict `,` $pred `:` qualified(type($alloc))"

    def verify_op(self) -> None:
        verify_barrier(self.alloc.type)


@irdl_op_definition
class WaitBarrierOp(LayoutOp):
    """Wait for completion of the phase of this parity; ``deps`` is memory in use until then."""

    name = "ttng.wait_barrier"
    alloc: Operand = operand_def(MemDesc)
    phase: Operand = operand_def(I32)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    deps: Operands = var_operand_def(MemDesc, default=())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(_READS_AND_WRITES_ALLOC)
    SYNTAX: ClassVar = (
        "$alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict `:` qualified(type($alloc)) (`,` type($deps)^)?"
    )

    def verify_op(self) -> None:
        verify_barrier(self.alloc.type)


@irdl_op_definition
class ArriveBarrierOp(LayoutOp):
    """Arrive ``count`` times."""

    name = "ttng.arrive_barrier"
    alloc: Operand = operand_def(MemDesc)
    count: Property[int] = prop_def(I32Attr)
    ctaMask: Property[int] = prop_def(I32Attr, default=_ZERO, versions=only(V3_8))
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    fromCTA: OptionalProperty[int] = opt_prop_def(I32Attr, default=None, versions=since(V3_9))
    multicastCTA: Property[int] = prop_def(I32Attr, default=_ZERO, versions=since(V3_9))
    traits = traits_def(_READS_AND_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc `,` $count (`,` $pred^)? attr-dict `:` qualified(type($alloc))"

    def verify_op(self) -> None:
        verify_barrier(self.alloc.type)
        if int_value(self.count) < 1:
            raise Violation("count must be greater than or equal to 1")


@irdl_op_definition
class AsyncCopyMbarrierArriveOp(LayoutOp):
    """Arrive when all previous asynchronous copies of this thread have completed."""

    name = "ttng.async_copy_mbarrier_arrive"
    barrier: Operand = operand_def(MemDesc)
    noIncrement: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    traits = traits_def(Effects(write(SHARED_MEMORY, "barrier")))
    SYNTAX: ClassVar = "$barrier attr-dict `:` qualified(type($barrier))"
