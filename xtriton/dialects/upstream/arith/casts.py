"""Conversions between integers, index and floating point."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IndexType, IntegerType, MemRefType, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import OpTrait, Pure

from xtriton.dialects.upstream.arith.attributes import NO_OVERFLOW_FLAGS, FastMath, Overflow, Rounding, RoundingMode
from xtriton.dialects.upstream.constraints import (
    VECTORS_AND_TENSORS,
    Bitcastable,
    FloatLike,
    IndexCastable,
    SignlessFixedWidthIntegerLike,
    bit_width,
    scalar_of,
)
from xtriton.ir.constraints import UnitAttribute
from xtriton.ir.definitions import (
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
from xtriton.ir.traits import Elementwise, SameOperandsAndResultShape, element_type, encoding_of
from xtriton.versions import V3_6, V3_8, by_version, since


@dataclass(frozen=True)
class SameTensorDims(OpTrait):
    """The first operand and the result are tensors of one shape, including dynamic extents, or neither is a tensor."""

    def verify(self, op: Operation) -> None:
        if _tensor_dims(op.operands[0].type) != _tensor_dims(op.results[0].type):
            raise Violation("failed to verify that input and output have the same tensor dimensions")


def _tensor_dims(type_: Attribute) -> tuple[int, ...]:
    return tuple(type_.get_shape()) if isinstance(type_, TensorType) else ()


def _same_container(source: Attribute, target: Attribute, *containers: type[Attribute]) -> bool:
    kinds = {type(type_) for type_ in (source, target) if isinstance(type_, containers)}
    shaped = [isinstance(type_, containers) for type_ in (source, target)]
    return len(kinds) <= 1 and shaped[0] == shaped[1] and encoding_of(source) == encoding_of(target)


def _width_changes(source: Attribute, target: Attribute, compare: Callable[[int, int], bool]) -> bool:
    widths = bit_width(scalar_of(source)), bit_width(scalar_of(target))
    if widths[0] is None or widths[1] is None:
        return False
    return _same_container(source, target, *VECTORS_AND_TENSORS) and compare(widths[1], widths[0])


def _widens(source: Attribute, target: Attribute) -> bool:
    return _width_changes(source, target, operator.gt)


def _narrows(source: Attribute, target: Attribute) -> bool:
    return _width_changes(source, target, operator.lt)


def _same_kind(source: Attribute, target: Attribute) -> bool:
    return _same_container(source, target, *VECTORS_AND_TENSORS)


def _index_castable(source: Attribute, target: Attribute) -> bool:
    elements = element_type(source), element_type(target)
    return (
        _same_container(source, target, *VECTORS_AND_TENSORS, MemRefType)
        and sum(isinstance(element, IndexType) for element in elements) == 1
        and sum(isinstance(element, IntegerType) for element in elements) == 1
    )


def _bitcastable(source: Attribute, target: Attribute) -> bool:
    widths = bit_width(element_type(source)), bit_width(element_type(target))
    return _same_container(source, target, *VECTORS_AND_TENSORS, MemRefType) and widths[0] == widths[1]


def check_cast(op: Operation, compatible: bool) -> None:
    """Reject a cast between incompatible types, with MLIR's message."""
    if compatible:
        return
    types = ", ".join(f"'{operand.type}'" for operand in op.operands)
    plural = "s" if len(op.operands) > 1 else ""
    raise Violation(f"operand type{plural} {types} and result type '{op.results[0].type}' are cast incompatible")


_CAST = "$in_ attr-dict `:` type($in_) `to` type($out)"


class _CastOp(Op):
    """A conversion of one value. Subclasses define ``in_`` and ``out`` and the compatible types."""

    traits = traits_def(SameTensorDims(), Pure(), SameOperandsAndResultShape(), Elementwise())
    SYNTAX: ClassVar = _CAST
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _same_kind

    def verify_op(self) -> None:
        check_cast(self, type(self).COMPATIBLE(self.operands[0].type, self.results[0].type))


class _IntToIntOp(_CastOp):
    in_: Operand = operand_def(SignlessFixedWidthIntegerLike)
    out: Result = result_def(SignlessFixedWidthIntegerLike, kw_only=False)


class _IntToFloatOp(_CastOp):
    in_: Operand = operand_def(SignlessFixedWidthIntegerLike)
    out: Result = result_def(FloatLike, kw_only=False)


class _OfUnsigned(_CastOp):
    """A conversion of unsigned integers; with ``nneg`` the result is poison where the operand's sign bit is set."""

    nonNeg: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    SYNTAX: ClassVar = by_version(
        {V3_6: _CAST, V3_8: "$in_ (`nneg` $nonNeg^)? attr-dict `:` type($in_) `to` type($out)"}
    )


