"""The ``math`` dialect: mathematical functions of scalars, vectors and tensors."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.arith.attributes import NO_FAST_MATH, FastMath
from xtriton.dialects.upstream.constraints import BoolLike, FloatLike, SignlessIntegerOrIndexLike, i1_like
from xtriton.ir.definitions import INFERRED, Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.op import Op
from xtriton.ir.op_tables import operations_in
from xtriton.ir.traits import (
    AllTypesMatch,
    Elementwise,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    TypesMatchWith,
)


class _FloatUnaryOp(Op):
    """A floating-point function of one operand."""

    operand: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class _FloatBinaryOp(Op):
    """A floating-point function of two operands."""

    lhs: Operand = operand_def(FloatLike)
    rhs: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class _IntUnaryOp(Op):
    """A function of one integer."""

    operand: Operand = operand_def(SignlessIntegerOrIndexLike)
    result: Result = result_def(SignlessIntegerOrIndexLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$operand attr-dict `:` type($result)"


class _ClassificationOp(Op):
    """A classification of a floating-point number."""

    operand: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(BoolLike, default=INFERRED)
    traits = traits_def(
        TypesMatchWith("result type has i1 element type and same shape as operands", "operand", "result", i1_like),
        Pure(),
        Elementwise(),
    )
    SYNTAX: ClassVar[str | None] = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class AbsFOp(_FloatUnaryOp):
    """Absolute value."""

    name = "math.absf"


@irdl_op_definition
class AcosOp(_FloatUnaryOp):
    """Arc cosine."""

    name = "math.acos"


@irdl_op_definition
class AcoshOp(_FloatUnaryOp):
    """Inverse hyperbolic cosine."""

    name = "math.acosh"


@irdl_op_definition
class AsinOp(_FloatUnaryOp):
    """Arc sine."""

    name = "math.asin"


@irdl_op_definition
class AsinhOp(_FloatUnaryOp):
    """Inverse hyperbolic sine."""

    name = "math.asinh"


@irdl_op_definition
class AtanOp(_FloatUnaryOp):
    """Arc tangent."""

    name = "math.atan"


@irdl_op_definition
class AtanhOp(_FloatUnaryOp):
    """Inverse hyperbolic tangent."""

    name = "math.atanh"


@irdl_op_definition
class CbrtOp(_FloatUnaryOp):
    """Cube root."""

    name = "math.cbrt"


@irdl_op_definition
class CeilOp(_FloatUnaryOp):
    """The smallest integer not less than the operand."""

    name = "math.ceil"


@irdl_op_definition
class CosOp(_FloatUnaryOp):
    """Cosine."""

    name = "math.cos"


@irdl_op_definition
class CoshOp(_FloatUnaryOp):
    """Hyperbolic cosine."""

    name = "math.cosh"


@irdl_op_definition
class ErfOp(_FloatUnaryOp):
    """Error function."""

    name = "math.erf"


@irdl_op_definition
class ErfcOp(_FloatUnaryOp):
    """Complementary error function."""

    name = "math.erfc"


@irdl_op_definition
class ExpOp(_FloatUnaryOp):
    """Power of e."""

    name = "math.exp"


@irdl_op_definition
class Exp2Op(_FloatUnaryOp):
    """Power of 2."""

    name = "math.exp2"


@irdl_op_definition
class ExpM1Op(_FloatUnaryOp):
    """Power of e, minus 1."""

    name = "math.expm1"


@irdl_op_definition
class FloorOp(_FloatUnaryOp):
    """The largest integer not greater than the operand."""

    name = "math.floor"


@irdl_op_definition
class LogOp(_FloatUnaryOp):
    """Natural logarithm."""

    name = "math.log"


@irdl_op_definition
class Log10Op(_FloatUnaryOp):
    """Logarithm to base 10."""

    name = "math.log10"


@irdl_op_definition
class Log1pOp(_FloatUnaryOp):
    """Natural logarithm of 1 + the operand."""

    name = "math.log1p"


@irdl_op_definition
class Log2Op(_FloatUnaryOp):
    """Logarithm to base 2."""

    name = "math.log2"


@irdl_op_definition
class RoundOp(_FloatUnaryOp):
    """The nearest integer, ties away from zero."""

    name = "math.round"


@irdl_op_definition
class RoundEvenOp(_FloatUnaryOp):
    """The nearest integer, ties to even."""

    name = "math.roundeven"


@irdl_op_definition
class RsqrtOp(_FloatUnaryOp):
    """The reciprocal square root."""

    name = "math.rsqrt"


@irdl_op_definition
class SinOp(_FloatUnaryOp):
    """Sine."""

    name = "math.sin"


@irdl_op_definition
class SinhOp(_FloatUnaryOp):
    """Hyperbolic sine."""

    name = "math.sinh"


@irdl_op_definition
class SqrtOp(_FloatUnaryOp):
    """Square root."""

    name = "math.sqrt"


@irdl_op_definition
class TanOp(_FloatUnaryOp):
    """Tangent."""

    name = "math.tan"


@irdl_op_definition
class TanhOp(_FloatUnaryOp):
    """Hyperbolic tangent."""

    name = "math.tanh"


@irdl_op_definition
class TruncOp(_FloatUnaryOp):
    """The nearest integer towards zero."""

    name = "math.trunc"


@irdl_op_definition
class Atan2Op(_FloatBinaryOp):
    """The angle of the point (rhs, lhs)."""

    name = "math.atan2"


@irdl_op_definition
class CopySignOp(_FloatBinaryOp):
    """The magnitude of lhs with the sign of rhs."""

    name = "math.copysign"


@irdl_op_definition
class PowFOp(_FloatBinaryOp):
    """lhs to the power rhs."""

    name = "math.powf"


@irdl_op_definition
class AbsIOp(_IntUnaryOp):
    """Absolute value; the minimum integer is unchanged."""

    name = "math.absi"


@irdl_op_definition
class CountLeadingZerosOp(_IntUnaryOp):
    """The number of leading zero bits."""

    name = "math.ctlz"


@irdl_op_definition
class CountTrailingZerosOp(_IntUnaryOp):
    """The number of trailing zero bits."""

    name = "math.cttz"


@irdl_op_definition
class CtPopOp(_IntUnaryOp):
    """The number of set bits."""

    name = "math.ctpop"


@irdl_op_definition
class IsFiniteOp(_ClassificationOp):
    """Whether it is neither infinite nor NaN."""

    name = "math.isfinite"


@irdl_op_definition
class IsInfOp(_ClassificationOp):
    """Whether it is infinite."""

    name = "math.isinf"


@irdl_op_definition
class IsNaNOp(_ClassificationOp):
    """Whether it is NaN."""

    name = "math.isnan"


@irdl_op_definition
class IsNormalOp(_ClassificationOp):
    """Whether it is neither zero, subnormal, infinite nor NaN."""

    name = "math.isnormal"


@irdl_op_definition
class FmaOp(Op):
    """``a * b + c``, rounded once."""

    name = "math.fma"
    a: Operand = operand_def(FloatLike)
    b: Operand = operand_def(FloatLike)
    c: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@irdl_op_definition
class ClampFOp(Op):
    """``value`` clamped to ``[min, max]``."""

    name = "math.clampf"
    value: Operand = operand_def(FloatLike)
    min: Operand = operand_def(FloatLike)
    max: Operand = operand_def(FloatLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure(), Elementwise())
    SYNTAX: ClassVar[str | None] = (
        "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
    )


@irdl_op_definition
class FPowIOp(Op):
    """A floating-point number to an integer power."""

    name = "math.fpowi"
    lhs: Operand = operand_def(FloatLike)
    rhs: Operand = operand_def(SignlessIntegerOrIndexLike)
    fastmath: Property = prop_def(FastMath, default=NO_FAST_MATH)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(AllTypesMatch(("lhs", "result")), SameOperandsAndResultShape(), Pure(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"


@irdl_op_definition
class IPowIOp(Op):
    """A signed integer to a signed integer power."""

    name = "math.ipowi"
    lhs: Operand = operand_def(SignlessIntegerOrIndexLike)
    rhs: Operand = operand_def(SignlessIntegerOrIndexLike)
    result: Result = result_def(SignlessIntegerOrIndexLike, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure(), Elementwise())
    SYNTAX: ClassVar[str | None] = "$lhs `,` $rhs attr-dict `:` type($result)"


Math = Dialect(
    "math",
    operations_in(vars()),
)
