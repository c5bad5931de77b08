"""Branches between blocks: which operands go to which arguments of which successor (MLIR's ``BranchOpInterface``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i32
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xtriton.dialects.upstream.cf import BranchOp, CondBranchOp, SwitchOp

SEGMENTS = "operandSegmentSizes"
CASE_SEGMENTS = "case_operand_segments"


def is_branch(op: Operation) -> bool:
    """Whether ``op`` is a branch whose operands are understood."""
    return isinstance(op, BranchOp | CondBranchOp | SwitchOp)


def _sizes(op: Operation, name: str) -> list[int]:
    return [int(size) for size in cast("DenseArrayBase[IntegerType]", op.properties[name]).get_values()]


def _successor_sizes(op: Operation) -> list[int]:
    """How many operands go to each successor; they are the last operands, in the order of the successors."""
    if isinstance(op, BranchOp):
        return [len(op.operands)]
    if isinstance(op, CondBranchOp):
        return _sizes(op, SEGMENTS)[1:]
    return [_sizes(op, SEGMENTS)[1], *_sizes(op, CASE_SEGMENTS)]


def _start(op: Operation, sizes: Sequence[int], successor: int) -> int:
    return len(op.operands) - sum(sizes[successor:])


def successor_operands(op: Operation, successor: int) -> Sequence[SSAValue]:
    """The values that a branch passes to one of its successors."""
    sizes = _successor_sizes(op)
    start = _start(op, sizes, successor)
    return op.operands[start : start + sizes[successor]]


def argument_of_operand(op: Operation, index: int) -> BlockArgument | None:
    """The block argument that an operand of a branch becomes; ``None`` for its condition."""
    if not is_branch(op):
        return None
    sizes = _successor_sizes(op)
    start = _start(op, sizes, 0)
    for successor, size in zip(op.successors, sizes, strict=True):
        if start <= index < start + size:
            return successor.args[index - start]
        start += size
    return None


def set_successor_operands(op: Operation, successor: int, values: Sequence[SSAValue]) -> None:
    """Let a branch pass other values to one of its successors, also more or fewer than before."""
    sizes = _successor_sizes(op)
    start = _start(op, sizes, successor)
    operands = op.operands
    op.operands = [*operands[:start], *values, *operands[start + sizes[successor] :]]
    sizes[successor] = len(values)
    _store_sizes(op, sizes)


def _store_sizes(op: Operation, sizes: Sequence[int]) -> None:
    if isinstance(op, CondBranchOp):
        op.properties[SEGMENTS] = DenseArrayBase.from_list(i32, [1, *sizes])
    elif isinstance(op, SwitchOp):
        op.properties[SEGMENTS] = DenseArrayBase.from_list(i32, [1, sizes[0], sum(sizes[1:])])
        op.properties[CASE_SEGMENTS] = DenseArrayBase.from_list(i32, sizes[1:])


def predecessors(block: Block) -> list[tuple[Operation, int]]:
    """The terminators that go to ``block``, each with the number of the successor that ``block`` is."""
    return [(use.operation, use.index) for use in block.uses]
