"""The ``linalg`` dialect: structured operations on tensors and memrefs."""

from xdsl.ir import Dialect

from xtriton.dialects.upstream.linalg.dims import BroadcastOp, MapOp, ReduceOp, TransposeOp
from xtriton.dialects.upstream.linalg.generic import GenericOp, IndexOp, YieldOp
from xtriton.dialects.upstream.linalg.named import (
    BatchMatmulOp,
    CopyOp,
    DotOp,
    FillOp,
    MatmulOp,
    MatvecOp,
    VecmatOp,
)
from xtriton.dialects.upstream.linalg.structured import (
    PARALLEL,
    REDUCTION,
    IteratorTypeAttr,
    StructuredOp,
    TypeFnAttr,
    dims_map,
    loop_ranges,
)

__all__ = [
    "PARALLEL",
    "REDUCTION",
    "BatchMatmulOp",
    "BroadcastOp",
    "CopyOp",
    "DotOp",
    "FillOp",
    "GenericOp",
    "IndexOp",
    "IteratorTypeAttr",
    "Linalg",
    "MapOp",
    "MatmulOp",
    "MatvecOp",
    "ReduceOp",
    "StructuredOp",
    "TransposeOp",
    "TypeFnAttr",
    "VecmatOp",
    "YieldOp",
    "dims_map",
    "loop_ranges",
]

Linalg = Dialect(
    "linalg",
    [
        BatchMatmulOp,
        BroadcastOp,
        CopyOp,
        DotOp,
        FillOp,
        GenericOp,
        IndexOp,
        MapOp,
        MatmulOp,
        MatvecOp,
        ReduceOp,
        TransposeOp,
        VecmatOp,
        YieldOp,
    ],
    [IteratorTypeAttr, TypeFnAttr],
)
