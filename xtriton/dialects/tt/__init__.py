"""The ``tt`` dialect: Triton's tensors, pointers and kernels, as the front end makes them."""

from xdsl.ir import Dialect

from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
    MakeTensorDescOp,
)
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import (
    BitcastOp,
    ClampFOp,
    ElementwiseInlineAsmOp,
    ExternElementwiseOp,
    FpToFpOp,
    IntToPtrOp,
    MapElementwiseOp,
    MapElementwiseReturnOp,
    MulhiUIOp,
    PreciseDivFOp,
    PreciseSqrtOp,
    PtrToIntOp,
)
from xtriton.dialects.tt.function import CallOp, FuncOp, ReturnOp
from xtriton.dialects.tt.memory import (
    AddPtrOp,
    AdvanceOp,
    AtomicCASOp,
    AtomicRMWOp,
    LoadOp,
    MakeTensorPtrOp,
    StoreOp,
)
from xtriton.dialects.tt.program import AssertOp, GetNumProgramsOp, GetProgramIdOp, PrintOp
from xtriton.dialects.tt.reduction import GatherOp, HistogramOp, ReduceOp, ReduceReturnOp, ScanOp, ScanReturnOp
from xtriton.dialects.tt.shape import (
    BroadcastOp,
    CatOp,
    ExpandDimsOp,
    JoinOp,
    MakeRangeOp,
    ReshapeOp,
    SplatOp,
    SplitOp,
    TransOp,
    UnsplatOp,
)
from xtriton.dialects.tt.types import PointerType, TensorDescType

TT = Dialect(
    "tt",
    [
        AddPtrOp,
        AdvanceOp,
        AssertOp,
        AtomicCASOp,
        AtomicRMWOp,
        BitcastOp,
        BroadcastOp,
        CallOp,
        CatOp,
        ClampFOp,
        DescriptorGatherOp,
        DescriptorLoadOp,
        DescriptorReduceOp,
        DescriptorScatterOp,
        DescriptorStoreOp,
        DotOp,
        DotScaledOp,
        ElementwiseInlineAsmOp,
        ExpandDimsOp,
        ExternElementwiseOp,
        FpToFpOp,
        FuncOp,
        GatherOp,
        GetNumProgramsOp,
        GetProgramIdOp,
        HistogramOp,
        IntToPtrOp,
        JoinOp,
        LoadOp,
        MakeRangeOp,
        MakeTensorDescOp,
        MakeTensorPtrOp,
        MapElementwiseOp,
        MapElementwiseReturnOp,
        MulhiUIOp,
        PreciseDivFOp,
        PreciseSqrtOp,
        PrintOp,
        PtrToIntOp,
        ReduceOp,
        ReduceReturnOp,
        ReshapeOp,
        ReturnOp,
        ScanOp,
        ScanReturnOp,
        SplatOp,
        SplitOp,
        StoreOp,
        TransOp,
        UnsplatOp,
    ],
    [PointerType, TensorDescType],
)
