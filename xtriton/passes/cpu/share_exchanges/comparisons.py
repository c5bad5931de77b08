"""Comparisons of a condition with a bit, as combinations of conditions.

Sorts compare ``(x > y) != bit`` as integers to decide whether to exchange two elements. Processors that hold conditions
of vectors in registers of their own convert them to integers and back for that.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute

from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate, ExtUIOp, TruncIOp, XOrIOp
from xtriton.dialects.upstream.arith.attributes import NO_OVERFLOW_FLAGS
from xtriton.passes.cpu.share_exchanges.instructions import Computed, Instruction, Place, Program


def simpler_comparison(made: Computed, program: Program) -> Computed:
    """``ne (extui %condition), %bit`` as ``xor %condition, (trunc %bit)``; other instructions as they are."""
    if made.kind is not CmpIOp or CmpIPredicate.of(_property(made, "predicate")) is not CmpIPredicate.NE:
        return made
    left, right = (program.instructions[number] for number in made.operands)
    if not (_is_bit(left, program) and _is_bit(right, program)):
        return made
    if not (_is_condition(left, program) or _is_condition(right, program)):
        return made
    sides = tuple(_as_condition(number, program) for number in made.operands)
    return Computed(XOrIOp, (), i1, sides)


def _as_condition(number: int, program: Program) -> int:
    """The condition that an integer which is 0 or 1 stands for."""
    instruction = program.instructions[number]
    if isinstance(instruction, Computed) and _is_condition(instruction, program):
        return instruction.operands[0]
    return program.add(Computed(TruncIOp, (("overflowFlags", NO_OVERFLOW_FLAGS),), i1, (number,)))


def _is_condition(instruction: Instruction, program: Program) -> bool:
    """Whether an instruction is a condition as an integer."""
    if not isinstance(instruction, Computed) or instruction.kind is not ExtUIOp:
        return False
    source = program.instructions[instruction.operands[0]]
    return isinstance(source, Computed) and source.type == i1


def _is_bit(instruction: Instruction, program: Program) -> bool:
    """Whether the value of an instruction is 0 or 1."""
    match instruction:
        case Place(count=count):
            return count <= 1
        case Computed(kind=kind, operands=operands) if kind is XOrIOp:
            return all(_is_bit(program.instructions[number], program) for number in operands)
        case _:
            return _is_condition(instruction, program)


def _property(made: Computed, name: str) -> Attribute:
    return dict(made.properties)[name]
