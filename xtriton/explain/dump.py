"""Reads the output of Triton under ``MLIR_ENABLE_DUMP=1``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = re.compile(r"^// -----// (?P<title>.*?)(?: //----- //)?$", re.MULTILINE)
_BEFORE = re.compile(r"IR Dump (?P<when>Before|After) [^\s:]+(?: \((?P<name>[^)]*)\)|: (?P<with_options>[^\s{]+))")
"""``Canonicalizer (canonicalize)``, in dumps of newer versions of MLIR ``CanonicalizerPass: canonicalize{...}``."""


@dataclass(frozen=True)
class Snapshot:
    """The IR before or after a pass."""

    name: str
    is_after: bool
    text: str


def is_dump(text: str) -> bool:
    """Whether a text is a dump of passes."""
    return _BEFORE.search(text) is not None


def read_dump(text: str) -> list[Snapshot]:
    """The snapshots of modules in a dump, in order. Other output between them is dropped."""
    found: list[Snapshot] = []
    headers = list(_HEADER.finditer(text))
    for index, header in enumerate(headers):
        title = _BEFORE.match(header["title"])
        if title is None:
            continue
        end = headers[index + 1].start() if index + 1 < len(headers) else len(text)
        body = _module_in(text[header.end() : end])
        if body:
            found.append(Snapshot(title["name"] or title["with_options"], title["when"] == "After", body))
    return found


def _module_in(text: str) -> str:
    """The module with its aliases, without lines of other output that follow it."""
    kept: list[str] = []
    closed = False
    for line in text.strip("\n").splitlines():
        if closed and not line.startswith("#"):
            break
        kept.append(line)
        closed = closed or line.startswith("}")
    return "\n".join(kept) + "\n" if closed else ""


def steps(snapshots: list[Snapshot], last: str | None = None) -> Iterator[tuple[str, str, str]]:
    """The passes of a dump: the name, and the module before and after.

    Dumps have the IR before each pass; the IR after it is that before the next one, or ``last`` for the last pass.
    Passes on functions are dumped once per function; successive ones of the same name are one step.
    """
    befores = [snapshot for snapshot in snapshots if not snapshot.is_after]
    merged: list[Snapshot] = []
    for snapshot in befores:
        repeated = merged and merged[-1].name == snapshot.name and merged[-1].text == snapshot.text
        if not repeated:
            merged.append(snapshot)
    for index, snapshot in enumerate(merged):
        after = merged[index + 1].text if index + 1 < len(merged) else last
        if after is not None:
            yield snapshot.name, snapshot.text, after