class _FloatToIntOp(_CastOp):
    in_: Operand = operand_def(FloatLike)
    out: Result = result_def(SignlessFixedWidthIntegerLike, kw_only=False)


class _IndexCastOp(_CastOp):
    in_: Operand = operand_def(IndexCastable)
    out: Result = result_def(IndexCastable, kw_only=False)
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _index_castable


@irdl_op_definition
class ExtUIOp(_IntToIntOp, _OfUnsigned):
    """Zero extension to a wider integer."""

    name = "arith.extui"
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _widens


@irdl_op_definition
class ExtSIOp(_IntToIntOp):
    """Sign extension to a wider integer."""

    name = "arith.extsi"
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _widens


@irdl_op_definition
class TruncIOp(_IntToIntOp):
    """Truncation to a narrower integer."""

    name = "arith.trunci"
    overflowFlags: Property = prop_def(Overflow, default=NO_OVERFLOW_FLAGS)
    SYNTAX: ClassVar = "$in_ (`overflow` `` $overflowFlags^)? attr-dict `:` type($in_) `to` type($out)"
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _narrows


@irdl_op_definition
class ExtFOp(_CastOp):
    """Exact conversion to a wider floating-point format."""

    name = "arith.extf"
    in_: Operand = operand_def(FloatLike)
    fastmath: OptionalProperty = opt_prop_def(FastMath, default=None)
    out: Result = result_def(FloatLike, kw_only=False)
    SYNTAX: ClassVar = "$in_ (`fastmath` `` $fastmath^)? attr-dict `:` type($in_) `to` type($out)"
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _widens


@irdl_op_definition
class TruncFOp(_CastOp):
    """Conversion to a narrower floating-point format; rounds to nearest even by default."""

    name = "arith.truncf"
    in_: Operand = operand_def(FloatLike)
    roundingmode: OptionalProperty[RoundingMode] = opt_prop_def(Rounding, default=None)
    fastmath: OptionalProperty = opt_prop_def(FastMath, default=None)
    out: Result = result_def(FloatLike, kw_only=False)
    SYNTAX: ClassVar = "$in_ ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in_) `to` type($out)"
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _narrows


@irdl_op_definition
class UIToFPOp(_IntToFloatOp, _OfUnsigned):
    """Unsigned integer to floating point, rounded to nearest even."""

    name = "arith.uitofp"


@irdl_op_definition
class SIToFPOp(_IntToFloatOp):
    """Signed integer to floating point, rounded to nearest even."""

    name = "arith.sitofp"


@irdl_op_definition
class FPToUIOp(_FloatToIntOp):
    """Floating point to unsigned integer, towards zero."""

    name = "arith.fptoui"


@irdl_op_definition
class FPToSIOp(_FloatToIntOp):
    """Floating point to signed integer, towards zero."""

    name = "arith.fptosi"


@irdl_op_definition
class IndexCastOp(_IndexCastOp):
    """Between index and integers, with sign extension."""

    name = "arith.index_cast"


@irdl_op_definition
class IndexCastUIOp(_IndexCastOp, _OfUnsigned):
    """Between index and integers, with zero extension."""

    name = "arith.index_castui"


@irdl_op_definition
class BitcastOp(_CastOp):
    """A bitcast to another type of the same width."""

    name = "arith.bitcast"
    in_: Operand = operand_def(Bitcastable)
    out: Result = result_def(Bitcastable, kw_only=False)
    COMPATIBLE: ClassVar[Callable[[Attribute, Attribute], bool]] = _bitcastable


class _ScalingOp(Op):
    """A conversion with one scale per element (a power of two, as in the OCP microscaling formats)."""

    in_: Operand = operand_def(FloatLike)
    scale: Operand = operand_def(FloatLike)
    fastmath: OptionalProperty = opt_prop_def(FastMath, default=None)
    out: Result = result_def(FloatLike, kw_only=False)
    traits = traits_def(SameTensorDims(), Pure(), Elementwise())


@irdl_op_definition
class ScalingExtFOp(_ScalingOp):
    """``in * scale`` in a wider format."""

    name = "arith.scaling_extf"
    SYNTAX: ClassVar = (
        "$in_ `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in_) `,` type($scale) `to` type($out)"
    )

    def verify_op(self) -> None:
        check_cast(self, _widens(self.in_.type, self.out.type))


@irdl_op_definition
class ScalingTruncFOp(_ScalingOp):
    """``in / scale`` in a narrower format."""

    name = "arith.scaling_truncf"
    roundingmode: OptionalProperty[RoundingMode] = opt_prop_def(Rounding, default=None)
    SYNTAX: ClassVar = (
        "$in_ `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($in_) `,` type($scale) `to` type($out)"
    )

    def verify_op(self) -> None:
        check_cast(self, _narrows(self.in_.type, self.out.type))
