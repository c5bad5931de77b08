"""Type promotion: Triton's rules, following PyTorch's for scalars and C's for integers."""

from __future__ import annotations

from xtriton.frontend.builder.dtypes import FP8_TYPES, DType, bfloat16, float16, float32, float64
from xtriton.frontend.builder.errors import BuildError
from xtriton.versions import V3_6, V3_9, by_version


def promote_integers(a: DType, b: DType) -> DType:
    """The wider of two integer types; at equal width unsigned wins, as in C."""
    if a.signed == b.signed:
        return a if a.bits > b.bits else b
    unsigned, signed = (b, a) if a.signed else (a, b)
    return unsigned if unsigned.bits >= signed.bits else signed


_HALVES = frozenset({float16, bfloat16})
_NARROW = by_version({V3_6: _HALVES, V3_9: _HALVES | FP8_TYPES})
"""The types that are divided in fp32."""


def computation_type(a: DType, b: DType, *, a_is_number: bool, b_is_number: bool, division: bool) -> DType:
    """The type that operands of types ``a`` and ``b`` are converted to.

    A Python number of no higher kind (bool < integer < float) than the other operand takes the other's type.
    Narrow floats are divided in fp32, since PTX does not divide them.
    """
    if a_is_number != b_is_number:
        number, other = (a, b) if a_is_number else (b, a)
        if number.kind <= other.kind:
            a = b = other
    pair = {a, b}
    if float64 in pair:
        return float64
    if float32 in pair or (division and not _NARROW.now().isdisjoint(pair)):
        return float32
    if float16 in pair:
        return float16
    if bfloat16 in pair:
        return bfloat16 if len(pair) == 1 else float32
    if a.is_fp8 and b.is_fp8:
        return a if a == b else float16
    if not a.is_int or not b.is_int:
        raise BuildError(f"{a} and {b} have no common type: cast one of them")
    if division and a.signed != b.signed:
        raise BuildError(f"{a} and {b} cannot be divided: cast them to the same signedness")
    return promote_integers(a, b)
