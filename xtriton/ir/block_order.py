"""Depth-first order of the blocks of a CFG."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block


def depth_first(entry: Block) -> tuple[list[Block], list[Block]]:
    """The blocks reachable from ``entry``, in pre-order and in post-order; first successors are visited first."""
    found = {entry: None}
    left: list[Block] = []
    stack = [(entry, iter(successors_of(entry)))]
    while stack:
        block, successors = stack[-1]
        following = next((successor for successor in successors if successor not in found), None)
        if following is None:
            left.append(block)
            stack.pop()
        else:
            found[following] = None
            stack.append((following, iter(successors_of(following))))
    return list(found), left


def successors_of(block: Block) -> Sequence[Block]:
    """The blocks to which the last operation of a block may go on."""
    last = block.last_op
    return () if last is None else tuple(last.successors)
