"""Machine code: disassembly by the nvdisasm of the Triton wheel, with lines and live registers."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

from xtriton.backends.nvidia.disassembly import output_of, started
from xtriton.backends.nvidia.sass import Label, kinds_of, read_sass
from xtriton.explain.model import Listing
from xtriton.explain.origins import Origins, sass_listing

_LIVE = re.compile(r"/\*([0-9a-f]{4,})\*/.*// \|\s*(\d*)\s*\|")


@dataclass(frozen=True)
class SassInstruction:
    """An instruction with the registers that are live at it."""

    line: int
    """The line of the listing, counted from 1."""
    opcode: str
    origin: int
    live: int

    @property
    def kinds(self) -> frozenset[str]:
        """What the instruction does: :func:`xtriton.backends.nvidia.sass.kinds_of`."""
        return kinds_of(self.opcode)


def disassemble(
    cubin: bytes, origins: Origins, known: Sequence[int], lines: bytes | None = None
) -> tuple[Listing, list[SassInstruction]]:
    """The disassembly of a cubin. Source lines are those of ``lines``, a cubin of the same code, where it is given.

    Raises ``ValueError`` where the wheel's nvdisasm is missing or fails, and where the code of ``lines`` is another.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(cubin)
        with started("-c", "-plr", "-lrm", "count", str(path)) as ranges, started("-c", "-gi", str(path)) as code:
            listing = sass_listing(output_of(code), origins, known)
            live = _live_registers(ranges)
        if lines is not None:
            path.write_bytes(lines)
            with started("-c", "-gi", str(path)) as code:
                located = sass_listing(output_of(code), origins, known)
            if located.text != listing.text:
                raise ValueError("the installed ptxas makes other machine code of the PTX")
            listing = located
    found = [
        SassInstruction(item.line, item.opcode, listing.origins[item.line - 1], live.get(item.address, 0))
        for item in read_sass(listing.text)
        if not isinstance(item, Label)
    ]
    return listing, found


def _live_registers(process: Popen[str]) -> dict[str, int]:
    """The number of live registers by the address of the instruction; nvdisasm cannot tell for 255 registers."""
    try:
        text = output_of(process)
    except ValueError:
        return {}
    return {match[1]: int(match[2] or 0) for match in _LIVE.finditer(text)}
