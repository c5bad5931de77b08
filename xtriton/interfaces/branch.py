"""Branches between blocks: which operands go to which arguments of which successor (MLIR's ``BranchOpInterface``)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Attribute, Block, BlockArgument, SSAValue

from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op


class BranchOpInterface(Op):
    """A terminator that branches to one of its successors.

    The operands that select the successor come first, then those forwarded to each successor, in order.
    """

    DECIDING_OPERANDS: ClassVar[int] = 0
    """The number of operands that select the successor."""

    @property
    @abstractmethod
    def successor_sizes(self) -> list[int]:
        """The number of operands forwarded to each successor."""

    def store_successor_sizes(self, sizes: Sequence[int]) -> None:
        """Store new numbers of operands forwarded to each successor."""

    def successors_taken(self, constants: Sequence[Attribute | None]) -> Sequence[Block]:
        """The successors that may be taken, given the operands' ``constants``, ``None`` where unknown."""
        return self.successors

    def successor_range(self, successor: int) -> range:
        """The indices of the operands forwarded to a successor."""
        sizes = self.successor_sizes
        start = self.DECIDING_OPERANDS + sum(sizes[:successor])
        return range(start, start + sizes[successor])

    def successor_operands(self, successor: int) -> Sequence[SSAValue]:
        """The values forwarded to a successor."""
        operands = self.successor_range(successor)
        return self.operands[operands.start : operands.stop]

    def set_successor_operands(self, successor: int, values: Sequence[SSAValue]) -> None:
        """Forward other values to a successor; their number may change."""
        sizes, replaced, operands = self.successor_sizes, self.successor_range(successor), self.operands
        self.operands = [*operands[: replaced.start], *values, *operands[replaced.stop :]]
        sizes[successor] = len(values)
        self.store_successor_sizes(sizes)

    def argument_of_operand(self, index: int) -> BlockArgument | None:
        """The block argument that an operand maps to; ``None`` for operands that select the successor."""
        for successor, block in enumerate(self.successors):
            operands = self.successor_range(successor)
            if index in operands:
                return block.args[index - operands.start]
        return None

    def verify_successors(self) -> None:
        """Check that each successor gets the values that its block takes."""
        sizes = self.successor_sizes
        if len(self.successors) != len(sizes):
            raise Violation(f"requires {len(sizes)} successors but found {len(self.successors)}")
        for index, block in enumerate(self.successors):
            values = self.successor_operands(index)
            if len(values) != len(block.args):
                raise Violation(
                    f"branch has {len(values)} operands for successor #{index}, but target block has {len(block.args)}",
                    prefixed=False,
                )
            for position, (value, argument) in enumerate(zip(values, block.args, strict=True)):
                if value.type != argument.type:
                    raise Violation(f"type mismatch for bb argument #{position} of successor #{index}", prefixed=False)


def branches_to(block: Block) -> list[tuple[BranchOpInterface, int]] | None:
    """The branches to ``block``, each with the index of the successor that ``block`` is.

    ``None`` if an operation without ``BranchOpInterface`` has it as a successor.
    """
    found = [(branch, use.index) for use in block.uses if isinstance(branch := use.operation, BranchOpInterface)]
    return found if len(found) == block.uses.get_length() else None
