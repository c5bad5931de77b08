"""Dots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, Float8E4M3FNType, IntegerAttr, i32
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.encodings import layout_errors
from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.dialects.tt.op import SupportsGenericLayouts, TritonOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.tt.types import Float, FloatTensor, FpIntTensor
from xtriton.ir.constraints import I8, BoolAttribute, I32Attr, enum_attr, ranked_tensor_of
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
from xtriton.ir.narrowing import int_value, tensor
from xtriton.ir.traits import InferTypeOp, TypesMatchWith, encoding_of, shape_of_tensor
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, by_version

InputPrecisionAttr = enum_attr(InputPrecision)
ScaleElemTypeAttr = enum_attr(ScaleDotElemType)
FloatOrI8Tensor = ranked_tensor_of(Float, I8)
TRUE = BoolAttr.from_bool(True)
_SAME_AS_C = TypesMatchWith("result's type matches accumulator's type", "d", "c")


@irdl_op_definition
class DotOp(TritonOp):
    """``d = a * b + c``."""

    name = "tt.dot"
    a: Operand = operand_def(FpIntTensor)
    b: Operand = operand_def(FpIntTensor)
    c: Operand = operand_def(FpIntTensor)
    inputPrecision: Property[InputPrecision] = prop_def(InputPrecisionAttr, default=InputPrecision.IEEE.attr)
    maxNumImpreciseAcc: Property[int] = prop_def(I32Attr, default=IntegerAttr(0, i32))
    d: Result = result_def(FpIntTensor, default=INFERRED)
    traits = traits_def(Pure(), InferTypeOp(), DotLike(), _SAME_AS_C, SupportsGenericLayouts())
    SYNTAX: ClassVar = (
        "$a`,` $b`,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:` type($a) `*` type($b) `->` type($d)"
    )

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The type of the accumulator, whose encoding must be the parent of the operands'."""
        a, b, c = (encoding_of(type_) for type_ in operands[:3])
        if a is not None:
            from xtriton.dialects.ttg.attributes import layout_of
            from xtriton.layouts.inference import check_dot_operand

            layouts = layout_of(a), layout_of(b), layout_of(c)
            if layouts[0] is None or layouts[1] is None or layouts[2] is None:
                raise Violation("mismatching encoding between A and B operands", prefixed=False)
            with layout_errors():
                check_dot_operand(layouts[0], 0, layouts[2])
                check_dot_operand(layouts[1], 1, layouts[2])
        return (operands[2],)

    def verify_op(self) -> None:
        if bit_width(self.a.type) != bit_width(self.b.type):
            raise Violation("element types of operands A and B must have same bit width", prefixed=False)
        a, b, c = (encoding_of(value.type) for value in (self.a, self.b, self.c))
        if a is None and b is None:
            return
        if a is None or b is None:
            raise Violation("mismatching encoding between A and B operands", prefixed=False)
        if c is None:
            raise Violation("miss encoding of C operand", prefixed=False)
        from xtriton.dialects.ttg.attributes import layout_of
        from xtriton.layouts.inference import check_dot_operands

        with layout_errors():
            check_dot_operands(layout_of(a), layout_of(b), layout_of(c))

    def verify_in_context(self) -> None:
        encoding = encoding_of(self.d.type)
        if encoding is None or encoding_of(self.a.type) is None:
            return
        from xtriton.dialects.ttg.attributes import layout_of
        from xtriton.dialects.ttg.mma_support import dot_supports_mma
        from xtriton.layouts.encodings import NvidiaMma

        layout = layout_of(encoding)
        if isinstance(layout, NvidiaMma) and not dot_supports_mma(self, layout.version_major):
            raise Violation("unsupported MMA version", prefixed=False)


