"""Traits of the memref and tensor dialects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import Attribute, Operation
from xdsl.traits import OpTrait

from xtriton.ir.diagnostics import Violation
from xtriton.ir.traits import element_type


@dataclass(frozen=True)
class SameOperandsElementType(OpTrait):
    """All operands have the same element type."""

    def verify(self, op: Operation) -> None:
        types = [element_type(operand.type) for operand in op.operands]
        if any(type_ != types[0] for type_ in types[1:]):
            raise Violation("requires the same element type for all operands")


@dataclass(frozen=True)
class Cast(OpTrait):
    """A cast between types; ``compatible`` tells which are allowed (MLIR's ``CastOpInterface``)."""

    compatible: Callable[[Attribute, Attribute], bool]

    def verify(self, op: Operation) -> None:
        source, result = op.operands[0].type, op.results[0].type
        if not self.compatible(source, result):
            raise Violation(f"operand type '{source}' and result type '{result}' are cast incompatible")
