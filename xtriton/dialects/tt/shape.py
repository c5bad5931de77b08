"""Operations of ``tt`` that create tensors and change their shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Attribute, Region
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import NoMemoryEffect, Pure

from xtriton.dialects.tt.encodings import (
    EqualEncodings,
    broadcasts,
    equal_layouts,
    equal_up_to_copies,
    infer,
    unique_registers,
)
from xtriton.dialects.tt.op import SupportsGenericLayouts, TritonOp
from xtriton.dialects.tt.traits import SameOperandsAndResultEncoding, TransposeLike
from xtriton.dialects.tt.types import AnyTritonType, IntTensor, Tensor
from xtriton.ir.constraints import DenseI32Array, I32Attr, UnitAttribute
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xtriton.ir.diagnostics import Violation, listed
from xtriton.ir.narrowing import int_list, int_value, is_tensor_type, tensor
from xtriton.ir.traits import (
    InferTypeOp,
    SameOperandsAndResultElementType,
    SameTypeOperands,
    TypesMatchWith,
    encoding_of,
)
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, before, by_version

CAST_SYNTAX = "$src attr-dict `:` type($src) `->` type($result)"


def compatible_tensors(
    inferred: Sequence[Attribute], actual: Sequence[Attribute], equal_encodings: EqualEncodings = equal_layouts
) -> bool:
    """Whether types are equal up to equivalent encodings."""
    if len(inferred) != len(actual):
        return False
    for first, second in zip(inferred, actual, strict=True):
        if first == second:
            continue
        if not is_tensor_type(first) or not is_tensor_type(second):
            return False
        if first.shape != second.shape or first.element_type != second.element_type:
            return False
        if not equal_encodings(tuple(first.get_shape()), encoding_of(first), encoding_of(second)):
            return False
    return True


@irdl_op_definition
class MakeRangeOp(TritonOp):
    """The integers from ``start`` up to but not including ``end``."""

    name = "tt.make_range"
    start: Property[int] = prop_def(I32Attr)
    end: Property[int] = prop_def(I32Attr)
    result: Result = result_def(IntTensor)
    traits = traits_def(Pure(), SupportsGenericLayouts())
    SYNTAX: ClassVar = "attr-dict `:` type($result)"

    def verify_op(self) -> None:
        start, end = int_value(self.start), int_value(self.end)
        if start >= end:
            raise Violation("start must be less than end")
        type_ = tensor(self.result.type)
        shape = type_.get_shape()
        if len(shape) != 1:
            raise Violation("return type must be a 1D tensor")
        if end - start != shape[0]:
            raise Violation(
                f"number of elements in returned tensor, {shape[0]}, must match size of range [{start}, {end}), which "
                f"has {end - start} elements"
            )
        if type_.element_type != i32:
            raise Violation("returned tensor must have i32 elements")


@irdl_op_definition
class SplatOp(TritonOp):
    """A tensor with all elements equal to ``src``."""

    name = "tt.splat"
    src: Operand = operand_def(AnyTritonType)
    result: Result = result_def(Tensor)
    traits = traits_def(
        Pure(),
        SameOperandsAndResultElementType(),
        SameOperandsAndResultEncoding(),
        SupportsGenericLayouts(),
    )
    SYNTAX: ClassVar = CAST_SYNTAX


@irdl_op_definition
class UnsplatOp(TritonOp):
    """The element of a one-element tensor."""

    name = "tt.unsplat"
    src: Operand = operand_def(Tensor)
    result: Result = result_def(AnyTritonType, default=INFERRED)
    traits = traits_def(Pure(), InferTypeOp())
    SYNTAX: ClassVar = "$src attr-dict `:` type($src)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The element type."""
        return (tensor(operands[0]).element_type,)

    def verify_op(self) -> None:
        if prod(tensor(self.src.type).get_shape()) != 1:
            raise Violation("source tensor must have exactly one element", prefixed=False)


@irdl_op_definition
class ExpandDimsOp(TritonOp):
    """``src`` with a new dimension of extent 1 at ``axis``."""

    name = "tt.expand_dims"
    src: Operand = operand_def(Tensor)
    axis: Property[int] = prop_def(I32Attr)
    result: Result = result_def(Tensor, default=INFERRED)
    traits = traits_def(Pure(), InferTypeOp(), SameOperandsAndResultElementType(), SupportsGenericLayouts())
    SYNTAX: ClassVar = CAST_SYNTAX

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The shape with a unit dimension inserted; the encoding is the parent of the operand's slice layout."""
        from xtriton.layouts.inference import infer_expand_dims

        source = tensor(operands[0])
        axis = int_value(properties.get("axis"))
        shape = list(source.get_shape())
        if not 0 <= axis <= len(shape):
            raise Violation(f"axis {axis} is out of bounds for a tensor of rank {len(shape)}", prefixed=False)
        shape.insert(axis, 1)
        try:
            encoding = infer(infer_expand_dims, encoding_of(source), axis)
        except Violation as violation:
            violation.consequences += ("failed to infer layout for ExpandDimsOp",)
            raise
        return (TensorType(source.element_type, shape, encoding),)


