"""``reconcile-unrealized-casts``: removes casts that cancel out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.passes.linalg.casts import reconcile_casts


@dataclass(frozen=True)
class ReconcileUnrealizedCasts(OperationPass):
    """Erase unrealized conversion casts that cancel out or are unused.

    before: ``%1 = unrealized_conversion_cast %0 : A to B``, ``%2 = unrealized_conversion_cast %1 : B to A``
    after:  ``%2`` is replaced with ``%0``
    """

    name: ClassVar[str] = "reconcile-unrealized-casts"
    class_name: ClassVar[str] = "ReconcileUnrealizedCastsPass"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        reconcile_casts(op)
