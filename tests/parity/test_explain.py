"""Reports of the kernels of ``parity.kernels``, against other sources for each number.

| number | compared with |
|---|---|
| vector widths, source lines of the PTX | the instructions and ``.loc`` directives of the PTX |
| source lines of the machine code | ``nvdisasm -gi`` |
| bank conflicts, sectors of global memory | the addresses of an execution of the PTX (:mod:`parity.ptx_execution`) |
| registers, occupancy | ``cuobjdump --dump-resource-usage``, and the rules of ``cuda_occupancy.h`` |
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import triton
from parity.kernels import KERNELS
from parity.ptx_execution import Access, Execution

from xtriton.backends.nvidia.options import OPTION_NAMES, Options
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.explain.artifacts import Artifacts, compiled
from xtriton.explain.build import report_of
from xtriton.explain.global_sectors import measured_sectors
from xtriton.explain.model import Origin
from xtriton.explain.origins import without_lines_of_assembly
from xtriton.explain.ptx_program import GENERIC, functions_of
from xtriton.explain.report import Report
from xtriton.frontend.signature import Signature
from xtriton.targets import Target

_ONLY_WITH_BLACKWELL = ("descriptor_gather_scatter",)
_CAPABILITIES = (80, 90, 100)
CASES = [
    (name, capability)
    for index, capability in enumerate(_CAPABILITIES)
    for number, (name, kernel) in enumerate(KERNELS.items())
    if kernel.minimum <= capability and (capability >= 100 or name not in _ONLY_WITH_BLACKWELL)
    if kernel.minimum > _CAPABILITIES[0] or number % len(_CAPABILITIES) != index
]
"""Each kernel with two of the three capabilities in turn, as a report takes seconds; those that need 90 with both."""
_ACCESS = re.compile(r"\b(ld|st)\.global(?:\.[\w:]+)*?(?:\.v(\d))?\.[bufs](\d+)")
_COPY = re.compile(r"cp\.async\.c[ag]\.shared\.global \[[^]]*\], \[[^]]*\], (0x\w+|\d+)")
_LOC = re.compile(r"\s*\.loc\s+(\d+) (\d+) (\d+)")
_KINDS = {"tt.load": "ld", "tt.store": "st", "ttg.async_copy_global_to_local": "cp"}


def widths_in_ptx(report: Report) -> dict[int, set[tuple[str, int]]]:
    """The bytes that the instructions of each origin move per thread."""
    listing = next(stage.listing for stage in report.stages if stage.name == "ptx")
    found: dict[int, set[tuple[str, int]]] = {}
    for line, origin in zip(listing.text.splitlines(), listing.origins, strict=False):
        if match := _ACCESS.search(line):
            found.setdefault(origin, set()).add((match[1], int(match[2] or 1) * int(match[3]) // 8))
        elif match := _COPY.search(line):
            found.setdefault(origin, set()).add(("cp", int(match[1], 0)))
    return found


def lines_of_loc(text: str) -> dict[int, tuple[int, int] | None]:
    """Line and column of the ``.loc`` directive in effect, by the number of the line of PTX.

    Those within inline assembly do not count: since Triton 3.8 they number the lines of its text.
    """
    found: dict[int, tuple[int, int] | None] = {}
    current: tuple[int, int] | None = None
    in_assembly = False
    for number, line in enumerate(text.splitlines()):
        in_assembly = (in_assembly or "begin inline asm" in line) and "end inline asm" not in line
        if not in_assembly and (match := _LOC.match(line)):
            current = (int(match[2]), int(match[3])) if match[2] != "0" else None
        found[number] = current
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "capability"), CASES)
def test_report(name: str, capability: int, tmp_path: Path):
    kernel: Any = KERNELS[name]
    signature = Signature(kernel.types(), dict(kernel.constants), kernel.attributes())
    artifacts = compiled(kernel.fn, signature, target=f"cuda:{capability}", **kernel.options)
    report = report_of(artifacts)
    assert len(report.passes) > 40
    assert not report.notes
    _check_widths(report)
    _check_lines(report)
    assert len(report.html()) < 10_000_000
    assert report.text().startswith(report.name)
    binary = tmp_path / "kernel.cubin"
    binary.write_bytes(_with_right_lines(artifacts, capability))
    _check_machine_lines(report, binary)
    _check_occupancy(report, binary, capability, artifacts)
    _check_costs(report)


def _check_widths(report: Report) -> None:
    widths = widths_in_ptx(report)
    for access in report.accesses:
        kind = _KINDS.get(access.operation)
        if kind is not None and access.origin in widths:  # LLVM may merge lines, and drop dead accesses
            assert (kind, access.vector_bytes) in widths[access.origin], report.where(access.origin)


def _check_lines(report: Report) -> None:
    listing = next(stage.listing for stage in report.stages if stage.name == "ptx")
    expected = lines_of_loc(listing.text)
    for number, index in enumerate(listing.origins):
        if index >= 0:
            origin: Origin = report.origins[index]
            assert origin[0][1:] == expected[number]


# Machine code


def _tool(name: str, *arguments: str) -> str:
    path = getattr(triton.knobs.nvidia, name).path
    return subprocess.run([path, *arguments], capture_output=True, text=True, check=True).stdout


def _with_right_lines(artifacts: Artifacts, capability: int) -> bytes:
    """The machine code, assembled without LLVM's lines of inline assembly."""
    ptx, cubin = artifacts.texts["ptx"], artifacts.texts["cubin"]
    assert isinstance(ptx, str)
    assert isinstance(cubin, bytes)
    corrected = without_lines_of_assembly(ptx)
    if corrected == ptx:
        return cubin
    options = {name: value for name, value in artifacts.metadata["options"].items() if name in OPTION_NAMES}
    return NvidiaStages(Target(capability), Options(**options)).cubin(corrected)[0]


