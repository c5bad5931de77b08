"""Asynchronous references: buffers passed between a producer and a consumer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.ir import Attribute, Operation
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.nvws.attributes import Aref, ArefType, AsyncOps
from xtriton.dialects.ttg.op import reject
from xtriton.dialects.ttg.types import AsyncToken, MemDesc, MemDescType
from xtriton.dialects.ttg.verify import partition_ids, value_partitions
from xtriton.ir.constraints import I32, AnyType
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OptionalOperand,
    Property,
    Result,
    Results,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.op import Op
from xtriton.ir.traits import RangedTypesMatchWith, SameOperandsAndResultType
from xtriton.layouts.encodings import TensorMemoryScales
from xtriton.versions import V3_9, VersionRange, since


def _base_types(type_: Attribute) -> Sequence[Attribute]:
    return cast("ArefType", type_).base_types.data


@irdl_op_definition
class ArefCreateOp(Op):
    """An asynchronous reference to buffers without other users; their first dimensions count the slots."""

    name = "nvws.aref.create"
    buffers: Operands = var_operand_def(MemDesc, default=())
    result: Result = result_def(Aref)
    traits = traits_def(
        RangedTypesMatchWith("input types match Aref output type", "result", "buffers", _base_types), Pure()
    )
    SYNTAX: ClassVar = "$buffers attr-dict `:` type($result)"

    def verify_in_context(self) -> None:
        depths: set[int] = set()
        for buffer in self.buffers:
            users = [use.operation for use in buffer.uses]
            if not all(user.name in ("nvws.aref.create", "ttg.local_dealloc") for user in users):
                reject("Aref buffer is used elsewhere, Aref cannot guarantee async safety")
            depths.add(cast("MemDescType", buffer.type).get_shape()[0])
        if len(depths) > 1:
            reject("Leading dims of sliced aref inputs don't match.")


@irdl_op_definition
class ArefPhiOp(Op):
    """One of two values, whose partitions are disjoint: in each partition the one that it owns."""

    name = "nvws.aref.phi"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    local: Operand = operand_def(AnyType)
    remote: Operand = operand_def(AnyType)
    result: Result = result_def(AnyType, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar = "$local `,` $remote attr-dict `:` type($result)"

    def verify_in_context(self) -> None:
        if not partition_ids(self):
            reject("requires a non-empty ttg.partition annotation")
        owned: list[set[int]] = []
        for name, value in (("local", self.local), ("remote", self.remote)):
            owned.append(set(value_partitions(value)))
            if not owned[-1]:
                reject(f"{name} operand must have partition ownership")
        for partition in sorted(owned[0] & owned[1]):
            reject(f"partition {partition} is owned by both phi operands")
        if owned[0] | owned[1] != set(partition_ids(self)):
            reject("operand partition union must exactly match the phi partition set")


def _verify_slot(buffer: MemDescType, view: MemDescType) -> None:
    """The entered view is one slot of the buffer; scales have only one."""
    shape, slot = buffer.get_shape(), view.get_shape()
    if isinstance(buffer.layout(), TensorMemoryScales):
        if buffer.element_type != view.element_type or len(shape) != len(slot):
            reject("Ranks don't match for TensorMemoryScalesEncodingAttr")
        if shape != slot:
            reject("Dimensions don't match for TensorMemoryScalesEncodingAttr")
        return
    if buffer.element_type != view.element_type or len(shape) - 1 != len(slot):
        reject("Ranks don't match")
    if shape[1:] != slot:
        reject("Dimensions don't match")


def _verify_enter(op: Operation) -> None:
    buffers = _base_types(op.operands[0].type)
    views = [result.type for result in op.results[:-1]]
    if len(buffers) != len(views):
        reject("Aref has different number of arguments than enter")
    for buffer, view in zip(buffers, views, strict=True):
        if not isinstance(buffer, MemDescType):
            reject("Slicing not Implemented for this type")
        _verify_slot(buffer, cast("MemDescType", view))


@irdl_op_definition
class ArefBufferOp(Op):
    """The buffers of an entered slot."""

    name = "nvws.aref.buffer"
    aref: Operand = operand_def(Aref)
    token: Operand = operand_def(AsyncToken)
    stage: OptionalOperand = opt_operand_def(I32, default=None)
    buffers: Results = var_result_def(MemDesc, default=())
    SYNTAX: ClassVar = (
        "$aref (`[` $stage^ `]`)? `,` $token attr-dict `:` type($aref) `,` type($token) `->` type(results)"
    )


class _EnterOp(Op):
    aref: Operand = operand_def(Aref)
    stage: OptionalOperand = opt_operand_def(I32, default=None)
    phase: OptionalOperand = opt_operand_def(I32, default=None)
    buffers: Results = var_result_def(MemDesc, default=())
    token: Result = result_def(AsyncToken, default=INFERRED)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    SYNTAX: ClassVar = "$aref (`[` $stage^ `,` $phase `]`)? attr-dict `:` type($aref) `->` type(results)"

    def verify_op(self) -> None:
        _verify_enter(self)


class _ExitOp(Op):
    aref: Operand = operand_def(Aref)
    token: Operand = operand_def(AsyncToken)
    stage: OptionalOperand = opt_operand_def(I32, default=None)
    async_ops: Property = prop_def(AsyncOps)
    SYNTAX: ClassVar = "$aref (`[` $stage^ `]`)? `,` $token $async_ops attr-dict `:` type($aref) `,` type($token)"


@irdl_op_definition
class ArefGetEnterOp(_EnterOp):
    """Begins reading a slot, until the matching exit."""

    name = "nvws.aref.get.enter"


@irdl_op_definition
class ArefGetExitOp(_ExitOp):
    """Ends reading a slot once the given asynchronous operations have completed."""

    name = "nvws.aref.get.exit"


@irdl_op_definition
class ArefPutEnterOp(_EnterOp):
    """Begins writing a slot, until the matching exit."""

    name = "nvws.aref.put.enter"


@irdl_op_definition
class ArefPutExitOp(_ExitOp):
    """Ends writing a slot, which is full once the given asynchronous operations have completed."""

    name = "nvws.aref.put.exit"