@irdl_op_definition
class ReshapeOp(TritonOp):
    """The elements in another shape, in row-major order unless ``allow_reorder``."""

    name = "tt.reshape"
    src: Operand = operand_def(Tensor)
    allow_reorder: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    efficient_layout: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result: Result = result_def(Tensor)
    traits = traits_def(Pure(), SameOperandsAndResultElementType(), SupportsGenericLayouts())
    SYNTAX: ClassVar = (
        "$src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)? attr-dict `:` "
        "type($src) `->` type($result)"
    )

    def verify_op(self) -> None:
        from xtriton.layouts.inference import infer_reshape

        source, result = tensor(self.src.type), tensor(self.result.type)
        if prod(source.get_shape()) != prod(result.get_shape()):
            raise Violation("number of src and dst elements of reshape must be the same", prefixed=False)
        source_encoding, result_encoding = encoding_of(source), encoding_of(result)
        if (source_encoding is None) != (result_encoding is None):
            raise Violation(
                "Op requires that either (a) src and dst both have encodings, or (b) neither does.", prefixed=False
            )
        if source_encoding is None or result_encoding is None:
            return
        if self.allow_reorder is not None and _MAY_REORDER.now()(source, result):
            return
        shape = tuple(result.get_shape())
        inferred = infer(infer_reshape, source_encoding, tuple(source.get_shape()), shape)
        if not equal_layouts(shape, inferred, result_encoding):
            raise Violation(f"Expected result encoding {inferred} but was {result_encoding}", prefixed=False)


def _keeps_elements_in_threads(source: TensorType[Attribute], result: TensorType[Attribute]) -> bool:
    """Whether elements can be reordered without moving data between threads."""
    from xtriton.dialects.ttg.attributes import layout_of
    from xtriton.layouts.encodings import DistributedEncoding, is_expensive_view

    layouts = layout_of(encoding_of(source)), layout_of(encoding_of(result))
    if not isinstance(layouts[0], DistributedEncoding) or not isinstance(layouts[1], DistributedEncoding):
        return False
    shapes = tuple(source.get_shape()), tuple(result.get_shape())
    return not is_expensive_view(layouts[0], shapes[0], layouts[1], shapes[1])


_MAY_REORDER: ByVersion[Callable[[TensorType[Attribute], TensorType[Attribute]], bool]] = by_version(
    {V3_6: lambda source, result: True, V3_8: _keeps_elements_in_threads}
)
"""Whether ``allow_reorder`` permits the layouts of a reshape."""


def _verify_projected_layout(source: TensorType[Attribute], result: TensorType[Attribute]) -> None:
    encodings = encoding_of(source), encoding_of(result)
    if encodings[0] is None or encodings[1] is None:
        return
    if not broadcasts(tuple(source.get_shape()), encodings[0], tuple(result.get_shape()), encodings[1]):
        raise Violation("requires matching source and result layouts up to broadcasting")


_VERIFY_BROADCAST_LAYOUTS: ByVersion[Callable[[TensorType[Attribute], TensorType[Attribute]], None]] = by_version(
    {V3_6: lambda source, result: None, V3_9: _verify_projected_layout}
)


@irdl_op_definition
class BroadcastOp(TritonOp):
    """Unit dimensions broadcast to the result's extents."""

    name = "tt.broadcast"
    src: Operand = operand_def(Tensor)
    result: Result = result_def(Tensor)
    traits = traits_def(
        Pure(),
        SameOperandsAndResultElementType(),
        SameOperandsAndResultEncoding(verified=before(V3_9)),
        SupportsGenericLayouts(),
    )
    SYNTAX: ClassVar = CAST_SYNTAX

    def verify_op(self) -> None:
        source, result = tensor(self.src.type).get_shape(), tensor(self.result.type).get_shape()
        if len(source) != len(result):
            raise Violation("rank of source must be same as rank of result", prefixed=False)
        for index, (extent, wanted) in enumerate(zip(source, result, strict=True)):
            if extent not in (1, wanted):
                raise Violation(
                    f"Different dimensions at index {index} between source and result.  Broadcast requires the source "
                    "dimension to be 1.",
                    prefixed=False,
                )
        _VERIFY_BROADCAST_LAYOUTS.now()(tensor(self.src.type), tensor(self.result.type))


@irdl_op_definition
class CatOp(TritonOp):
    """The concatenation of two tensors; the order of the elements is unspecified."""

    name = "tt.cat"
    lhs: Operand = operand_def(Tensor)
    rhs: Operand = operand_def(Tensor)
    result: Result = result_def(Tensor)
    traits = traits_def(NoMemoryEffect(), SameTypeOperands(), SameOperandsAndResultElementType())
    SYNTAX: ClassVar = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify_op(self) -> None:
        _VERIFY_CAT.now()(tensor(self.lhs.type), tensor(self.result.type))


