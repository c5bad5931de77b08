"""Barriers, fences and warp-level communication."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition

from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.llvm.types import AnyLLVM, PointerType
from xtriton.dialects.upstream.nvvm.attributes import (
    ActionAttr,
    GridDepActionAttr,
    MatchSyncKindAttr,
    MemScopeAttr,
    ProxyKindAttr,
    ReductionKindAttr,
    ReduxKindAttr,
    SharedSpaceAttr,
    ShflKindAttr,
    VoteSyncKindAttr,
)
from xtriton.ir.constraints import I1, I32, BoolAttribute, I32Attr, UnitAttribute, exactly
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    OptionalOperand,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in
from xtriton.versions import V3_6, V3_7, V3_8, VersionRange, before, by_version, since

_ShflKind = stripped_attr(ShflKindAttr, "NVVM shuffle kind")
_VoteKind = stripped_attr(VoteSyncKindAttr, "NVVM vote sync kind")
_MatchKind = stripped_attr(MatchSyncKindAttr, "NVVM match sync kind")
_ReduxKind = stripped_attr(by_version({V3_6: ReduxKindAttr, V3_7: ReductionKindAttr}), "NVVM redux kind")
_Action = stripped_attr(ActionAttr, "NVVM set max register action")
_GridAction = stripped_attr(GridDepActionAttr, "Action kind for grid dependency control")
_Proxy = stripped_attr(ProxyKindAttr, "Proxy kind")
_Space = stripped_attr(SharedSpaceAttr, "Shared memory space")
_Scope = stripped_attr(MemScopeAttr, "NVVM Memory Scope kind")


class _NullaryOp(Op):
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class Barrier0Op(_NullaryOp):
    """Waits for all threads of the block."""

    name = "nvvm.barrier0"
    VERSIONS: ClassVar[VersionRange] = before(V3_8)


@irdl_op_definition
class BarrierOp(Op):
    """Synchronises threads of the CTA at one of its barriers."""

    name = "nvvm.barrier"
    barrierId: OptionalOperand = opt_operand_def(I32, default=None)
    numberOfThreads: OptionalOperand = opt_operand_def(I32, default=None)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    SYNTAX: ClassVar = "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? attr-dict"


@irdl_op_definition
class BarrierArriveOp(Op):
    """Arrives at a barrier without waiting."""

    name = "nvvm.barrier.arrive"
    barrierId: OptionalOperand = opt_operand_def(I32)
    numberOfThreads: Operand = operand_def(I32)
    SYNTAX: ClassVar = "(`id` `=` $barrierId^)? `number_of_threads` `=` $numberOfThreads attr-dict"


@irdl_op_definition
class SyncWarpOp(Op):
    """Synchronises the threads of the warp in the mask."""

    name = "nvvm.bar.warp.sync"
    mask: Operand = operand_def(AnyLLVM)
    SYNTAX: ClassVar = "$mask attr-dict `:` type($mask)"


class _ClusterOp(Op):
    aligned: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class FenceProxyOp(Op):
    """Orders accesses through different proxies."""

    name = "nvvm.fence.proxy"
    kind: Property = prop_def(_Proxy)
    space: OptionalProperty = opt_prop_def(_Space, default=None)
    SYNTAX: ClassVar = "attr-dict"


class _ProxyPairOp(Op):
    scope: Property = prop_def(_Scope)
    fromProxy: Property = prop_def(_Proxy, default=ProxyKindAttr.of("generic"))
    toProxy: Property = prop_def(_Proxy, default=ProxyKindAttr.of("tensormap"))


@irdl_op_definition
class FenceProxyAcquireOp(_ProxyPairOp):
    """An acquire fence for accesses through another proxy."""

    name = "nvvm.fence.proxy.acquire"
    addr: Operand = operand_def(exactly(PointerType(), "LLVM pointer in address space 0"))
    size: Operand = operand_def(I32)
    SYNTAX: ClassVar = "$scope $addr `,` $size (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict"


@irdl_op_definition
class FenceProxyReleaseOp(_ProxyPairOp):
    """A release fence for accesses through another proxy."""

    name = "nvvm.fence.proxy.release"
    SYNTAX: ClassVar = "$scope (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict"


@irdl_op_definition
class ShflOp(Op):
    """The value of another lane of the warp."""

    name = "nvvm.shfl.sync"
    thread_mask: Operand = operand_def(I32)
    val: Operand = operand_def(AnyLLVM)
    offset: Operand = operand_def(I32)
    mask_and_clamp: Operand = operand_def(I32)
    kind: Property = prop_def(_ShflKind)
    return_value_and_is_valid: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    res: Result = result_def(AnyLLVM)
    SYNTAX: ClassVar = (
        "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)"
    )


@irdl_op_definition
class VoteSyncOp(Op):
    """A vote across the lanes of the warp."""

    name = "nvvm.vote.sync"
    mask: Operand = operand_def(I32)
    pred: Operand = operand_def(I1)
    kind: Property = prop_def(_VoteKind)
    res: Result = result_def(AnyLLVM)
    SYNTAX: ClassVar = "$kind $mask `,` $pred attr-dict `->` type($res)"


@irdl_op_definition
class MatchSyncOp(Op):
    """The mask of lanes with the same value."""

    name = "nvvm.match.sync"
    thread_mask: Operand = operand_def(I32)
    val: Operand = operand_def(AnyLLVM)
    kind: Property = prop_def(_MatchKind)
    res: Result = result_def(AnyLLVM)
    SYNTAX: ClassVar = "$kind $thread_mask `,` $val attr-dict `:` type($val) `->` type($res)"


@irdl_op_definition
class ElectSyncOp(Op):
    """Elects one lane of the warp."""

    name = "nvvm.elect.sync"
    membermask: OptionalOperand = opt_operand_def(I32, default=None)
    pred: Result = result_def(I1, default=INFERRED)
    SYNTAX: ClassVar = "($membermask^)? attr-dict `->` type($pred)"


@irdl_op_definition
class ReduxOp(Op):
    """A reduction over the warp."""

    name = "nvvm.redux.sync"
    val: Operand = operand_def(AnyLLVM)
    mask_and_clamp: Operand = operand_def(I32)
    kind: Property = prop_def(_ReduxKind)
    abs: Property[bool] = prop_def(BoolAttribute, default=IntegerAttr(0, 1))
    nan: Property[bool] = prop_def(BoolAttribute, default=IntegerAttr(0, 1))
    res: Result = result_def(AnyLLVM)
    SYNTAX: ClassVar = "$kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)"


@irdl_op_definition
class SetMaxRegisterOp(Op):
    """Increases or decreases the register limit."""

    name = "nvvm.setmaxregister"
    regCount: Property[int] = prop_def(I32Attr)
    action: Property = prop_def(_Action)
    SYNTAX: ClassVar = "$action $regCount attr-dict"


@irdl_op_definition
class GriddepcontrolOp(Op):
    """Waits for, or launches, dependent grids."""

    name = "nvvm.griddepcontrol"
    kind: Property = prop_def(_GridAction)
    SYNTAX: ClassVar = "$kind attr-dict"


@irdl_op_definition
class NanosleepOp(Op):
    """Sleeps."""

    name = "nvvm.nanosleep"
    duration: OptionalProperty[int] = opt_prop_def(I32Attr, default=None, versions=before(V3_7))
    time: OptionalOperand = opt_operand_def(I32, default=None, versions=since(V3_7))
    SYNTAX: ClassVar = by_version({V3_6: "attr-dict $duration", V3_7: "$time"})


OPS = [
    *operations_in(vars()),
    *named_like(
        _NullaryOp,
        {
            "nvvm.fence.sc.cluster": "A sequentially consistent fence within the cluster.",
            "nvvm.fence.mbarrier.init": "Makes the initialisation of barriers visible to the cluster.",
            "nvvm.exit": "Ends the thread.",
            "nvvm.breakpoint": "Stops for a debugger.",
        },
    ),
    *named_like(
        _ClusterOp,
        {
            "nvvm.cluster.arrive": "Arrives at the cluster's barrier.",
            "nvvm.cluster.arrive.relaxed": "Arrives at the cluster's barrier without ordering memory.",
            "nvvm.cluster.wait": "Waits at the cluster's barrier.",
        },
    ),
]
