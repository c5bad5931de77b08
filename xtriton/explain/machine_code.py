"""Machine code: disassembly by the nvdisasm of the Triton wheel, with lines and live registers."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from xtriton.explain.model import Listing
from xtriton.explain.origins import Origins, sass_listing
from xtriton.wheel import triton_module

_INSTRUCTION = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)")
_LIVE = re.compile(r"/\*([0-9a-f]{4,})\*/.*// \|\s*(\d*)\s*\|")


@dataclass(frozen=True)
class SassInstruction:
    """An instruction with the registers that are live at it."""

    line: int
    """The line of the listing, counted from 1."""
    opcode: str
    origin: int
    live: int


def disassemble(
    cubin: bytes, origins: Origins, known: Sequence[int], lines: bytes | None = None
) -> tuple[Listing, list[SassInstruction]]:
    """The disassembly of a cubin. Source lines are those of ``lines``, a cubin of the same code, where it is given.

    Raises ``ValueError`` where the wheel's nvdisasm is missing or fails, and where the code of ``lines`` is another.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(cubin)
        with _started("-c", "-plr", "-lrm", "count", str(path)) as ranges, _started("-c", "-gi", str(path)) as code:
            listing = sass_listing(_output(code), origins, known)
            live = _live_registers(ranges)
        if lines is not None:
            path.write_bytes(lines)
            with _started("-c", "-gi", str(path)) as code:
                located = sass_listing(_output(code), origins, known)
            if located.text != listing.text:
                raise ValueError("the installed ptxas makes other machine code of the PTX")
            listing = located
    found = [
        SassInstruction(number, match[2], listing.origins[number - 1], live.get(match[1], 0))
        for number, line in enumerate(listing.text.splitlines(), 1)
        if (match := _INSTRUCTION.search(line))
    ]
    return listing, found


def _live_registers(process: subprocess.Popen[str]) -> dict[str, int]:
    """The number of live registers by the address of the instruction; nvdisasm cannot tell for 255 registers."""
    try:
        text = _output(process)
    except ValueError:
        return {}
    return {match[1]: int(match[2] or 0) for match in _LIVE.finditer(text)}


def _started(*arguments: str) -> subprocess.Popen[str]:
    tool = triton_module("knobs").nvidia.nvdisasm.path
    try:
        return subprocess.Popen([tool, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    except OSError as failure:
        raise ValueError(f"nvdisasm cannot be run: {failure.strerror}") from None


def _output(process: subprocess.Popen[str]) -> str:
    text, said = process.communicate()
    if process.returncode != 0:
        lines = (said or text).strip().splitlines()
        raise ValueError(f"nvdisasm failed: {lines[0] if lines else f'exit status {process.returncode}'}")
    return text


_TENSOR_CORE = (
    "HMMA",
    "IMMA",
    "DMMA",
    "QMMA",
    "OMMA",
    "HGMMA",
    "IGMMA",
    "QGMMA",
    "BGMMA",
    "UTCHMMA",
    "UTCQMMA",
    "UTCIMMA",
)
_FMA = ("FFMA", "HFMA2", "DFMA", "FFMA2", "HFMA2.MMA")
_GLOBAL = ("LDG", "STG", "LDGSTS", "ATOMG", "RED", "REDG", "UTMALDG", "UTMASTG", "UBLKCP", "LD", "ST")
_SHARED = ("LDS", "STS", "LDSM", "STSM", "ATOMS", "LDGSTS", "LDGDEPBAR")
_LOCAL = ("LDL", "STL")


def kinds_of(opcode: str) -> set[str]:
    """The kinds of an instruction: ``tensor_core``, ``fma``, ``global_memory``, ``shared_memory``, ``spills``."""
    root = opcode.partition(".")[0]
    groups = {
        "tensor_core": _TENSOR_CORE,
        "fma": _FMA,
        "global_memory": _GLOBAL,
        "shared_memory": _SHARED,
        "spills": _LOCAL,
    }
    return {name for name, roots in groups.items() if root in roots}
