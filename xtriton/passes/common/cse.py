"""``cse``: common subexpression elimination."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.rewriting.subexpressions import eliminate_common_subexpressions
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class CSE(OperationPass):
    """Eliminate common subexpressions.

    before: ``%0 = arith.addi %a, %b : i32``, ``%1 = arith.addi %b, %a : i32``, ``%2 = arith.muli %0, %1 : i32``
    after:  ``%0 = arith.addi %a, %b : i32``, ``%1 = arith.muli %0, %0 : i32``
    """

    name: ClassVar[str] = "cse"
    class_name: ClassVar = by_version({V3_6: "CSE", V3_8: "CSEPass"})

    def apply_to(self, ctx: Context, op: Operation) -> None:
        eliminate_common_subexpressions(op)
