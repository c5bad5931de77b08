"""The table of how alike passes are: printed, and with ``--write`` written into docs/parity.md.

python tests/parity/table.py [--write] [--kernel NAME]...
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.cases import cases_of, judged_passes, stage_texts  # noqa: E402
from parity.kernels import KERNELS  # noqa: E402
from parity.levels import Level  # noqa: E402
from parity.ptx_results import CAPABILITIES, measure_ptx  # noqa: E402
from parity.results import (  # noqa: E402
    STAGE,
    Levels,
    Tally,
    native_passes,
    pass_levels,
    stage_levels,
)
from parity.ttgir import STAGE as TTGIR_STAGE  # noqa: E402
from parity.ttgir import ttgir_levels, ttgir_passes, ttgir_stage_levels  # noqa: E402

DOCUMENT = ROOT / "docs" / "parity.md"
COLUMNS = ("inputs", "same bytes", "same graph, same locations", "same graph", "different", "failed")


def main() -> int:
    """Print the table. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/parity.md")
    parser.add_argument("--kernel", action="append", choices=list(KERNELS), metavar="NAME")
    options = parser.parse_args()
    if options.write and options.kernel:
        parser.error("the page is of all kernels: --write goes without --kernel")
    kernels: list[str] = options.kernel or list(KERNELS)
    ptx = {capability: measure_ptx(capability, options.kernel or ()) for capability in CAPABILITIES}
    tables = [
        ("Inputs of the passes in the TTIR stage", table(_stage_rows(kernels))),
        ("Every pass on every intermediate result of the TTIR stage", table(_rows(kernels))),
        ("Inputs of the passes in the TTGIR stage", table(_ttgir_rows(kernels))),
        ("PTX of xtriton.compile", ptx_table(ptx)),
    ]
    for title, text in tables:
        print(f"{title}\n\n{text}")
    if options.write:
        DOCUMENT.write_text(document(tables))
    return 0


def table(rows: Iterable[tuple[str, Tally]]) -> str:
    """Rows of figures as a Markdown table. A level includes the better ones."""
    lines = [("pass", *COLUMNS)]
    for name, tally in rows:
        same = [tally.at_least(level) for level in (Level.BYTES, Level.LOCATIONS, Level.GRAPH)]
        bad = [tally.levels[level] for level in (Level.DIFFERENT, Level.FAILED)]
        lines.append((name, *map(str, (tally.inputs, *same, *bad))))
    return _markdown(lines)


def ptx_table(ptx: dict[int, dict[str, bool]]) -> str:
    """How many kernels have Triton's PTX, by target, as a Markdown table."""
    rows = [("target", "kernels", "same PTX", "other PTX")]
    for capability, results in ptx.items():
        same = sum(results.values())
        rows.append((f"sm_{capability}", *map(str, (len(results), same, len(results) - same))))
    return _markdown(rows)


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    aligned = [
        [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        for row in rows
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in [aligned[0], rule, *aligned[1:]])


def _tally(levels: Iterable[Levels]) -> Tally:
    return Tally(Counter(level for found in levels for level in found.values()))


def _rows(kernels: list[str]) -> list[tuple[str, Tally]]:
    """All passes on all texts."""
    return [(f"`{name}`", _tally(pass_levels(name, kernel) for kernel in kernels)) for name in native_passes()]


def _stage_rows(kernels: list[str]) -> list[tuple[str, Tally]]:
    """The passes of the stage, each on the result of the passes before it, and the whole stage."""
    rows = [(f"`{name}`", _tally(_in_the_stage(name, kernel) for kernel in kernels)) for name in native_passes()]
    whole = _tally(stage_levels(kernel) for kernel in kernels)
    return [row for row in [*rows, (f"`{STAGE}`", whole)] if row[1].inputs]


def _ttgir_rows(kernels: list[str]) -> list[tuple[str, Tally]]:
    """The native passes of the TTGIR stage, each on the result of the passes before it, and the whole stage."""
    rows = [(f"`{name}`", _tally(ttgir_levels(kernel).get(name, {}) for kernel in kernels)) for name in ttgir_passes()]
    return [*rows, (f"`{TTGIR_STAGE}`", _tally(ttgir_stage_levels(kernel) for kernel in kernels))]


def _in_the_stage(name: str, kernel: str) -> Levels:
    """The levels of a pass on the distinct texts that the stage gives it."""
    texts: set[str] = set()
    for capability in CAPABILITIES:
        if capability >= KERNELS[kernel].minimum:
            texts |= {text for step, text in stage_texts(kernel, capability) if step.partition("-")[2] == name}
    levels = pass_levels(name, kernel)
    return {case.name: levels[case.name] for case in cases_of(kernel) if case.text in texts}


def document(tables: list[tuple[str, str]]) -> str:
    """The text of docs/parity.md."""
    versions = ", ".join(f"{package} {version(package)}" for package in ("triton", "xdsl"))
    functions = len({kernel.fn for kernel in KERNELS.values()})
    missing = [f"`{name}`" for name in judged_passes() if name not in native_passes()]
    parts = [
        _INTRODUCTION.format(
            date=datetime.now(UTC).date().isoformat(),
            versions=versions,
            python=platform.python_version(),
            kernels=len(KERNELS),
            functions=functions,
            targets=" and ".join(f"sm_{capability}" for capability in CAPABILITIES),
        )
    ]
    parts += [f"## {title}\n\n{text}" for title, text in tables]
    if missing:
        parts.append(f"Not native yet, hence not in the tables: {', '.join(missing)}.\n")
    return "\n".join(parts)


_INTRODUCTION = """\
# Parity with the Triton wheel

`python tests/parity/table.py --write` wrote this page on {date}, with {versions} and Python {python}.

{kernels} kernels (`tests/parity/kernels`, {functions} functions) go through Triton's own front end, for {targets}.
Their TTIR is run through each pass of the wheel and the native pass of that name, and the results are compared:

- *same bytes*: the printed module is the same, with every location;
- *same graph, same locations*: the operations, their operands, attributes, types and regions are the same up to the
  order of operations without side effects, and each has the same location;
- *same graph*: the same, but some location differs;
- *failed*: one of the two reports an error that the other does not.

Each of the three *same* columns includes the previous ones. Identical inputs of several targets or steps count once.
`tests/parity/test_passes.py` and `test_ttgir.py` fail on anything below *same bytes*, with the installed version of
Triton.

`make-ttir` and `make-ttgir` are the whole stages; every pass is native. Warp specialization for Hopper, where the
wheel's result differs from run to run, is compared in `tests/parity/test_hopper_warp_specialization.py`. The last table
compares the PTX of `xtriton.compile` byte for byte with Triton's, line information included.

`python -m tests.parity.compare PASS --diff` prints the differences.
"""


if __name__ == "__main__":
    sys.exit(main())
