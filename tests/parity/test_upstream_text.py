"""The FileCheck programs of MLIR's own dialects and of nvg, read by the installed Triton wheel and by us.

Valid programs print as the same bytes, with and without locations, and the wheel reads our generic form as the same
module. Invalid ones are rejected with the same errors at the same positions.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from parity.test_tt_text import NOT_IN_THE_WHEEL, read_with_ours
from parity.wheel_text import is_of_the_wheel, programs_of, read_with_wheel

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.versions import V3_7, V3_8, default_version

DIALECTS = ("arith", "math", "scf", "cf", "ub", "gpu", "llvm", "nvvm", "nvg")


def _programs() -> list[tuple[str, str]]:
    """All programs with a name each; a split file is several programs."""
    programs: list[tuple[str, str]] = []
    for dialect in DIALECTS:
        for path in programs_of(dialect):
            text = path.read_text(encoding="utf-8")
            if any(mark in text for mark in NOT_IN_THE_WHEEL) or not is_of_the_wheel(text):
                continue
            split = "--split-input-file" in text
            for number, chunk in enumerate(re.split(r"(?m)^// -----$", text) if split else [text]):
                programs.append((f"{dialect}-{path.stem}-{number}", chunk))
    return programs


PROGRAMS = _programs()
VALID = [(name, text) for name, text in PROGRAMS if "expected-error" not in text]


def test_there_are_programs_of_every_dialect() -> None:
    assert {name.split("-")[0] for name, _ in VALID} == set(DIALECTS)
    assert len(PROGRAMS) - len(VALID) > 150


DIFFERENT = {
    "test_same_as_the_wheel[nvvm-invalid-2]": (V3_8, "the description of nvvm.fence.proxy's kind has a condition"),
    "test_the_wheel_reads_our_generic_form[llvm-functions-0]": (V3_7, "unsafe_fp_math is no property of llvm.func"),
}
"""Tests whose result differs from the wheel's, the version since which it does, and what changed in the wheel."""


@pytest.fixture(autouse=True)
def difference_is_known(request: pytest.FixtureRequest) -> None:
    first, reason = DIFFERENT.get(request.node.name, (None, ""))
    if first is not None and default_version() >= first:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))


@pytest.mark.parametrize("text", [text for _, text in PROGRAMS], ids=[name for name, _ in PROGRAMS])
def test_same_as_the_wheel(text: str, tmp_path: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(text, encoding="utf-8")
    ours = read_with_ours(path)
    assert ours == read_with_wheel(path)
    assert bool(ours.errors) == ("expected-error" in text)


@pytest.mark.parametrize("text", [text for _, text in VALID], ids=[name for name, _ in VALID])
def test_the_wheel_reads_our_generic_form(text: str, tmp_path: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(text, encoding="utf-8")
    generic = tmp_path / "generic.mlir"
    generic.write_text(print_op(parse_module(text, str(path), Context()), PrintOptions(generic=True)), encoding="utf-8")
    assert read_with_wheel(generic).plain == read_with_wheel(path).plain
