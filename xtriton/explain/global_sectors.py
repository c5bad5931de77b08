"""The sectors of global memory that the instructions of PTX touch, from the addresses of all lanes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from xtriton.explain.model import Listing
from xtriton.explain.ptx_program import WARP, Instruction, Threads, UnknownValueError, all_instructions

SECTOR = 32
"""Bytes that global memory moves at least."""
_CP_ASYNC = 3
"""The operand of ``cp.async`` that has the number of bytes, counted from 1."""


@dataclass(frozen=True)
class Sectors:
    """The sectors of the accesses at an origin."""

    touched: int
    """By an instruction of a warp, on average."""
    ideal: int
    """The least number that could hold the accessed bytes."""
    coverage: float
    """The share of the sectors touched by all instructions of a warp together that is used."""
    is_exact: bool


def measured_sectors(listing: Listing, functions: Sequence[Threads]) -> dict[int, Sectors]:
    """The sectors of the accesses at each origin, where all addresses are known."""
    found: dict[int, list[list[int]]] = {}
    sizes: dict[int, int] = {}
    unknown: set[int] = set()
    for threads, instruction in all_instructions(functions):
        form = _form(instruction)
        if form is None:
            continue
        operand, size = form
        origin = listing.origins[instruction.line - 1]
        try:
            addresses = threads.address(instruction.operands[operand])
        except UnknownValueError:
            unknown.add(origin)
            continue
        active = threads.active(instruction)
        warp = next((warp for warp in range(threads.warps) if active[warp * WARP : (warp + 1) * WARP].any()), 0)
        lanes = slice(warp * WARP, (warp + 1) * WARP)
        found.setdefault(origin, []).append([int(address) for address in addresses[lanes][active[lanes]]])
        sizes[origin] = size
    return {
        origin: _counted(lanes, sizes[origin])
        for origin, lanes in found.items()
        if origin not in unknown and any(lanes)
    }


def _form(instruction: Instruction) -> tuple[int, int] | None:
    """The operand with the address of an access of global memory, and the bytes per lane."""
    parts = instruction.parts
    if "global" not in parts:
        return None
    kind = parts[0]
    place = {"ld": 1, "st": 0, "atom": 1, "red": 0}.get(kind)
    if place is not None:
        count = next((int(part[1:]) for part in parts if part in ("v2", "v4", "v8")), 1)
        return place, _bytes_of(parts[-1]) * count
    if kind == "cp" and "async" in parts and "bulk" not in parts and len(instruction.operands) >= _CP_ASYNC:
        return 1, int(instruction.operands[2], 0)
    return None


def _bytes_of(type_: str) -> int:
    """The bytes of a type such as ``b32``, ``bf16`` or ``f16x2``."""
    match = _TYPE.fullmatch(type_)
    return max(int(match[1]) * int(match[2] or 1) // 8, 1) if match is not None else 4


_TYPE = re.compile(r"[a-z]+(\d+)(?:x(\d))?")


def _counted(lanes: Sequence[Sequence[int]], size: int) -> Sectors:
    touched = [len(_sectors_of(addresses, size)) for addresses in lanes]
    ideal = [_ideal(addresses, size) for addresses in lanes]
    everything = sorted({address for addresses in lanes for address in addresses})
    coverage = _ideal(everything, size) / len(_sectors_of(everything, size))
    return Sectors(round(sum(touched) / len(lanes)), max(round(sum(ideal) / len(lanes)), 1), coverage, True)


def _sectors_of(addresses: Sequence[int], size: int) -> set[int]:
    return {sector for address in addresses for sector in range(address // SECTOR, (address + size - 1) // SECTOR + 1)}


def _ideal(addresses: Sequence[int], size: int) -> int:
    return -(-len(set(addresses)) * size // SECTOR)
