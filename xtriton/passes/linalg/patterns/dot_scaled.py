"""Scaled dots: operands of small floats, blocks of which share a scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from xdsl.dialects.builtin import Float8E4M3FNType, Float8E5M2Type, Float32Type, i32
from xdsl.ir import SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.enums import ScaleDotElemType
from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AndIOp,
    BitcastOp,
    CmpIOp,
    CmpIPredicate,
    DivUIOp,
    ExtFOp,
    ExtUIOp,
    IndexCastOp,
    MulFOp,
    NegFOp,
    OrIOp,
    RemUIOp,
    SelectOp,
    ShLIOp,
    ShRUIOp,
    SIToFPOp,
    SubIOp,
    TruncFOp,
)
from xtriton.folds.elements import Number, width_of
from xtriton.ir.narrowing import int_value, is_float_type
from xtriton.passes.linalg.patterns.builders import Body, empty, over_elements, shape_of_value, tensor_type
from xtriton.passes.linalg.patterns.diagnostics import unsupported
from xtriton.passes.linalg.patterns.dot import is_zero_tensor, matrix_product
from xtriton.passes.linalg.patterns.elementwise import with_element
from xtriton.rewriting.mixed import INDEX
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter

_F32 = Float32Type()
_STORED_IN_BYTES = {ScaleDotElemType.E4M3.value: Float8E4M3FNType(), ScaleDotElemType.E5M2.value: Float8E5M2Type()}
_E2M1 = ScaleDotElemType.E2M1.value
_BIAS, _MANTISSA = 127, 23
"""The exponent bias and the mantissa width of ``f32``."""


@pattern(tt.DotScaledOp)
def dot_scaled(op: tt.DotScaledOp, rewriter: Rewriter) -> bool:
    """``dot_scaled(a, b, c) = c + matmul(a * a_scale, b * b_scale)``, computed in ``f32``."""
    left = _numbers(op, "a", rewriter)
    right = _numbers(op, "b", rewriter)
    matmul = matrix_product(left, right, with_element(op.d.type, _F32), rewriter)
    if matmul.type != op.d.type:
        conversion = TruncFOp if width_of(op.d.type) < _F32.bitwidth else ExtFOp
        matmul = rewriter.insert(conversion(matmul, op.d.type)).results[0]
    if not is_zero_tensor(op.c):
        matmul = rewriter.insert(AddFOp(op.c, matmul)).result
    rewriter.replace(op, [matmul])
    return True


def _numbers(op: tt.DotScaledOp, side: str, rewriter: Rewriter) -> SSAValue:
    """An operand multiplied by its scales, in ``f32``."""
    is_a = side == "a"
    source, scales = (op.a, op.a_scale) if is_a else (op.b, op.b_scale)
    kind = int_value(op.properties[f"{side}_elem_type"])
    element = tensor_type(source).element_type
    if kind != _E2M1 and kind not in _STORED_IN_BYTES and not is_float_type(element):
        name = next(type_.keyword for type_ in ScaleDotElemType if type_.value == kind)
        raise unsupported(op, f"elements of type {name} have no arithmetic here", "use e4m3, e5m2, e2m1, bf16 or fp16")
    if kind == _E2M1 and is_float_type(element):
        raise unsupported(op, f"two elements of type e2m1 are in a byte, not in '{element}'", "use i8")
    for value in (source, scales):
        if value is not None and width_of(value.type) > _F32.bitwidth:
            raise unsupported(op, f"it computes in f32, which cannot hold '{value.type}'", "convert it")
    shape = list(shape_of_value(source))
    rank = len(shape)
    k = rank - 1 if is_a else rank - 2
    along_k = bool(int_value(op.lhs_k_pack if is_a else op.rhs_k_pack))
    packed = None
    if kind == _E2M1:
        packed = k if along_k else 2 * rank - 3 - k
        shape[packed] *= 2

    def fill(body: Body) -> Sequence[SSAValue]:
        place = [body.index(dim) for dim in range(rank)]
        number = _element(body, source, kind, place, packed)
        if scales is not None:
            scaled = _scale_place(body, place, k, shape[k] // shape_of_value(scales)[-1])
            number = body.insert_value(MulFOp(number, _factor(body, scales, scaled)))
        return [number]

    return over_elements([], [empty(shape, _F32, rewriter)], rank, fill, rewriter).results[0]


def _scale_place(body: Body, place: Sequence[SSAValue], k: int, block: int) -> list[SSAValue]:
    """The indices of an element's scale: the row of ``a`` or column of ``b``, and the block along ``k``."""
    rank = len(place)
    row = place[2 * rank - 3 - k]
    return [*place[: rank - 2], row, body.insert_value(DivUIOp(place[k], body.constant(INDEX, block)))]


