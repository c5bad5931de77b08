"""Tokens passed between the producer and the consumer of buffers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition

from xtriton.dialects.nvws.attributes import TokenLoadType, TokenLoadTypeAttr, TokenTensor
from xtriton.ir.constraints import I1, I32, I32Attr
from xtriton.ir.definitions import Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.op import Op


@irdl_op_definition
class CreateTokenOp(Op):
    """One token for each of ``numBuffers`` buffers."""

    name = "nvws.create_token"
    numBuffers: Property[int] = prop_def(I32Attr)
    loadType: Property[TokenLoadType] = prop_def(TokenLoadTypeAttr)
    result: Result = result_def(TokenTensor)
    SYNTAX: ClassVar = "attr-dict `:` type($result)"


@irdl_op_definition
class ProducerAcquireOp(Op):
    """Wait until buffer ``idx`` is empty."""

    name = "nvws.producer_acquire"
    token: Operand = operand_def(TokenTensor)
    idx: Operand = operand_def(I32)
    phase: Operand = operand_def(I1)
    SYNTAX: ClassVar = "$token `,` $idx `,` $phase attr-dict `:` type(operands)"


@irdl_op_definition
class ProducerCommitOp(Op):
    """Mark buffer ``idx`` as full."""

    name = "nvws.producer_commit"
    token: Operand = operand_def(TokenTensor)
    idx: Operand = operand_def(I32)
    SYNTAX: ClassVar = "$token `,` $idx attr-dict `:` type(operands)"


@irdl_op_definition
class ConsumerWaitOp(Op):
    """Wait until buffer ``idx`` is full."""

    name = "nvws.consumer_wait"
    token: Operand = operand_def(TokenTensor)
    idx: Operand = operand_def(I32)
    phase: Operand = operand_def(I1)
    SYNTAX: ClassVar = "$token `,` $idx `,` $phase attr-dict `:` type(operands)"


@irdl_op_definition
class ConsumerReleaseOp(Op):
    """Mark buffer ``idx`` as empty."""

    name = "nvws.consumer_release"
    token: Operand = operand_def(TokenTensor)
    idx: Operand = operand_def(I32)
    SYNTAX: ClassVar = "$token `,` $idx attr-dict `:` type(operands)"
