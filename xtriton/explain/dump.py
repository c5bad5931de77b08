"""Reads the output of Triton under ``MLIR_ENABLE_DUMP=1``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = re.compile(r"^// -----// (?P<title>.*?)(?: //----- //)?$", re.MULTILINE)
_PASS = re.compile(
    r"IR Dump (?P<when>Before|After) (?:\(anonymous namespace\)::)?(?P<class>[\w:]*\w)(?: Failed)?"
    r"(?: \((?P<name>[^)]*)\)|: (?:unknown<|(?P<with_options>[^\s{<]+)))"
)
"""``Canonicalizer (canonicalize)``, in dumps of Triton 3.8 and newer ``CanonicalizerPass: canonicalize{...}``.

Passes without a name are ``unknown<CLASS>``.
"""


@dataclass(frozen=True)
class Snapshot:
    """The IR before or after a pass."""

    name: str
    is_after: bool
    text: str


def is_dump(text: str) -> bool:
    """Whether a text is a dump of passes."""
    return _PASS.search(text) is not None


def read_dump(text: str) -> list[Snapshot]:
    """The snapshots of modules in a dump, in order. Other output between them is dropped."""
    found: list[Snapshot] = []
    headers = list(_HEADER.finditer(text))
    for index, header in enumerate(headers):
        title = _PASS.match(header["title"])
        if title is None:
            continue
        end = headers[index + 1].start() if index + 1 < len(headers) else len(text)
        body = _module_in(text[header.end() : end])
        if body:
            name = title["name"] or title["with_options"] or title["class"]
            found.append(Snapshot(name, title["when"] == "After", body))
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
