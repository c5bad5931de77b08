"""Type promotion: Triton's rules, following PyTorch's for scalars and C's for integers."""

from __future__ import annotations

from xtriton.frontend.builder.dtypes import DType, bfloat16, float16, float32, float64
from xtriton.frontend.builder.errors import BuildError


def promote_integers(a: DType, b: DType) -> DType:
    """The wider of two integer types; at equal width unsigned wins, as in C."""
    if a.signed == b.signed:
        return a if a.bits > b.bits else b
    unsigned, signed = (b, a) if a.signed else (a, b)
    return unsigned if unsigned.bits >= signed.bits else signed


def computation_type(a: DType, b: DType, *, a_is_number: bool, b_is_number: bool, division: bool) -> DType:
    """The type that operands of types ``a`` and ``b`` are converted to.

    A Python number of no higher kind (bool < integer < float) than the other operand takes the other's type. 16-bit
    floats are divided in fp32, since PTX does not divide them.
    """
    if a_is_number != b_is_number:
        number, other = (a, b) if a_is_number else (b, a)
        if number.kind <= other.kind:
            return float32 if division and other in (float16, bfloat16) else other
    pair = {a, b}
    for wide in (float64, float32):
        if wide in pair:
            return wide
    if float16 in pair:
        return float32 if division else float16
    if bfloat16 in pair:
        return bfloat16 if len(pair) == 1 and not division else float32
    if a.is_fp8 and b.is_fp8:
        return a if a == b else float16
    if not a.is_int or not b.is_int:
        raise BuildError(f"{a} and {b} have no common type: cast one of them")
    if division and a.signed != b.signed:
        raise BuildError(f"{a} and {b} cannot be divided: cast them to the same signedness")
    return promote_integers(a, b)
