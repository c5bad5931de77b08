"""The ``ttng`` dialect: operations of NVIDIA's Hopper and Blackwell."""

from __future__ import annotations

from xdsl.ir import Dialect

from xtriton.dialects.ttng.attributes import (
    TensorMemoryEncodingAttr,
    TensorMemoryScalesEncodingAttr,
    TensorMemorySpaceAttr,
)
from xtriton.dialects.ttng.barrier import (
    ArriveBarrierOp,
    AsyncCopyMbarrierArriveOp,
    BarrierExpectOp,
    ClusterArriveOp,
    ClusterWaitOp,
    FenceAsyncSharedOp,
    InitBarrierOp,
    InvalBarrierOp,
    WaitBarrierOp,
)
from xtriton.dialects.ttng.tcgen05 import TCGen5CommitOp, TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMCopyOp, TMEMLoadOp, TMEMStoreOp, TMEMSubSliceOp
from xtriton.dialects.ttng.tma import (
    AsyncTMACopyGlobalToLocalOp,
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAGatherOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
    ReinterpretTensorDescOp,
    TensormapCreateOp,
    TensormapFenceproxyAcquireOp,
    TMAStoreWaitOp,
)
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp, WarpGroupDotWaitOp

__all__ = [
    "TTNG",
    "ArriveBarrierOp",
    "AsyncCopyMbarrierArriveOp",
    "AsyncTMACopyGlobalToLocalOp",
    "AsyncTMACopyLocalToGlobalOp",
    "AsyncTMAGatherOp",
    "AsyncTMAReduceOp",
    "AsyncTMAScatterOp",
    "BarrierExpectOp",
    "ClusterArriveOp",
    "ClusterWaitOp",
    "FenceAsyncSharedOp",
    "InitBarrierOp",
    "InvalBarrierOp",
    "ReinterpretTensorDescOp",
    "TCGen5CommitOp",
    "TCGen5MMAOp",
    "TCGen5MMAScaledOp",
    "TMAStoreWaitOp",
    "TMEMAllocOp",
    "TMEMCopyOp",
    "TMEMLoadOp",
    "TMEMStoreOp",
    "TMEMSubSliceOp",
    "TensorMemoryEncodingAttr",
    "TensorMemoryScalesEncodingAttr",
    "TensorMemorySpaceAttr",
    "TensormapCreateOp",
    "TensormapFenceproxyAcquireOp",
    "WaitBarrierOp",
    "WarpGroupDotOp",
    "WarpGroupDotWaitOp",
]

TTNG = Dialect(
    "ttng",
    [
        FenceAsyncSharedOp,
        ClusterArriveOp,
        ClusterWaitOp,
        WarpGroupDotOp,
        WarpGroupDotWaitOp,
        InitBarrierOp,
        InvalBarrierOp,
        BarrierExpectOp,
        WaitBarrierOp,
        ArriveBarrierOp,
        AsyncCopyMbarrierArriveOp,
        AsyncTMACopyGlobalToLocalOp,
        AsyncTMACopyLocalToGlobalOp,
        AsyncTMAReduceOp,
        AsyncTMAGatherOp,
        AsyncTMAScatterOp,
        TMAStoreWaitOp,
        TCGen5MMAOp,
        TCGen5MMAScaledOp,
        TCGen5CommitOp,
        TMEMLoadOp,
        TMEMStoreOp,
        TMEMAllocOp,
        TMEMSubSliceOp,
        TMEMCopyOp,
        ReinterpretTensorDescOp,
        TensormapCreateOp,
        TensormapFenceproxyAcquireOp,
    ],
    [TensorMemorySpaceAttr, TensorMemoryEncodingAttr, TensorMemoryScalesEncodingAttr],
)
