"""The integer operations of arith and math that templates are made of, over a family of types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofs.expressions import Spec
from xdsl.dialects.builtin import IndexType, IntegerType, i1
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream import arith
from xtriton.dialects.upstream import math as math_ops
from xtriton.dialects.upstream.arith.attributes import CmpIPredicate, IntegerOverflowFlagsAttr

INDEX = IndexType()


@dataclass(frozen=True)
class Family:
    """Three integer types of growing width; ``index`` templates have ``index`` for the middle one."""

    narrow: Attribute
    middle: Attribute
    wide: Attribute

    def __str__(self) -> str:
        return f"{self.narrow}, {self.middle}, {self.wide}"


def family(narrow: int, middle: int, wide: int) -> Family:
    """The family of integers of these widths."""
    return Family(IntegerType(narrow), IntegerType(middle), IntegerType(wide))


INDEX_FAMILY = Family(IntegerType(16), INDEX, IntegerType(64))
"""Arithmetic on ``index``."""

OVERFLOW = {
    "": IntegerOverflowFlagsAttr.of(),
    " nsw": IntegerOverflowFlagsAttr.of("nsw"),
    " nuw": IntegerOverflowFlagsAttr.of("nuw"),
    " nsw, nuw": IntegerOverflowFlagsAttr.of("nsw", "nuw"),
}
_WITH_FLAGS: tuple[type[Operation], ...] = (arith.AddIOp, arith.SubIOp, arith.MulIOp, arith.ShLIOp)
_PLAIN: tuple[type[Operation], ...] = (
    *(arith.AndIOp, arith.OrIOp, arith.XOrIOp, arith.ShRUIOp, arith.ShRSIOp),
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.CeilDivSIOp, arith.CeilDivUIOp, arith.FloorDivSIOp),
    *(arith.MaxSIOp, arith.MaxUIOp, arith.MinSIOp, arith.MinUIOp),
)
_UNARY: tuple[type[Operation], ...] = (
    *(math_ops.AbsIOp, math_ops.CountLeadingZerosOp, math_ops.CountTrailingZerosOp, math_ops.CtPopOp),
)


def arithmetic(type_: Attribute) -> Iterator[Spec]:
    """Operations of which operands and results have one type, comparisons and choices."""
    pair = (type_, type_)
    for op_class in _WITH_FLAGS:
        for label, flags in OVERFLOW.items():
            yield Spec(op_class.name + label, op_class, pair, (type_,), (("overflowFlags", flags),))
    for op_class in _PLAIN:
        yield Spec(op_class.name, op_class, pair, (type_,))
    yield Spec("arith.addui_extended", arith.AddUIExtendedOp, pair, (type_, i1))
    yield Spec("arith.mulsi_extended", arith.MulSIExtendedOp, pair, pair)
    yield Spec("arith.mului_extended", arith.MulUIExtendedOp, pair, pair)
    yield Spec("math.ipowi", math_ops.IPowIOp, pair, (type_,))
    for predicate in CmpIPredicate:
        properties = (("predicate", predicate.attr),)
        yield Spec(f"arith.cmpi {predicate.keyword}", arith.CmpIOp, pair, (i1,), properties)
    yield Spec("arith.select", arith.SelectOp, (i1, *pair), (type_,))
    for op_class in _UNARY:
        yield Spec(op_class.name, op_class, (type_,), (type_,))
    yield Spec("arith.bitcast", arith.BitcastOp, (type_,), (type_,))


def casts(types: Family) -> Iterator[Spec]:
    """Conversions among the types of a family, ``i1`` and ``index``."""
    given = dict.fromkeys((i1, types.narrow, types.middle, types.wide))
    order = [type_ for type_ in given if isinstance(type_, IntegerType)]
    for position, small in enumerate(order):
        for large in order[position + 1 :]:
            yield Spec("arith.extui", arith.ExtUIOp, (small,), (large,))
            yield Spec("arith.extsi", arith.ExtSIOp, (small,), (large,))
            for label, flags in OVERFLOW.items():
                yield Spec("arith.trunci" + label, arith.TruncIOp, (large,), (small,), (("overflowFlags", flags),))
    for integer in order:
        for source, target in ((integer, INDEX), (INDEX, integer)):
            yield Spec("arith.index_cast", arith.IndexCastOp, (source,), (target,))
            yield Spec("arith.index_castui", arith.IndexCastUIOp, (source,), (target,))
