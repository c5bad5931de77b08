"""``xtriton help TOPIC``: a page of the documentation, from the package's data."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from xtriton.cli.formatter import DefaultsFormatter
from xtriton.cli.statuses import USAGE


def add_help(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "help",
        help="print a page of the documentation",
        description="Print a page of the documentation, or the list of pages.",
        formatter_class=DefaultsFormatter,
    )
    parser.add_argument("topic", nargs="?", help="the page: compile, cpu, passes ... (default: list the pages)")
    parser.set_defaults(run=run)


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
    from xtriton.registry import nearest

    known = pages()
    if arguments.topic is None:
        width = max((len(topic) for topic in known), default=0)
        print("xtriton help TOPIC prints a page of the documentation:\n")
        for topic, path in known.items():
            print(f"  {topic:<{width}}  {_title(path)}")
        return 0
    topic = arguments.topic.removesuffix(".md").removeprefix("docs/")
    if topic not in known:
        hint = nearest(topic, known)
        print(f"xtriton help: error: there is no page '{topic}'{hint or '; xtriton help lists them'}", file=sys.stderr)
        return USAGE
    print(known[topic].read_text(encoding="utf-8"), end="")
    return 0


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return next((line[2:].strip() for line in file if line.startswith("# ")), "")
