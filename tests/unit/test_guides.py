"""The guides in docs/: their files and commands, run in order, print the output that the pages show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("triton", reason="there is no wheel of Triton")
pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_ROOT = Path(__file__).parents[2]
_PROMPT = "(xtriton) "
_TOOLS = """\
xtriton() {{ {python} -m xtriton.cli.main "$@"; }}
xtriton-opt() {{ {python} -m xtriton.cli.opt "$@"; }}
{command}
"""


def _run(command: str, typed: str, folder: Path) -> str:
    """Output and errors of a command in the order in which a terminal shows them, without paths of the folder."""
    done = subprocess.run(
        ["bash", "-c", _TOOLS.format(python=sys.executable, command=command)],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(_ROOT), "NO_COLOR": "1"},
    )
    return done.stdout.replace(f"{folder}/", "")


def _shown(output: str, typed: list[str]) -> str:
    """The output with the typed commands after the prompts, as on a terminal."""
    answers = iter(typed)
    return re.sub(re.escape(_PROMPT), lambda _: f"{_PROMPT}{next(answers, '')}\n", output)


def transcript(block: str, folder: Path) -> str:
    """A block with the output that its commands have now."""
    found: list[str] = []
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        command, _, rest = part.partition("\n")
        typed = [line.removeprefix(_PROMPT) for line in rest.splitlines() if line.startswith(_PROMPT)]
        output = _run(command.removeprefix("$ "), "".join(f"{line}\n" for line in typed), folder)
        found.append(f"{command}\n{_shown(output, typed)}")
    return "".join(found)


def _steps(page: str) -> list[tuple[str, str, str]]:
    """The blocks of a page in order: the text before, the language and the content."""
    return re.findall(r"([^\n]*)\n\n```(python|console)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["slow.md", "wrong.md"])
def test_guide(page: str, tmp_path: Path):
    for before, language, block in _steps((_ROOT / "docs" / page).read_text(encoding="utf-8")):
        if language == "python":
            name = re.findall(r"`(\w+\.py)`", before)[-1]
            (tmp_path / name).write_text(block, encoding="utf-8")
        else:
            assert transcript(block, tmp_path) == block
