"""Assembly formats of operations in ODS syntax: read once per op class, then used to parse and to print."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from xtriton.ir.directives import Directive
from xtriton.ir.format_reader import read_format
from xtriton.ir.signature import edition_of, signature_of
from xtriton.ir.syntax import ParsedParts, assemble
from xtriton.versions import TritonVersion, active_version, at_version

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

    from xtriton.ir.op import Op


class Syntax:
    """The assembly format of one op class in one version of Triton."""

    def __init__(self, op_class: type[Op], text: str) -> None:
        self.signature = signature_of(op_class)
        self.directives: list[Directive] = read_format(text, self.signature, op_class.CUSTOM)

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


def syntax_of(op_class: type[Op]) -> Syntax:
    """The format of an op class in the version in effect, read on first use."""
    text = op_class.SYNTAX
    assert text is not None
    return _read_once(op_class, at_version(text, active_version()), edition_of(op_class))


@cache
def _read_once(op_class: type[Op], text: str, edition: TritonVersion | None) -> Syntax:
    return Syntax(op_class, text)
