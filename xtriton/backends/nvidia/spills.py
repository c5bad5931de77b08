"""Where a kernel stores and loads spilled registers: in its loops of dots, or elsewhere.

Spills after the loop over tiles, where parts of tiles are combined, are executed once; those in a loop with dots are
repeated between dots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xtriton.backends.nvidia.disassembly import sass_of
from xtriton.backends.nvidia.sass import Instruction, Label, read_sass

_Blocks = Mapping[str, Sequence[Instruction]]


def has_spills_in_loops_of_dots(cubin: bytes) -> bool:
    """Whether instructions store or load local memory in loops that have instructions of tensor cores.

    Also true if the cubin cannot be disassembled: spills are assumed to be where they cost most.
    """
    try:
        return count_in_loops_of_dots(sass_of(cubin)) > 0
    except ValueError:
        return True


def count_in_loops_of_dots(sass: str) -> int:
    """The number of such instructions in a listing by nvdisasm. Blocks that reach each other are in a loop."""
    blocks = _blocks(sass)
    names = list(blocks)
    following = {name: _successors(blocks[name], blocks, names[at : at + 1]) for at, name in enumerate(names, 1)}
    from_dots = {name: _reached(name, following) for name in names if _count(blocks[name], "tensor_core")}
    count = 0
    for name, instructions in blocks.items():
        spills = _count(instructions, "spills")
        if spills:
            reached = _reached(name, following)
            count += spills * any(name in reached_from and dot in reached for dot, reached_from in from_dots.items())
    return count


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
    reached: set[str] = set()
    pending = list(following[start])
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending.extend(following[name])
    return reached
