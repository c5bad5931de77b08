"""What computes an element of a block from elements of others, as a list of instructions."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Attribute, Operation, SSAValue


@dataclass(frozen=True)
class Read:
    """The element of a block whose number is that of the element written, with the bits of ``mask`` replaced.

    Those bits are the same for all elements of a vector.
    """

    memory: int
    mask: int
    value: int


@dataclass(frozen=True)
class Permuted:
    """The value of an instruction for the element of the vector whose number has the bits of ``mask`` replaced."""

    operand: int
    mask: int
    value: int


@dataclass(frozen=True)
class Place:
    """A field of bits of the number of the element written, as an integer."""

    low: int
    count: int
    type: Attribute


@dataclass(frozen=True)
class Given:
    """A number from outside of the loops."""

    value: SSAValue


@dataclass(frozen=True)
class Computed:
    """The result of an elementwise operation; ``operands`` are numbers of instructions."""

    kind: type[Operation]
    properties: tuple[tuple[str, Attribute], ...]
    type: Attribute
    operands: tuple[int, ...]


Instruction = Read | Permuted | Place | Given | Computed


@dataclass
class Program:
    """Instructions, each known by its position; operands come first, and equal ones are one."""

    instructions: list[Instruction] = field(default_factory=list[Instruction])
    result: int = 0
    """The instruction whose value is written."""
    _numbers: dict[Instruction, int] = field(default_factory=dict[Instruction, int])

    def add(self, instruction: Instruction) -> int:
        """The number of an instruction, which is appended if it is new."""
        known = self._numbers.get(instruction)
        if known is None:
            known = self._numbers[instruction] = len(self.instructions)
            self.instructions.append(instruction)
        return known
