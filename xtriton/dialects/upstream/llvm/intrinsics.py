"""LLVM intrinsics as operations: math functions and a few memory intrinsics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, i32
from xdsl.irdl import irdl_op_definition, traits_def
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
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.effects import KeepsMemory
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in
from xtriton.ir.traits import SameOperandsAndResultType

_CALL = "`(` operands `)` attr-dict `:` functional-type(operands, results)"


class _FloatUnaryIntrinsic(Op):
    in_: Operand = operand_def(ScalarOrVectorFloat)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(ScalarOrVectorFloat, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _FloatBinaryIntrinsic(Op):
    a: Operand = operand_def(ScalarOrVectorFloat)
    b: Operand = operand_def(ScalarOrVectorFloat)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(ScalarOrVectorFloat, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _FloatTernaryIntrinsic(Op):
    a: Operand = operand_def(ScalarOrVectorFloat)
    b: Operand = operand_def(ScalarOrVectorFloat)
    c: Operand = operand_def(ScalarOrVectorFloat)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(ScalarOrVectorFloat, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _IntUnaryIntrinsic(Op):
    in_: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _IntBinaryIntrinsic(Op):
    a: Operand = operand_def(ScalarOrVectorInt)
    b: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


class _IntTernaryIntrinsic(Op):
    a: Operand = operand_def(ScalarOrVectorInt)
    b: Operand = operand_def(ScalarOrVectorInt)
    c: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = _CALL


@irdl_op_definition
class PowIOp(Op):
    """A floating-point number to an integer power."""

    name = "llvm.intr.powi"
    val: Operand = operand_def(ScalarOrVectorFloat)
    power: Operand = operand_def(SignlessInt)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(ScalarOrVectorFloat)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = _CALL


@irdl_op_definition
class AbsOp(Op):
    """Absolute value; of the minimum integer poison or itself."""

    name = "llvm.intr.abs"
    in_: Operand = operand_def(ScalarOrVectorInt)
    is_int_min_poison: Property[bool] = prop_def(BoolAttribute)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())


class _CountZerosOp(Op):
    """Counts zero bits; for zero the result is poison or the width."""

    in_: Operand = operand_def(ScalarOrVectorInt)
    is_zero_poison: Property[bool] = prop_def(BoolAttribute)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())


@irdl_op_definition
class MemcpyOp(Op):
    """Copies memory that does not overlap."""

    name = "llvm.intr.memcpy"
    dst: Operand = operand_def(AnyPointer)
    src: Operand = operand_def(AnyPointer)
    len: Operand = operand_def(SignlessInt)
    isVolatile: Property[bool] = prop_def(BoolAttribute)
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)


@irdl_op_definition
class MemsetOp(Op):
    """Fills memory with a byte."""

    name = "llvm.intr.memset"
    dst: Operand = operand_def(AnyPointer)
    val: Operand = operand_def(I8)
    len: Operand = operand_def(SignlessInt)
    isVolatile: Property[bool] = prop_def(BoolAttribute)
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)


@irdl_op_definition
class ExpectOp(Op):
    """The value, with its expected value as a hint."""

    name = "llvm.intr.expect"
    val: Operand = operand_def(SignlessInt)
    expected: Operand = operand_def(SignlessInt)
    res: Result = result_def(SignlessInt, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar[str | None] = "$val `,` $expected attr-dict `:` type($val)"


@irdl_op_definition
class TrapOp(Op):
    """Stops the program."""

    name = "llvm.intr.trap"
    SYNTAX: ClassVar[str | None] = "attr-dict"


@irdl_op_definition
class AssumeOp(Op):
    """A condition that the optimizer may assume. Operand bundles, unused by Triton, have the generic form only."""

    name = "llvm.intr.assume"
    cond: Operand = operand_def(I1)
    op_bundle_operands: Operands = var_operand_def(AnyLLVM, default=())
    op_bundle_sizes: Property[Sequence[int]] = prop_def(DenseI32Array, default=DenseArrayBase.from_list(i32, []))
    op_bundle_tags: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    traits = traits_def(KeepsMemory())
    SYNTAX: ClassVar[str | None] = "$cond `:` type($cond) attr-dict"


@irdl_op_definition
class DebugTrapOp(Op):
    """Stops for a debugger."""

    name = "llvm.intr.debugtrap"
    SYNTAX: ClassVar[str | None] = "attr-dict"


@irdl_op_definition
class DbgValueOp(Op):
    """The value of a source variable from here on."""

    name = "llvm.intr.dbg.value"
    value: Operand = operand_def(AnyLLVM)
    varInfo: Property = prop_def(AnyAttr)
    locationExpr: Property = prop_def(AnyAttr, default=DIExpressionAttr(ArrayAttr([])))
    SYNTAX: ClassVar[str | None] = (
        "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) attr-dict"
    )


OPS = [
    *operations_in(vars()),
    *named_like(
        _FloatUnaryIntrinsic,
        {
            "llvm.intr.fabs": "Absolute value.",
            "llvm.intr.sqrt": "Square root.",
            "llvm.intr.sin": "Sine.",
            "llvm.intr.cos": "Cosine.",
            "llvm.intr.tan": "Tangent.",
            "llvm.intr.asin": "Arc sine.",
            "llvm.intr.acos": "Arc cosine.",
            "llvm.intr.atan": "Arc tangent.",
            "llvm.intr.sinh": "Hyperbolic sine.",
            "llvm.intr.cosh": "Hyperbolic cosine.",
            "llvm.intr.tanh": "Hyperbolic tangent.",
            "llvm.intr.exp": "Power of e.",
            "llvm.intr.exp2": "Power of 2.",
            "llvm.intr.exp10": "Power of 10.",
            "llvm.intr.log": "Natural logarithm.",
            "llvm.intr.log2": "Logarithm to base 2.",
            "llvm.intr.log10": "Logarithm to base 10.",
            "llvm.intr.floor": "The greatest integer not above.",
            "llvm.intr.ceil": "The least integer not below.",
            "llvm.intr.trunc": "The nearest integer towards zero.",
            "llvm.intr.rint": "The nearest integer in the current rounding mode.",
            "llvm.intr.nearbyint": "The nearest integer in the current rounding mode, without exceptions.",
            "llvm.intr.round": "The nearest integer, ties away from zero.",
            "llvm.intr.roundeven": "The nearest integer, ties to even.",
        },
    ),
    *named_like(
        _FloatBinaryIntrinsic,
        {
            "llvm.intr.pow": "Power.",
            "llvm.intr.copysign": "The magnitude of the first with the sign of the second.",
            "llvm.intr.maxnum": "The greater; the other operand if one is NaN.",
            "llvm.intr.minnum": "The lesser; the other operand if one is NaN.",
            "llvm.intr.maximum": "The greater; NaN if an operand is.",
            "llvm.intr.minimum": "The lesser; NaN if an operand is.",
            "llvm.intr.atan2": "The angle of a point.",
        },
    ),
    *named_like(
        _FloatTernaryIntrinsic,
        {
            "llvm.intr.fma": "``a * b + c``, rounded once.",
            "llvm.intr.fmuladd": "``a * b + c``, rounded once or twice.",
        },
    ),
    *named_like(
        _IntUnaryIntrinsic,
        {
            "llvm.intr.ctpop": "How many bits are set.",
            "llvm.intr.bitreverse": "The bits in reverse order.",
            "llvm.intr.bswap": "The bytes in reverse order.",
        },
    ),
    *named_like(
        _IntBinaryIntrinsic,
        {
            "llvm.intr.smax": "The greater, signed.",
            "llvm.intr.smin": "The lesser, signed.",
            "llvm.intr.umax": "The greater, unsigned.",
            "llvm.intr.umin": "The lesser, unsigned.",
            "llvm.intr.sadd.sat": "Signed sum, saturated.",
            "llvm.intr.uadd.sat": "Unsigned sum, saturated.",
            "llvm.intr.ssub.sat": "Signed difference, saturated.",
            "llvm.intr.usub.sat": "Unsigned difference, saturated.",
        },
    ),
    *named_like(
        _IntTernaryIntrinsic,
        {
            "llvm.intr.fshl": "The high half of two numbers in a row, shifted left.",
            "llvm.intr.fshr": "The low half of two numbers in a row, shifted right.",
        },
    ),
    *named_like(
        _CountZerosOp,
        {
            "llvm.intr.ctlz": "How many leading bits are zero.",
            "llvm.intr.cttz": "How many trailing bits are zero.",
        },
    ),
]
