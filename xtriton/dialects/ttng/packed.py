"""``ttng.packed_arith``: elementwise arithmetic by PTX instructions on packed elements."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float8E8M0FNUType,
    Float16Type,
    Float32Type,
)
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.ttg.op import LayoutOp
from xtriton.ir.constraints import I8, I32Enum, any_type_of, enum_attr, instance_of, ranked_tensor_of
from xtriton.ir.definitions import Operands, Property, Result, prop_def, result_def, var_operand_def
from xtriton.ir.diagnostics import Violation
from xtriton.versions import V3_8, VersionRange, since


class PackedArithKind(I32Enum):
    """The operation of a :class:`PackedArithOp`."""

    ADD = 0, "add"
    SUB = 1, "sub"
    MUL = 2, "mul"
    FMA = 3, "fma"
    MIN = 4, "min"
    MAX = 5, "max"


_FLOATS = (Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type, Float32Type)
_OPERAND = any_type_of(I8, instance_of("", Float8E8M0FNUType, *_FLOATS), summary="packed arithmetic operand element")
_RESULT = instance_of("packed arithmetic result element", *_FLOATS)


@irdl_op_definition
class PackedArithOp(LayoutOp):
    """Elementwise arithmetic on packed elements; ``i8`` holds two fp4 values, the lower four bits first."""

    name = "ttng.packed_arith"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    op_kind: Property[PackedArithKind] = prop_def(enum_attr(PackedArithKind, "packed arithmetic operation"))
    operands_: Operands = var_operand_def(ranked_tensor_of(_OPERAND), alias="values")
    result: Result = result_def(ranked_tensor_of(_RESULT))
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$op_kind $operands_ attr-dict `:` functional-type($operands_, $result)"

    def verify_op(self) -> None:
        kind = PackedArithKind.of(self.op_kind)
        expected = 3 if kind is PackedArithKind.FMA else 2
        if len(self.operands_) != expected:
            raise Violation(f"{kind.keyword} expects {expected} operands but got {len(self.operands_)}")
