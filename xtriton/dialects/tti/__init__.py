"""The ``tti`` dialect: instrumentation inserted by the concurrency sanitizer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.effects import GLOBAL_MEMORY, Effects, write
from xtriton.dialects.tt.types import I1Tensor, PtrLike, Tensor
from xtriton.dialects.ttg.types import MemDesc
from xtriton.ir.constraints import (
    I1,
    I64,
    BoolAttribute,
    DenseI32Array,
    I32Enum,
    StrAttr,
    any_type_of,
    enum_attr,
)
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    OptionalOperand,
    Property,
    Result,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)
from xtriton.ir.op import Op
from xtriton.ir.op_tables import operations_in

_WRITES = Effects(write(GLOBAL_MEMORY))


class MemType(I32Enum):
    """Which memory buffers are in."""

    SHARED_MEM = 0, "shared_mem"
    TENSOR_MEM = 1, "tensor_mem"


@irdl_op_definition
class ExperimentalAssertInThreadOp(Op):
    """Abort with ``message`` unless the condition holds for all (``check_any``: for any) of a thread's values."""

    name = "tti.experimental_assert_in_thread"
    condition: Operand = operand_def(any_type_of(I1, I1Tensor))
    message: Property[str] = prop_def(StrAttr)
    check_any: Property[bool] = prop_def(BoolAttribute)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$condition `,` $message attr-dict `:` type($condition)"


@irdl_op_definition
class ExperimentalBufferPointersOp(Op):
    """A tensor of the addresses of buffers at these offsets."""

    name = "tti.experimental_buffer_pointers"
    offsets: Property[Sequence[int]] = prop_def(DenseI32Array)
    memType: Property[MemType] = prop_def(enum_attr(MemType))
    result: Result = result_def(Tensor)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$offsets `,` $memType attr-dict `:` type($result)"


@irdl_op_definition
class ExperimentalMemDescToI64Op(Op):
    """The address of memory."""

    name = "tti.experimental_memdesc_to_i64"
    memdesc: Operand = operand_def(MemDesc)
    result: Result = result_def(I64, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$memdesc attr-dict `:` type($memdesc)"


@irdl_op_definition
class ExperimentalLockAcquireOp(Op):
    """Enter the critical section that a lock guards."""

    name = "tti.experimental_lock_acquire"
    lock: Operand = operand_def(PtrLike)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$lock (`,` $pred^)? attr-dict `:` type($lock)"


@irdl_op_definition
class ExperimentalLockReleaseOp(Op):
    """Leave the critical section that a lock guards."""

    name = "tti.experimental_lock_release"
    lock: Operand = operand_def(PtrLike)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$lock (`,` $pred^)? attr-dict `:` type($lock)"


TTI = Dialect(
    "tti",
    operations_in(vars()),
    [],
)
