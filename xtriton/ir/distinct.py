"""Attributes that are equal only to themselves."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute, BuiltinAttribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer


@irdl_attr_definition
class DistinctAttr(ParametrizedAttribute, BuiltinAttribute):
    """``distinct[0]<>``. ``number`` tells attributes apart; what is printed counts them in the order of the text."""

    name = "distinct"
    number: IntAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """Read what follows ``distinct``."""
        parser.parse_punctuation("[")
        number = parser.parse_integer(allow_boolean=False, allow_negative=False)
        for punctuation in ("]", "<", ">"):
            parser.parse_punctuation(punctuation)
        return (IntAttr(number),)

    def print_builtin(self, printer: Printer) -> None:
        printer.print_string(f"distinct[{self.number.data}]<>")
