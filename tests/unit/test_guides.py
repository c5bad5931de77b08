"""The guides in docs/: their files and commands, run in order, print the output that the pages show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from selection import of_versions

from xtriton.versions import V3_9, since

pytest.importorskip("triton", reason="there is no wheel of Triton")
pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_ROOT = Path(__file__).parents[2]
_PROMPT = "(xtriton) "
_TOOLS = {"xtriton": "xtriton.cli.main", "xtriton-opt": "xtriton.cli.opt"}
_TOOL = """\
#!/bin/sh
PYTHONPATH={paths} exec {python} -m {module} "$@"
"""
_PIP = """\
#!{python}
import sys, tomllib
from pathlib import Path
*words, folder = sys.argv[1:]
assert words == ["install", "--quiet", "--editable"]
project = tomllib.loads(Path(folder, "pyproject.toml").read_text())["project"]
info = Path({site!r}, project["name"] + "-" + project["version"] + ".dist-info")
info.mkdir()
lines = ["Metadata-Version: 2.1", "Name: " + project["name"], "Version: " + project["version"]]
(info / "METADATA").write_text("\\n".join(lines) + "\\n")
points = project["entry-points"].items()
def section(group, named):
    return f"[{{group}}]\\n" + "".join(f"{{name}} = {{place}}\\n" for name, place in named.items())
lines = [section(*each) for each in points]
(info / "entry_points.txt").write_text("".join(lines))
Path({site!r}, project["name"]).symlink_to(Path(folder, project["name"]).resolve())
"""
"""An editable installation without a network: metadata with the entry points, and a link to the package."""


def _make_tools(folder: Path) -> None:
    """The programs that the pages call. They find this checkout, and what their pip has installed."""
    site = folder / "site"
    site.mkdir(parents=True)
    texts = {
        name: _TOOL.format(paths=f"{_ROOT}:{site}", python=sys.executable, module=module)
        for name, module in _TOOLS.items()
    }
    texts["python"] = f'#!/bin/sh\nPYTHONPATH={_ROOT}:{site} exec {sys.executable} "$@"\n'
    texts["pip"] = _PIP.format(python=sys.executable, site=str(site))
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)


def _run(command: str, typed: str, folder: Path, tools: Path) -> str:
    """Output and errors of a command in the order in which a terminal shows them, without paths of the folder."""
    done = subprocess.run(
        ["bash", "-c", command],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}", "NO_COLOR": "1"},
    )
    return done.stdout.replace(f"{folder}/", "")


def _shown(output: str, typed: list[str]) -> str:
    """The output with the typed commands after the prompts, as on a terminal."""
    answers = iter(typed)
    return re.sub(re.escape(_PROMPT), lambda _: f"{_PROMPT}{next(answers, '')}\n", output)


def transcript(block: str, folder: Path, tools: Path) -> str:
    """A block with the output that its commands have now."""
    found: list[str] = []
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        command, _, rest = part.partition("\n")
        typed = [line.removeprefix(_PROMPT) for line in rest.splitlines() if line.startswith(_PROMPT)]
        output = _run(command.removeprefix("$ "), "".join(f"{line}\n" for line in typed), folder, tools)
        found.append(f"{command}\n{_shown(output, typed)}")
    return "".join(found)


def _steps(page: str) -> list[tuple[str, str, str]]:
    """The blocks of a page in order: the text before, the language and the content."""
    return re.findall(r"([^\n]*)\n\n```(python|toml|mlir|console)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@of_versions(since(V3_9), "the guides show Triton 3.9")
@pytest.mark.slow
@pytest.mark.parametrize("page", ["slow.md", "wrong.md", "write.md"])
def test_guide(page: str, tmp_path: Path):
    folder, tools = tmp_path / "work", tmp_path / "tools"
    _make_tools(tools)
    folder.mkdir()
    for before, language, block in _steps((_ROOT / "docs" / page).read_text(encoding="utf-8")):
        if language == "console":
            assert transcript(block, folder, tools) == block
            continue
        path = folder / re.findall(r"`([\w/.]+\.(?:py|toml|mlir))`", before)[-1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block, encoding="utf-8")
