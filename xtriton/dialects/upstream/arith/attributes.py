"""The enums of the ``arith`` dialect and its flags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntAttr
from xdsl.irdl import irdl_attr_definition, param_def

from xtriton.dialects.upstream.flags import FlagsAttr, stripped_attr
from xtriton.ir.constraints import I32Enum, I64Enum, enum_attr


class CmpIPredicate(I64Enum):
    """The predicates of ``arith.cmpi``: signed (s) or unsigned (u)."""

    EQ = 0, "eq"
    NE = 1, "ne"
    SLT = 2, "slt"
    SLE = 3, "sle"
    SGT = 4, "sgt"
    SGE = 5, "sge"
    ULT = 6, "ult"
    ULE = 7, "ule"
    UGT = 8, "ugt"
    UGE = 9, "uge"


class CmpFPredicate(I64Enum):
    """The predicates of ``arith.cmpf``: ordered (false if an operand is NaN) or unordered (true)."""

    ALWAYS_FALSE = 0, "false"
    OEQ = 1, "oeq"
    OGT = 2, "ogt"
    OGE = 3, "oge"
    OLT = 4, "olt"
    OLE = 5, "ole"
    ONE = 6, "one"
    ORD = 7, "ord"
    UEQ = 8, "ueq"
    UGT = 9, "ugt"
    UGE = 10, "uge"
    ULT = 11, "ult"
    ULE = 12, "ule"
    UNE = 13, "une"
    UNO = 14, "uno"
    ALWAYS_TRUE = 15, "true"


class RoundingMode(I32Enum):
    """The rounding mode of a narrowing floating-point conversion."""

    TO_NEAREST_EVEN = 0, "to_nearest_even"
    DOWNWARD = 1, "downward"
    UPWARD = 2, "upward"
    TOWARD_ZERO = 3, "toward_zero"
    TO_NEAREST_AWAY = 4, "to_nearest_away"


@irdl_attr_definition
class FastMathFlagsAttr(FlagsAttr):
    """LLVM's fast-math flags."""

    name = "arith.fastmath"
    KEYWORDS: ClassVar[Sequence[str]] = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
    ALL_KEYWORD: ClassVar[str | None] = "fast"
    SEPARATOR: ClassVar[str] = ","
    CPP_NAME: ClassVar[str] = "arith::FastMathFlags"
    CPP_ATTRIBUTE: ClassVar[str] = "Arith_FastMathAttr"

    bits: IntAttr = param_def()


@irdl_attr_definition
class IntegerOverflowFlagsAttr(FlagsAttr):
    """The ``nsw`` and ``nuw`` flags of an integer operation; the result is poison if it overflows all the same."""

    name = "arith.overflow"
    KEYWORDS: ClassVar[Sequence[str]] = ("nsw", "nuw")
    SEPARATOR: ClassVar[str] = ", "
    CPP_NAME: ClassVar[str] = "arith::IntegerOverflowFlags"
    CPP_ATTRIBUTE: ClassVar[str] = "Arith_IntegerOverflowAttr"

    bits: IntAttr = param_def()


FastMath = stripped_attr(FastMathFlagsAttr, "Floating point fast math flags")
Overflow = stripped_attr(IntegerOverflowFlagsAttr, "Integer overflow arith flags")
NO_FAST_MATH = FastMathFlagsAttr.of()
NO_OVERFLOW_FLAGS = IntegerOverflowFlagsAttr.of()
Rounding = enum_attr(RoundingMode, "Floating point rounding mode")
