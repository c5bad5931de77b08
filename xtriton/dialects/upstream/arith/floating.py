"""Floating-point arithmetic of the ``arith`` dialect."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Commutative, Pure

from xtriton.dialects.upstream.arith.attributes import NO_FAST_MATH, FastMath
from xtriton.dialects.upstream.constraints import FloatLike
from xtriton.ir.definitions import INFERRED, Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.op import Op
from xtriton.ir.traits import Elementwise, SameOperandsAndResultType


class _FloatUnaryOp(Op):
    """A floating-point operation on one operand."""

    operand: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class _FloatBinaryOp(Op):
    """A floating-point operation on two operands."""

    lhs: Operand = operand_def(FloatLike)
    rhs: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@irdl_op_definition
class NegFOp(_FloatUnaryOp):
    """Negation: the sign bit flipped."""

    name = "arith.negf"


@irdl_op_definition
class AddFOp(_FloatBinaryOp):
    """Sum."""

    name = "arith.addf"
    traits = traits_def(Commutative())


@irdl_op_definition
class SubFOp(_FloatBinaryOp):
    """Difference."""

    name = "arith.subf"


@irdl_op_definition
class MulFOp(_FloatBinaryOp):
    """Product."""

    name = "arith.mulf"
    traits = traits_def(Commutative())


@irdl_op_definition
class DivFOp(_FloatBinaryOp):
    """Quotient."""

    name = "arith.divf"


@irdl_op_definition
class RemFOp(_FloatBinaryOp):
    """Remainder of the division towards zero (C's ``fmod``)."""

    name = "arith.remf"


@irdl_op_definition
class MaximumFOp(_FloatBinaryOp):
    """The maximum; NaN if an operand is."""

    name = "arith.maximumf"
    traits = traits_def(Commutative())


@irdl_op_definition
class MaxNumFOp(_FloatBinaryOp):
    """The maximum; the other operand if one is NaN."""

    name = "arith.maxnumf"
    traits = traits_def(Commutative())


@irdl_op_definition
class MinimumFOp(_FloatBinaryOp):
    """The minimum; NaN if an operand is."""

    name = "arith.minimumf"
    traits = traits_def(Commutative())


@irdl_op_definition
class MinNumFOp(_FloatBinaryOp):
    """The minimum; the other operand if one is NaN."""

    name = "arith.minnumf"
    traits = traits_def(Commutative())
