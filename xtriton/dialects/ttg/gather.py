"""Operations of ``ttg`` that access shared memory at computed positions along one axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, TensorType
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def

from xtriton.dialects.tt.effects import SHARED_MEMORY, Effects, read, write
from xtriton.dialects.tt.enums import RMWOp
from xtriton.dialects.tt.memory import RMWAttr
from xtriton.dialects.tt.types import I1Tensor, IntTensor, Tensor, i1_same_shape
from xtriton.dialects.ttg.attributes import is_shared
from xtriton.dialects.ttg.op import LayoutOp, reject, verify_shared_memory_rank
from xtriton.dialects.ttg.types import AsyncToken, MemDesc, MemDescType, shape_and_encoding
from xtriton.ir.constraints import I32Attr
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
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import InferTypeOp, TypesMatchWith
from xtriton.versions import V3_7, V3_8, VersionRange, since


def _verify_indexed(memory: MemDescType, indices: Attribute, axis: int, what: str) -> None:
    """The indices have the memory's rank, and the axis is one of its dimensions."""
    if memory.rank != len(shape_and_encoding(indices)[0]):
        reject(f"{what} and indices must have the same rank")
    _verify_axis(memory, axis, what)


def _verify_axis(memory: MemDescType, axis: int, what: str) -> None:
    unsigned = axis & 0xFFFFFFFF
    if unsigned >= memory.rank:
        reject(f"axis {unsigned} is out of bounds for {what} rank {memory.rank}")


def _element_type(type_: Attribute) -> Attribute:
    return cast("TensorType[Attribute]", type_).element_type


def verify_gather(source: Attribute, indices: Attribute, axis: int, result: Attribute) -> None:
    """Verify the types of a gather from shared memory."""
    memory = cast("MemDescType", source)
    (shape, encoding), (result_shape, result_encoding) = map(shape_and_encoding, (indices, result))
    if not is_shared(memory.encoding):
        reject("source must have shared memory encoding")
    if result_shape != shape:
        reject("result shape must match indices shape")
    _verify_indexed(memory, indices, axis, "source")
    if memory.element_type != _element_type(result):
        reject("result element type must match source element type")
    if encoding != result_encoding:
        reject("indices and result must have the same layout")


@irdl_op_definition
class LocalGatherOp(LayoutOp):
    """Load the elements of shared memory that ``indices`` selects along ``axis``.

    The other coordinates are those of the index. ``token`` is that of a wait before it.
    """

    name = "ttg.local_gather"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    src: Operand = operand_def(MemDesc)
    indices: Operand = operand_def(IntTensor)
    axis: Property[int] = prop_def(I32Attr)
    token: OptionalOperand = opt_operand_def(AsyncToken, default=None)
    result: Result = result_def(Tensor)
    traits = traits_def(Effects(read(SHARED_MEMORY, "src")))
    SYNTAX: ClassVar = (
        "$src `[` $indices `]` (`token` $token^)? attr-dict `:` qualified(type($src)) `,` type($indices) `->` "
        "type($result)"
    )

    def verify_op(self) -> None:
        verify_gather(self.src.type, self.indices.type, int_value(self.axis), self.result.type)


@irdl_op_definition
class LocalScatterOp(LayoutOp):
    """Store ``values`` to the elements of shared memory that ``indices`` selects along ``axis``."""

    name = "ttg.local_scatter"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    dst: Operand = operand_def(MemDesc)
    values: Operand = operand_def(Tensor)
    indices: Operand = operand_def(IntTensor)
    axis: Property[int] = prop_def(I32Attr)
    token: OptionalOperand = opt_operand_def(AsyncToken, default=None)
    traits = traits_def(Effects(write(SHARED_MEMORY, "dst")))
    SYNTAX: ClassVar = (
        "$dst `[` $indices `]` `,` $values (`token` $token^)? attr-dict `:` qualified(type($dst)) `,` type($indices) "
        "`,` type($values)"
    )

    def verify_op(self) -> None:
        target = cast("MemDescType", self.dst.type)
        (shape, encoding), (index_shape, index_encoding) = map(
            shape_and_encoding, (self.values.type, self.indices.type)
        )
        if not is_shared(target.encoding):
            reject("destination must have shared memory encoding")
        if shape != index_shape:
            reject("values shape must match indices shape")
        _verify_indexed(target, self.indices.type, int_value(self.axis), "destination")
        if encoding != index_encoding:
            reject("values must have the same layout as indices")
        if target.element_type != _element_type(self.values.type):
            reject("values element type must match destination element type")


@irdl_op_definition
class LocalAtomicScatterRMWOp(LayoutOp):
    """An atomic read-modify-write of the elements of shared memory that ``indices`` selects along ``axis``.

    Returns the old values; where ``mask`` is false, nothing is written and the result is undefined.
    """

    name = "ttg.local_atomic_scatter_rmw"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    atomic_rmw_op: Property[RMWOp] = prop_def(RMWAttr)
    dst: Operand = operand_def(MemDesc)
    values: Operand = operand_def(Tensor)
    indices: Operand = operand_def(IntTensor)
    mask: OptionalOperand = opt_operand_def(I1Tensor, default=None)
    axis: Property[int] = prop_def(I32Attr)
    result: Result = result_def(Tensor, default=INFERRED)
    traits = traits_def(
        InferTypeOp(),
        TypesMatchWith("result type matches values type", "values", "result"),
        TypesMatchWith("mask type matches values type", "values", "mask", i1_same_shape),
        Effects(read(SHARED_MEMORY, "dst"), write(SHARED_MEMORY, "dst")),
    )
    SYNTAX: ClassVar = (
        "$atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: object
    ) -> Sequence[Attribute]:
        """The type of the values."""
        return (operands[1],)

    def verify_op(self) -> None:
        target = cast("MemDescType", self.dst.type)
        values, indices = cast("TensorType[Attribute]", self.values.type), self.indices.type
        if not target.mutable:
            raise Violation("Cannot store into immutable memory")
        if not is_shared(target.encoding):
            reject("destination must have shared memory encoding")
        if not isinstance(values.element_type, IntegerType | AnyFloat):
            reject("values must have integer or floating element type")
        verify_shared_memory_rank(values, target, "values")
        (shape, encoding), (index_shape, index_encoding) = shape_and_encoding(values), shape_and_encoding(indices)
        if shape != index_shape:
            reject("values shape must match indices shape")
        _verify_axis(target, int_value(self.axis), "destination")
        if encoding != index_encoding:
            reject("values must have the same layout as indices")
        if target.element_type != _element_type(values):
            reject("values element type must match destination element type")
