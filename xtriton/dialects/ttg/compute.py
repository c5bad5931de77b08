"""Operations of ``ttg`` on values: layout conversions, unpacking of fp4, and operations left by the pipeliner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import BFloat16Type, Float16Type, TensorType
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import IsTerminator, Pure, ReturnLike

from xtriton.dialects.tt.effects import Effect, OwnEffects
from xtriton.dialects.tt.elementwise import effects_unless_pure
from xtriton.dialects.tt.op import SupportsGenericLayouts
from xtriton.dialects.tt.traits import SpeculatableIfPure
from xtriton.dialects.tt.types import AnyTritonType, FloatTensor, Tensor
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.op import LayoutOp, reject, verify_region_blocks
from xtriton.dialects.ttg.types import MemDesc, MemDescType, shape_and_encoding
from xtriton.ir.constraints import (
    I1,
    I8,
    AnyType,
    BoolAttribute,
    I32Attr,
    SignlessIntegerOrIndex,
    StrAttr,
    UnitAttribute,
    any_type_of,
    ranked_tensor_of,
)
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Result,
    Results,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import (
    AllTypesMatch,
    HasParentOp,
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    encoding_of,
)
from xtriton.layouts.encoding import DistributedEncoding, LayoutError, to_linear_layout
from xtriton.layouts.inference import infer_fp4_to_fp
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import BLOCK, WARP
from xtriton.versions import V3_9, VersionRange, since


@irdl_op_definition
class ConvertLayoutOp(LayoutOp):
    """The same tensor in another layout."""

    name = "ttg.convert_layout"
    src: Operand = operand_def(Tensor)
    force_warp_shuffle: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_9))
    result: Result = result_def(Tensor)
    traits = traits_def(
        SameOperandsAndResultShape(), SameOperandsAndResultElementType(), Pure(), SupportsGenericLayouts()
    )
    SYNTAX: ClassVar = "$src attr-dict `:` type($src) `->` type($result)"

    def verify_op(self) -> None:
        if self.force_warp_shuffle is not None and not _stays_in_warp(self.src.type, self.result.type):
            raise Violation("force_warp_shuffle requires a conversion within one warp")


def _stays_in_warp(source: Attribute, target: Attribute) -> bool:
    """Whether a conversion moves elements between the threads of a warp only."""
    layouts: list[LinearLayout] = []
    for type_ in (source, target):
        shape, encoding = shape_and_encoding(type_)
        layout = layout_of(encoding)
        if layout is None:
            return False
        layouts.append(to_linear_layout(layout, shape))
    outer = [layout.sublayout((WARP, BLOCK), layout.out_dim_names) for layout in layouts]
    return outer[0] == outer[1]


@irdl_op_definition
class Fp4ToFpOp(LayoutOp):
    """Unpack two fp4 (e2m1) values from each byte along ``axis``, the lower four bits first."""

    name = "ttg.fp4_to_fp"
    src: Operand = operand_def(ranked_tensor_of(I8))
    axis: Property[int] = prop_def(I32Attr)
    result: Result = result_def(FloatTensor)
    traits = traits_def(Pure(), SupportsGenericLayouts())
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
class InlineAsmOp(LayoutOp):
    """Inline assembly on all registers of a thread; memory descriptors are passed as addresses."""

    name = "ttg.inline_asm"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    asm_string: Property[str] = prop_def(StrAttr)
    constraints: Property[str] = prop_def(StrAttr)
    pure: Property[bool] = prop_def(BoolAttribute)
    args: Operands = var_operand_def(any_type_of(AnyTritonType, MemDesc), default=())
    result: Results = var_result_def(AnyTritonType, default=())
    traits = traits_def(OwnEffects(), SpeculatableIfPure())
    SYNTAX: ClassVar = "$asm_string attr-dict ($args^)? `:` functional-type($args, $result)"

    def effects(self) -> tuple[Effect, ...]:
        """None if pure, otherwise unknown effects."""
        return effects_unless_pure(self.properties["pure"])

    def verify_op(self) -> None:
        types = [value.type for value in (*self.args, *self.result)]
        tensors = [type_ for type_ in types if is_tensor_type(type_)]
        if any(not isinstance(layout_of(encoding_of(type_)), DistributedEncoding) for type_ in tensors):
            raise Violation("requires explicit distributed tensor layouts")
        if int_value(self.pure) and any(isinstance(type_, MemDescType) for type_ in types):
            raise Violation("requires pure=false for memory descriptor operands")


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
