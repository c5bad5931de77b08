"""The ``tensor`` dialect: creation, slicing, elements and shapes of tensors."""

from xdsl.ir import Dialect

from xtriton.dialects.upstream.tensor.elements import (
    BitcastOp,
    CastOp,
    DimOp,
    EmptyOp,
    ExtractOp,
    FromElementsOp,
    GenerateOp,
    InsertOp,
    RankOp,
    SplatOp,
    YieldOp,
)
from xtriton.dialects.upstream.tensor.reshapes import CollapseShapeOp, ExpandShapeOp, ReshapeOp
from xtriton.dialects.upstream.tensor.slices import (
    ConcatOp,
    ExtractSliceOp,
    GatherOp,
    InsertSliceOp,
    PadOp,
    ParallelInsertSliceOp,
)

__all__ = [
    "BitcastOp",
    "CastOp",
    "CollapseShapeOp",
    "ConcatOp",
    "DimOp",
    "EmptyOp",
    "ExpandShapeOp",
    "ExtractOp",
    "ExtractSliceOp",
    "FromElementsOp",
    "GatherOp",
    "GenerateOp",
    "InsertOp",
    "InsertSliceOp",
    "PadOp",
    "ParallelInsertSliceOp",
    "RankOp",
    "ReshapeOp",
    "SplatOp",
    "Tensor",
    "YieldOp",
]

Tensor = Dialect(
    "tensor",
    [
        BitcastOp,
        CastOp,
        CollapseShapeOp,
        ConcatOp,
        DimOp,
        EmptyOp,
        ExpandShapeOp,
        ExtractOp,
        ExtractSliceOp,
        FromElementsOp,
        GatherOp,
        GenerateOp,
        InsertOp,
        InsertSliceOp,
        PadOp,
        ParallelInsertSliceOp,
        RankOp,
        ReshapeOp,
        SplatOp,
        YieldOp,
    ],
)
