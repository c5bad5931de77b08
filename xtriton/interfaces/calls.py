"""Calls and callables (MLIR's ``CallOpInterface`` and ``CallableOpInterface``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import FunctionType, SymbolRefAttr
from xdsl.ir import Attribute, Region, SSAValue

from xtriton.ir.op import Op


class CallableOpInterface(Op):
    """A function with a body, or declared."""

    @property
    def is_declaration(self) -> bool:
        """Whether the function has no body."""
        return self.regions[0].first_block is None

    @property
    def callable_region(self) -> Region | None:
        """The region that a call runs; ``None`` for a declaration."""
        region = self.regions[0]
        return None if self.is_declaration else region

    @property
    def type(self) -> FunctionType:
        """The types of the arguments and of the results."""
        return cast("FunctionType", self.properties["function_type"])

    @property
    def argument_types(self) -> Sequence[Attribute]:
        """The types of the arguments."""
        return self.type.inputs.data

    @property
    def returned_types(self) -> Sequence[Attribute]:
        """The result types of a call."""
        return self.type.outputs.data


class CallOpInterface(Op):
    """Transfers control to the function named by a symbol, which returns to the next operation."""

    @property
    def callee_symbol(self) -> SymbolRefAttr:
        """The name of the function."""
        return cast("SymbolRefAttr", self.properties["callee"])

    @property
    def call_operands(self) -> Sequence[SSAValue]:
        """The arguments of the call."""
        return self.operands
