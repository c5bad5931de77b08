"""Comparisons of values of one type."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.dialects.upstream import arith
from xtriton.dialects.upstream.arith import CmpFPredicate, CmpIPredicate
from xtriton.frontend.builder.dtypes import int1, with_element
from xtriton.frontend.builder.session import emit
from xtriton.frontend.builder.values import Value

_FLOAT_PREDICATES = {
    "lt": CmpFPredicate.OLT,
    "le": CmpFPredicate.OLE,
    "gt": CmpFPredicate.OGT,
    "ge": CmpFPredicate.OGE,
    "eq": CmpFPredicate.OEQ,
    "ne": CmpFPredicate.UNE,
}
_INT_PREDICATES = {
    "lt": (CmpIPredicate.ULT, CmpIPredicate.SLT),
    "le": (CmpIPredicate.ULE, CmpIPredicate.SLE),
    "gt": (CmpIPredicate.UGT, CmpIPredicate.SGT),
    "ge": (CmpIPredicate.UGE, CmpIPredicate.SGE),
    "eq": (CmpIPredicate.EQ, CmpIPredicate.EQ),
    "ne": (CmpIPredicate.NE, CmpIPredicate.NE),
}


def emit_comparison(name: str, lhs: Value, rhs: Value) -> Value:
    """A comparison of values of one type: ``lt le gt ge eq ne``. All but ``ne`` are false if an operand is NaN."""
    dtype = lhs.number_type
    if dtype.is_floating:
        op: Operation = arith.CmpFOp(_FLOAT_PREDICATES[name], lhs.handle, rhs.handle)
    else:
        op = arith.CmpIOp(_INT_PREDICATES[name][dtype.signed], lhs.handle, rhs.handle)
    return emit(op, with_element(lhs.type, int1))
