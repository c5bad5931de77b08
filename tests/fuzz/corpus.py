"""Findings as files: the text with its pipeline in a RUN line, so that each can be run by hand and replayed.

python -m fuzz.corpus DIR...      # in the folder tests: run the files of folders again, print remaining failures
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fuzz.cases import Found
from fuzz.checks import Finding, examine

CORPUS = Path(__file__).parent / "corpus"
_HEADER = re.compile(
    r"// RUN: xtriton-opt (?P<flag>--allow-unregistered-dialect )?(?:--pass-pipeline='(?P<passes>[^']*)' )?%s.*\n"
    r"(?://.*\n)?"
)


@dataclass(frozen=True)
class Entry:
    """A file of the corpus."""

    name: str
    text: str
    pipeline: str
    allow_unregistered: bool


def read_entry(path: Path) -> Entry:
    """Read a file, whose first line is a RUN line and whose second line has the finding."""
    source = path.read_text(encoding="utf-8", errors="surrogateescape")
    header = _HEADER.match(source)
    assert header is not None, f"{path} does not begin with a RUN line"
    return Entry(path.stem, source[header.end() :], header["passes"] or "", header["flag"] is not None)


def entries(folder: Path = CORPUS) -> Iterator[Entry]:
    """All files of a folder."""
    for path in sorted(folder.glob("*.mlir")):
        yield read_entry(path)


def file_text(entry: Entry, finding: str) -> str:
    """The text of the file of an entry."""
    flag = "--allow-unregistered-dialect " if entry.allow_unregistered else ""
    passes = f"--pass-pipeline='{entry.pipeline}' " if entry.pipeline else ""
    return f"// RUN: xtriton-opt {flag}{passes}%s\n// {finding}\n{entry.text.rstrip()}\n"


def save(folder: Path, found: Found) -> Path:
    """Write a finding. The file's name is made of its signature."""
    folder.mkdir(parents=True, exist_ok=True)
    words = re.sub(r"\W+", "_", f"{found.kind}_{found.signature}").strip("_").lower()
    path = folder / f"{words[:100]}.mlir"
    entry = Entry(path.stem, found.text, found.pipeline, found.allow_unregistered)
    path.write_text(file_text(entry, f"{found.kind}: {found.signature}"), encoding="utf-8", errors="surrogateescape")
    return path


def replay(entry: Entry) -> Finding | None:
    """Examine a file of the corpus again."""
    return examine(entry.text, entry.pipeline, allow_unregistered=entry.allow_unregistered)


def main() -> int:
    """Print the findings of the files that still have one. Returns the exit status."""
    sys.setrecursionlimit(20_000)
    failed = False
    for folder in sys.argv[1:]:
        for entry in entries(Path(folder)):
            finding = replay(entry)
            if finding is not None:
                failed = True
                print(f"{folder}/{entry.name}.mlir\n    {finding}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
