"""Elementwise operations."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from xdsl.dialects.builtin import BFloat16Type, Float8E5M2Type, Float16Type, Float32Type, IntegerType, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.enums import PropagateNan, RoundingMode
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream import math
from xtriton.dialects.upstream.arith import (
    BitcastOp,
    CmpFOp,
    CmpIOp,
    ConstantOp,
    DivFOp,
    ExtFOp,
    ExtUIOp,
    MaximumFOp,
    MaxNumFOp,
    MaxSIOp,
    MaxUIOp,
    MinimumFOp,
    MinNumFOp,
    MinSIOp,
    MinUIOp,
    MulUIExtendedOp,
    SelectOp,
    SubIOp,
    TruncFOp,
)
from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, CmpIPredicate
from xtriton.folds.folding import dialect_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_float_type, is_tensor_type
from xtriton.ir.numbers import float_from_bits
from xtriton.ir.traits import Elementwise, element_type, has_trait, shape_of
from xtriton.passes.linalg.patterns.builders import Body, empty, over_elements
from xtriton.passes.linalg.patterns.diagnostics import unsupported
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.pattern import Pattern, pattern, trait_pattern
from xtriton.rewriting.rewriter import Rewriter


def with_element(type_: Attribute, element: Attribute) -> Attribute:
    """``element``, or a tensor of it with the shape of ``type_`` if that is a tensor."""
    shape = shape_of(type_)
    return element if shape is None else TensorType(element, shape)


def is_on_tensors(op: Operation) -> bool:
    """Whether an ``arith`` or ``math`` operation is on tensors, or is a splat constant."""
    if isinstance(op, ConstantOp):
        value = op.value
        return isinstance(value, DenseElementsAttr) and is_tensor_type(value.type) and value.is_splat
    return has_trait(op, Elementwise) and any(is_tensor_type(operand.type) for operand in op.operands)


@trait_pattern(Elementwise)
def on_tensors(op: Operation, rewriter: Rewriter) -> bool:
    """``f(x, y)`` of tensors is ``generic { f(x_i, y_i) }``, with the first operand of the result's type as output.

    For ``arith`` and ``math`` operations. Scalar operands are captured by the region.
    """
    if dialect_of(op) not in ("arith", "math") or not any(is_tensor_type(operand.type) for operand in op.operands):
        return False
    return wrap(op, rewriter, _outputs(op, rewriter))


def _outputs(op: Operation, rewriter: Rewriter) -> list[SSAValue]:
    """An output tensor for each result: an operand of its type, or a new one."""
    outputs: list[SSAValue] = []
    for result in op.results:
        same = next((operand for operand in op.operands if operand.type == result.type), None)
        outputs.append(same or empty(shape_of(result.type) or (), element_type(result.type), rewriter))
    return outputs


def wrap(op: Operation, rewriter: Rewriter, outputs: Sequence[SSAValue]) -> bool:
    """Replace an operation on tensors by a ``linalg.generic`` with the same operation on elements."""
    inputs = [operand for operand in op.operands if is_tensor_type(operand.type)]

    def fill(body: Body) -> Sequence[SSAValue]:
        elements = iter(body.args)
        operands = [next(elements) if is_tensor_type(operand.type) else operand for operand in op.operands]
        return body.insert(clone_with(op, operands, [element_type(result.type) for result in op.results])).results

    rank = len(shape_of(inputs[0].type) or ())
    rewriter.replace(op, over_elements(inputs, outputs, rank, fill, rewriter).results)
    return True


@pattern(tt.BitcastOp)
def bitcast(op: tt.BitcastOp, rewriter: Rewriter) -> bool:
    """``tt.bitcast`` between numbers is ``arith.bitcast``."""
    if isinstance(element_type(op.result.type), PointerType):
        return False
    rewriter.replace_by(op, BitcastOp(op.src, op.result.type))
    return True


@pattern(tt.MulhiUIOp)
def mulhiui(op: tt.MulhiUIOp, rewriter: Rewriter) -> bool:
    """``mulhiui(x, y)`` is the high half of the double-width product."""
    rewriter.replace(op, [rewriter.insert(MulUIExtendedOp(*op.operands)).high])
    return True


@pattern(tt.PreciseSqrtOp)
def precise_sqrt(op: tt.PreciseSqrtOp, rewriter: Rewriter) -> bool:
    """``math.sqrt`` is correctly rounded."""
    rewriter.replace_by(op, math.SqrtOp(op.x))
    return True


@pattern(tt.PreciseDivFOp)
def precise_divf(op: tt.PreciseDivFOp, rewriter: Rewriter) -> bool:
    """``arith.divf`` is correctly rounded."""
    rewriter.replace_by(op, DivFOp(op.x, op.y))
    return True


@pattern(tt.ApproxDivFOp)
def approx_divf(op: tt.ApproxDivFOp, rewriter: Rewriter) -> bool:
    """``arith.divf`` is more accurate than required."""
    rewriter.replace_by(op, DivFOp(op.x, op.y))
    return True


@pattern(tt.FpToFpOp)
def fp_to_fp(op: tt.FpToFpOp, rewriter: Rewriter) -> bool:
    """``arith.truncf`` to fewer bits, ``arith.extf`` to more bits; through ``f32`` between formats of one width."""
    return _convert_float(op, op.src, rewriter)


@pattern(tt.FpToFpOp)
def saturating_fp_to_fp(op: tt.FpToFpOp, rewriter: Rewriter) -> bool:
    """As :func:`fp_to_fp`, but a value that overflows an 8-bit format becomes its maximum, as on GPUs."""
    source, target = element_type(op.src.type), element_type(op.result.type)
    if bit_width(target) > _BYTE or source == target or op.rounding == RoundingMode.RTZ.attr:
        return _convert_float(op, op.src, rewriter)
    value: SSAValue = op.src
    if bit_width(source) == _BYTE:
        source = Float32Type()
        value = rewriter.insert(ExtFOp(value, with_element(value.type, source))).results[0]
    limit = greatest_number(target)
    for bound, extreme in ((-limit, MaximumFOp), (limit, MinimumFOp)):
        constant_ = insert_constant(rewriter, bound, value.type)
        value = rewriter.insert(extreme(value, constant_)).result
    return _convert_float(op, value, rewriter)


_BYTE = 8


def greatest_number(format_: Attribute) -> float:
    """The maximum finite value of an 8-bit floating-point format."""
    assert is_float_type(format_)
    numbers = (float_from_bits(bits, format_) for bits in range(127, -1, -1))
    return next(number for number in numbers if isfinite(number))


def _convert_float(op: tt.FpToFpOp, value: SSAValue, rewriter: Rewriter) -> bool:
    if op.rounding == RoundingMode.RTZ.attr:
        return _round_towards_zero(op, rewriter)
    type_ = op.result.type
    source, target = bit_width(value.type), bit_width(type_)
    if source > target:
        rewriter.replace_by(op, TruncFOp(value, type_))
    elif source < target:
        rewriter.replace_by(op, ExtFOp(value, type_))
    elif value.type == type_:
        rewriter.replace(op, [value])
    else:
        wide = rewriter.insert(ExtFOp(value, with_element(value.type, Float32Type())))
        rewriter.replace_by(op, TruncFOp(wide.results[0], type_))
    return True


def _round_towards_zero(op: tt.FpToFpOp, rewriter: Rewriter) -> bool:
    """Where rounding to nearest has increased the magnitude, use the next smaller number.

    Only conversions that Triton compiles for GPUs are supported. Each of their formats has an infinity, which follows
    the maximum.
    """
    type_ = op.result.type
    formats = (Float16Type(), BFloat16Type(), Float8E5M2Type())
    if element_type(type_) not in formats or element_type(op.src.type) != Float32Type():
        reason = "only f32 is rounded towards zero, to f16, bf16 or f8E5M2"
        raise unsupported(op, reason, "use fp_downcast_rounding='rtne'")
    integer = with_element(type_, IntegerType(bit_width(type_)))
    near = rewriter.insert(TruncFOp(op.src, type_)).results[0]
    back = rewriter.insert(ExtFOp(near, op.src.type)).results[0]
    after, before = (rewriter.insert(math.AbsFOp(value)).result for value in (back, op.src))
    greater = rewriter.insert(CmpFOp(CmpFPredicate.OGT, after, before)).result
    step = rewriter.insert(ExtUIOp(greater, integer)).results[0]
    bits = rewriter.insert(BitcastOp(near, integer)).results[0]
    smaller = rewriter.insert(SubIOp(bits, step)).result
    rewriter.replace_by(op, BitcastOp(smaller, type_))
    return True


@pattern(tt.ClampFOp)
def clampf(op: tt.ClampFOp, rewriter: Rewriter) -> bool:
    """``clampf(x, low, high) = min(max(x, low), high)``."""
    all_nans = op.propagateNan == PropagateNan.ALL.attr
    upper, lower = (MaximumFOp, MinimumFOp) if all_nans else (MaxNumFOp, MinNumFOp)
    raised = rewriter.insert(upper(op.x, op.min))
    rewriter.replace_by(op, lower(raised.result, op.max))
    return True


_FLOAT_EXTREMES = {
    CmpFPredicate.OGT: MaximumFOp,
    CmpFPredicate.OGE: MaximumFOp,
    CmpFPredicate.OLT: MinimumFOp,
    CmpFPredicate.OLE: MinimumFOp,
}
_INTEGER_EXTREMES = {
    CmpIPredicate.SGT: MaxSIOp,
    CmpIPredicate.UGT: MaxUIOp,
    CmpIPredicate.SLT: MinSIOp,
    CmpIPredicate.ULT: MinUIOp,
}


@pattern(CmpFOp, CmpIOp, benefit=10)
def select_of_comparison(op: CmpFOp | CmpIOp, rewriter: Rewriter) -> bool:
    """``select(x > y, x, y) = max(x, y)``, and ``min`` for ``<``."""
    select = op.result.get_user_of_unique_use()
    if not isinstance(select, SelectOp) or tuple(select.operands) != (op.result, op.lhs, op.rhs):
        return False
    table = _FLOAT_EXTREMES if isinstance(op, CmpFOp) else _INTEGER_EXTREMES
    extreme = next((op_class for predicate, op_class in table.items() if predicate.attr == op.predicate), None)
    if extreme is None:
        return False
    with rewriter.elsewhere():
        rewriter.start_at(select)
        rewriter.replace_by(select, extreme(op.lhs, op.rhs))
    rewriter.erase(op)
    return True


@pattern(tt.ElementwiseInlineAsmOp)
def inline_asm(op: tt.ElementwiseInlineAsmOp, rewriter: Rewriter) -> bool:
    """GPU inline assembly is unsupported here."""
    raise unsupported(op, "it is machine code of a GPU", "write the function with operations of tl")


def triton_patterns(*, exact: bool) -> list[Pattern]:
    """Elementwise ``tt`` operations as ``arith`` and ``math`` operations, which may still be on tensors."""
    convert = saturating_fp_to_fp if exact else fp_to_fp
    return [inline_asm, bitcast, mulhiui, precise_sqrt, precise_divf, approx_divf, convert, clampf]
