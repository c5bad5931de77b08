"""Operations of ``ttng`` on Blackwell's cluster launch control: a running cluster takes over one not yet launched."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import i64
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.effects import SHARED_MEMORY, Effects, read, write
from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.program import AxisAttr
from xtriton.dialects.tt.types import Tensor
from xtriton.dialects.ttg.op import LayoutOp
from xtriton.dialects.ttg.types import MemDesc, MemDescType
from xtriton.dialects.ttng.barrier import verify_barrier
from xtriton.dialects.ttng.cluster_checks import verify_barrier_layout, verify_response
from xtriton.ir.constraints import I1, I32, I128
from xtriton.ir.definitions import INFERRED, Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import tensor
from xtriton.versions import V3_8, V3_9, VersionRange, since


@irdl_op_definition
class CLCTryCancelSyncOp(LayoutOp):
    """Request to take over a pending cluster, and wait for the response."""

    name = "ttng.clc_try_cancel_sync"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    response: Result = result_def(Tensor)
    SYNTAX: ClassVar = "attr-dict `:` type($response)"

    def verify_op(self) -> None:
        type_ = tensor(self.response.type)
        if len(type_.get_shape()) != 1:
            raise Violation("response must be a rank-one tensor")
        if tuple(type_.get_shape()) != (2,):
            raise Violation("response must have shape [2]")
        if type_.element_type != i64:
            raise Violation("response element type must be i64")


@irdl_op_definition
class CLCTryCancelOp(LayoutOp):
    """Request to take over a pending cluster; the response is written to ``result``, then the barrier completes."""

    name = "ttng.clc_try_cancel"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    result: Operand = operand_def(MemDesc)
    mbarrier: Operand = operand_def(MemDesc)
    traits = traits_def(Effects(write(SHARED_MEMORY, "result"), write(SHARED_MEMORY, "mbarrier")))
    SYNTAX: ClassVar = "$result `,` $mbarrier attr-dict `:` qualified(type($result)) `,` qualified(type($mbarrier))"

    def verify_in_context(self) -> None:
        verify_response(cast("MemDescType", self.result.type))
        verify_barrier(self, self.mbarrier.type)
        verify_barrier_layout(self, self.mbarrier.type, "completion barrier")


@irdl_op_definition
class CLCLoadResultOp(LayoutOp):
    """Load a response of 128 bits from shared memory."""

    name = "ttng.clc_load_result"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    src: Operand = operand_def(MemDesc)
    clcResult: Result = result_def(I128, default=INFERRED)
    traits = traits_def(Effects(read(SHARED_MEMORY, "src")))
    SYNTAX: ClassVar = "$src attr-dict `:` qualified(type($src)) `->` type($clcResult)"

    def verify_op(self) -> None:
        verify_response(cast("MemDescType", self.src.type))


@irdl_op_definition
class CLCIsCanceledOp(LayoutOp):
    """Whether a pending cluster was taken over, according to a response."""

    name = "ttng.clc_is_canceled"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    clcResult: Operand = operand_def(I128)
    is_canceled: Result = result_def(I1, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$clcResult attr-dict `:` type($clcResult) `->` type($is_canceled)"


@irdl_op_definition
class CLCGetProgramIdOp(LayoutOp):
    """The program id along ``dim`` of the cluster that was taken over."""

    name = "ttng.clc_get_program_id"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    clcResult: Operand = operand_def(I128)
    dim: Property[ProgramIDDim] = prop_def(AxisAttr)
    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$clcResult `,` $dim attr-dict `:` type($clcResult) `->` type($result)"
