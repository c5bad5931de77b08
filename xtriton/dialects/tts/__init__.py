"""The ``tts`` dialect: memory accesses with explicit structure."""

from xdsl.ir import Dialect

from xtriton.dialects.tts.memory import GatherOp, LoadOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StoreOp
from xtriton.dialects.tts.pointers import (
    GetStructuredStateOp,
    MakeGatherScatterTensorPtrOp,
    MakeTensorPtrOp,
    state_sizes,
)

__all__ = [
    "TTS",
    "GatherOp",
    "GetStructuredStateOp",
    "LoadOp",
    "MakeGatherScatterTensorPtrOp",
    "MakeTensorPtrOp",
    "MaskedLoadOp",
    "MaskedStoreOp",
    "ScatterOp",
    "StoreOp",
    "state_sizes",
]

TTS = Dialect(
    "tts",
    [
        GatherOp,
        GetStructuredStateOp,
        LoadOp,
        MakeGatherScatterTensorPtrOp,
        MakeTensorPtrOp,
        MaskedLoadOp,
        MaskedStoreOp,
        ScatterOp,
        StoreOp,
    ],
)
