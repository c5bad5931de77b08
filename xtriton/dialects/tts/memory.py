"""Operations that access memory through structured pointers, or element by element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect

from xtriton.dialects.tt.types import (
    AnyTritonType,
    BoolLike,
    Float,
    Int,
    IntLike,
    PointerType,
    Ptr,
    PtrLike,
    Tensor,
    i1_same_shape,
    pointee_type,
    with_element_type,
)
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.mixed import Mixed, join_mixed, split_mixed, verify_dynamic
from xtriton.ir.constraints import DenseI64Array, Index, any_type_of
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.op import Op
from xtriton.ir.traits import TypesMatchWith, shape_of

_Scalar = any_type_of(Float, Int, Ptr)


def block_type(pointer: Attribute) -> TensorType[Attribute]:
    """The tensor type accessed through a block pointer or a tensor of pointers."""
    pointee = pointee_type(pointer)
    assert is_tensor_type(pointee)
    return pointee


def _verify_mask_dims(block: Attribute, numbers: Attribute, operands: Sequence[SSAValue]) -> None:
    """A mask has an extent for each dimension of the block."""
    rank = len(shape_of(block) or ())
    count = len(dense_numbers(numbers))
    if count not in (0, rank):
        raise Violation(f"expected no mask size or {rank}, got {count}", prefixed=False)
    verify_dynamic("mask size", numbers, operands)


@irdl_op_definition
class LoadOp(Op):
    """Loads a block. Only the first ``mask_dims`` rows of each dimension are read, the others are ``other``."""

    name = "tts.load"
    ptr = operand_def(PtrLike)
    mask_dims = var_operand_def(Index)
    static_mask_dims = prop_def(DenseI64Array)
    other = opt_operand_def(_Scalar)
    result = result_def(Tensor)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(MemoryReadEffect())

    def __init__(self, ptr: SSAValue, mask_dims: Sequence[Mixed] = (), other: SSAValue | None = None) -> None:
        operands, numbers = split_mixed(mask_dims)
        super().__init__(
            operands=[ptr, operands, other],
            result_types=[block_type(ptr.type)],
            properties={"static_mask_dims": numbers},
        )

    @property
    def mixed_mask_dims(self) -> list[Mixed]:
        """How many rows of each dimension are read; empty if all are."""
        return join_mixed(self.static_mask_dims, self.mask_dims)

    @property
    def has_mask(self) -> bool:
        """Whether only a part of the block is read."""
        return bool(dense_numbers(self.static_mask_dims))

    def verify_op(self) -> None:
        _verify_mask_dims(self.result.type, self.static_mask_dims, self.mask_dims)


@irdl_op_definition
class StoreOp(Op):
    """Stores a block, or the first ``mask_dims`` rows of each of its dimensions."""

    name = "tts.store"
    ptr = operand_def(PtrLike)
    value = operand_def(Tensor)
    mask_dims = var_operand_def(Index)
    static_mask_dims = prop_def(DenseI64Array)
    traits = traits_def(MemoryWriteEffect())

    def __init__(self, ptr: SSAValue, value: SSAValue, mask_dims: Sequence[Mixed] = ()) -> None:
        operands, numbers = split_mixed(mask_dims)
        super().__init__(operands=[ptr, value, operands], properties={"static_mask_dims": numbers})

    @property
    def mixed_mask_dims(self) -> list[Mixed]:
        """How many rows of each dimension are written; empty if all are."""
        return join_mixed(self.static_mask_dims, self.mask_dims)

    @property
    def has_mask(self) -> bool:
        """Whether only a part of the block is written."""
        return bool(dense_numbers(self.static_mask_dims))

    def verify_op(self) -> None:
        _verify_mask_dims(self.value.type, self.static_mask_dims, self.mask_dims)


@irdl_op_definition
class GatherOp(Op):
    """Loads the elements at offsets from a pointer; where ``mask`` is false nothing is read, giving ``other``."""

    name = "tts.gather"
    ptr = operand_def(Ptr)
    offset = operand_def(IntLike)
    mask = opt_operand_def(BoolLike)
    other = opt_operand_def(AnyTritonType)
    result = result_def(AnyTritonType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(
        MemoryReadEffect(),
        TypesMatchWith("mask type matches ptr type", "offset", "mask", i1_same_shape),
        TypesMatchWith("other matches ptr type", "ptr", "other", pointee_type),
    )
    SYNTAX: ClassVar[str | None] = (
        "$ptr `[` $offset `]` (`mask` `=` $mask^)? (`default` `=` $other^)? attr-dict `:` "
        "`(` type($ptr) `,` type($offset) `)` `->` type($result)"
    )

    def __init__(
        self, ptr: SSAValue, offset: SSAValue, mask: SSAValue | None = None, other: SSAValue | None = None
    ) -> None:
        assert isinstance(ptr.type, PointerType)
        result = with_element_type(offset.type, ptr.type.pointee_type)
        super().__init__(operands=[ptr, offset, mask, other], result_types=[result])


@irdl_op_definition
class ScatterOp(Op):
    """Stores elements at offsets from a pointer, where ``mask`` is true."""

    name = "tts.scatter"
    ptr = operand_def(Ptr)
    offset = operand_def(IntLike)
    value = operand_def(AnyTritonType)
    mask = opt_operand_def(BoolLike)
    traits = traits_def(
        MemoryWriteEffect(),
        TypesMatchWith("mask type matches offset type", "offset", "mask", i1_same_shape),
    )
    SYNTAX: ClassVar[str | None] = (
        "$value `into` $ptr `[` $offset `]` (`mask` `=` $mask^)? attr-dict `:` type($value) `into` ` ` "
        "`(` type($ptr) `,` type($offset) `)`"
    )

    def __init__(self, ptr: SSAValue, offset: SSAValue, value: SSAValue, mask: SSAValue | None = None) -> None:
        super().__init__(operands=[ptr, offset, value, mask])
