"""Decomposes ``tt.dot_scaled`` to ``tt.dot`` of scaled operands in fp16 or bf16."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import IntegerType, TensorType, bf16, f16, f32
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import BitcastOp, FpToFpOp, bit_width
from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, ReshapeOp, SplatOp, TransOp
from xtriton.dialects.tt.types import clone_tensor
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.compute import Fp4ToFpOp
from xtriton.dialects.ttg.verify import module_of, num_ctas, num_warps_of, threads_per_warp
from xtriton.dialects.upstream.arith import (
    CmpFOp,
    CmpFPredicate,
    CmpIOp,
    CmpIPredicate,
    ExtUIOp,
    MaxUIOp,
    MulFOp,
    SelectOp,
    ShLIOp,
    TruncFOp,
)
from xtriton.dialects.upstream.math import FmaOp
from xtriton.ir.narrowing import int_value, is_float_type, tensor
from xtriton.ir.traits import encoding_of, shape_of_tensor
from xtriton.layouts.encodings import NvidiaMma, Slice, default_blocked
from xtriton.layouts.inference import infer_fp4_to_fp, infer_reshape
from xtriton.layouts.mma_operands import dot_operand_for
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.conversions import convert_to_type, insert_conversion
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import encoding_of_tensor, layout_of_tensor, with_shape
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, active_version, by_version, since

_GROUP: ByVersion[Callable[[DotScaledOp], int]] = by_version({V3_6: lambda _: 32, V3_8: DotScaledOp.scale_factor})
"""How many elements along k share a scale."""
_UNPACKS_ANY_DIM = since(V3_8)
_NAN_SCALE = 0xFF


@pattern(DotScaledOp)
def decompose_scaled(op: DotScaledOp, rewriter: Rewriter) -> bool:
    """``dot_scaled(a, s, b, t) = dot(a * s, b * t)``, with the scales repeated along k."""
    if isinstance(layout_of(encoding_of(op.d.type)), NvidiaMma):
        return False
    packed_along_k = int_value(op.lhs_k_pack) and int_value(op.rhs_k_pack)
    if not packed_along_k and active_version() not in _UNPACKS_ANY_DIM:
        return False
    scaled = _SCALING.now()(op, rewriter)
    a, b = scaled.operand(0), scaled.operand(1)
    dot = rewriter.insert(DotOp(a, b, op.c, inputPrecision=InputPrecision.IEEE, maxNumImpreciseAcc=0))
    rewriter.replace(op, [convert_to_type(dot.d, op.d.type, rewriter)])
    return True


class _ScalingByExpansion:
    """Builds the operands of the dot that replaces ``op``: scales are repeated, then converted (before 3.9)."""

    def __init__(self, op: DotScaledOp, rewriter: Rewriter) -> None:
        self._op = op
        self._rewriter = rewriter
        kinds = ScaleDotElemType.of(op.a_elem_type), ScaleDotElemType.of(op.b_elem_type)
        self._element: Attribute = f16 if ScaleDotElemType.FP16 in kinds else bf16

    def operand(self, index: int) -> SSAValue:
        """Operand ``index``, scaled, as an operand of ``tt.dot``."""
        scaled = self._scaled(index)
        encoding = dot_operand_for(index, layout_of_tensor(self._op.d), bit_width(scaled.type))
        return insert_conversion(scaled, encoding_attr(encoding), self._rewriter, location_of(scaled))

    def _scaled(self, index: int) -> SSAValue:
        op, rewriter = self._op, self._rewriter
        sides = (op.a, op.a_scale, op.a_elem_type), (op.b, op.b_scale, op.b_elem_type)
        value, scale, kind = sides[index]
        rank = len(shape_of_tensor(value))
        k_dim, other_dim = (rank - 1, rank - 2) if index == 0 else (rank - 2, rank - 1)
        packed_along_k = int_value(op.lhs_k_pack if index == 0 else op.rhs_k_pack)
        packed_dim = k_dim if packed_along_k else other_dim
        with rewriter.elsewhere():
            rewriter.location = location_of(value)
            wide = self._widened(value, packed_dim, is_fp4=int_value(kind) == ScaleDotElemType.E2M1.value)
            if scale is None:
                return wide
            scale_location = rewriter.location = location_of(scale)
            if index == 1:  # scales of b are transposed
                order = [*range(rank - 2), rank - 1, rank - 2]
                scale = _transposed(scale, order, rewriter)
            factors = self._factors(scale, k_dim, wide)
            rewriter.location = location_of(value)
            scaled = rewriter.insert(MulFOp(wide, factors)).result
            if int_value(op.fastMath) or not self._masks_nan:
                return scaled
            rewriter.location = scale_location
            return self._nan_where_scale_is(scaled, scale, k_dim)

    _masks_nan = True
    """Whether results are NaN by a mask where the scale is."""

    def _factors(self, scale: SSAValue, k_dim: int, wide: SSAValue) -> SSAValue:
        """The scales as floats in the shape and encoding of ``wide``."""
        return convert_to_type(self._repeated(self._as_float(scale), k_dim), wide.type, self._rewriter)

    def _widened(self, value: SSAValue, packed_dim: int, *, is_fp4: bool) -> SSAValue:
        """The elements converted to fp16 or bf16; fp4 is packed in pairs along a dimension."""
        old = tensor(value.type)
        if not is_fp4:
            new = FpToFpOp(value, result=clone_tensor(old, self._element))
            return self._rewriter.insert(new).result
        shape = list(shape_of_tensor(value))
        shape[packed_dim] *= 2
        layout = infer_fp4_to_fp(layout_of_tensor(value), tuple(shape), packed_dim)
        type_ = TensorType(self._element, shape, encoding_attr(layout))
        unpacked = Fp4ToFpOp(value, axis=packed_dim, result=type_)
        return self._rewriter.insert(unpacked).result

    def _as_float(self, scale: SSAValue) -> SSAValue:
        """Scales as floats: exponents are shifted to the exponent field.

        The exponent of fp16 is too narrow, so the shift is done in fp32.
        """
        rewriter, old = self._rewriter, tensor(scale.type)
        if is_float_type(old.element_type):
            return rewriter.insert(FpToFpOp(scale, result=clone_tensor(old, self._element))).result
        float_type, fraction_bits = (f32, 23) if self._element == f16 else (bf16, 7)
        integer = clone_tensor(old, IntegerType(float_type.bitwidth))
        wide = rewriter.insert(ExtUIOp(scale, integer)).out
        amount = insert_constant(rewriter, fraction_bits, integer.element_type)
        amounts = rewriter.insert(SplatOp(amount, result=integer)).result
        shifted = self._without_zero(rewriter.insert(ShLIOp(wide, amounts)).result, fraction_bits)
        cast_ = BitcastOp(shifted, result=clone_tensor(old, float_type))
        number = self._with_nan(rewriter.insert(cast_).result)
        if float_type == self._element:
            return number
        return rewriter.insert(TruncFOp(number, clone_tensor(old, self._element))).out

    def _without_zero(self, bits: SSAValue, fraction_bits: int) -> SSAValue:
        """The bits of scales, as they are."""
        return bits

    def _with_nan(self, scale: SSAValue) -> SSAValue:
        """Scales, as they are."""
        return scale

    def _repeated(self, scale: SSAValue, k_dim: int) -> SSAValue:
        """Each scale repeated for all elements of its group along k."""
        rewriter, op = self._rewriter, self._op
        shape = shape_of_tensor(scale)
        rank = len(shape)
        module = module_of(op)
        parent = default_blocked((*shape, 1), num_warps_of(op), threads_per_warp(module), num_ctas(module))
        sliced = insert_conversion(scale, encoding_attr(Slice(rank, parent)), rewriter)
        expand = ExpandDimsOp(sliced, axis=rank)
        expanded = rewriter.insert(expand).result
        group = _GROUP.now()(op)
        type_ = with_shape(expanded.type, (*shape, group))
        groups = rewriter.insert(BroadcastOp(expanded, result=type_)).result
        order = list(range(rank))
        order.insert(k_dim + 1, rank)
        groups = _transposed(groups, order, rewriter)
        flat = list(shape)
        flat[k_dim] *= group
        layout = infer_reshape(layout_of_tensor(groups), shape_of_tensor(groups), tuple(flat))
        flat_type = TensorType(tensor(groups.type).element_type, flat, encoding_attr(layout))
        return rewriter.insert(ReshapeOp(groups, result=flat_type)).result

    def _nan_where_scale_is(self, scaled: SSAValue, scale: SSAValue, k_dim: int) -> SSAValue:
        rewriter = self._rewriter
        is_nan = self._is_nan(scale)
        condition = insert_conversion(self._repeated(is_nan, k_dim), encoding_of_tensor(scaled), rewriter)
        nans = insert_constant(rewriter, float("nan"), scaled.type)
        return rewriter.insert(SelectOp(condition, nans, scaled)).result

    def _is_nan(self, scale: SSAValue) -> SSAValue:
        rewriter = self._rewriter
        if is_float_type(tensor(scale.type).element_type):
            number = self._as_float(scale)
            return rewriter.insert(CmpFOp(CmpFPredicate.UNO, number, number)).result
        nan_scales = insert_constant(rewriter, _NAN_SCALE, scale.type)
        return rewriter.insert(CmpIOp(CmpIPredicate.EQ, scale, nan_scales)).result


class _ScalingByBroadcast(_ScalingByExpansion):
    """Scales are converted to the layout from which a broadcast gives that of the operand (since 3.9).

    The exponent 0 is 2^-127, and the greatest one NaN: no mask is needed.
    """

    _masks_nan = False

    def _factors(self, scale: SSAValue, k_dim: int, wide: SSAValue) -> SSAValue:
        rewriter, number = self._rewriter, self._as_float(scale)
        shape, element = shape_of_tensor(number), tensor(number.type).element_type
        groups, expanded = list(shape), list(shape)
        groups.insert(k_dim + 1, _GROUP.now()(self._op))
        expanded.insert(k_dim + 1, 1)
        parent = infer_reshape(layout_of_tensor(wide), shape_of_tensor(wide), tuple(groups))
        layout = infer_reshape(parent, tuple(expanded), shape)
        converted = insert_conversion(number, encoding_attr(layout), rewriter)
        encoding = encoding_attr(parent)
        reshape = ReshapeOp(converted, efficient_layout=True, result=TensorType(element, expanded, encoding))
        column = rewriter.insert(reshape).result
        type_ = TensorType(element, groups, encoding)
        repeated = rewriter.insert(BroadcastOp(column, result=type_)).result
        flat_type = TensorType(element, tensor(wide.type).shape, encoding_of_tensor(wide))
        return rewriter.insert(ReshapeOp(repeated, result=flat_type)).result

    def _without_zero(self, bits: SSAValue, fraction_bits: int) -> SSAValue:
        """The bits of bf16 with those of 2^-127, which is subnormal, for the exponent 0; fp16 has no such scales."""
        if self._element != bf16:
            return bits
        least = insert_constant(self._rewriter, 1 << (fraction_bits - 1), bits.type)
        return self._rewriter.insert(MaxUIOp(bits, least)).result

    def _with_nan(self, scale: SSAValue) -> SSAValue:
        """``scale * 0 + scale``: NaN for infinity, which the greatest exponent would be."""
        if int_value(self._op.fastMath):
            return scale
        zero = insert_constant(self._rewriter, 0.0, scale.type)
        return self._rewriter.insert(FmaOp(scale, zero, scale)).results[0]


_SCALING = by_version({V3_6: _ScalingByExpansion, V3_9: _ScalingByBroadcast})


def _transposed(value: SSAValue, order: list[int], rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(TransOp(value, order=order)).result