def _element(body: Body, source: SSAValue, kind: int, place: Sequence[SSAValue], packed: int | None) -> SSAValue:
    """An element in ``f32``."""
    if packed is not None:
        return _half_byte(body, source, place, packed)
    stored = body.insert_value(tensor.ExtractOp(source, place))
    if not is_float_type(stored.type):
        stored = body.insert_value(BitcastOp(stored, _STORED_IN_BYTES[kind]))
    return _widened(body, stored)


def _widened(body: Body, value: SSAValue) -> SSAValue:
    return value if value.type == _F32 else body.insert_value(ExtFOp(value, _F32))


def _half_byte(body: Body, source: SSAValue, place: Sequence[SSAValue], packed: int) -> SSAValue:
    """The e2m1 number in half of a byte; the lower half comes first.

    It has a sign, two bits ``e`` and a bit ``m``; twice its magnitude is ``m`` for ``e = 0``,
    else ``(2 + m) << (e - 1)``.
    """
    two = body.constant(INDEX, 2)
    at = [body.insert_value(DivUIOp(index, two)) if dim == packed else index for dim, index in enumerate(place)]
    byte = body.insert_value(ExtUIOp(body.insert_value(tensor.ExtractOp(source, at)), i32))
    half = body.insert_value(IndexCastOp(body.insert_value(RemUIOp(place[packed], two)), i32))
    code = body.insert_value(ShRUIOp(byte, body.insert_value(ShLIOp(half, _number(body, 2)))))
    mantissa = body.insert_value(AndIOp(code, _number(body, 1)))
    exponent = body.insert_value(AndIOp(body.insert_value(ShRUIOp(code, _number(body, 1))), _number(body, 3)))
    subnormal = body.insert_value(CmpIOp(CmpIPredicate.EQ, exponent, _number(body, 0)))
    shift = body.insert_value(SelectOp(subnormal, exponent, body.insert_value(SubIOp(exponent, _number(body, 1)))))
    leading = body.insert_value(SelectOp(subnormal, mantissa, body.insert_value(OrIOp(mantissa, _number(body, 2)))))
    doubled = body.insert_value(SIToFPOp(body.insert_value(ShLIOp(leading, shift)), _F32))
    amount = body.insert_value(MulFOp(doubled, body.constant(_F32, 0.5)))
    sign = body.insert_value(AndIOp(code, _number(body, 8)))
    positive = body.insert_value(CmpIOp(CmpIPredicate.EQ, sign, _number(body, 0)))
    return body.insert_value(SelectOp(positive, amount, body.insert_value(NegFOp(amount))))


def _factor(body: Body, scales: SSAValue, place: Sequence[SSAValue]) -> SSAValue:
    """A scale in ``f32``: a byte is an exponent of two with bias 127; 255 is NaN."""
    stored = body.insert_value(tensor.ExtractOp(scales, place))
    if is_float_type(stored.type):
        return _widened(body, stored)
    raised = body.insert_value(ExtUIOp(stored, i32))
    power = body.insert_value(BitcastOp(body.insert_value(ShLIOp(raised, _number(body, _MANTISSA))), _F32))
    least = body.insert_value(CmpIOp(CmpIPredicate.EQ, raised, _number(body, 0)))
    power = body.insert_value(SelectOp(least, body.constant(_F32, 2.0**-_BIAS), power))
    none = body.insert_value(CmpIOp(CmpIPredicate.EQ, raised, _number(body, 255)))
    return body.insert_value(SelectOp(none, body.constant(_F32, nan), power))


def _number(body: Body, number: Number) -> SSAValue:
    return body.constant(i32, number)


PATTERNS = [dot_scaled]
