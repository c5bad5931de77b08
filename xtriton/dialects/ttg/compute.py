"""Operations of ``ttg`` on values: layout conversions, unpacking of fp4, and operations left by the pipeliner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import BFloat16Type, Float16Type, TensorType
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import IsTerminator, Pure, ReturnLike

from xtriton.dialects.tt.shape import int_value
from xtriton.dialects.tt.types import FloatTensor, Tensor
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.op import LayoutOp, reject, verify_region_blocks
from xtriton.dialects.ttg.types import shape_and_encoding
from xtriton.ir.constraints import I1, I8, AnyType, I32Attr, SignlessIntegerOrIndex, ranked_tensor_of
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    Property,
    Result,
    Results,
    operand_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.traits import AllTypesMatch, HasParentOp, SameOperandsAndResultElementType, SameOperandsAndResultShape
from xtriton.layouts.encoding import DistributedEncoding, LayoutError, to_linear_layout
from xtriton.layouts.inference import infer_fp4_to_fp


@irdl_op_definition
class ConvertLayoutOp(LayoutOp):
    """The same tensor in another layout."""

    name = "ttg.convert_layout"
    src: Operand = operand_def(Tensor)
    result: Result = result_def(Tensor)
    traits = traits_def(SameOperandsAndResultShape(), SameOperandsAndResultElementType(), Pure())
    SYNTAX: ClassVar = "$src attr-dict `:` type($src) `->` type($result)"


@irdl_op_definition
class Fp4ToFpOp(LayoutOp):
    """Unpack two fp4 (e2m1) values from each byte along ``axis``, the lower four bits first."""

    name = "ttg.fp4_to_fp"
    src: Operand = operand_def(ranked_tensor_of(I8))
    axis: Property[int] = prop_def(I32Attr)
    result: Result = result_def(FloatTensor)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$src attr-dict `:` type($src) `->` type($result)"

    def verify_op(self) -> None:
        source = cast("TensorType[Attribute]", self.src.type)
        result = cast("TensorType[Attribute]", self.result.type)
        if not isinstance(result.element_type, BFloat16Type | Float16Type):
            reject(f"only bf16 or f16 is supported for now, got '{result.element_type}'")
        verify_fp4_to_fp(source, result, int_value(self.axis) & 0xFFFFFFFF)


def verify_fp4_to_fp(source: TensorType[Attribute], result: TensorType[Attribute], axis: int) -> None:
    """Verify shapes and layouts of an unpacking of fp4 along ``axis``."""
    (shape, encoding), (new_shape, new_encoding) = shape_and_encoding(source), shape_and_encoding(result)
    rank = len(shape)
    if rank != len(new_shape):
        reject(f"source rank {rank} != result rank {len(new_shape)}")
    if axis >= rank:
        reject(f"axis {axis} out of range for rank {rank}")
    for dim, (old, new) in enumerate(zip(shape, new_shape, strict=True)):
        if dim == axis and new != old * 2:
            reject(f"axis {axis} dimension must be 2x source dimension (src={old}, dst={new})")
        if dim != axis and new != old:
            reject(f"dimension {dim} mismatch (src={old}, dst={new}, axis={axis})")
    if (encoding is None) != (new_encoding is None):
        reject("source and result must both have an encoding, or neither")
    old_layout, new_layout = layout_of(encoding), layout_of(new_encoding)
    if isinstance(old_layout, DistributedEncoding) and isinstance(new_layout, DistributedEncoding):
        _verify_fp4_layouts(old_layout, shape, new_layout, new_shape, axis)


def _verify_fp4_layouts(
    source: DistributedEncoding, shape: Sequence[int], result: DistributedEncoding, new_shape: Sequence[int], axis: int
) -> None:
    # From the result to the source, as that direction is always defined.
    try:
        wanted = infer_fp4_to_fp(result, tuple(new_shape), axis, forward=False)
    except LayoutError:
        reject("failed to infer encoding")
    try:
        expected, actual = (to_linear_layout(layout, tuple(shape)) for layout in (wanted, source))
    except ValueError as exc:
        reject(str(exc))
    if expected != actual:
        reject(f"Src and Dst encodings are not compatible:\n{expected}\n{actual}")


@irdl_op_definition
class PredicateStageOp(LayoutOp):
    """Whether stage ``stage`` of a pipeline of ``maxStage`` stages runs in iteration ``iv``."""

    name = "ttg.predicate_stage"
    iv: Operand = operand_def(SignlessIntegerOrIndex)
    ub: Operand = operand_def(SignlessIntegerOrIndex)
    step: Operand = operand_def(SignlessIntegerOrIndex)
    maxStage: Property[int] = prop_def(I32Attr)
    stage: Property[int] = prop_def(I32Attr)
    result: Result = result_def(I1, default=INFERRED)
    traits = traits_def(Pure(), AllTypesMatch(("iv", "ub", "step")))
    SYNTAX: ClassVar = (
        "$iv `,` $ub `,` $step `maxStage` $maxStage `stage` $stage attr-dict `:` type($iv) `->` type($result)"
    )


@irdl_op_definition
class MaskOp(LayoutOp):
    """Run the region only if ``pred`` is true."""

    name = "ttg.mask"
    pred: Operand = operand_def(I1)
    result: Results = var_result_def(AnyType, default=())
    region: OpRegion = region_def()

    def verify_in_context(self) -> None:
        verify_region_blocks(self, 0, "region", exact=True)


@irdl_op_definition
class MaskReturnOp(LayoutOp):
    """Terminates a :class:`MaskOp`, with its results."""

    name = "ttg.mask.return"
    result: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("ttg.mask"), Pure(), IsTerminator(), ReturnLike())
    SYNTAX: ClassVar = "$result attr-dict `:` type($result)"
