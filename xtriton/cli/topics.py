"""``xtriton help TOPIC``: a page of the documentation, from the package's data."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from xtriton.cli.statuses import USAGE


def add_help(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "help",
        help="print a page of the documentation",
        description="Print a page of the documentation, or the list of pages.",
    )
    parser.add_argument("topic", nargs="?", help="the page: compile, cpu, passes ... (default: list the pages)")
    parser.set_defaults(run=run, commands=commands)


def pages() -> dict[str, Path]:
    """The pages by topic: in the installed package, or in the checkout that the package is in."""
    package = Path(__file__).parents[1]
    for folder in (package / "docs", package.parent / "docs"):
        found = {path.stem: path for path in sorted(folder.glob("*.md"))}
        if found:
            return found
    return {}


def run(arguments: Namespace) -> int:
    """Print the page, or the list. Returns the exit status."""
    known = pages()
    if arguments.topic is None:
        width = max((len(topic) for topic in known), default=0)
        print("xtriton help TOPIC prints a page of the documentation:\n")
        for topic, path in known.items():
            print(f"  {topic:<{width}}  {_title(path)}")
        return 0
    topic = arguments.topic.removesuffix(".md").removeprefix("docs/")
    if topic not in known:
        instead = _instead(topic, known, arguments.commands.choices)
        print(f"xtriton help: error: there is no page '{topic}'; {instead}", file=sys.stderr)
        return USAGE
    print(known[topic].read_text(encoding="utf-8"), end="")
    return 0


def _instead(topic: str, known: Mapping[str, Path], commands: Collection[str]) -> str:
    """What to read where a topic is no page: a command's help, the nearest page, or pages with such a heading."""
    from xtriton.registry import nearest

    found = [f"the command's options: xtriton {topic} --help"] if topic in commands else []
    near = nearest(topic, known)
    headed = [page for page, path in known.items() if topic.lower() in _headings(path).lower()]
    if near and not found:
        found.append(near.removeprefix("; "))
    elif headed:
        found.append(f"pages with such a heading: {', '.join(headed)}")
    return "; ".join(found) or "xtriton help lists them"


def _headings(path: Path) -> str:
    return "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#"))


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return next((line[2:].strip() for line in file if line.startswith("# ")), "")
