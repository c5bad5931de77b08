"""Tests that are skipped with the newest Triton run with the oldest one: ``make test-versions`` names their files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SKIPPING = re.compile(r"^from selection import .*(of_versions|with_block_pointers)", re.MULTILINE)


def run_with_the_oldest() -> list[Path]:
    """The files and folders that the Makefile names."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    named = re.findall(r"^(?:VERSION|OLDEST)_TESTS := (.*)$", text, re.MULTILINE)
    assert len(named) == 2
    return [ROOT / path for paths in named for path in paths.split()]


def test_files_that_the_makefile_names_exist() -> None:
    assert [path for path in run_with_the_oldest() if not path.exists()] == []


@pytest.mark.parametrize(
    "path", [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("test_*.py"))]
)
def test_what_the_newest_skips_runs_with_the_oldest(path: str) -> None:
    if SKIPPING.search((ROOT / path).read_text(encoding="utf-8")):
        assert any((ROOT / path).is_relative_to(named) for named in run_with_the_oldest()), "add it to OLDEST_TESTS"
