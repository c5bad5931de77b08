"""The FileCheck programs of tt and of the IR's text, read by the installed Triton wheel and by us.

Valid programs print as the same bytes, with and without locations. Invalid ones are rejected with the same errors at
the same positions.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from parity.wheel_text import Error, Reading, read_with_wheel, without_hint
from selection import WITH_BLOCK_POINTERS

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, file_location
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.versions import default_version

FOLDER = Path(__file__).parents[1] / "filecheck"
NOT_IN_THE_WHEEL = (
    "--allow-unregistered-dialect",
    "func.func",
    "the wheel is no oracle",
    f"the wheel of {default_version()} aborts",
)
"""Marks of programs that the wheel cannot read through its public interface, or whose errors it does not find."""
WITH_LOCATIONS = PrintOptions(debuginfo=True, use_nameloc_as_prefix=True)


def _programs() -> list[tuple[str, str]]:
    """All programs with a name each; a split file is several programs.

    They are read as the version of the wheel, whichever they are written for. A version without block pointers reports
    their types before their operations, xtriton the operations.
    """
    programs: list[tuple[str, str]] = []
    for path in sorted([*(FOLDER / "dialects" / "tt").glob("*.mlir"), *(FOLDER / "ir").glob("*.mlir")]):
        text = path.read_text(encoding="utf-8")
        if any(mark in text.split("// -----")[0] for mark in NOT_IN_THE_WHEEL):
            continue
        split = "--split-input-file" in text
        for number, chunk in enumerate(re.split(r"(?m)^// -----$", text) if split else [text]):
            if any(mark in chunk for mark in NOT_IN_THE_WHEEL):
                continue
            if default_version() in WITH_BLOCK_POINTERS or '"tt.make_tensor_ptr"' not in chunk:
                programs.append((f"{path.parent.name}-{path.stem}-{number}", chunk))
    return programs


PROGRAMS = _programs()


def read_with_ours(path: Path) -> Reading:
    context = Context()
    try:
        module = parse_module(path.read_bytes().decode(), str(path), context)
        verify(module, context)
    except DiagnosticError as failure:
        errors: list[Error] = []
        for diagnostic in failure.diagnostics:
            place = file_location(diagnostic.location)
            line, column = (place.line.data, place.column.data) if place is not None else (0, 0)
            errors.append(Error(line, column, without_hint(diagnostic.message)))
        return Reading(errors=tuple(errors))
    return Reading(print_op(module), print_op(module, WITH_LOCATIONS))


def test_there_are_valid_and_invalid_programs() -> None:
    rejected = sum("expected-error" in text for _, text in PROGRAMS)
    assert rejected > 500
    assert len(PROGRAMS) - rejected >= 8


@pytest.mark.parametrize("text", [text for _, text in PROGRAMS], ids=[name for name, _ in PROGRAMS])
def test_same_as_the_wheel(text: str, tmp_path: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(text, encoding="utf-8")
    assert read_with_ours(path) == read_with_wheel(path)
