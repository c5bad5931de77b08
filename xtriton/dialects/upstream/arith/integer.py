"""Integer arithmetic of the ``arith`` dialect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Commutative, ConditionallySpeculatable, NoMemoryEffect, Pure

from xtriton.dialects.upstream.arith.attributes import NO_OVERFLOW_FLAGS, Overflow
from xtriton.dialects.upstream.arith.constant import constant_values
from xtriton.dialects.upstream.constraints import BoolLike, NonZeroWidthIntegerOrIndexLike, i1_like
from xtriton.ir.constraints import UnitAttribute
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    OptionalProperty,
    Property,
    Result,
    computed,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xtriton.ir.op import Op
from xtriton.ir.traits import AllTypesMatch, Elementwise, SameOperandsAndResultType
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, active_version, at_version, by_version, since

_BINARY = "$lhs `,` $rhs attr-dict `:` type($result)"


class _IntBinaryOp(Op):
    """A binary integer operation. Purity is left to subclasses: divisions may trap."""

    lhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    rhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    result: Result = result_def(NonZeroWidthIntegerOrIndexLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Elementwise())
    SYNTAX: ClassVar = _BINARY


class _IntOverflowOp(Op):
    """A binary integer operation with overflow flags."""

    lhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    rhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    overflowFlags: Property = prop_def(Overflow, default=NO_OVERFLOW_FLAGS)
    result: Result = result_def(NonZeroWidthIntegerOrIndexLike, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType(), Elementwise())
    SYNTAX: ClassVar = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"


class _ExactIntOp(Op):
    """A division or shift; if it is ``exact``, the result is poison where bits are lost."""

    lhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    rhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    isExact: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_7))
    result: Result = result_def(NonZeroWidthIntegerOrIndexLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Elementwise())
    SYNTAX: ClassVar = by_version(
        {V3_6: _BINARY, V3_7: "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"}
    )


@dataclass(frozen=True)
class DivisionSpeculatable(ConditionallySpeculatable):
    """A division is speculatable only with a constant divisor: zero traps, and -1 may overflow if signed.

    MLIR takes remainders for always speculatable before the version of Triton 3.8, and does not count -1 since.
    """

    traps_on: tuple[int, ...] | ByVersion[tuple[int, ...]] = (0,)
    """Divisors; without any, every division is speculatable."""

    def is_speculatable(self, op: Operation) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Whether the divisor is a constant for which the division cannot trap."""
        traps_on = at_version(self.traps_on, active_version())
        if not traps_on:
            return True
        divisors = constant_values(op.operands[1])
        return divisors is not None and not any(divisor in traps_on for divisor in divisors)


_UNSIGNED_DIVISION = (NoMemoryEffect(), DivisionSpeculatable())
_SIGNED_DIVISION = (NoMemoryEffect(), DivisionSpeculatable((0, -1)))
_REMAINDER = (NoMemoryEffect(), DivisionSpeculatable(by_version({V3_6: (), V3_8: (0,)})))


@irdl_op_definition
class AddIOp(_IntOverflowOp):
    """Sum modulo 2^n."""

    name = "arith.addi"
    traits = traits_def(Commutative())


@irdl_op_definition
class SubIOp(_IntOverflowOp):
    """Difference modulo 2^n."""

    name = "arith.subi"


@irdl_op_definition
class MulIOp(_IntOverflowOp):
    """Product modulo 2^n."""

    name = "arith.muli"
    traits = traits_def(Commutative())


@irdl_op_definition
class ShLIOp(_IntOverflowOp):
    """Shift left; poison if the amount is at least the width."""

    name = "arith.shli"


def _overflow_type(lhs: SSAValue) -> Attribute:
    return i1_like(lhs.type)


@irdl_op_definition
class AddUIExtendedOp(Op):
    """Sum modulo 2^n, and the carry."""

    name = "arith.addui_extended"
    lhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    rhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    sum: Result = result_def(NonZeroWidthIntegerOrIndexLike, default=INFERRED)
    overflow: Result = result_def(BoolLike, default=computed(_overflow_type, "lhs"))
    traits = traits_def(Pure(), Commutative(), AllTypesMatch(("lhs", "rhs", "sum")), Elementwise())
    SYNTAX: ClassVar = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"


