"""Operations that create structured pointers: pointers to blocks of strided tensors in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from xdsl.dialects.builtin import IndexType, TensorType, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, AttrSizedResultSegments, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.types import BoolLike, PointerType, Ptr, PtrLike
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.mixed import OpFoldResult, index_list, join_mixed, split_mixed, verify_dynamic
from xtriton.ir.constraints import (
    DenseI32Array,
    DenseI64Array,
    I32Attr,
    Index,
    SignlessInteger,
    TypePredicate,
    any_type_of,
    is_signless_integer,
    ranked_tensor_of,
)
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalOperand,
    Property,
    Result,
    Results,
    computed,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.op import Op
from xtriton.ir.traits import element_type


def _tensor_of(width: int) -> TypePredicate:
    return TypePredicate(
        f"tensor of {width}-bit signless integer values",
        lambda attr: is_tensor_type(attr) and is_signless_integer(attr.element_type, width),
    )


I32Tensor = _tensor_of(32)
IndexTensor = any_type_of(I32Tensor, _tensor_of(64))
State = any_type_of(PtrLike, ranked_tensor_of(SignlessInteger, Index))
"""Pointers, and tensors of offsets; triton-shared has 32-bit offsets only."""

_LISTS: dict[str, Any] = {
    "Strides": index_list("strides", "static_strides"),
    "Offsets": index_list("offsets", "static_offsets"),
    "Shape": index_list("shape", "static_shape"),
}


def block_pointer(base: Attribute, sizes: Sequence[int]) -> PointerType:
    """The type of a pointer to a block of pointees of ``base``."""
    pointer = cast("PointerType", base)
    return PointerType(TensorType(pointer.pointee_type, sizes), pointer.address_space.data)


class _BlockPointer:
    """Describes the pointers of a block by sizes, strides and offsets."""

    if TYPE_CHECKING:  # defined by the operations
        offsets: Operands
        strides: Operands
        sizes: Property[Sequence[int]]
        static_offsets: Property[Sequence[int]]
        static_strides: Property[Sequence[int]]

    @property
    def block_sizes(self) -> list[int]:
        """The extents of the block."""
        return dense_numbers(self.sizes)

    @property
    def mixed_strides(self) -> list[OpFoldResult]:
        """The strides of the tensor in memory, in elements."""
        return join_mixed(self.static_strides, self.strides)

    @property
    def mixed_offsets(self) -> list[OpFoldResult]:
        """The offsets of the block, in elements."""
        return join_mixed(self.static_offsets, self.offsets)


@irdl_op_definition
class MakeTensorPtrOp(_BlockPointer, Op):
    """Pointers to a block of ``sizes`` elements, with element ``offsets`` from ``base`` and ``strides``.

    With an ``order`` the result is a block pointer, and ``shape`` is the extent of the tensor in memory. Without one
    it is a tensor of pointers, and ``shape`` is where addresses wrap around, 0 where they do not.
    """

    name = "tts.make_tptr"
    base: Operand = operand_def(Ptr)
    sizes: Property[Sequence[int]] = prop_def(DenseI64Array)
    strides: Operands = var_operand_def(Index, default=())
    offsets: Operands = var_operand_def(Index, default=())
    shape: Operands = var_operand_def(Index, default=())
    static_strides: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_offsets: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_shape: Property[Sequence[int]] = prop_def(DenseI64Array)
    order: Property[Sequence[int]] = prop_def(DenseI32Array)
    result: Result = result_def(PtrLike)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "$base `to` `sizes` `` `:` $sizes "
        "`` `,` `strides` `` `:` custom<Strides>($strides, $static_strides) "
        "`` `,` `offsets` `` `:` custom<Offsets>($offsets, $static_offsets) "
        "`` `,` `shape` `` `:` custom<Shape>($shape, $static_shape) "
        "`` `,` `order` `` `:` $order attr-dict `:` type($base) `to` type($result)"
    )
    CUSTOM: ClassVar[Any] = _LISTS

    @classmethod
    def of(
        cls,
        base: SSAValue,
        sizes: Sequence[int],
        strides: Sequence[OpFoldResult],
        offsets: Sequence[OpFoldResult],
        shape: Sequence[OpFoldResult],
        order: Sequence[int] = (),
    ) -> Self:
        """The pointer to a block; with an ``order`` a block pointer."""
        (stride_operands, static_strides), (offset_operands, static_offsets) = (
            split_mixed(strides),
            split_mixed(offsets),
        )
        shape_operands, static_shape = split_mixed(shape)
        return cls(
            base,
            stride_operands,
            offset_operands,
            shape_operands,
            sizes=sizes,
            order=order,
            static_strides=static_strides,
            static_offsets=static_offsets,
            static_shape=static_shape,
            result=block_pointer(base.type, sizes) if order else TensorType(base.type, sizes),
        )

    @property
    def mixed_shape(self) -> list[OpFoldResult]:
        """The extents of the tensor in memory, or where addresses wrap around."""
        return join_mixed(self.static_shape, self.shape)

    @property
    def is_block_pointer(self) -> bool:
        """Whether the result is a block pointer."""
        return bool(dense_numbers(self.order))

    @property
    def is_split_pointer(self) -> bool:
        """Whether addresses wrap around in some dimension."""
        return not self.is_block_pointer and any(extent != 0 for extent in dense_numbers(self.static_shape))

    @property
    def is_structured_pointer(self) -> bool:
        """Whether the result is a tensor of pointers none of which wraps around."""
        return not self.is_block_pointer and not self.is_split_pointer

    def verify_op(self) -> None:
        lengths = {len(dense_numbers(self.properties[name])) for name in ("sizes", *_STATIC_LISTS)}
        if len(lengths) > 1:
            raise Violation(
                "sizes, strides, offsets, and shape must have the same number of dimensions", prefixed=False
            )
        verify_dynamic("stride", self.static_strides, self.strides)
        verify_dynamic("offset", self.static_offsets, self.offsets)
        verify_dynamic("shape", self.static_shape, self.shape)


_STATIC_LISTS = ("static_strides", "static_offsets", "static_shape")


@irdl_op_definition
class MakeGatherScatterTensorPtrOp(_BlockPointer, Op):
    """Like ``tts.make_tptr``, but in one dimension the offset of each row is an element of a tensor."""

    name = "tts.make_gather_scatter_tptr"
    base: Operand = operand_def(Ptr)
    gather_scatter_offset: Operand = operand_def(IndexTensor)
    gather_scatter_dim: Property[int] = prop_def(I32Attr)
    sizes: Property[Sequence[int]] = prop_def(DenseI64Array)
    strides: Operands = var_operand_def(Index, default=())
    offsets: Operands = var_operand_def(Index, default=())
    static_strides: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_offsets: Property[Sequence[int]] = prop_def(DenseI64Array)
    gather_scatter_mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    result: Result = result_def(PtrLike)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "$base `to` `sizes` `` `:` $sizes `gather_scatter_dim` `` `:` $gather_scatter_dim "
        "`gather_scatter_offset` `` `:` $gather_scatter_offset "
        "(`gather_scatter_mask` `` `:` $gather_scatter_mask^)? "
        "`` `,` `strides` `` `:` custom<Strides>($strides, $static_strides) "
        "`` `,` `offsets` `` `:` custom<Offsets>($offsets, $static_offsets) "
        "attr-dict `:` type($gather_scatter_offset) type($gather_scatter_mask) type($base) `to` type($result)"
    )
    CUSTOM: ClassVar[Any] = _LISTS

    @classmethod
    def of(
        cls,
        base: SSAValue,
        gather_scatter_offset: SSAValue,
        gather_scatter_dim: int,
        sizes: Sequence[int],
        strides: Sequence[OpFoldResult],
        offsets: Sequence[OpFoldResult],
        gather_scatter_mask: SSAValue | None = None,
    ) -> Self:
        """The entry of ``offsets`` in the gather dimension is ignored and set to 0."""
        rest = [0 if dim == gather_scatter_dim else offset for dim, offset in enumerate(offsets)]
        (stride_operands, static_strides), (offset_operands, static_offsets) = split_mixed(strides), split_mixed(rest)
        return cls(
            base,
            gather_scatter_offset,
            stride_operands,
            offset_operands,
            gather_scatter_mask,
            gather_scatter_dim=gather_scatter_dim,
            sizes=sizes,
            static_strides=static_strides,
            static_offsets=static_offsets,
            result=block_pointer(base.type, sizes),
        )

    @property
    def dim(self) -> int:
        """The dimension whose offsets are in a tensor."""
        return int_value(self.gather_scatter_dim)

    def verify_op(self) -> None:
        sizes = self.block_sizes
        if not 0 <= self.dim < len(sizes):
            raise Violation("gatherScatterDim is out of bounds", prefixed=False)
        lengths = {len(dense_numbers(listed)) for listed in (self.sizes, self.static_strides, self.static_offsets)}
        if len(lengths) > 1:
            raise Violation("sizes, strides, and offsets must have the same number of dimensions", prefixed=False)
        verify_dynamic("stride", self.static_strides, self.strides)
        verify_dynamic("offset", self.static_offsets, self.offsets)
        offset = self.gather_scatter_offset.type
        if not is_tensor_type(offset) or offset.get_num_dims() != 1:
            raise Violation("gatherScatterOffset must be a 1D tensor", prefixed=False)
        if self.gather_scatter_mask is not None:
            _verify_mask(self.gather_scatter_mask.type, offset.get_shape()[0])

    def verify_in_context(self) -> None:
        if self.gather_scatter_mask is None:
            return
        from xtriton.dialects.tts.memory import LoadOp, StoreOp

        for use in self.result.uses:
            user = use.operation
            if not isinstance(user, LoadOp | StoreOp):
                raise Violation(f"{self.name} can only be used in tts.load or tts.store operations", prefixed=False)
            of = f"{user.name} user of {self.name} with gather_scatter_mask must have "
            if not user.has_mask:
                raise Violation(f"{of}mask provided", prefixed=False)
            if user.mixed_mask_dims[self.dim] != 0:
                raise Violation(f"{of}mask size of 0 for gather_scatter_dim", prefixed=False)


def _verify_mask(mask: Attribute, extent: int) -> None:
    if not is_tensor_type(mask):
        raise Violation("gatherScatterMask must be a 1D tensor", prefixed=False)
    if mask.get_num_dims() != 1 or mask.element_type != i1:
        raise Violation("gatherScatterMask must be a 1D tensor of boolean type", prefixed=False)
    if mask.get_shape()[0] != extent:
        raise Violation("gatherScatterMask must have the same size as gatherScatterOffset", prefixed=False)


def state_sizes(type_: Attribute) -> tuple[int, int] | None:
    """How many offsets and strides describe values of a type; ``None`` if it is neither pointers nor integers."""
    if is_tensor_type(type_):
        rank = type_.get_num_dims()
        return (
            (rank, rank) if isinstance(element_type(type_), PointerType) or _is_index(element_type(type_)) else (0, 0)
        )
    if not isinstance(type_, PointerType):
        return None
    pointee = type_.pointee_type
    if is_tensor_type(pointee):
        return pointee.get_num_dims(), pointee.get_num_dims()
    return 1, 0  # of a scalar pointer only the offset changes


def _is_index(type_: Attribute) -> bool:
    return isinstance(type_, IndexType) or is_signless_integer(type_)


def _state_type(source: SSAValue) -> Attribute:
    return source.type


def _offset_types(source: SSAValue) -> list[Attribute]:
    offsets, _ = state_sizes(source.type) or (0, 0)
    return [IndexType()] * offsets


def _stride_types(source: SSAValue) -> list[Attribute]:
    _, strides = state_sizes(source.type) or (0, 0)
    return [IndexType()] * strides


@irdl_op_definition
class GetStructuredStateOp(Op):
    """A placeholder for the offsets and strides of pointers until they are known, for loop-carried states."""

    name = "tts.get_structured_state"
    input: Operand = operand_def(State)
    structured: Result = result_def(State, default=computed(_state_type, "input"))
    offsets: Results = var_result_def(Index, default=computed(_offset_types, "input"))
    strides: Results = var_result_def(Index, default=computed(_stride_types, "input"))
    irdl_options = (AttrSizedResultSegments(as_property=True),)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        sizes = state_sizes(self.input.type)
        if sizes is None:
            raise Violation(f"has no structured state for '{self.input.type}'")
        given = len(self.offsets), len(self.strides)
        if given != sizes:
            raise Violation(
                f"expected {sizes[0]} offsets and {sizes[1]} strides for '{self.input.type}', but found {given[0]} "
                f"and {given[1]}"
            )
