"""Programs that versions of Triton treat differently, pass by pass, and the installed wheel.

A file starts with ``// PASSES:`` and, if older versions cannot read it, ``// VERSIONS:``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from parity.cases import read_again
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.versions import default_version

FOLDER = Path(__file__).parent / "passes"


def _programs() -> Iterator[tuple[str, str, str]]:
    """Name, passes and text of each program that the installed version reads."""
    for path in sorted(FOLDER.glob("*.mlir")):
        text = path.read_text()
        passes = re.findall(r"^// PASSES: (.*)$", text, flags=re.MULTILINE)[0]
        versions = re.findall(r"^// VERSIONS: (.*)$", text, flags=re.MULTILINE)
        if versions and str(default_version()) not in versions[0].split():
            continue
        for number, part in enumerate(re.split(r"^// -----$", text, flags=re.MULTILINE)):
            yield f"{path.stem}#{number}", passes, part


PROGRAMS = list(_programs())


def test_the_wheel_reads_the_programs() -> None:
    assert [name for name, _, text in PROGRAMS if wheel_outcome("cse", text).text is None] == []


@pytest.mark.parametrize(("passes", "program"), [item[1:] for item in PROGRAMS], ids=[item[0] for item in PROGRAMS])
def test_each_pass_gives_the_wheel_s_bytes(passes: str, program: str) -> None:
    text = read_again(program)
    for passed in passes.split(","):
        expected = wheel_outcome(passed, text)
        assert native_outcome(passed, text) == expected
        if expected.text is None:
            break
        text = read_again(expected.text)