def _verify_concatenation(operand: TensorType[Attribute], result: TensorType[Attribute]) -> None:
    """Each thread concatenates its registers, copies not counted."""
    count, wanted = prod(result.get_shape()), 2 * prod(operand.get_shape())
    if count != wanted:
        raise Violation(
            f"result element count must equal the sum of the operand element counts, expected {wanted} but got {count}"
        )
    encodings = encoding_of(operand), encoding_of(result)
    if (encodings[0] is None) != (encodings[1] is None):
        raise Violation("requires that either (a) operands and result all have encodings, or (b) none do.")
    if encodings[0] is None or encodings[1] is None:
        return
    given = 2 * unique_registers(tuple(operand.get_shape()), encodings[0])
    required = unique_registers(tuple(result.get_shape()), encodings[1])
    if given != required:
        raise Violation(
            f"tt.cat result encoding requires {required} non-broadcast register values, but operands provide {given}",
            prefixed=False,
        )


_VERIFY_CAT: ByVersion[Callable[[TensorType[Attribute], TensorType[Attribute]], None]] = by_version(
    {V3_6: lambda operand, result: None, V3_8: _verify_concatenation}
)
_EQUAL_HALVES = by_version({V3_6: equal_layouts, V3_9: equal_up_to_copies})
"""Whether two encodings of a half of a tensor agree."""


@irdl_op_definition
class JoinOp(TritonOp):
    """Two tensors joined along a new last dimension of extent 2."""

    name = "tt.join"
    lhs: Operand = operand_def(Tensor)
    rhs: Operand = operand_def(Tensor)
    result: Result = result_def(Tensor)
    traits = traits_def(Pure(), SameTypeOperands(), SupportsGenericLayouts())
    SYNTAX: ClassVar = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify_op(self) -> None:
        from xtriton.layouts.inference import infer_split

        source, result = tensor(self.lhs.type), tensor(self.result.type)
        shape = (*source.get_shape(), 2)
        if tuple(result.get_shape()) != shape:
            raise Violation(f"result shape must be ({listed(shape)}), but got {listed(tuple(result.get_shape()))}")
        if result.element_type != source.element_type:
            raise Violation("result element type must match the input element type")
        encoding = encoding_of(result)
        if encoding is None:
            if encoding_of(source) is not None:
                raise Violation("result encoding must be specified")
            return
        inferred = infer(infer_split, encoding, shape)
        if not _EQUAL_HALVES.now()(tuple(source.get_shape()), inferred, encoding_of(source)):
            raise Violation("incompatible join layout")


@irdl_op_definition
class SplitOp(TritonOp):
    """The two halves of a tensor along its last dimension, which has extent 2."""

    name = "tt.split"
    src: Operand = operand_def(Tensor)
    outLHS: Result = result_def(Tensor, default=INFERRED)
    outRHS: Result = result_def(Tensor, default=INFERRED)
    traits = traits_def(
        Pure(),
        InferTypeOp(),
        TypesMatchWith("outLHS and outRHS types match", "outLHS", "outRHS"),
        SupportsGenericLayouts(),
    )
    SYNTAX: ClassVar = "$src attr-dict `:` type($src) `->` type($outLHS)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The shape with its last dimension dropped."""
        from xtriton.layouts.inference import infer_split

        source = tensor(operands[0])
        shape = tuple(source.get_shape())
        if not shape or shape[-1] != 2:
            raise Violation("last dimension of input tensor must be 2", prefixed=False)
        half = TensorType(source.element_type, shape[:-1], infer(infer_split, encoding_of(source), shape))
        return half, half

    @staticmethod
    def are_compatible_result_types(inferred: Sequence[Attribute], actual: Sequence[Attribute]) -> bool:
        """Equivalent encodings are compatible."""
        return compatible_tensors(inferred, actual, _EQUAL_HALVES.now())


@irdl_op_definition
class TransOp(TritonOp):
    """The dimensions permuted: dimension ``i`` of the result is dimension ``order[i]`` of the source."""

    name = "tt.trans"
    src: Operand = operand_def(Tensor)
    order: Property[Sequence[int]] = prop_def(DenseI32Array)
    result: Result = result_def(Tensor, default=INFERRED)
    traits = traits_def(
        Pure(),
        TransposeLike(),
        InferTypeOp(),
        SameOperandsAndResultElementType(),
        SupportsGenericLayouts(),
    )
    SYNTAX: ClassVar = CAST_SYNTAX

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The shape permuted, and the encoding with it."""
        from xtriton.layouts.inference import infer_trans

        source = tensor(operands[0])
        shape = tuple(source.get_shape())
        order = int_list(properties["order"])
        if sorted(order) != list(range(len(shape))):
            raise Violation("order must be a permutation of [0, ..., rank - 1]", prefixed=False)
        encoding = infer(infer_trans, encoding_of(source), shape, order)
        return (TensorType(source.element_type, [shape[dim] for dim in order], encoding),)

    def verify_op(self) -> None:
        shape = tensor(self.src.type).get_shape()
        order = int_list(self.properties["order"])
        if tuple(tensor(self.result.type).get_shape()) != tuple(shape[dim] for dim in order):
            raise Violation("result shape must match the permutation of the source shape", prefixed=False)

    @staticmethod
    def are_compatible_result_types(inferred: Sequence[Attribute], actual: Sequence[Attribute]) -> bool:
        """Equivalent encodings are compatible."""
        return compatible_tensors(inferred, actual)
