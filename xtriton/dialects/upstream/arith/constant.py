"""``arith.constant``, and queries of constant values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IndexType,
    IntegerAttr,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.traits import ConstantLike, Pure

from xtriton.dialects.upstream.constraints import is_signless
from xtriton.ir.constraints import AnyType, AttrPredicate, raise_op_error
from xtriton.ir.definitions import INFERRED, Property, Result, prop_def, result_def
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_float_attr, is_integer_attr
from xtriton.ir.numbers import format_integer
from xtriton.ir.op import Op
from xtriton.versions import V3_6, V3_7, by_version

_INITIALIZING = by_version({V3_6: "intializing", V3_7: "initializing"})
"""A word of a diagnostic."""


def type_of_constant(value: Attribute) -> Attribute | None:
    """The type of an attribute that has one (MLIR's ``TypedAttr``)."""
    if is_integer_attr(value) or is_float_attr(value):
        return value.type
    if type(value) is DenseElementsAttr:
        return None if any(extent < 0 for extent in value.shape) else value.type  # the number of elements is unknown
    if isinstance(value, DenseIntOrFPElementsAttr):
        return cast("DenseIntOrFPElementsAttr[Any]", value).type
    return value.type if isinstance(value, DenseResourceAttr) else None


def _parse_typed(parser: Parser, name: str) -> Attribute:
    start = parser.pos
    value = parser.parse_attribute()
    if type_of_constant(value) is None:
        raise_op_error(parser, "invalid kind of attribute specified", start)
    return value


_TypedAttr = AttrPredicate("TypedAttr instance", lambda attr: type_of_constant(attr) is not None, _parse_typed)


def constant_name(value: Attribute) -> str:
    """The preferred name of a constant: ``true``, ``c0``, ``c-1_i64``, ``cst``."""
    if not isinstance(value, IntegerAttr):
        return "cst"
    constant = cast("IntegerAttr", value)
    type_, number = constant.type, constant.value.data
    if type_ == i1:
        return "true" if number else "false"
    digits = format_integer(number)
    return f"c{digits}" if isinstance(type_, IndexType) else f"c{digits}_{type_}"


@irdl_op_definition
class ConstantOp(Op):
    """An integer, floating-point, vector or tensor constant."""

    name = "arith.constant"

    value: Property = prop_def(_TypedAttr, kw_only=False)
    result: Result = result_def(AnyType, default=INFERRED)
    traits = traits_def(ConstantLike(), Pure())
    SYNTAX: ClassVar = "attr-dict $value"

    @staticmethod
    def infer_result_types(
        operands: Sequence[Attribute], properties: Mapping[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The type of the value."""
        type_ = type_of_constant(properties["value"])
        assert type_ is not None
        return (type_,)

    def verify_op(self) -> None:
        type_ = self.result.type
        if type_of_constant(self.value) != type_:
            raise Violation("failed to verify that all of {value, result} have same type")
        if not is_signless(type_):
            raise Violation("integer return type must be signless")
        scalable = isinstance(type_, VectorType) and any(flag.value.data for flag in type_.scalable_dims)
        if scalable and not (isinstance(self.value, DenseElementsAttr) and self.value.is_splat):
            raise Violation(
                f"{_INITIALIZING.now()} scalable vectors with elements attribute is not supported unless it's a "
                "vector splat"
            )

    def asm_result_names(self) -> Iterable[tuple[SSAValue, str]]:
        return ((self.result, constant_name(self.value)),)


def constant_values(value: SSAValue) -> Sequence[int] | None:
    """The distinct integers of a value that an ``arith.constant`` defines; ``None`` for others."""
    owner = value.owner
    if not isinstance(owner, ConstantOp):
        return None
    match owner.value:
        case IntegerAttr():
            return (owner.value.value.data,)
        case DenseElementsAttr():
            return [int(number) for number in dict.fromkeys(owner.value.stored_values())]
        case _:
            return None
