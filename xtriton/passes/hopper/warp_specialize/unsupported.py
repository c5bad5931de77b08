"""Why a function is not warp-specialised."""

from __future__ import annotations

from xdsl.ir import Operation


class Unsupported(Exception):  # noqa: N818 - a reason, reported as a remark
    """The reason why a function is not modified, and the operation that causes it."""

    def __init__(self, op: Operation, reason: str) -> None:
        super().__init__(reason)
        self.op = op
        self.reason = reason
