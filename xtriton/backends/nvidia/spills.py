"""What the registers that a kernel spills cost: the share of its loops of dots that stores and loads them.

Spills around a loop of dots are executed once per tile, those in it are repeated between dots, which wait for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from xtriton.backends.nvidia.disassembly import sass_of
from xtriton.backends.nvidia.sass import Instruction, Label, read_sass
from xtriton.ir.walk import reached

_Blocks = Mapping[str, Sequence[Instruction]]
_Edges = Mapping[str, Sequence[str]]


def share_of_spills(cubin: bytes) -> float:
    """The greatest share of instructions that store or load local memory in a loop with tensor core instructions.

    Loops of tiles around loops of dots are such loops, too. Their share is of instructions as they are listed, not as
    often as they are executed, so that it is an upper bound. It is 1 if the cubin cannot be disassembled.
    """
    try:
        return share_in_loops_of_dots(sass_of(cubin))
    except ValueError:
        return 1.0


def share_in_loops_of_dots(sass: str) -> float:
    """The same of a listing by nvdisasm."""
    blocks = _blocks(sass)
    names = list(blocks)
    following = {name: _successors(blocks[name], blocks, names[at : at + 1]) for at, name in enumerate(names, 1)}
    shares = [0.0]
    for loop in _loops(names, following):
        if any(_count(blocks[name], "tensor_core") for name in loop):
            instructions = sum(len(blocks[name]) for name in loop)
            shares.append(sum(_count(blocks[name], "spills") for name in loop) / instructions)
    return max(shares)


def _loops(names: Collection[str], following: _Edges) -> Iterator[Collection[str]]:
    """The blocks of each loop: blocks that reach each other, and within those the ones that do so without its entry."""
    inside = {name: [to for to in following[name] if to in names] for name in names}
    reached = {name: _reached(name, inside) for name in names}
    remaining = [name for name in names if name in reached[name]]
    while remaining:
        loop = [name for name in remaining if name in reached[remaining[0]] and remaining[0] in reached[name]]
        remaining = [name for name in remaining if name not in loop]
        yield loop
        entries = {to for name, targets in following.items() if name not in loop for to in targets if to in loop}
        entries = entries or {loop[0]}
        yield from _loops(loop, {name: [to for to in following[name] if to not in entries] for name in loop})


def _count(instructions: Sequence[Instruction], kind: str) -> int:
    return sum(kind in instruction.kinds for instruction in instructions)


def _blocks(sass: str) -> _Blocks:
    """The instructions behind each label; also behind each branch, under the label and a number."""
    blocks: dict[str, list[Instruction]] = {"": []}
    label, parts = "", 0
    for item in read_sass(sass):
        if isinstance(item, Label):
            label, parts = item.name, 0
            blocks[label] = []
            continue
        blocks[f"{label}+{parts}" if parts else label].append(item)
        if "branch" in item.kinds or item.ends_block:
            parts += 1
            blocks[f"{label}+{parts}"] = []
    return blocks


def _successors(instructions: Sequence[Instruction], blocks: _Blocks, behind: Sequence[str]) -> Sequence[str]:
    """The blocks that may follow the one with these instructions; ``behind`` has the name of the next one, if any."""
    if not instructions:
        return behind
    last = instructions[-1]
    found = [label for label in last.targets if label in blocks] if "branch" in last.kinds else []
    return found if last.ends_block else [*found, *behind]


def _reached(start: str, following: Mapping[str, Sequence[str]]) -> set[str]:
    """The blocks that are reached from a block by at least one step."""
    return set(reached(following[start], following.__getitem__))
