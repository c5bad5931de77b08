"""Consecutive steps that stay within a vector, as one step: what lies between them stays in registers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from xdsl.ir import Operation

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.passes.cpu.share_exchanges.instructions import Computed, Permuted, Program, Read
from xtriton.passes.cpu.share_exchanges.step import Step
from xtriton.passes.cpu.views import VIEWS, root_of

_MOST = 16
"""The most operations of a step: LLVM's time is not linear in the length of a loop's body."""


def chained(steps: Iterable[Step]) -> list[Step]:
    """Steps, in the order of their blocks, with those joined that can be."""
    found: list[Step] = []
    for step in steps:
        if found and _follows(step, found[-1]):
            found[-1] = _joined(found[-1], step)
        else:
            found.append(step)
    return found


def _follows(step: Step, before: Step) -> bool:
    """Whether a step reads what the one before it writes, vector by vector, and nothing else does."""
    if step.size != before.size or len(before.ops) == _MOST or not _is_next(step.op, before.op):
        return False
    between = root_of(before.output)
    numbers = [number for number, memory in enumerate(step.memories) if root_of(memory) is between]
    if not numbers or not isinstance(between.owner, memref.AllocOp) or before.output is not between:
        return False
    if any(use.operation not in (step.op, before.op) for use in between.uses):
        return False
    reads = [read for read in step.program.instructions if isinstance(read, Read) and read.memory in numbers]
    return not any(read.mask for read in reads)


def _is_next(op: Operation, before: Operation) -> bool:
    """Whether no operation between two of a block accesses memory that either of them accesses."""
    following = before.next_op
    while following is not None and following is not op:
        index_numbers = isinstance(following, linalg.GenericOp) and not following.ins
        if not index_numbers and not isinstance(following, (memref.AllocOp, ConstantOp, *VIEWS)):
            return False
        following = following.next_op
    return following is op


def _joined(before: Step, step: Step) -> Step:
    """Two steps as one."""
    program = Program()
    joined = Step([*before.ops, *step.ops], step.size, list(before.inputs), program)
    for instruction in before.program.instructions:
        program.add(instruction)
    start = before.program.result
    numbers: list[int] = []
    for instruction in step.program.instructions:
        match instruction:
            case Read(memory, mask, value):
                if root_of(step.memories[memory]) is root_of(before.output):
                    numbers.append(start)
                    continue
                instruction = Read(joined.memory(*step.inputs[memory]), mask, value)
            case Permuted(operand):
                instruction = replace(instruction, operand=numbers[operand])
            case Computed(operands=operands):
                instruction = replace(instruction, operands=_renumbered(operands, numbers))
            case _:
                pass
        numbers.append(program.add(instruction))
    program.result = numbers[step.program.result]
    return joined


def _renumbered(operands: Sequence[int], numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(numbers[operand] for operand in operands)
