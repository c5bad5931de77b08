"""Why a pass for Hopper leaves a function or a loop as it is."""

from __future__ import annotations

from xdsl.ir import Operation


class Unsupported(Exception):  # noqa: N818 - a reason, reported as a remark
    """The reason why a function or a loop is not modified, and the operation that causes it."""

    def __init__(self, op: Operation, reason: str) -> None:
        super().__init__(reason)
        self.op = op
        self.reason = reason
