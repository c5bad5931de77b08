"""Asynchronous copies, matrix loads and barriers in shared memory."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, f32
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.llvm.types import AnyLLVM, AnyPointer, PointerType
from xtriton.dialects.upstream.nvvm.attributes import (
    CtaGroupAttr,
    LdStMatrixEltTypeAttr,
    LdStMatrixShapeAttr,
    MmaLayoutAttr,
    Tcgen05FenceAttr,
    Tcgen05WaitAttr,
)
from xtriton.ir.constraints import I32, BoolAttribute, I32Attr, I64Attr, TypePredicate, UnitAttribute, exactly
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
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in
from xtriton.versions import V3_7, VersionRange, before


def _pointer_to(space: int) -> TypePredicate:
    return TypePredicate(f"LLVM pointer in address space {space}", lambda type_: type_ == PointerType(space))


SharedPointer = _pointer_to(3)
F32 = exactly(f32, "32-bit float")
_Layout = stripped_attr(MmaLayoutAttr, "NVVM MMA layout")
_Shape = stripped_attr(LdStMatrixShapeAttr, "Matrix shape for ldmatrix and stmatrix")
_EltType = stripped_attr(LdStMatrixEltTypeAttr, "Element type for ldmatrix and stmatrix")
_Wait = stripped_attr(Tcgen05WaitAttr, "NVVM Tcgen05 wait kind")
_Fence = stripped_attr(Tcgen05FenceAttr, "NVVM Tcgen05 fence kind")
_Group = stripped_attr(CtaGroupAttr, "NVVM CTA group kind")
_FALSE = IntegerAttr(0, 1)
_ONE_CTA = CtaGroupAttr.of("cta_1")


class _NullaryOp(Op):
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class CpAsyncWaitGroupOp(Op):
    """Waits until at most ``n`` groups of asynchronous copies are in flight."""

    name = "nvvm.cp.async.wait.group"
    n: Property[int] = prop_def(I32Attr)
    SYNTAX: ClassVar = "$n attr-dict"


class _ArriveOp(Op):
    noinc: Property[bool] = prop_def(BoolAttribute, default=_FALSE)
    SYNTAX: ClassVar = "$addr attr-dict `:` type(operands)"


@irdl_op_definition
class CpAsyncMBarrierArriveOp(_ArriveOp):
    """Arrives at a barrier when all prior asynchronous copies have completed."""

    name = "nvvm.cp.async.mbarrier.arrive"
    addr: Operand = operand_def(AnyPointer)


@irdl_op_definition
class CpAsyncMBarrierArriveSharedOp(_ArriveOp):
    """The same for a barrier in shared memory."""

    name = "nvvm.cp.async.mbarrier.arrive.shared"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    addr: Operand = operand_def(SharedPointer)


@irdl_op_definition
class CpAsyncBulkWaitGroupOp(Op):
    """Waits until at most ``group`` groups of bulk copies are in flight, or are still reading their source."""

    name = "nvvm.cp.async.bulk.wait_group"
    group: Property[int] = prop_def(I32Attr)
    read: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    SYNTAX: ClassVar = "$group attr-dict"


@irdl_op_definition
class LdMatrixOp(Op):
    """Loads matrices from shared memory, distributed over the warp."""

    name = "nvvm.ldmatrix"
    ptr: Operand = operand_def(SharedPointer)
    num: Property[int] = prop_def(I32Attr)
    layout: Property = prop_def(_Layout)
    shape: Property = prop_def(_Shape)
    eltType: Property = prop_def(_EltType)
    res: Result = result_def(AnyLLVM)
    SYNTAX: ClassVar = "$ptr attr-dict `:` functional-type($ptr, $res)"


@irdl_op_definition
class StMatrixOp(Op):
    """Stores matrices distributed over the warp to shared memory."""

    name = "nvvm.stmatrix"
    ptr: Operand = operand_def(SharedPointer)
    sources: Operands = var_operand_def(I32, default=())
    layout: Property = prop_def(_Layout)
    shape: Property = prop_def(_Shape)
    eltType: Property = prop_def(_EltType)
    SYNTAX: ClassVar = "$ptr `,` $sources attr-dict `:` type(operands)"


@irdl_op_definition
class WgmmaWaitGroupOp(Op):
    """Waits until at most ``group`` groups of wgmmas are in flight."""

    name = "nvvm.wgmma.wait.group.sync.aligned"
    group: Property[int] = prop_def(I64Attr)
    SYNTAX: ClassVar = "attr-dict $group"


@irdl_op_definition
class MBarrierInitSharedOp(Op):
    """Initialises a barrier with an arrival count."""

    name = "nvvm.mbarrier.init.shared"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    addr: Operand = operand_def(SharedPointer)
    count: Operand = operand_def(I32)
    predicate: OptionalOperand = opt_operand_def(AnyLLVM, default=None)
    SYNTAX: ClassVar = "$addr `,` $count (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)"


@irdl_op_definition
class MBarrierInvalSharedOp(Op):
    """Invalidates a barrier."""

    name = "nvvm.mbarrier.inval.shared"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    addr: Operand = operand_def(SharedPointer)
    SYNTAX: ClassVar = "$addr attr-dict `:` type(operands)"


@irdl_op_definition
class MBarrierArriveSharedOp(Op):
    """Arrives at a barrier."""

    name = "nvvm.mbarrier.arrive.shared"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    addr: Operand = operand_def(SharedPointer)
    res: Result = result_def(AnyLLVM)
    SYNTAX: ClassVar = "$addr attr-dict `:` qualified(type($addr)) `->` type($res)"


@irdl_op_definition
class MBarrierArriveExpectTxSharedOp(Op):
    """Arrives at a barrier and adds to its transaction count."""

    name = "nvvm.mbarrier.arrive.expect_tx.shared"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    addr: Operand = operand_def(SharedPointer)
    txcount: Operand = operand_def(I32)
    predicate: OptionalOperand = opt_operand_def(AnyLLVM, default=None)
    SYNTAX: ClassVar = "$addr `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)"


@irdl_op_definition
class MBarrierTryWaitParitySharedOp(Op):
    """Waits for a phase of a barrier, with a time limit."""

    name = "nvvm.mbarrier.try_wait.parity.shared"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    addr: Operand = operand_def(SharedPointer)
    phase: Operand = operand_def(I32)
    ticks: Operand = operand_def(I32)
    SYNTAX: ClassVar = "$addr `,` $phase `,` $ticks attr-dict `:` type(operands)"


@irdl_op_definition
class Tcgen05WaitOp(Op):
    """Waits for prior tensor memory loads or stores."""

    name = "nvvm.tcgen05.wait"
    kind: Property = prop_def(_Wait)
    SYNTAX: ClassVar = "$kind attr-dict"


@irdl_op_definition
class Tcgen05FenceOp(Op):
    """Orders tensor memory accesses around a thread synchronisation."""

    name = "nvvm.tcgen05.fence"
    kind: Property = prop_def(_Fence)
    SYNTAX: ClassVar = "$kind attr-dict"


@irdl_op_definition
class Tcgen05AllocOp(Op):
    """Allocates columns of tensor memory."""

    name = "nvvm.tcgen05.alloc"
    addr: Operand = operand_def(AnyPointer)
    nCols: Operand = operand_def(I32)
    group: Property = prop_def(_Group, default=_ONE_CTA)
    SYNTAX: ClassVar = "$addr `,` $nCols attr-dict `:` type(operands)"


@irdl_op_definition
class Tcgen05RelinquishAllocPermitOp(Op):
    """Gives up the right to allocate tensor memory."""

    name = "nvvm.tcgen05.relinquish_alloc_permit"
    group: Property = prop_def(_Group, default=_ONE_CTA)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class Tcgen05CommitOp(Op):
    """Makes a barrier track the completion of prior tcgen05 operations."""

    name = "nvvm.tcgen05.commit"
    addr: Operand = operand_def(AnyPointer)
    multicastMask: OptionalOperand = opt_operand_def(AnyLLVM, default=None)
    group: Property = prop_def(_Group, default=_ONE_CTA)
    SYNTAX: ClassVar = "$addr (`,` `multicast_mask` `=` $multicastMask^)? attr-dict `:` type(operands)"


@irdl_op_definition
class MapaOp(Op):
    """The address of a location in another CTA's shared memory."""

    name = "nvvm.mapa"
    a: Operand = operand_def(AnyPointer)
    b: Operand = operand_def(I32)
    res: Result = result_def(AnyPointer)
    SYNTAX: ClassVar = "$a `,` $b attr-dict `:` qualified(type($a)) `->` qualified(type($res))"


@irdl_op_definition
class RcpApproxFtzF32Op(Op):
    """The approximate reciprocal."""

    name = "nvvm.rcp.approx.ftz.f"
    arg: Operand = operand_def(F32)
    res: Result = result_def(F32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$arg attr-dict `:` type($res)"


OPS = [
    *operations_in(vars()),
    *named_like(
        _NullaryOp,
        {
            "nvvm.cp.async.commit.group": "Makes a group of the copies started so far.",
            "nvvm.cp.async.bulk.commit.group": "Makes a group of the bulk copies started so far.",
            "nvvm.wgmma.fence.aligned": "Orders register accesses around warp group MMAs.",
            "nvvm.wgmma.commit.group.sync.aligned": "Makes a group of the matrix products started so far.",
        },
    ),
]
