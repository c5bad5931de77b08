"""Rounding f32 to TF32 with integer operations, to nearest even; infinities and NaN stay as they are."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import SSAValue

from xtriton.dialects.tt.elementwise import BitcastOp
from xtriton.dialects.upstream.arith import AddIOp, AndIOp, CmpIOp, CmpIPredicate, SelectOp, ShRUIOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

_EXPONENT = 0x7F800000
_DROPPED_BITS = 13
"""How many bits of the fraction TF32 lacks."""
_ALMOST_HALF = (1 << (_DROPPED_BITS - 1)) - 1
_KEPT = -(1 << _DROPPED_BITS)


def rounded_to_tf32(value: SSAValue, rewriter: Rewriter) -> SSAValue:
    """A tensor of f32 whose elements are rounded to TF32."""
    type_ = value.type
    assert is_tensor_type(type_)
    integers = TensorType(i32, type_.get_shape(), type_.encoding)

    def number(integer: int) -> SSAValue:
        return insert_constant(rewriter, integer, integers)

    bits = rewriter.insert(BitcastOp(value, result=integers)).result
    exponents = number(_EXPONENT)
    exponent = rewriter.insert(AndIOp(bits, exponents)).result
    is_special = rewriter.insert(CmpIOp(CmpIPredicate.EQ, exponent, exponents)).result
    shifted = rewriter.insert(ShRUIOp(bits, number(_DROPPED_BITS))).result
    last_bit = rewriter.insert(AndIOp(shifted, number(1))).result
    bias = rewriter.insert(AddIOp(last_bit, number(_ALMOST_HALF))).result
    biased = rewriter.insert(AddIOp(bits, bias)).result
    rounded = rewriter.insert(AndIOp(biased, number(_KEPT))).result
    chosen = rewriter.insert(SelectOp(is_special, bits, rounded)).result
    return rewriter.insert(BitcastOp(chosen, result=type_)).result
