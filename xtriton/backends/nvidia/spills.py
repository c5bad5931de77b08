"""Where a kernel stores and loads spilled registers: in its loops of dots, or elsewhere.

Spills after the loop over tiles, where parts of tiles are combined, are executed once; those in a loop with dots are
repeated between dots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from xtriton.backends.nvidia.disassembly import sass_of

_LABEL = re.compile(r"^(\.L_x_\d+):")
_TARGET = re.compile(r"\.L_x_\d+")
_BRANCH = re.compile(r"\b(?:BRA|BRX|BSSY|JMP|CALL)\b")
_END = re.compile(r"^\s*/\*[0-9a-f]+\*/\s+(?:BRA|BRX|JMP|EXIT|RET)\b")
"""A branch without a predicate, or an exit: the next instruction does not follow."""
_SPILL = re.compile(r"\b(?:STL|LDL)\b")
_DOT = re.compile(r"\b[A-Z]*(?:GMMA|MMA)\b")

_Blocks = Mapping[str, Sequence[str]]


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
    dots = [name for name, lines in blocks.items() if any(map(_DOT.search, lines))]
    from_dots = {name: _reached(name, following) for name in dots}
    count = 0
    for name, lines in blocks.items():
        spills = sum(bool(_SPILL.search(line)) for line in lines)
        if spills:
            reached = _reached(name, following)
            count += spills * any(name in from_dots[dot] and dot in reached for dot in dots)
    return count


def _blocks(sass: str) -> _Blocks:
    """The instructions behind each label; also behind each branch, under the label and a number."""
    blocks: dict[str, list[str]] = {"": []}
    label, parts = "", 0
    for line in sass.splitlines():
        found = _LABEL.match(line)
        if found is not None:
            label, parts = found[1], 0
            blocks[label] = []
            continue
        blocks[f"{label}+{parts}" if parts else label].append(line)
        if _BRANCH.search(line) or _END.match(line):
            parts += 1
            blocks[f"{label}+{parts}"] = []
    return blocks


def _successors(lines: Sequence[str], blocks: _Blocks, behind: Sequence[str]) -> list[str]:
    """The blocks that may follow the one with these lines; ``behind`` has the name of the next one, if any."""
    last = lines[-1] if lines else ""
    found = [label for label in _TARGET.findall(last) if label in blocks] if _BRANCH.search(last) else []
    return found if _END.match(last) else [*found, *behind]


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