class _MulExtendedOp(Op):
    """The full 2n bits of a product."""

    lhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    rhs: Operand = operand_def(NonZeroWidthIntegerOrIndexLike)
    low: Result = result_def(NonZeroWidthIntegerOrIndexLike, default=INFERRED)
    high: Result = result_def(NonZeroWidthIntegerOrIndexLike, default=INFERRED)
    traits = traits_def(Pure(), Commutative(), AllTypesMatch(("lhs", "rhs", "low", "high")), Elementwise())
    SYNTAX: ClassVar = "$lhs `,` $rhs attr-dict `:` type($lhs)"


@irdl_op_definition
class MulSIExtendedOp(_MulExtendedOp):
    """Signed product, low and high half."""

    name = "arith.mulsi_extended"


@irdl_op_definition
class MulUIExtendedOp(_MulExtendedOp):
    """Unsigned product, low and high half."""

    name = "arith.mului_extended"


@irdl_op_definition
class DivUIOp(_ExactIntOp):
    """Unsigned quotient, towards zero."""

    name = "arith.divui"
    traits = traits_def(*_UNSIGNED_DIVISION)


@irdl_op_definition
class DivSIOp(_ExactIntOp):
    """Signed quotient, towards zero."""

    name = "arith.divsi"
    traits = traits_def(*_SIGNED_DIVISION)


@irdl_op_definition
class CeilDivUIOp(_IntBinaryOp):
    """Unsigned quotient, towards positive infinity."""

    name = "arith.ceildivui"
    traits = traits_def(*_UNSIGNED_DIVISION)


@irdl_op_definition
class CeilDivSIOp(_IntBinaryOp):
    """Signed quotient, towards positive infinity."""

    name = "arith.ceildivsi"
    traits = traits_def(*_SIGNED_DIVISION)


@irdl_op_definition
class FloorDivSIOp(_IntBinaryOp):
    """Signed quotient, towards negative infinity."""

    name = "arith.floordivsi"
    traits = traits_def(Pure())


@irdl_op_definition
class RemUIOp(_IntBinaryOp):
    """Unsigned remainder."""

    name = "arith.remui"
    traits = traits_def(*_REMAINDER)


@irdl_op_definition
class RemSIOp(_IntBinaryOp):
    """Signed remainder; its sign is that of the dividend."""

    name = "arith.remsi"
    traits = traits_def(*_REMAINDER)


@irdl_op_definition
class AndIOp(_IntBinaryOp):
    """Bitwise and."""

    name = "arith.andi"
    traits = traits_def(Commutative(), Pure())


@irdl_op_definition
class OrIOp(_IntBinaryOp):
    """Bitwise or."""

    name = "arith.ori"
    traits = traits_def(Commutative(), Pure())


@irdl_op_definition
class XOrIOp(_IntBinaryOp):
    """Bitwise exclusive or."""

    name = "arith.xori"
    traits = traits_def(Commutative(), Pure())


@irdl_op_definition
class ShRUIOp(_ExactIntOp):
    """Logical shift right."""

    name = "arith.shrui"
    traits = traits_def(Pure())


@irdl_op_definition
class ShRSIOp(_ExactIntOp):
    """Arithmetic shift right."""

    name = "arith.shrsi"
    traits = traits_def(Pure())


@irdl_op_definition
class MaxSIOp(_IntBinaryOp):
    """The signed maximum."""

    name = "arith.maxsi"
    traits = traits_def(Commutative(), Pure())


@irdl_op_definition
class MaxUIOp(_IntBinaryOp):
    """The unsigned maximum."""

    name = "arith.maxui"
    traits = traits_def(Commutative(), Pure())


@irdl_op_definition
class MinSIOp(_IntBinaryOp):
    """The signed minimum."""

    name = "arith.minsi"
    traits = traits_def(Commutative(), Pure())


@irdl_op_definition
class MinUIOp(_IntBinaryOp):
    """The unsigned minimum."""

    name = "arith.minui"
    traits = traits_def(Commutative(), Pure())
