"""Steps write to the memory of dead blocks, which is in the cache, instead of their own allocations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.upstream import linalg, memref
from xtriton.passes.cpu.share_exchanges.step import Step
from xtriton.passes.cpu.views import VIEWS, root_of

_ACCESSES = (linalg.GenericOp, memref.CopyOp, memref.LoadOp, memref.StoreOp)
"""Operations whose results are not views of the memory that they access."""


def reuse_memory(steps: Sequence[Step]) -> None:
    """Let steps, in the order of their block, write to blocks that nothing reads from there on."""
    positions: dict[Operation, int] = {}
    last: dict[Operation, Operation] = {op: step.op for step in steps for op in step.ops}
    """Where the operations of a step will be."""
    free: dict[Block, list[tuple[memref.AllocOp, int]]] = {}
    """The blocks that steps write, each with the position of its last access."""
    for step in steps:
        output, block = root_of(step.output).owner, step.op.parent
        if not isinstance(output, memref.AllocOp) or block is None or output.parent is not block:
            continue
        known = free.get(block)
        if known is None:
            known = free[block] = []
            found = {op: number for number, op in enumerate(block.ops)}
            positions |= {op: found[last.get(op, op)] for op in found}
        accesses = _accesses(output.results[0], block, positions)
        if accesses is None or min(accesses) != positions[step.op]:
            continue
        first, final = min(accesses), max(accesses)
        for index, (other, end) in enumerate(known):
            if end < first and other.results[0].type == output.results[0].type:
                output.results[0].replace_all_uses_with(other.results[0])
                block.erase_op(output)
                known[index] = other, final
                break
        else:
            known.append((output, final))


def _accesses(memory: SSAValue, block: Block, positions: dict[Operation, int]) -> Sequence[int] | None:
    """The positions of the operations of a block that access some memory, if these are known."""
    found: list[int] = []
    waiting = [memory]
    while waiting:
        for use in waiting.pop().uses:
            op = use.operation
            if isinstance(op, VIEWS):
                waiting.extend(op.results)
            elif isinstance(op, _ACCESSES):
                found.append(positions[cast("Operation", ancestor_in_block(op, block))])
            else:
                return None
    return found or None
