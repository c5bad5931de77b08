"""Reads SASS as nvdisasm prints it: labels and instructions, and what kinds of instructions there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LABEL = re.compile(r"^(\.L_x_\d+):")
_TARGET = re.compile(r"\.L_x_\d+")
_INSTRUCTION = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)(.*)")
_ROOTS = {
    "tensor_core": ("HMMA IMMA BMMA DMMA QMMA OMMA HGMMA IGMMA QGMMA BGMMA UTCHMMA UTCQMMA UTCIMMA UTCOMMA"),
    "fma": "FFMA HFMA2 DFMA FFMA2",
    "global_memory": "LDG STG LDGSTS ATOMG RED REDG UTMALDG UTMASTG UBLKCP LD ST",
    "shared_memory": "LDS STS LDSM STSM ATOMS LDGSTS",
    "spills": "LDL STL",
    "branch": "BRA BRX BSSY JMP CALL",
    "end": "BRA BRX JMP EXIT RET",
}
"""The kinds of instructions, by the first part of the opcode."""
_KINDS: dict[str, frozenset[str]] = {
    root: frozenset(kind for kind, roots in _ROOTS.items() if root in roots.split())
    for listed in _ROOTS.values()
    for root in listed.split()
}


@dataclass(frozen=True)
class Label:
    """A place that branches lead to."""

    name: str


@dataclass(frozen=True)
class Instruction:
    """An instruction of a listing."""

    line: int
    """The line of the listing, counted from 1."""
    address: str
    """The offset in the function, in hexadecimal digits."""
    opcode: str
    targets: tuple[str, ...]
    """The labels among the operands."""
    is_predicated: bool

    @property
    def kinds(self) -> frozenset[str]:
        """What the instruction does: :func:`kinds_of`."""
        return kinds_of(self.opcode)

    @property
    def ends_block(self) -> bool:
        """Whether the following instruction is not executed next: an unconditional branch, or an exit."""
        return "end" in self.kinds and not self.is_predicated


def kinds_of(opcode: str) -> frozenset[str]:
    """The kinds of an instruction: ``tensor_core``, ``fma``, ``global_memory``, ``shared_memory``, ``spills`` (local
    memory), ``branch`` (has a label), ``end`` (of a block, unless it is predicated)."""
    return _KINDS.get(opcode.partition(".")[0], frozenset())


def read_sass(text: str) -> Iterator[Label | Instruction]:
    """The labels and instructions of a listing by nvdisasm, in order."""
    for number, line in enumerate(text.splitlines(), 1):
        if label := _LABEL.match(line):
            yield Label(label[1])
        elif found := _INSTRUCTION.search(line):
            address, predicate, opcode, operands = found.groups()
            yield Instruction(number, address, opcode, tuple(_TARGET.findall(operands)), predicate is not None)
