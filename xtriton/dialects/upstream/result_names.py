"""Names that results get from their definitions."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import SSAValue

from xtriton.ir.op import Op
from xtriton.ir.traits import values_of


class NamedResultsOp(Op):
    """An op with several results, which print under the names of their definitions, as ODS makes them do."""

    def asm_result_names(self) -> Iterable[tuple[SSAValue, str]]:
        return [(value, name) for name, _ in self.get_irdl_definition().results for value in values_of(self, name)[:1]]
