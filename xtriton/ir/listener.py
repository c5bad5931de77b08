"""Being told of changes of a program."""

from __future__ import annotations

from xdsl.ir import Operation


class Listener:
    """Somebody who is told of changes. Does nothing itself."""

    def inserted(self, op: Operation) -> None:
        """``op`` has been created and put into a block."""

    def modified(self, op: Operation) -> None:
        """The operands, attributes or regions of ``op`` have been changed."""

    def erased(self, op: Operation) -> None:
        """``op`` is about to be erased; it is still in its block, and its results have no uses."""
