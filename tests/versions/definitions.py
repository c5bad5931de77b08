"""Operations as Triton's ``.td`` files define them: names, fields and syntax, as far as regular expressions go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PREFIXES = {
    "Triton": "tt",
    "TritonGPU": "ttg",
    "TritonNvidiaGPU": "ttng",
    "Gluon": "gluon",
    "TritonInstrument": "tti",
}
"""The dialect of each folder."""

_DEFINITION = re.compile(r'^def \w+\s*:\s*\w+<"(?P<name>[\w.]+)"', re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*")
_FORMAT = re.compile(r"let assemblyFormat\s*=\s*(?P<text>\[\{.*?\}\]|(?:\"[^\"]*\"\s*)+);", re.DOTALL)


@dataclass(frozen=True)
class Definition:
    """An operation: its name, operands, attributes and results, and its ``assemblyFormat``, if it has one."""

    name: str
    fields: tuple[str, ...]
    syntax: str | None


def definitions_in(folder: Path) -> Iterator[Definition]:
    """The operations that the files below ``folder``, of one folder for each dialect, define directly."""
    for dialect, prefix in PREFIXES.items():
        for path in sorted((folder / dialect).rglob("*Ops.td")):
            yield from definitions_of(path.read_text(), prefix)


def definitions_of(text: str, prefix: str) -> Iterator[Definition]:
    """The operations in the text of a file. Those whose fields a base class defines are left out."""
    matches = list(_DEFINITION.finditer(text))
    for match, following in zip(matches, [*matches[1:], None], strict=True):
        body = _COMMENT.sub("", text[match.end() : following.start() if following else len(text)])
        fields = [*_names(body, "arguments"), *_names(body, "results")]
        if "let arguments" in body:
            yield Definition(f"{prefix}.{match['name']}", tuple(fields), _syntax(body))


def _names(body: str, kind: str) -> list[str]:
    """The names in ``let arguments = (ins ...);``."""
    start = re.search(rf"let {kind}\s*=\s*\(", body)
    if start is None:
        return []
    depth, index = 1, start.end()
    while depth and index < len(body):
        depth += {"(": 1, ")": -1}.get(body[index], 0)
        index += 1
    return re.findall(r":\s*\$(\w+)", body[start.end() : index])


def _syntax(body: str) -> str | None:
    found = _FORMAT.search(body)
    if found is None:
        return None
    text = found["text"]
    inner = text[2:-2] if text.startswith("[{") else "".join(re.findall(r'"([^"]*)"', text))
    return " ".join(inner.split())
