"""Programs as text, and the names of their values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

WHILE = """
%a = "test.values"() : () -> i32
%r = scf.while (%x = %a) : (i32) -> f32 {
  %c, %s = "test.values"() : () -> (i1, f32)
  scf.condition(%c) %s : f32
} do {
^bb0(%y: f32):
  %t = "test.values"() : () -> i32
  scf.yield %t : i32
}
"""
"""A loop whose init operand, forwarded value and yielded value have different names and types."""


class Program:
    """A parsed text in which each value is defined before it is used, as names are told apart by that."""

    def __init__(self, text: str) -> None:
        self.module: ModuleOp = parse_module(text, "test.mlir", Context(allow_unregistered=True))
        counts = dict[str, int]()
        for name, count in re.findall(r"%(\w+)(?::(\d+))?", text):
            counts.setdefault(name, int(count or 1))
        values = list(_values(self.module))
        spelled = [name for name, count in counts.items() for _ in range(count)]
        self._names = dict(zip(values, spelled, strict=True))
        self._values = {name: value for value, name in reversed(self._names.items())}

    @property
    def values(self) -> Collection[SSAValue]:
        """All values, in the order of the text."""
        return self._names.keys()

    def __getitem__(self, name: str) -> SSAValue:
        """The value of a name, the first one if it stands for several."""
        return self._values[name]

    def name(self, value: SSAValue | int) -> str:
        """The name of a value in the text; a number is itself."""
        return str(value) if isinstance(value, int) else self._names[value]

    def names(self, values: Sequence[SSAValue | int]) -> list[str]:
        """The names of values in the text."""
        return [self.name(value) for value in values]


def _values(op: Operation) -> Iterator[SSAValue]:
    """The values defined in an operation, in the order of the text."""
    for region in op.regions:
        for block in region.blocks:
            yield from block.args
            for inner in block.ops:
                yield from inner.results
                yield from _values(inner)
