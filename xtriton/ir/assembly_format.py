"""Assembly formats of operations in ODS syntax: read once per op class, then used to parse and to print."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from xtriton.ir.directives import Directive
from xtriton.ir.format_reader import read_format
from xtriton.ir.signature import signature_of
from xtriton.ir.syntax import ParsedParts, assemble

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

    from xtriton.ir.op import Op


class Syntax:
    """The assembly format of one op class."""

    def __init__(self, op_class: type[Op]) -> None:
        self.signature = signature_of(op_class)
        assert op_class.SYNTAX is not None
        self.directives: list[Directive] = read_format(op_class.SYNTAX, self.signature, op_class.CUSTOM)

    def parse(self, parser: Parser) -> Op:
        """Read an op whose name has been read."""
        parts = ParsedParts()
        for directive in self.directives:
            directive.parse(parser, parts)
        return assemble(self.signature, parser, parts)

    def print(self, printer: Printer, op: Op) -> None:
        """Write everything after the op's name."""
        for directive in self.directives:
            directive.print(printer, op)


@cache
def syntax_of(op_class: type[Op]) -> Syntax:
    """The format of an op class, read on first use."""
    return Syntax(op_class)