def _check_machine_lines(report: Report, binary: Path) -> None:
    """Each instruction has the file and the line that nvdisasm writes before it, if a call is inlined the callee's."""
    expected: dict[str, tuple[str, int]] = {}
    current = ("", 0)
    caller_follows = False
    for line in _tool("nvdisasm", "-c", "-gi", str(binary)).splitlines():
        if match := re.match(r'\s*//## File "([^"]*)", line (\d+)( inlined at)?', line):
            if not caller_follows:
                current = (match[1], int(match[2]))
            caller_follows = match[3] is not None
        elif match := re.match(r"\s*/\*([0-9a-f]{4,})\*/", line):
            expected[match[1]] = current
    listing = next(stage.listing for stage in report.stages if stage.name == "sass")
    checked = 0
    for line, index in zip(listing.text.splitlines(), listing.origins, strict=True):
        match = re.match(r"\s*/\*([0-9a-f]{4,})\*/", line)
        if match is not None:
            found: Origin = report.origins[index] if index >= 0 else ()
            assert (found[0][:2] if found else ("", 0)) == expected[match[1]], line
            checked += 1
    assert checked == len(expected) > 0


def _check_occupancy(report: Report, binary: Path, capability: int, artifacts: Artifacts) -> None:
    """By the steps of ``cudaOccMaxActiveBlocksPerMultiprocessor``; all three GPUs have 64 warps and 32 CTAs."""
    resources = report.resources
    assert resources is not None
    used = _tool("cuobjdump", "--dump-resource-usage", str(binary))
    registers = max(int(number) for number in re.findall(rf"Function {report.name}:\s+REG:(\d+)", used))
    assert resources.registers == registers
    warps, shared = resources.warps, int(artifacts.metadata["shared"])
    assert resources.shared == shared
    registers_of_warp = (registers * 32 + 255) // 256 * 256
    warps_of_quarter = 16384 // registers_of_warp
    shared_of_cta = (shared + 1024 + 127) // 128 * 128
    shared_of_sm = {80: 164, 90: 228, 100: 228}[capability] * 1024
    ctas = min(64 // warps, 32, warps_of_quarter * 4 // warps, shared_of_sm // shared_of_cta)
    assert resources.ctas_per_sm == ctas
    assert resources.occupancy == ctas * warps / 64


# Addresses


def wavefronts(addresses: Sequence[int | None], size: int) -> int:
    """The words of the most demanded of 32 banks, in each group of lanes that moves 128 bytes together."""
    lanes = 128 // max(size, 4)
    total = 0
    for start in range(0, len(addresses), lanes):
        group = [address for address in addresses[start : start + lanes] if address is not None]
        words = {(address + byte) // 4 for address in group for byte in range(size)}
        banks = [word % 32 for word in words]
        total += max((banks.count(bank) for bank in set(banks)), default=0)
    return total


def _form(access: Access, text: str) -> tuple[int, int]:
    """The bytes of a lane, and how many lanes have addresses."""
    parts = access.opcode.replace("::", ".").split(".")
    if parts[0] in ("ldmatrix", "stmatrix"):
        return 16, 8 * next(int(part[1:]) for part in parts if part in ("x1", "x2", "x4"))
    if parts[0] == "cp":
        match = _COPY.search(text)
        assert match is not None
        return int(match[1], 0), 32
    count = next((int(part[1:]) for part in parts if part in ("v2", "v4", "v8")), 1)
    match = re.fullmatch(r"[a-z]+(\d+)(?:x(\d))?", parts[-1])
    assert match is not None
    return max(int(match[1]) * int(match[2] or 1) // 8, 1) * count, 32


def _warps(access: Access, lanes: int) -> Iterator[Sequence[int | None]]:
    addresses = access.addresses
    assert addresses is not None
    for start in range(0, len(addresses), 32):
        yield addresses[start : start + lanes]


def _check_costs(report: Report) -> None:
    """Bank conflicts and sectors of all accesses whose addresses the report claims to know."""
    listing = next(stage.listing for stage in report.stages if stage.name == "ptx")
    lines = listing.text.splitlines()
    assert report.resources is not None
    warps = report.resources.warps
    execution = Execution(32 * warps, lambda name, is_pointer: 0 if is_pointer else GENERIC, GENERIC)
    execution.run(listing.text)
    shared: dict[tuple[int, str], list[int | None]] = {}
    touched: dict[int, list[int | None]] = {}
    for access in execution.accesses:
        origin = listing.origins[access.line - 1]
        size, lanes = _form(access, lines[access.line - 1])
        known = access.addresses is not None
        if access.space == "shared":
            cost = max(wavefronts(warp, size) for warp in _warps(access, lanes)) if known else None
            shared.setdefault((origin, access.opcode), []).append(cost)
        else:
            active = (
                {sector for at in warp if at is not None for sector in range(at // 32, (at + size - 1) // 32 + 1)}
                for warp in (_warps(access, lanes) if known else ())
            )
            touched.setdefault(origin, []).append(next((len(warp) for warp in active if warp), None))
    has_functions = re.search(r"^(?:\.\w+ )*\.func ", listing.text, re.MULTILINE) is not None
    for access in report.shared_accesses:
        costs = shared.get((access.origin, access.instruction), [])
        if has_functions and not costs:
            continue  # only the entry is executed
        assert len(costs) == access.count, access
        if access.is_exact and None not in costs:
            assert access.wavefronts == pytest.approx(sum(cost or 0 for cost in costs) / len(costs)), access
    for origin, sectors in measured_sectors(listing, functions_of(listing.text, warps)).items():
        counts = touched.get(origin, [])
        assert counts or has_functions
        if counts and None not in counts:
            assert sectors.touched == round(sum(count or 0 for count in counts) / len(counts)), report.where(origin)
