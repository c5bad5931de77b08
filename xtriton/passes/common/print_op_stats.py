"""``print-op-stats``: how many operations of each name the IR has."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import OperationPass, option
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class PrintOpStats(OperationPass):
    """Print the number of operations of each name to standard error.

    before: two ``arith.addi`` in a function
    after:  the same IR; ``arith.addi   , 2`` is among the lines printed
    """

    name: ClassVar[str] = "print-op-stats"
    class_name: ClassVar = by_version({V3_6: "PrintOpStats", V3_8: "PrintOpStatsPass"})
    json: bool = option(False, "print the numbers as JSON")

    def apply_to(self, ctx: Context, op: Operation) -> None:
        counts = Counter(inner.name for inner in operations_in(op))
        sys.stderr.write(as_json(counts) if self.json else as_table(counts))


def as_json(counts: Counter[str]) -> str:
    """One entry a line, sorted by name, as MLIR prints it."""
    entries = ",\n".join(f"  {json.dumps(name)} : {counts[name]}" for name in sorted(counts))
    return f"{{\n{entries}\n}}\n"


def as_table(counts: Counter[str]) -> str:
    """MLIR's table: dialects aligned at their end, operations at their start."""
    parts = [(name, *name.rpartition(".")[::2]) for name in sorted(counts)]
    dialects = max((len(dialect) for _, dialect, _ in parts), default=0)
    operations = max((len(operation) for _, _, operation in parts), default=0)
    lines = ["Operations encountered:", "-----------------------"]
    for name, dialect, operation in parts:
        dot = "." if dialect else " "
        lines.append(f"  {dialect:>{dialects}}{dot}{operation:<{operations}} , {counts[name]}")
    return "\n".join(lines) + "\n"
