"""Arithmetic, comparisons and conversions of the ``llvm`` dialect."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerType, VectorType, i1
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Commutative, Pure

from xtriton.dialects.upstream.arith.attributes import CmpIPredicate
from xtriton.dialects.upstream.constraints import bit_width, scalar_of, with_scalar
from xtriton.dialects.upstream.llvm.attributes import (
    NO_FAST_MATH,
    NO_FLAGS,
    FastMath,
    FCmpPredicate,
    Overflow,
    quoted,
)
from xtriton.dialects.upstream.llvm.types import (
    AnyLLVM,
    Bool,
    IntOrPointer,
    ScalarOrVectorFloat,
    ScalarOrVectorInt,
    ScalarOrVectorPointer,
)
from xtriton.ir.constraints import UnitAttribute
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in
from xtriton.ir.traits import AllTypesMatch, SameOperandsAndResultType, TypesMatchWith


class _IntBinaryOp(Op):
    lhs: Operand = operand_def(ScalarOrVectorInt)
    rhs: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure())
    SYNTAX: ClassVar = "$lhs `,` $rhs attr-dict `:` type($res)"


class _OverflowOp(Op):
    lhs: Operand = operand_def(ScalarOrVectorInt)
    rhs: Operand = operand_def(ScalarOrVectorInt)
    overflowFlags: Property = prop_def(Overflow, default=NO_FLAGS)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure())
    SYNTAX: ClassVar = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($res)"


class _ExactOp(Op):
    isExact: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    lhs: Operand = operand_def(ScalarOrVectorInt)
    rhs: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorInt, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure())
    SYNTAX: ClassVar = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)"


class _FloatBinaryOp(Op):
    lhs: Operand = operand_def(ScalarOrVectorFloat)
    rhs: Operand = operand_def(ScalarOrVectorFloat)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(ScalarOrVectorFloat, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure())
    SYNTAX: ClassVar = "$lhs `,` $rhs attr-dict `:` type($res)"


@irdl_op_definition
class AddOp(_OverflowOp):
    """Sum modulo 2^n."""

    name = "llvm.add"
    traits = traits_def(Commutative())


@irdl_op_definition
class MulOp(_OverflowOp):
    """Product modulo 2^n."""

    name = "llvm.mul"
    traits = traits_def(Commutative())


@irdl_op_definition
class OrOp(_IntBinaryOp):
    """Bitwise or; poison if ``disjoint`` and a bit is set in both operands."""

    name = "llvm.or"
    isDisjoint: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    SYNTAX: ClassVar = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)"


@irdl_op_definition
class FNegOp(Op):
    """Negation."""

    name = "llvm.fneg"
    operand: Operand = operand_def(ScalarOrVectorFloat)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(ScalarOrVectorFloat, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure())
    SYNTAX: ClassVar = "$operand attr-dict `:` type($res)"


def _i1_like(type_: Attribute) -> Attribute:
    return IntegerType(1) if not isinstance(type_, VectorType) else with_scalar(cast("Attribute", type_), i1)


_COMPARED = TypesMatchWith("result type has i1 element type and same shape as operands", "lhs", "res", _i1_like)


@irdl_op_definition
class ICmpOp(Op):
    """Compares integers or pointers."""

    name = "llvm.icmp"
    predicate: Property[CmpIPredicate] = prop_def(quoted(CmpIPredicate))
    lhs: Operand = operand_def(IntOrPointer)
    rhs: Operand = operand_def(IntOrPointer)
    res: Result = result_def(Bool, default=INFERRED)
    traits = traits_def(AllTypesMatch(("lhs", "rhs")), _COMPARED, Pure())
    SYNTAX: ClassVar = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)"


@irdl_op_definition
class FCmpOp(Op):
    """Compares floating-point numbers."""

    name = "llvm.fcmp"
    predicate: Property[FCmpPredicate] = prop_def(quoted(FCmpPredicate))
    lhs: Operand = operand_def(ScalarOrVectorFloat)
    rhs: Operand = operand_def(ScalarOrVectorFloat)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(Bool, default=INFERRED)
    traits = traits_def(AllTypesMatch(("lhs", "rhs")), _COMPARED, Pure())
    SYNTAX: ClassVar = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)"


@irdl_op_definition
class SelectOp(Op):
    """One of two values."""

    name = "llvm.select"
    condition: Operand = operand_def(Bool)
    trueValue: Operand = operand_def(AnyLLVM)
    falseValue: Operand = operand_def(AnyLLVM)
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    res: Result = result_def(AnyLLVM, default=INFERRED)
    traits = traits_def(AllTypesMatch(("trueValue", "falseValue", "res")), Pure())
    SYNTAX: ClassVar = "$condition `,` $trueValue `,` $falseValue attr-dict `:` type($condition) `,` type($trueValue)"


@irdl_op_definition
class FreezeOp(Op):
    """An arbitrary fixed value for poison."""

    name = "llvm.freeze"
    val: Operand = operand_def(AnyLLVM)
    res: Result = result_def(AnyLLVM, default=INFERRED)
    traits = traits_def(SameOperandsAndResultType(), Pure())
    SYNTAX: ClassVar = "$val attr-dict `:` type($val)"


class _CastOp(Op):
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$arg attr-dict `:` type($arg) `to` type($res)"


class _IntToFloatOp(_CastOp):
    arg: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorFloat)


class _FloatToIntOp(_CastOp):
    arg: Operand = operand_def(ScalarOrVectorFloat)
    res: Result = result_def(ScalarOrVectorInt)


class _FloatToFloatOp(_CastOp):
    arg: Operand = operand_def(ScalarOrVectorFloat)
    res: Result = result_def(ScalarOrVectorFloat)


class _ExtOp(_CastOp):
    arg: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorInt)

    def verify_op(self) -> None:
        narrow, wide = bit_width(scalar_of(self.arg.type)), bit_width(scalar_of(self.res.type))
        if narrow is not None and wide is not None and wide <= narrow:
            raise Violation(
                "integer width of the output type is smaller or equal to the integer width of the input type",
                prefixed=False,
            )


@irdl_op_definition
class ZExtOp(_ExtOp):
    """Zero extension; poison if ``nneg`` and the operand is negative."""

    name = "llvm.zext"
    nonNeg: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    SYNTAX: ClassVar = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)"


@irdl_op_definition
class SExtOp(_ExtOp):
    """Sign extension."""

    name = "llvm.sext"


@irdl_op_definition
class TruncOp(_CastOp):
    """Truncation to a narrower integer."""

    name = "llvm.trunc"
    arg: Operand = operand_def(ScalarOrVectorInt)
    overflowFlags: Property = prop_def(Overflow, default=NO_FLAGS)
    res: Result = result_def(ScalarOrVectorInt)
    SYNTAX: ClassVar = "$arg (`overflow` `` $overflowFlags^)? attr-dict `:` type($arg) `to` type($res)"


@irdl_op_definition
class SIToFPOp(_IntToFloatOp):
    """Signed integer to floating point."""

    name = "llvm.sitofp"


@irdl_op_definition
class UIToFPOp(_IntToFloatOp):
    """Unsigned integer to floating point; poison if ``nneg`` and the operand is negative."""

    name = "llvm.uitofp"
    nonNeg: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    SYNTAX: ClassVar = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)"


@irdl_op_definition
class BitcastOp(_CastOp):
    """The same bits as another type."""

    name = "llvm.bitcast"
    arg: Operand = operand_def(AnyLLVM)
    res: Result = result_def(AnyLLVM)


@irdl_op_definition
class PtrToIntOp(_CastOp):
    """Pointer to integer."""

    name = "llvm.ptrtoint"
    arg: Operand = operand_def(ScalarOrVectorPointer)
    res: Result = result_def(ScalarOrVectorInt)


@irdl_op_definition
class IntToPtrOp(_CastOp):
    """Integer to pointer."""

    name = "llvm.inttoptr"
    arg: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(ScalarOrVectorPointer)


@irdl_op_definition
class AddrSpaceCastOp(_CastOp):
    """A pointer in another address space."""

    name = "llvm.addrspacecast"
    arg: Operand = operand_def(ScalarOrVectorPointer)
    res: Result = result_def(ScalarOrVectorPointer)


OPS = [
    *operations_in(vars()),
    *named_like(
        _OverflowOp,
        {
            "llvm.sub": "Difference modulo 2^n.",
            "llvm.shl": "Shift left.",
        },
    ),
    *named_like(
        _ExactOp,
        {
            "llvm.udiv": "Unsigned quotient.",
            "llvm.sdiv": "Signed quotient.",
            "llvm.lshr": "Shift right, filling with zeros.",
            "llvm.ashr": "Shift right, filling with the sign.",
        },
    ),
    *named_like(
        _IntBinaryOp,
        {
            "llvm.urem": "Unsigned remainder.",
            "llvm.srem": "Signed remainder.",
            "llvm.and": "Bitwise and.",
            "llvm.xor": "Bitwise exclusive or.",
        },
    ),
    *named_like(
        _FloatBinaryOp,
        {
            "llvm.fadd": "Sum.",
            "llvm.fsub": "Difference.",
            "llvm.fmul": "Product.",
            "llvm.fdiv": "Quotient.",
            "llvm.frem": "Remainder of the division towards zero.",
        },
    ),
    *named_like(
        _FloatToIntOp,
        {
            "llvm.fptosi": "Floating point to signed integer, towards zero.",
            "llvm.fptoui": "Floating point to unsigned integer, towards zero.",
        },
    ),
    *named_like(
        _FloatToFloatOp,
        {
            "llvm.fpext": "To a wider floating-point format.",
            "llvm.fptrunc": "To a narrower floating-point format.",
        },
    ),
]
