"""Builtin attributes and types, right, wrong and at their limits, read by the installed Triton wheel and by us."""

from __future__ import annotations

from pathlib import Path

import pytest
from parity.test_tt_text import read_with_ours
from parity.wheel_text import Reading, read_with_wheel

PROGRAMS = [
    line.replace("\\n", "\n")
    for line in (Path(__file__).parent / "attribute_programs.txt").read_text(encoding="utf-8").splitlines()
]
"""One in a line, where ``\\n`` stands for the end of a line."""


@pytest.mark.parametrize("text", PROGRAMS)
def test_same_as_the_wheel(text: str, tmp_path: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(text, encoding="utf-8")
    assert read_with_ours(path) == read_with_wheel(path)


def test_names_of_resources_are_those_of_the_text(tmp_path: Path) -> None:
    """They were made different from those of all modules read before."""
    path = tmp_path / "program.mlir"
    path.write_text("module attributes {a.b = dense_resource<shared_name> : tensor<2xi32>} {}", encoding="utf-8")
    readings: list[Reading] = [read_with_ours(path) for _ in range(2)]
    assert readings[0] == readings[1] == read_with_wheel(path)
