"""Reports of the kernels of ``parity.kernels``, against the PTX: vector widths, lines, registers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from parity.kernels import KERNELS

from xtriton.explain.api import explain
from xtriton.explain.model import Origin
from xtriton.explain.report import Report
from xtriton.frontend.signature import Signature

_ONLY_WITH_BLACKWELL = ("descriptor_gather_scatter",)
CASES = [
    (name, capability)
    for capability in (80, 90, 100)
    for name, kernel in KERNELS.items()
    if kernel.minimum <= capability and (capability >= 100 or name not in _ONLY_WITH_BLACKWELL)
]
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
    """Line and column of the ``.loc`` directive in effect, by the number of the line of PTX."""
    found: dict[int, tuple[int, int] | None] = {}
    current: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines()):
        if match := _LOC.match(line):
            current = (int(match[2]), int(match[3])) if match[2] != "0" else None
        found[number] = current
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "capability"), CASES)
def test_report(name: str, capability: int):
    kernel: Any = KERNELS[name]
    signature = Signature(kernel.types(), dict(kernel.constants), kernel.attributes())
    report = explain(kernel.fn, signature, target=f"cuda:{capability}", **kernel.options)
    assert len(report.passes) > 40
    _check_widths(report)
    _check_lines(report)
    assert report.resources is not None
    assert report.resources.occupancy is not None
    assert 0 < report.resources.occupancy <= 1
    assert len(report.html()) < 10_000_000
    assert report.text().startswith(report.name)


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
