"""Intrinsics of LLVM as operations: mathematical functions and a few that act on memory."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, i32
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure

from xtriton.dialects.upstream.llvm.attributes import NO_FAST_MATH, FastMath
from xtriton.dialects.upstream.llvm.debug import DIExpressionAttr
from xtriton.dialects.upstream.llvm.types import (
    AnyLLVM,
    AnyPointer,
    ScalarOrVectorFloat,
    ScalarOrVectorInt,
    SignlessInt,
)
from xtriton.ir.constraints import I1, I8, AnyAttr, BoolAttribute, DenseI32Array, DictArray
from xtriton.ir.effects import KeepsMemory
from xtriton.ir.op import Op
from xtriton.ir.traits import SameOperandsAndResultType

_CALL = "`(` operands `)` attr-dict `:` functional-type(operands, results)"


class _FloatUnaryIntrinsic(Op):
    in_ = operand_def(ScalarOrVectorFloat)
    fastmathFlags = prop_def(FastMath, default_value=NO_FAST_MATH)
    res = result_def(ScalarOrVectorFloat)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _FloatBinaryIntrinsic(Op):
    a = operand_def(ScalarOrVectorFloat)
    b = operand_def(ScalarOrVectorFloat)
    fastmathFlags = prop_def(FastMath, default_value=NO_FAST_MATH)
    res = result_def(ScalarOrVectorFloat)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _FloatTernaryIntrinsic(Op):
    a = operand_def(ScalarOrVectorFloat)
    b = operand_def(ScalarOrVectorFloat)
    c = operand_def(ScalarOrVectorFloat)
    fastmathFlags = prop_def(FastMath, default_value=NO_FAST_MATH)
    res = result_def(ScalarOrVectorFloat)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _IntUnaryIntrinsic(Op):
    in_ = operand_def(ScalarOrVectorInt)
    res = result_def(ScalarOrVectorInt)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _IntBinaryIntrinsic(Op):
    a = operand_def(ScalarOrVectorInt)
    b = operand_def(ScalarOrVectorInt)
    res = result_def(ScalarOrVectorInt)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _IntTernaryIntrinsic(Op):
    a = operand_def(ScalarOrVectorInt)
    b = operand_def(ScalarOrVectorInt)
    c = operand_def(ScalarOrVectorInt)
    res = result_def(ScalarOrVectorInt)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


@irdl_op_definition
class FAbsOp(_FloatUnaryIntrinsic):
    """Absolute value."""

    name = "llvm.intr.fabs"


@irdl_op_definition
class SqrtOp(_FloatUnaryIntrinsic):
    """Square root."""

    name = "llvm.intr.sqrt"


@irdl_op_definition
class SinOp(_FloatUnaryIntrinsic):
    """Sine."""

    name = "llvm.intr.sin"


@irdl_op_definition
class CosOp(_FloatUnaryIntrinsic):
    """Cosine."""

    name = "llvm.intr.cos"


@irdl_op_definition
class TanOp(_FloatUnaryIntrinsic):
    """Tangent."""

    name = "llvm.intr.tan"


@irdl_op_definition
class ASinOp(_FloatUnaryIntrinsic):
    """Arc sine."""

    name = "llvm.intr.asin"


@irdl_op_definition
class ACosOp(_FloatUnaryIntrinsic):
    """Arc cosine."""

    name = "llvm.intr.acos"


@irdl_op_definition
class ATanOp(_FloatUnaryIntrinsic):
    """Arc tangent."""

    name = "llvm.intr.atan"


@irdl_op_definition
class SinhOp(_FloatUnaryIntrinsic):
    """Hyperbolic sine."""

    name = "llvm.intr.sinh"


@irdl_op_definition
class CoshOp(_FloatUnaryIntrinsic):
    """Hyperbolic cosine."""

    name = "llvm.intr.cosh"


@irdl_op_definition
class TanhOp(_FloatUnaryIntrinsic):
    """Hyperbolic tangent."""

    name = "llvm.intr.tanh"


@irdl_op_definition
class ExpOp(_FloatUnaryIntrinsic):
    """Power of e."""

    name = "llvm.intr.exp"


@irdl_op_definition
class Exp2Op(_FloatUnaryIntrinsic):
    """Power of 2."""

    name = "llvm.intr.exp2"


@irdl_op_definition
class Exp10Op(_FloatUnaryIntrinsic):
    """Power of 10."""

    name = "llvm.intr.exp10"


@irdl_op_definition
class LogOp(_FloatUnaryIntrinsic):
    """Natural logarithm."""

    name = "llvm.intr.log"


@irdl_op_definition
class Log2Op(_FloatUnaryIntrinsic):
    """Logarithm to base 2."""

    name = "llvm.intr.log2"


@irdl_op_definition
class Log10Op(_FloatUnaryIntrinsic):
    """Logarithm to base 10."""

    name = "llvm.intr.log10"


@irdl_op_definition
class FFloorOp(_FloatUnaryIntrinsic):
    """The greatest integer not above."""

    name = "llvm.intr.floor"


@irdl_op_definition
class FCeilOp(_FloatUnaryIntrinsic):
    """The least integer not below."""

    name = "llvm.intr.ceil"


@irdl_op_definition
class FTruncOp(_FloatUnaryIntrinsic):
    """The nearest integer towards zero."""

    name = "llvm.intr.trunc"


@irdl_op_definition
class RintOp(_FloatUnaryIntrinsic):
    """The nearest integer in the current rounding mode."""

    name = "llvm.intr.rint"


@irdl_op_definition
class NearbyintOp(_FloatUnaryIntrinsic):
    """The nearest integer in the current rounding mode, without exceptions."""

    name = "llvm.intr.nearbyint"


@irdl_op_definition
class RoundOp(_FloatUnaryIntrinsic):
    """The nearest integer, ties away from zero."""

    name = "llvm.intr.round"


@irdl_op_definition
class RoundEvenOp(_FloatUnaryIntrinsic):
    """The nearest integer, ties to even."""

    name = "llvm.intr.roundeven"


@irdl_op_definition
class PowOp(_FloatBinaryIntrinsic):
    """Power."""

    name = "llvm.intr.pow"


@irdl_op_definition
class CopySignOp(_FloatBinaryIntrinsic):
    """The magnitude of the first with the sign of the second."""

    name = "llvm.intr.copysign"


@irdl_op_definition
class MaxNumOp(_FloatBinaryIntrinsic):
    """The greater; the other operand if one is NaN."""

    name = "llvm.intr.maxnum"


@irdl_op_definition
class MinNumOp(_FloatBinaryIntrinsic):
    """The lesser; the other operand if one is NaN."""

    name = "llvm.intr.minnum"


@irdl_op_definition
class MaximumOp(_FloatBinaryIntrinsic):
    """The greater; NaN if an operand is."""

    name = "llvm.intr.maximum"


@irdl_op_definition
class MinimumOp(_FloatBinaryIntrinsic):
    """The lesser; NaN if an operand is."""

    name = "llvm.intr.minimum"


@irdl_op_definition
class ATan2Op(_FloatBinaryIntrinsic):
    """The angle of a point."""

    name = "llvm.intr.atan2"


@irdl_op_definition
class FMAOp(_FloatTernaryIntrinsic):
    """``a * b + c``, rounded once."""

    name = "llvm.intr.fma"


@irdl_op_definition
class FMulAddOp(_FloatTernaryIntrinsic):
    """``a * b + c``, rounded once or twice."""

    name = "llvm.intr.fmuladd"


@irdl_op_definition
class CtPopOp(_IntUnaryIntrinsic):
    """How many bits are set."""

    name = "llvm.intr.ctpop"


@irdl_op_definition
class BitReverseOp(_IntUnaryIntrinsic):
    """The bits in reverse order."""

    name = "llvm.intr.bitreverse"


@irdl_op_definition
class ByteSwapOp(_IntUnaryIntrinsic):
    """The bytes in reverse order."""

    name = "llvm.intr.bswap"


@irdl_op_definition
class SMaxOp(_IntBinaryIntrinsic):
    """The greater, signed."""

    name = "llvm.intr.smax"


@irdl_op_definition
class SMinOp(_IntBinaryIntrinsic):
    """The lesser, signed."""

    name = "llvm.intr.smin"


@irdl_op_definition
class UMaxOp(_IntBinaryIntrinsic):
    """The greater, unsigned."""

    name = "llvm.intr.umax"


@irdl_op_definition
class UMinOp(_IntBinaryIntrinsic):
    """The lesser, unsigned."""

    name = "llvm.intr.umin"


@irdl_op_definition
class SAddSatOp(_IntBinaryIntrinsic):
    """Signed sum, saturated."""

    name = "llvm.intr.sadd.sat"


@irdl_op_definition
class UAddSatOp(_IntBinaryIntrinsic):
    """Unsigned sum, saturated."""

    name = "llvm.intr.uadd.sat"


@irdl_op_definition
class SSubSatOp(_IntBinaryIntrinsic):
    """Signed difference, saturated."""

    name = "llvm.intr.ssub.sat"


@irdl_op_definition
class USubSatOp(_IntBinaryIntrinsic):
    """Unsigned difference, saturated."""

    name = "llvm.intr.usub.sat"


@irdl_op_definition
class FShlOp(_IntTernaryIntrinsic):
    """The high half of two numbers in a row, shifted left."""

    name = "llvm.intr.fshl"


@irdl_op_definition
class FShrOp(_IntTernaryIntrinsic):
    """The low half of two numbers in a row, shifted right."""

    name = "llvm.intr.fshr"


@irdl_op_definition
class PowIOp(Op):
    """A floating-point number to an integer power."""

    name = "llvm.intr.powi"
    val = operand_def(ScalarOrVectorFloat)
    power = operand_def(SignlessInt)
    fastmathFlags = prop_def(FastMath, default_value=NO_FAST_MATH)
    res = result_def(ScalarOrVectorFloat)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = _CALL


@irdl_op_definition
class AbsOp(Op):
    """Absolute value; of the least integer poison or itself."""

    name = "llvm.intr.abs"
    in_ = operand_def(ScalarOrVectorInt)
    is_int_min_poison = prop_def(BoolAttribute)
    res = result_def(ScalarOrVectorInt)
    traits = traits_def(Pure(), SameOperandsAndResultType())


class _CountZerosOp(Op):
    """Counts zero bits; of zero poison or the width."""

    in_ = operand_def(ScalarOrVectorInt)
    is_zero_poison = prop_def(BoolAttribute)
    res = result_def(ScalarOrVectorInt)
    traits = traits_def(Pure(), SameOperandsAndResultType())


@irdl_op_definition
class CountLeadingZerosOp(_CountZerosOp):
    """How many leading bits are zero."""

    name = "llvm.intr.ctlz"


@irdl_op_definition
class CountTrailingZerosOp(_CountZerosOp):
    """How many trailing bits are zero."""

    name = "llvm.intr.cttz"


@irdl_op_definition
class MemcpyOp(Op):
    """Copies memory that does not overlap."""

    name = "llvm.intr.memcpy"
    dst = operand_def(AnyPointer)
    src = operand_def(AnyPointer)
    len = operand_def(SignlessInt)
    isVolatile = prop_def(BoolAttribute)
    arg_attrs = opt_prop_def(DictArray)
    res_attrs = opt_prop_def(DictArray)


@irdl_op_definition
class MemsetOp(Op):
    """Fills memory with a byte."""

    name = "llvm.intr.memset"
    dst = operand_def(AnyPointer)
    val = operand_def(I8)
    len = operand_def(SignlessInt)
    isVolatile = prop_def(BoolAttribute)
    arg_attrs = opt_prop_def(DictArray)
    res_attrs = opt_prop_def(DictArray)


@irdl_op_definition
class ExpectOp(Op):
    """The value, with what it probably is."""

    name = "llvm.intr.expect"
    val = operand_def(SignlessInt)
    expected = operand_def(SignlessInt)
    res = result_def(SignlessInt)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = "$val `,` $expected attr-dict `:` type($val)"


@irdl_op_definition
class TrapOp(Op):
    """Stops the program."""

    name = "llvm.intr.trap"
    SYNTAX: ClassVar[str | None] = "attr-dict"


@irdl_op_definition
class AssumeOp(Op):
    """What the optimizer may rely on. Operand bundles, which Triton does not use, have the generic form only."""

    name = "llvm.intr.assume"
    cond = operand_def(I1)
    op_bundle_operands = var_operand_def(AnyLLVM)
    op_bundle_sizes = prop_def(DenseI32Array, default_value=DenseArrayBase.from_list(i32, []))
    op_bundle_tags = opt_prop_def(AnyAttr)
    traits = traits_def(KeepsMemory())
    SYNTAX: ClassVar[str | None] = "$cond `:` type($cond) attr-dict"


@irdl_op_definition
class DebugTrapOp(Op):
    """Stops for a debugger."""

    name = "llvm.intr.debugtrap"
    SYNTAX: ClassVar[str | None] = "attr-dict"


@irdl_op_definition
class DbgValueOp(Op):
    """What a variable of the source holds from here on."""

    name = "llvm.intr.dbg.value"
    value = operand_def(AnyLLVM)
    varInfo = prop_def(AnyAttr)
    locationExpr = prop_def(AnyAttr, default_value=DIExpressionAttr(ArrayAttr([])))
    SYNTAX: ClassVar[str | None] = (
        "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) attr-dict"
    )


OPS = [
    ACosOp,
    ASinOp,
    ATan2Op,
    ATanOp,
    AbsOp,
    AssumeOp,
    BitReverseOp,
    ByteSwapOp,
    CopySignOp,
    CosOp,
    CoshOp,
    CountLeadingZerosOp,
    CountTrailingZerosOp,
    CtPopOp,
    DbgValueOp,
    DebugTrapOp,
    Exp10Op,
    Exp2Op,
    ExpOp,
    ExpectOp,
    FAbsOp,
    FCeilOp,
    FFloorOp,
    FMAOp,
    FMulAddOp,
    FShlOp,
    FShrOp,
    FTruncOp,
    Log10Op,
    Log2Op,
    LogOp,
    MaxNumOp,
    MaximumOp,
    MemcpyOp,
    MemsetOp,
    MinNumOp,
    MinimumOp,
    NearbyintOp,
    PowIOp,
    PowOp,
    RintOp,
    RoundEvenOp,
    RoundOp,
    SAddSatOp,
    SMaxOp,
    SMinOp,
    SSubSatOp,
    SinOp,
    SinhOp,
    SqrtOp,
    TanOp,
    TanhOp,
    TrapOp,
    UAddSatOp,
    UMaxOp,
    UMinOp,
    USubSatOp,
]
