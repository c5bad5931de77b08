"""Bank conflicts of the shared memory instructions of PTX, from the addresses of all lanes.

Shared memory has 32 banks of 4 bytes. A warp's instruction takes as many wavefronts as the most demanded bank has
different words, in each group of lanes that move 128 bytes together: 32 lanes for 4 bytes, 16 for 8, 8 for 16
(CUDA C++ Programming Guide, "Shared Memory"; PTX ISA, ``ldmatrix``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from xtriton.explain.model import Listing, SharedAccess
from xtriton.explain.ptx_program import WARP, Instruction, Lanes, Threads, UnknownValueError, all_instructions

BANKS = 32
WORD = 4
_ROW = 16
"""Bytes of a row of the 8x8 matrices that ``ldmatrix`` and ``stmatrix`` move."""
_MATRIX_LANES = 8


def wavefronts(addresses: Sequence[int], bytes_per_lane: int) -> int:
    """The wavefronts of one instruction of a warp; ``addresses`` are those of its active lanes, in order of lanes.

    ``bytes_per_lane`` is a power of two up to 16; narrower accesses than 4 bytes count as 4.
    """
    group = WARP * WORD // max(bytes_per_lane, WORD)
    total = 0
    for start in range(0, len(addresses), group):
        words: dict[int, set[int]] = {}
        for address in addresses[start : start + group]:
            for word in range(address // WORD, (address + bytes_per_lane - 1) // WORD + 1):
                words.setdefault(word % BANKS, set()).add(word)
        total += max((len(different) for different in words.values()), default=0)
    return total


def ideal_wavefronts(addresses: Sequence[int], bytes_per_lane: int) -> int:
    """The wavefronts that the accessed bytes would need without conflicts."""
    group = WARP * WORD // max(bytes_per_lane, WORD)
    return max(-(-len(addresses) // group), 1)


@dataclass(frozen=True)
class _Form:
    """How an instruction accesses shared memory."""

    name: str
    operand: int
    bytes_per_lane: int
    lanes: int
    """The lanes that give addresses."""


def shared_accesses(listing: Listing, functions: Sequence[Threads]) -> list[SharedAccess]:
    """The accesses of shared memory in PTX, those of the same source position and opcode together."""
    found: dict[tuple[int, str], list[tuple[int, float, float, bool]]] = {}
    for threads, instruction in all_instructions(functions):
        form = _form(instruction)
        if form is None:
            continue
        origin = listing.origins[instruction.line - 1]
        cost, ideal, exact = _cost(threads, instruction, form)
        found.setdefault((origin, form.name), []).append((instruction.line, cost, ideal, exact))
    return [
        SharedAccess(
            origin,
            items[0][0],
            name,
            len(items),
            sum(item[1] for item in items) / len(items),
            sum(item[2] for item in items) / len(items),
            all(item[3] for item in items),
        )
        for (origin, name), items in found.items()
    ]


def _form(instruction: Instruction) -> _Form | None:
    parts = instruction.parts
    if not any(part.startswith("shared") for part in parts):
        return None
    kind = parts[0]
    if kind in ("ld", "st", "atom", "red"):
        width = int(parts[-1][1:]) // 8 if parts[-1][1:].isdigit() else WORD
        count = next((int(part[1:]) for part in parts if part in ("v2", "v4", "v8")), 1)
        return _Form(instruction.opcode, 1 if kind in ("ld", "atom") else 0, width * count, WARP)
    if kind in ("ldmatrix", "stmatrix"):
        count = next((int(part[1:]) for part in parts if part in ("x1", "x2", "x4")), 1)
        return _Form(instruction.opcode, 1 if kind == "ldmatrix" else 0, _ROW, count * _MATRIX_LANES)
    if kind == "cp" and "async" in parts and "bulk" not in parts and len(instruction.operands) > 2:
        return _Form(instruction.opcode, 0, int(instruction.operands[2], 0), WARP)
    return None


def _cost(threads: Threads, instruction: Instruction, form: _Form) -> tuple[float, float, bool]:
    """Wavefronts, wavefronts without conflicts, and whether the addresses are known; of the warp that takes longest."""
    try:
        addresses = threads.address(instruction.operands[form.operand])
    except UnknownValueError:
        ideal = max(WARP * form.bytes_per_lane // (BANKS * WORD), 1)
        return ideal, ideal, False
    active = threads.active(instruction)
    worst, best = 0, 1
    for warp in range(threads.warps):
        lanes = slice(warp * WARP, warp * WARP + form.lanes)
        listed = _listed(addresses[lanes], active[lanes])
        if not listed:
            continue
        cost = wavefronts(listed, form.bytes_per_lane)
        if cost > worst:
            worst, best = cost, ideal_wavefronts(listed, form.bytes_per_lane)
    return worst, best, True


def _listed(addresses: Lanes, active: npt.NDArray[np.bool_]) -> list[int]:
    return [int(address) for address in addresses[active]]
