"""Listeners: notifications of IR changes."""

from __future__ import annotations

from xdsl.ir import Operation


class Listener:
    """Receives notifications of IR changes. The methods do nothing by default."""

    def inserted(self, op: Operation) -> None:
        """``op`` has been created and inserted into a block."""

    def modified(self, op: Operation) -> None:
        """The operands, attributes or regions of ``op`` have been changed."""

    def erased(self, op: Operation) -> None:
        """``op`` is about to be erased; it is still in its block, and its results have no uses."""