@irdl_op_definition
class DotScaledOp(TritonOp):
    """``d = (a * a_scale) * (b * b_scale) + c`` with operands in small formats, block-scaled along K."""

    name = "tt.dot_scaled"
    a: Operand = operand_def(FloatOrI8Tensor)
    b: Operand = operand_def(FloatOrI8Tensor)
    c: Operand = operand_def(FloatTensor)
    a_scale: OptionalOperand = opt_operand_def(FloatOrI8Tensor, default=None)
    b_scale: OptionalOperand = opt_operand_def(FloatOrI8Tensor, default=None)
    a_elem_type: Property[ScaleDotElemType] = prop_def(ScaleElemTypeAttr)
    b_elem_type: Property[ScaleDotElemType] = prop_def(ScaleElemTypeAttr)
    fastMath: Property[bool] = prop_def(BoolAttribute)
    lhs_k_pack: Property[bool] = prop_def(BoolAttribute, default=TRUE)
    rhs_k_pack: Property[bool] = prop_def(BoolAttribute, default=TRUE)
    d: Result = result_def(FloatTensor, default=INFERRED)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure(), DotLike(packed=True), _SAME_AS_C, SupportsGenericLayouts())
    SYNTAX: ClassVar = (
        "$a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type "
        "attr-dict `:` type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)"
    )

    def packing(self, side: str, *, along_k: bool) -> int:
        """How many elements a stored element of a side packs along K (along the other dimension if not ``along_k``)."""
        is_fp4 = int_value(self.properties[f"{side[0]}_elem_type"]) == ScaleDotElemType.E2M1.value
        k_pack = bool(int_value(self.lhs_k_pack if side == "a" else self.rhs_k_pack))
        return 2 if is_fp4 and k_pack is along_k else 1

    def scale_factor(self) -> int:
        """How many elements along K share a scale: deduced from the shapes. Raises :class:`Violation`."""
        factors = [
            _deduced_factor(extent * self.packing(side, along_k=True), scale)
            for side, extent, scale in (
                ("a", shape_of_tensor(self.a)[-1], self.a_scale),
                ("b", shape_of_tensor(self.b)[-2], self.b_scale),
            )
        ]
        known = [factor for factor in factors if factor is not None]
        if len(known) == 2 and known[0] != known[1]:
            raise Violation(
                f"Operands must have the same scale factor; (lhs: {known[0]} vs rhs: {known[1]})", prefixed=False
            )
        return known[0] if known else _SCALE_FACTOR

    def verify_op(self) -> None:
        rank = len(shape_of_tensor(self.a))
        _REQUIRE_MATRICES.now()(rank)
        scale_factor_of = _SCALE_FACTORS.now()(self)
        k = shape_of_tensor(self.a)[-1] * self.packing("a", along_k=True)
        rows, columns = shape_of_tensor(self.c)[-2:]
        for scale, extent, dim in ((self.a_scale, rows, "M"), (self.b_scale, columns, "N")):
            if scale is None:
                continue
            shape = shape_of_tensor(scale)
            if shape[rank - 2] != extent:
                raise Violation(f"scales {dim} dimension must match the operand {dim} dimension", prefixed=False)
            if shape[rank - 1] != k // scale_factor_of(scale):
                raise Violation(
                    "scales K dimension must match the operand K divided by the scale factor", prefixed=False
                )


_SCALE_FACTOR = 32


def _deduced_factor(extent: int, scale: SSAValue | None) -> int | None:
    if scale is None or prod(shape_of_tensor(scale)) == 1:
        return None
    factor = extent // shape_of_tensor(scale)[-1]
    if factor not in (16, 32):
        raise Violation(f"scale factor must be 16 or 32. Got {factor}", prefixed=False)
    return factor


def _factors_by_type(op: DotScaledOp) -> Callable[[SSAValue], int]:
    """The scale factor by the type of the scale."""
    return lambda scale: 16 if isinstance(tensor(scale.type).element_type, Float8E4M3FNType) else _SCALE_FACTOR


def _factors_by_shape(op: DotScaledOp) -> Callable[[SSAValue], int]:
    """One scale factor for both operands, by the shapes."""
    factor = op.scale_factor()
    return lambda scale: factor


_SCALE_FACTORS = by_version({V3_6: _factors_by_type, V3_8: _factors_by_shape})


def _require_two_dims(rank: int) -> None:
    if rank < 2:
        raise Violation("operands must be at least 2D", prefixed=False)


_REQUIRE_MATRICES: ByVersion[Callable[[int], None]] = by_version({V3_6: lambda rank: None, V3_7: _require_two_dims})
