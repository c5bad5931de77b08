"""The ``ttg`` dialect: Triton's operations on a GPU, where tensors have layouts and shared memory is explicit."""

from __future__ import annotations

from xdsl.ir import Dialect

from xtriton.dialects.ttg.attributes import (
    AMDMfmaEncodingAttr,
    AMDRotatingSharedEncodingAttr,
    AMDWmmaEncodingAttr,
    BlockedEncodingAttr,
    DotOperandEncodingAttr,
    LinearEncodingAttr,
    NvidiaMmaEncodingAttr,
    NVMMASharedEncodingAttr,
    PaddedSharedEncodingAttr,
    SharedLinearEncodingAttr,
    SharedMemorySpaceAttr,
    SliceEncodingAttr,
    SwizzledSharedEncodingAttr,
)
from xtriton.dialects.ttg.compute import ConvertLayoutOp, Fp4ToFpOp, MaskOp, MaskReturnOp, PredicateStageOp
from xtriton.dialects.ttg.memdesc import (
    MemDescIndexOp,
    MemDescReinterpretOp,
    MemDescReshapeOp,
    MemDescSubsliceOp,
    MemDescTransOp,
)
from xtriton.dialects.ttg.memory import (
    AsyncCommitGroupOp,
    AsyncCopyGlobalToLocalOp,
    AsyncWaitOp,
    GlobalScratchAllocOp,
    LocalAllocOp,
    LocalBarrierOp,
    LocalDeallocOp,
    LocalLoadOp,
    LocalStoreOp,
)
from xtriton.dialects.ttg.types import AsyncTokenType, MemDescType
from xtriton.dialects.ttg.warp_specialize import (
    WarpReturnOp,
    WarpSpecializeOp,
    WarpSpecializePartitionsOp,
    WarpYieldOp,
)

TTG = Dialect(
    "ttg",
    [
        ConvertLayoutOp,
        AsyncWaitOp,
        AsyncCommitGroupOp,
        AsyncCopyGlobalToLocalOp,
        LocalAllocOp,
        LocalDeallocOp,
        MemDescIndexOp,
        MemDescSubsliceOp,
        MemDescTransOp,
        MemDescReshapeOp,
        MemDescReinterpretOp,
        LocalLoadOp,
        LocalStoreOp,
        PredicateStageOp,
        MaskOp,
        MaskReturnOp,
        Fp4ToFpOp,
        GlobalScratchAllocOp,
        WarpSpecializeOp,
        WarpSpecializePartitionsOp,
        WarpYieldOp,
        WarpReturnOp,
        LocalBarrierOp,
    ],
    [
        SwizzledSharedEncodingAttr,
        PaddedSharedEncodingAttr,
        SharedLinearEncodingAttr,
        NVMMASharedEncodingAttr,
        AMDRotatingSharedEncodingAttr,
        LinearEncodingAttr,
        BlockedEncodingAttr,
        AMDMfmaEncodingAttr,
        AMDWmmaEncodingAttr,
        NvidiaMmaEncodingAttr,
        SliceEncodingAttr,
        DotOperandEncodingAttr,
        SharedMemorySpaceAttr,
        MemDescType,
        AsyncTokenType,
    ],
)
