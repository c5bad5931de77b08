"""Slices of tensors, padding, concatenation, gathers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntegerType, TensorType
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.mixed import (
    DYNAMIC,
    OpFoldResult,
    SliceMixin,
    index_list,
    join_mixed,
    split_mixed,
    split_slice,
    static_of,
    verify_dynamic,
    verify_in_bounds,
    verify_slice_lists,
)
from xtriton.dialects.upstream.shaped import NamedResult, RankedTensor
from xtriton.dialects.upstream.tensor.compatibility import verify_part
from xtriton.dialects.upstream.tensor.elements import YieldOp
from xtriton.interfaces.parallel import ParallelCombining
from xtriton.ir.constraints import DenseI64Array, I64Attr, Index, TypePredicate, UnitAttribute
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Result,
    computed,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value, is_tensor_type, tensor
from xtriton.ir.traits import HasParentOp, ImplicitTerminator, SingleBlock, TypesMatchWith

Tensor = TensorType[Attribute]

_SLICE = {
    "Offsets": index_list("offsets", "static_offsets"),
    "Sizes": index_list("sizes", "static_sizes"),
    "Strides": index_list("strides", "static_strides"),
}
_LISTS = (
    "custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) "
    "custom<Strides>($strides, $static_strides)"
)


def slice_type(source: Tensor, sizes: Sequence[int]) -> Tensor:
    """The type of a slice of ``source`` before rank reduction."""
    return TensorType(source.element_type, sizes, source.encoding)


@irdl_op_definition
class ExtractSliceOp(SliceMixin, NamedResult):
    """A slice of a tensor; unit dimensions may be dropped (rank reduction)."""

    name = "tensor.extract_slice"
    RESULT_NAME: ClassVar[str] = "extracted_slice"
    source: Operand = operand_def(RankedTensor)
    offsets: Operands = var_operand_def(Index, default=())
    sizes: Operands = var_operand_def(Index, default=())
    strides: Operands = var_operand_def(Index, default=())
    static_offsets: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_sizes: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_strides: Property[Sequence[int]] = prop_def(DenseI64Array)
    result: Result = result_def(RankedTensor)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = f"$source `` {_LISTS} attr-dict `:` type($source) `to` type($result)"
    CUSTOM: ClassVar = _SLICE

    @classmethod
    def of(
        cls,
        source: SSAValue,
        offsets: Sequence[OpFoldResult],
        sizes: Sequence[OpFoldResult],
        strides: Sequence[OpFoldResult],
        result_type: Attribute | None = None,
    ) -> Self:
        """The slice at these offsets."""
        operands, numbers = split_slice(offsets, sizes, strides)
        result = result_type or slice_type(tensor(source.type), static_of(sizes))
        return cls(source, *operands, **numbers, result=result)

    def verify_op(self) -> None:
        source = tensor(self.source.type)
        rank = source.get_num_dims()
        verify_slice_lists(self, (rank, rank, rank))
        verify_part(slice_type(source, dense_numbers(self.static_sizes)), tensor(self.result.type))
        verify_in_bounds(self, source.get_shape())


class _InsertSlice(SliceMixin, NamedResult):
    """Writes a tensor into a slice of another one."""

    source: Operand = operand_def(RankedTensor)
    dest: Operand = operand_def(RankedTensor)
    offsets: Operands = var_operand_def(Index, default=())
    sizes: Operands = var_operand_def(Index, default=())
    strides: Operands = var_operand_def(Index, default=())
    static_offsets: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_sizes: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_strides: Property[Sequence[int]] = prop_def(DenseI64Array)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    SYNTAX: ClassVar = f"$source `into` $dest `` {_LISTS} attr-dict `:` type($source) `into` type($dest)"
    CUSTOM: ClassVar = _SLICE

    def verify_op(self) -> None:
        dest = tensor(self.dest.type)
        rank = dest.get_num_dims()
        verify_slice_lists(self, (rank, rank, rank))
        verify_part(slice_type(dest, dense_numbers(self.static_sizes)), tensor(self.source.type))
        verify_in_bounds(self, dest.get_shape())


@irdl_op_definition
class InsertSliceOp(_InsertSlice):
    """A tensor with a slice replaced by another tensor."""

    name = "tensor.insert_slice"
    RESULT_NAME: ClassVar[str] = "inserted_slice"
    result: Result = result_def(RankedTensor, default=INFERRED)
    traits = traits_def(TypesMatchWith("expected result type to match dest type", "dest", "result"), Pure())

    @classmethod
    def of(
        cls,
        source: SSAValue,
        dest: SSAValue,
        offsets: Sequence[OpFoldResult],
        sizes: Sequence[OpFoldResult],
        strides: Sequence[OpFoldResult],
    ) -> Self:
        """``dest`` with ``source`` at these offsets."""
        operands, numbers = split_slice(offsets, sizes, strides)
        return cls(source, dest, *operands, **numbers)


@irdl_op_definition
class ParallelInsertSliceOp(_InsertSlice, ParallelCombining):
    """The slice that an iteration of ``scf.forall`` writes to a shared output."""

    name = "tensor.parallel_insert_slice"
    traits = traits_def(HasParentOp("scf.forall.in_parallel"))


@irdl_op_definition
class PadOp(NamedResult):
    """A tensor padded before and after, with elements that the region computes from their indices."""

    name = "tensor.pad"
    RESULT_NAME: ClassVar[str] = "padded"
    source: Operand = operand_def(RankedTensor)
    low: Operands = var_operand_def(Index, default=())
    high: Operands = var_operand_def(Index, default=())
    static_low: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_high: Property[Sequence[int]] = prop_def(DenseI64Array)
    nofold: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result: Result = result_def(RankedTensor)
    region: OpRegion = region_def("single_block")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(SingleBlock(), ImplicitTerminator("tensor.yield"), Pure())
    SYNTAX: ClassVar = (
        "$source (`nofold` $nofold^)? `low` `` custom<Low>($low, $static_low) `high` `` "
        "custom<High>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)"
    )
    CUSTOM: ClassVar = {"Low": index_list("low", "static_low"), "High": index_list("high", "static_high")}

    @classmethod
    def of(
        cls,
        source: SSAValue,
        low: Sequence[OpFoldResult],
        high: Sequence[OpFoldResult],
        region: Region,
        result_type: Attribute,
    ) -> Self:
        """The padding by ``low`` before and ``high`` after each dimension."""
        (lows, static_low), (highs, static_high) = split_mixed(low), split_mixed(high)
        return cls(
            source, lows, highs, static_low=static_low, static_high=static_high, region=region, result=result_type
        )

    @property
    def mixed_low(self) -> list[OpFoldResult]:
        """The padding before, by dimension."""
        return join_mixed(self.static_low, self.low)

    @property
    def mixed_high(self) -> list[OpFoldResult]:
        """The padding after, by dimension."""
        return join_mixed(self.static_high, self.high)

    def verify_op(self) -> None:
        source, result = tensor(self.source.type), tensor(self.result.type)
        low, high = dense_numbers(self.static_low), dense_numbers(self.static_high)
        rank = source.get_num_dims()
        for which, numbers in (("low", low), ("high", high)):
            if len(numbers) != rank:
                raise Violation(f"expected {rank} numbers of {which} padding, got {len(numbers)}")
        verify_dynamic("low padding", self.static_low, self.low)
        verify_dynamic("high padding", self.static_high, self.high)
        shape = [
            DYNAMIC if DYNAMIC in numbers else sum(numbers)
            for numbers in zip(source.get_shape(), low, high, strict=True)
        ]
        inferred = TensorType(source.element_type, shape)
        fits = result.get_num_dims() == len(shape) and all(
            expected in (DYNAMIC, extent) for expected, extent in zip(shape, result.get_shape(), strict=True)
        )
        if not fits or result.element_type != source.element_type:
            raise Violation(f"specified type '{result}' does not match the inferred type '{inferred}'", prefixed=False)

    def verify_regions(self) -> None:
        result = tensor(self.result.type)
        arguments, rank = self.region.block.args, result.get_num_dims()
        if len(arguments) != rank:
            raise Violation(f"expected the block to have {rank} arguments", prefixed=False)
        for number, argument in enumerate(arguments, 1):
            if not isinstance(argument.type, IndexType):
                raise Violation(f"expected block argument {number} to be an index")
        end = self.region.block.last_op
        if isinstance(end, YieldOp) and end.value.type != result.element_type:
            raise Violation("expected yield type to match shape element type")


def concatenated_type(types: Sequence[Tensor], dim: int) -> Tensor:
    """The type of tensors concatenated along a dimension."""
    rows = list(zip(*(type_.get_shape() for type_ in types), strict=True))
    shape = [next((extent for extent in row if extent != DYNAMIC), DYNAMIC) for row in rows]
    shape[dim] = DYNAMIC if DYNAMIC in rows[dim] else sum(rows[dim])
    return TensorType(types[0].element_type, shape)


def _concatenated(inputs: Sequence[SSAValue], dim: Attribute) -> Attribute:
    return concatenated_type([tensor(input_.type) for input_ in inputs], int_value(dim))


@irdl_op_definition
class ConcatOp(NamedResult):
    """Tensors concatenated along a dimension."""

    name = "tensor.concat"
    RESULT_NAME: ClassVar[str] = "concat"
    dim: Property[int] = prop_def(I64Attr, kw_only=False)
    inputs: Operands = var_operand_def(RankedTensor)
    result: Result = result_def(RankedTensor, default=computed(_concatenated, "inputs", "dim"))
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> None:
        if not self.inputs:
            raise Violation("requires at least one input")
        types = [tensor(input_.type) for input_ in self.inputs]
        result, dim = tensor(self.result.type), int_value(self.dim)
        rank = result.get_num_dims()
        if any(type_.get_num_dims() != rank for type_ in types):
            raise Violation("rank of inputs do not match")
        if dim >= rank:
            raise Violation("concatenation dim must be less than the tensor rank")
        if any(type_.element_type != result.element_type for type_ in types):
            raise Violation("inputs and result element type must match")
        for index, row in enumerate(zip(*(type_.get_shape() for type_ in types), strict=True)):
            if index != dim and len(set(row) - {DYNAMIC}) > 1:
                raise Violation(f"static concatenation size mismatch along non-concatenated dimension {index}")
        inferred = concatenated_type(types, dim)
        for expected, extent in zip(inferred.get_shape(), result.get_shape(), strict=True):
            if expected not in (DYNAMIC, extent) and extent != DYNAMIC:
                # The missing space is MLIR's.
                raise Violation(f"result type '{result}'does not match inferred shape '{inferred}' static sizes")


_Indices = TypePredicate(
    "ranked tensor of signless integer or index values",
    lambda attr: is_tensor_type(attr) and isinstance(attr.element_type, IndexType | IntegerType),
)


@irdl_op_definition
class GatherOp(NamedResult):
    """Slices of a tensor at coordinates in the last dimension of another tensor."""

    name = "tensor.gather"
    RESULT_NAME: ClassVar[str] = "gather"
    source: Operand = operand_def(RankedTensor)
    indices: Operand = operand_def(_Indices)
    gather_dims: Property[Sequence[int]] = prop_def(DenseI64Array)
    unique: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result: Result = result_def(RankedTensor)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> None:
        source, indices, result = tensor(self.source.type), tensor(self.indices.type), tensor(self.result.type)
        dims = dense_numbers(self.gather_dims)
        _verify_gather_dims(dims, indices.get_shape()[-1], source.get_num_dims())
        batch, shape = indices.get_shape()[:-1], source.get_shape()
        full = [*batch, *(1 if index in dims else extent for index, extent in enumerate(shape))]
        reduced = [*batch, *(extent for index, extent in enumerate(shape) if index not in dims)]
        expected = [TensorType(source.element_type, extents) for extents in (full, reduced)]
        if result not in expected:
            raise Violation(
                f"result type mismatch: expected '{expected[0]}' or its rank-reduced variant '{expected[1]}' "
                f"(got: '{result}')"
            )


def _verify_gather_dims(dims: Sequence[int], coordinates: int, rank: int) -> None:
    if not dims:
        raise Violation("gather_dims must be non-empty")
    if len(dims) > rank:
        raise Violation("gather_dims overflow source rank")
    if coordinates != len(dims):
        raise Violation("gather_dims length must match the size of last dimension of indices")
    for dim in dims:
        if dim < 0:
            raise Violation("gather_dims value must be non-negative")
        if dim >= rank:
            raise Violation("gather_dims value must be smaller than source rank")
    if any(left >= right for left, right in pairwise(dims)):
        raise Violation("gather_dims values must be strictly increasing")
