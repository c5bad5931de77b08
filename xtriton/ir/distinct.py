"""Attributes that are equal only to themselves."""

from __future__ import annotations

from xdsl.dialects.builtin import IntAttr, UnitAttr
from xdsl.ir import Attribute, BuiltinAttribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.printer import Printer


@irdl_attr_definition
class DistinctAttr(ParametrizedAttribute, BuiltinAttribute):
    """``distinct[0]<attribute>``. ``number`` is the identity; printed attributes are numbered in order."""

    name = "distinct"
    number: IntAttr = param_def()
    referenced: Attribute = param_def()

    def asm_alias(self) -> str | None:
        """The stem of its aliases."""
        return None if isinstance(self.referenced, UnitAttr) else "distinct"

    def print_builtin(self, printer: Printer) -> None:
        printer.print_string(f"distinct[{self.number.data}]<")
        if not isinstance(self.referenced, UnitAttr):
            printer.print_attribute(self.referenced)
        printer.print_string(">")
