"""Unsupported structures."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from xtriton.ir.creation import is_operation


class StructureError(Exception):
    """An operation that cannot be described by offsets, sizes and strides, and the reason."""

    def __init__(self, op: Operation, reason: str) -> None:
        super().__init__(reason)
        self.op = op
        self.reason = reason


def made_by(value: SSAValue) -> str:
    """The definition of a value, for a message."""
    owner = value.owner
    return f"'{owner.name}'" if is_operation(owner) else "an argument of a block"
