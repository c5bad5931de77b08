"""Operations that access memory through structured pointers, or element by element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
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
from xtriton.dialects.upstream.mixed import OpFoldResult, join_mixed, split_mixed, verify_dynamic
from xtriton.ir.constraints import DenseI64Array, Index, any_type_of
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalOperand,
    Property,
    Result,
    computed,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
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


def _block_type(ptr: SSAValue) -> Attribute:
    return block_type(ptr.type)


def _gathered_type(ptr: SSAValue, offset: SSAValue) -> Attribute:
    """The pointee in the shape of the offsets."""
    assert isinstance(ptr.type, PointerType)
    return with_element_type(offset.type, ptr.type.pointee_type)


class _MaskedAccess:
    """An access to a block, or to its first ``mask_dims`` rows in each dimension."""

    if TYPE_CHECKING:  # defined by the operations
        mask_dims: Operands
        static_mask_dims: Property[Sequence[int]]

    @property
    def mixed_mask_dims(self) -> list[OpFoldResult]:
        """How many rows of each dimension are accessed; empty if all are."""
        return join_mixed(self.static_mask_dims, self.mask_dims)

    @property
    def has_mask(self) -> bool:
        """Whether only a part of the block is accessed."""
        return bool(dense_numbers(self.static_mask_dims))


@irdl_op_definition
class LoadOp(_MaskedAccess, Op):
    """Loads a block. Only the first ``mask_dims`` rows of each dimension are read, the others are ``other``."""

    name = "tts.load"
    ptr: Operand = operand_def(PtrLike)
    mask_dims: Operands = var_operand_def(Index, default=())
    static_mask_dims: Property[Sequence[int]] = prop_def(DenseI64Array)
    other: OptionalOperand = opt_operand_def(_Scalar, default=None)
    result: Result = result_def(Tensor, default=computed(_block_type, "ptr"))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def of(cls, ptr: SSAValue, mask_dims: Sequence[OpFoldResult] = (), other: SSAValue | None = None) -> Self:
        """The load of the first ``mask_dims`` rows."""
        operands, numbers = split_mixed(mask_dims)
        return cls(ptr, operands, other, static_mask_dims=numbers)

    def verify_op(self) -> None:
        _verify_mask_dims(self.result.type, self.static_mask_dims, self.mask_dims)


@irdl_op_definition
class StoreOp(_MaskedAccess, Op):
    """Stores a block, or the first ``mask_dims`` rows of each of its dimensions."""

    name = "tts.store"
    ptr: Operand = operand_def(PtrLike)
    value: Operand = operand_def(Tensor)
    mask_dims: Operands = var_operand_def(Index, default=())
    static_mask_dims: Property[Sequence[int]] = prop_def(DenseI64Array)
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def of(cls, ptr: SSAValue, value: SSAValue, mask_dims: Sequence[OpFoldResult] = ()) -> Self:
        """The store of the first ``mask_dims`` rows."""
        operands, numbers = split_mixed(mask_dims)
        return cls(ptr, value, operands, static_mask_dims=numbers)

    def verify_op(self) -> None:
        _verify_mask_dims(self.value.type, self.static_mask_dims, self.mask_dims)


def _verify_mask(block: Attribute, mask: SSAValue) -> None:
    """A mask is a tensor of i1 in the shape of the block."""
    expected = with_element_type(block, i1)
    if mask.type != expected:
        raise Violation(f"expected mask of type '{expected}', but got '{mask.type}'", prefixed=False)


@irdl_op_definition
class MaskedLoadOp(Op):
    """Loads the elements of a block where ``mask`` is true, without reading the others, which are ``other`` or 0.

    For masks that are not a number of leading elements in each dimension, such as that of a stencil with a margin on
    either side. triton-shared has no such operation: it accesses single elements there.
    """

    name = "tts.masked_load"
    ptr: Operand = operand_def(PtrLike)
    mask: Operand = operand_def(Tensor)
    other: OptionalOperand = opt_operand_def(_Scalar, default=None)
    result: Result = result_def(Tensor, default=computed(_block_type, "ptr"))
    traits = traits_def(MemoryReadEffect())

    def verify_op(self) -> None:
        _verify_mask(self.result.type, self.mask)


@irdl_op_definition
class MaskedStoreOp(Op):
    """Stores the elements of a block where ``mask`` is true; see ``tts.masked_load``."""

    name = "tts.masked_store"
    ptr: Operand = operand_def(PtrLike)
    value: Operand = operand_def(Tensor)
    mask: Operand = operand_def(Tensor)
    traits = traits_def(MemoryWriteEffect())

    def verify_op(self) -> None:
        _verify_mask(self.value.type, self.mask)


@irdl_op_definition
class GatherOp(Op):
    """Loads the elements at offsets from a pointer; where ``mask`` is false nothing is read, giving ``other``."""

    name = "tts.gather"
    ptr: Operand = operand_def(Ptr)
    offset: Operand = operand_def(IntLike)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    other: OptionalOperand = opt_operand_def(AnyTritonType, default=None)
    result: Result = result_def(AnyTritonType, default=computed(_gathered_type, "ptr", "offset"))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(
        MemoryReadEffect(),
        TypesMatchWith("mask type matches ptr type", "offset", "mask", i1_same_shape),
        TypesMatchWith("other matches ptr type", "ptr", "other", pointee_type),
    )
    SYNTAX: ClassVar = (
        "$ptr `[` $offset `]` (`mask` `=` $mask^)? (`default` `=` $other^)? attr-dict `:` "
        "`(` type($ptr) `,` type($offset) `)` `->` type($result)"
    )


@irdl_op_definition
class ScatterOp(Op):
    """Stores elements at offsets from a pointer, where ``mask`` is true."""

    name = "tts.scatter"
    ptr: Operand = operand_def(Ptr)
    offset: Operand = operand_def(IntLike)
    value: Operand = operand_def(AnyTritonType)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    traits = traits_def(
        MemoryWriteEffect(),
        TypesMatchWith("mask type matches offset type", "offset", "mask", i1_same_shape),
    )
    SYNTAX: ClassVar = (
        "$value `into` $ptr `[` $offset `]` (`mask` `=` $mask^)? attr-dict `:` type($value) `into` ` ` "
        "`(` type($ptr) `,` type($offset) `)`"
    )
