"""Replacing some of the uses of a value."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation, SSAValue


def replace_uses_if(value: SSAValue, replacement: SSAValue, condition: Callable[[Operation], bool]) -> None:
    """Replace the uses of ``value`` by operations for which ``condition`` holds (MLIR's ``replaceUsesWithIf``).

    Drivers are not notified.
    """
    for use in list(value.uses):
        if condition(use.operation):
            use.operation.operands[use.index] = replacement
