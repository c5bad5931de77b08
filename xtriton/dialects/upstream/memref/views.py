"""Memref views: casts, subviews and reshapes. None of them moves an element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import UnrankedMemRefType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.memref.compatibility import can_cast, can_cast_memory_space
from xtriton.dialects.upstream.memref.layouts import (
    MemRef,
    collapsed_type,
    drops_unit_dims,
    expanded_type,
    strides_and_offset,
    subview_type,
)
from xtriton.dialects.upstream.mixed import (
    DYNAMIC,
    OpFoldResult,
    SliceMixin,
    index_list,
    split_slice,
    static_of,
    verify_in_bounds,
    verify_slice_lists,
)
from xtriton.dialects.upstream.reassociation import (
    Reassociation,
    groups_of,
    verify_groups,
    verify_output_shape,
    verify_ranks,
)
from xtriton.dialects.upstream.shaped import NamedResult, RankedMemRef, RankedOrUnrankedMemRef, drops_unit_extents
from xtriton.dialects.upstream.traits import Cast
from xtriton.ir.constraints import DenseI64Array, I32Attr, Index, confined
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    Property,
    Result,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value, is_any_memref_type, is_memref_type
from xtriton.ir.traits import AllTypesMatch, shape_of


def _ranked(value: SSAValue) -> MemRef:
    return cast("MemRef", value.type)


@irdl_op_definition
class CastOp(NamedResult):
    """The same memory with a more or less static shape and layout."""

    name = "memref.cast"
    RESULT_NAME: ClassVar[str] = "cast"
    source: Operand = operand_def(RankedOrUnrankedMemRef)
    dest: Result = result_def(RankedOrUnrankedMemRef, kw_only=False)
    traits = traits_def(Cast(can_cast), Pure())
    SYNTAX: ClassVar = "$source attr-dict `:` type($source) `to` type($dest)"


@irdl_op_definition
class MemorySpaceCastOp(NamedResult):
    """The same memory in another memory space."""

    name = "memref.memory_space_cast"
    RESULT_NAME: ClassVar[str] = "memspacecast"
    source: Operand = operand_def(RankedOrUnrankedMemRef)
    dest: Result = result_def(RankedOrUnrankedMemRef)
    traits = traits_def(Cast(can_cast_memory_space), Pure())
    SYNTAX: ClassVar = "$source attr-dict `:` type($source) `to` type($dest)"


@irdl_op_definition
class AssumeAlignmentOp(NamedResult):
    """The same memref, whose address is assumed to be aligned to a number of bytes."""

    name = "memref.assume_alignment"
    RESULT_NAME: ClassVar[str] = "assume_align"
    memref: Operand = operand_def(RankedMemRef)
    alignment: Property[int] = prop_def(confined(I32Attr, ("value is positive", lambda attr: int_value(attr) > 0)))
    result: Result = result_def(RankedMemRef, default=INFERRED)
    traits = traits_def(AllTypesMatch(("memref", "result")), Pure())
    SYNTAX: ClassVar = "$memref `,` $alignment attr-dict `:` type($memref)"

    def verify_op(self) -> None:
        alignment = int_value(self.alignment)
        if alignment & (alignment - 1):
            raise Violation("alignment must be power of 2")


_SLICE = {
    "Offsets": index_list("offsets", "static_offsets"),
    "Sizes": index_list("sizes", "static_sizes"),
    "Strides": index_list("strides", "static_strides"),
}


class _SliceOp(SliceMixin, NamedResult):
    """An operation with offsets, sizes and strides."""

    source: Operand = operand_def(RankedOrUnrankedMemRef)
    offsets: Operands = var_operand_def(Index, default=())
    sizes: Operands = var_operand_def(Index, default=())
    strides: Operands = var_operand_def(Index, default=())
    static_offsets: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_sizes: Property[Sequence[int]] = prop_def(DenseI64Array)
    static_strides: Property[Sequence[int]] = prop_def(DenseI64Array)
    result: Result = result_def(RankedMemRef)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    CUSTOM: ClassVar = _SLICE

    @classmethod
    def of(
        cls,
        source: SSAValue,
        offsets: Sequence[OpFoldResult],
        sizes: Sequence[OpFoldResult],
        strides: Sequence[OpFoldResult],
        result_type: Attribute,
    ) -> Self:
        """The memref of ``result_type`` with these offsets, sizes and strides."""
        operands, numbers = split_slice(offsets, sizes, strides)
        return cls(source, *operands, **numbers, result=result_type)

    @property
    def type(self) -> MemRef:
        """The type of the result."""
        return _ranked(self.result)


@irdl_op_definition
class ReinterpretCastOp(_SliceOp):
    """The memory of a memref with a given offset, sizes and strides."""

    name = "memref.reinterpret_cast"
    RESULT_NAME: ClassVar[str] = "reinterpret_cast"
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "$source `to` `offset` `` `:` custom<Offsets>($offsets, $static_offsets) "
        "`` `,` `sizes` `` `:` custom<Sizes>($sizes, $static_sizes) "
        "`` `,` `strides` `` `:` custom<Strides>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    def verify_op(self) -> None:
        source, result = cast("MemRef | UnrankedMemRefType[Attribute]", self.source.type), self.type
        rank = result.get_num_dims()
        verify_slice_lists(self, (1, rank, rank))
        if source.memory_space != result.memory_space:
            _differ("memory spaces", source, result)
        if source.element_type != result.element_type:
            _differ("element types", source, result)
        for index, (extent, size) in enumerate(zip(result.get_shape(), dense_numbers(self.static_sizes), strict=True)):
            _verify_entry("size", extent, size, index)
        known = strides_and_offset(result)
        if known is None:
            raise Violation(f"expected result type to have strided layout but found '{result}'", prefixed=False)
        strides, offset = known
        _verify_entry("offset", offset, dense_numbers(self.static_offsets)[0], None)
        for index, (stride, given) in enumerate(zip(strides, dense_numbers(self.static_strides), strict=True)):
            _verify_entry("stride", stride, given, index)


def _differ(what: str, source: Attribute, result: Attribute) -> None:
    raise Violation(
        f"different {what} specified for source type '{source}' and result memref type '{result}'", prefixed=False
    )


def _verify_entry(what: str, in_type: int, given: int, index: int | None) -> None:
    """The static entry of the result type must match that of the operation."""
    if in_type not in (DYNAMIC, given):
        shown = "dynamic" if given == DYNAMIC else given
        place = "" if index is None else f" in dim = {index}"
        raise Violation(f"expected result type with {what} = {shown} instead of {in_type}{place}", prefixed=False)


@irdl_op_definition
class SubViewOp(_SliceOp):
    """A part of a memref; unit dimensions may be dropped (rank reduction)."""

    name = "memref.subview"
    RESULT_NAME: ClassVar[str] = "subview"
    source: Operand = operand_def(RankedMemRef)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "$source `` custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) "
        "custom<Strides>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)"
    )

    @classmethod
    def of(
        cls,
        source: SSAValue,
        offsets: Sequence[OpFoldResult],
        sizes: Sequence[OpFoldResult],
        strides: Sequence[OpFoldResult],
        result_type: Attribute | None = None,
    ) -> Self:
        """The part with these offsets, sizes and strides."""
        inferred = result_type or subview_type(
            _ranked(source), static_of(offsets), static_of(sizes), static_of(strides)
        )
        return super().of(source, offsets, sizes, strides, inferred)

    @property
    def full_type(self) -> MemRef:
        """The result type before rank reduction."""
        lists = (dense_numbers(numbers) for numbers in (self.static_offsets, self.static_sizes, self.static_strides))
        return subview_type(_ranked(self.source), *lists)

    def verify_op(self) -> None:
        source, result = _ranked(self.source), self.type
        rank = source.get_num_dims()
        verify_slice_lists(self, (rank, rank, rank))
        if source.memory_space != result.memory_space:
            raise Violation(
                f"different memory spaces specified for base memref type '{source}' and subview memref type '{result}'",
                prefixed=False,
            )
        if strides_and_offset(source) is None:
            raise Violation(f"base type '{source}' is not strided", prefixed=False)
        self._verify_type(result)
        verify_in_bounds(self, source.get_shape())

    def _verify_type(self, result: MemRef) -> None:
        expected = self.full_type
        if result.get_num_dims() > expected.get_num_dims():
            raise Violation(
                f"expected result rank to be smaller or equal to the base rank, but got '{result}'", prefixed=False
            )
        problem = None
        if not drops_unit_extents(expected.get_shape(), result.get_shape()):
            problem = "mismatch of result sizes"
        elif result.element_type != expected.element_type:
            raise Violation(
                f"expected result element type to be '{expected.element_type}', but got '{result}'", prefixed=False
            )
        elif not _same_offset(expected, result) or not drops_unit_dims(expected, result, layouts=True):
            problem = "mismatch of result layout"
        if problem is not None:
            raise Violation(
                f"expected result type to be '{expected}' or a rank-reduced version. ({problem}), but got '{result}'",
                prefixed=False,
            )


def _same_offset(expected: MemRef, result: MemRef) -> bool:
    known, given = strides_and_offset(expected), strides_and_offset(result)
    return known is not None and given is not None and known[1] == given[1]


@irdl_op_definition
class CollapseShapeOp(NamedResult):
    """A memref with groups of dimensions collapsed."""

    name = "memref.collapse_shape"
    RESULT_NAME: ClassVar[str] = "collapse_shape"
    src: Operand = operand_def(RankedMemRef)
    reassociation: Property[Sequence[Sequence[int]]] = prop_def(Reassociation, kw_only=False)
    result: Result = result_def(RankedMemRef, kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    def verify_op(self) -> None:
        source, result = _ranked(self.src), _ranked(self.result)
        groups = groups_of(self.reassociation)
        verify_ranks(source.get_num_dims(), result.get_num_dims(), collapses=True)
        verify_groups(result.get_shape(), source.get_shape(), groups, many_dynamic=True, kind="memrefs")
        expected = collapsed_type(source, result.get_shape(), groups)
        if expected is None:
            raise Violation("invalid source layout map or collapsing non-contiguous dims")
        if expected != result:
            raise Violation(f"expected collapsed type to be '{expected}' but found '{result}'")


@irdl_op_definition
class ExpandShapeOp(NamedResult):
    """A memref with dimensions expanded to groups."""

    name = "memref.expand_shape"
    RESULT_NAME: ClassVar[str] = "expand_shape"
    src: Operand = operand_def(RankedMemRef)
    reassociation: Property[Sequence[Sequence[int]]] = prop_def(Reassociation)
    output_shape: Operands = var_operand_def(Index, default=())
    static_output_shape: Property[Sequence[int]] = prop_def(DenseI64Array)
    result: Result = result_def(RankedMemRef)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "$src $reassociation `output_shape` custom<OutputShape>($output_shape, $static_output_shape) attr-dict `:` "
        "type($src) `into` type($result)"
    )
    CUSTOM: ClassVar = {"OutputShape": index_list("output_shape", "static_output_shape")}

    def verify_op(self) -> None:
        source, result = _ranked(self.src), _ranked(self.result)
        groups = groups_of(self.reassociation)
        verify_ranks(source.get_num_dims(), result.get_num_dims(), collapses=False)
        verify_groups(source.get_shape(), result.get_shape(), groups, many_dynamic=True, kind="memrefs")
        expected = expanded_type(source, result.get_shape(), groups)
        if expected is None:
            raise Violation("invalid source layout map")
        if expected != result:
            raise Violation(f"expected expanded type to be '{expected}' but found '{result}'")
        verify_output_shape(dense_numbers(self.static_output_shape), len(self.output_shape), result.get_shape())


@irdl_op_definition
class ReshapeOp(NamedResult):
    """A memref with another shape, given by a memref."""

    name = "memref.reshape"
    RESULT_NAME: ClassVar[str] = "reshape"
    source: Operand = operand_def(RankedOrUnrankedMemRef)
    shape: Operand = operand_def(RankedMemRef)
    result: Result = result_def(RankedOrUnrankedMemRef)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> None:
        source, result = self.source.type, self.result.type
        assert is_any_memref_type(source)
        assert is_any_memref_type(result)
        if source.element_type != result.element_type:
            raise Violation("element types of source and destination memref types should be the same")
        extents = shape_of(self.shape.type)
        if is_memref_type(result) and extents is not None:
            if extents[0] == DYNAMIC:
                raise Violation(
                    "cannot use shape operand with dynamic length to reshape to statically-ranked memref type"
                )
            if extents[0] != result.get_num_dims():
                raise Violation("length of shape operand differs from the result's memref rank")
