"""Attributes and types without parameters: ``#ttg.shared_memory``, ``!ttg.async.token``."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer


class PlainAttribute(ParametrizedAttribute):
    """An attribute or type without parameters."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return ()

    def print_parameters(self, printer: Printer) -> None:
        return
