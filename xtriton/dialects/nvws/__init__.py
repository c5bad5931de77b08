"""The ``nvws`` dialect: warp specialization on NVIDIA GPUs, before lowering to barriers and ``ttg.warp_specialize``."""

from __future__ import annotations

from xdsl.ir import Dialect

from xtriton.dialects.nvws.aref import (
    ArefBufferOp,
    ArefCreateOp,
    ArefGetEnterOp,
    ArefGetExitOp,
    ArefPhiOp,
    ArefPutEnterOp,
    ArefPutExitOp,
)
from xtriton.dialects.nvws.attributes import ArefType, AsyncOpAttr, TokenType
from xtriton.dialects.nvws.descriptor import CLCTryCancelOp, DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.nvws.token import (
    ConsumerReleaseOp,
    ConsumerWaitOp,
    CreateTokenOp,
    ProducerAcquireOp,
    ProducerCommitOp,
)
from xtriton.dialects.nvws.warp_group import WarpGroupOp, WarpGroupReturnOp, WarpGroupYieldOp

NVWS = Dialect(
    "nvws",
    [
        ArefCreateOp,
        ArefBufferOp,
        ArefGetEnterOp,
        ArefGetExitOp,
        ArefPutEnterOp,
        ArefPutExitOp,
        ArefPhiOp,
        WarpGroupOp,
        WarpGroupYieldOp,
        WarpGroupReturnOp,
        CreateTokenOp,
        ProducerAcquireOp,
        ProducerCommitOp,
        ConsumerWaitOp,
        ConsumerReleaseOp,
        DescriptorLoadOp,
        DescriptorGatherOp,
        CLCTryCancelOp,
    ],
    [ArefType, TokenType, AsyncOpAttr],
)
