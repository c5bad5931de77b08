"""Findings as files: the text with its pipeline in a RUN line, so that each can be run by hand and replayed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fuzz.cases import Found

CORPUS = Path(__file__).parent / "corpus"
_HEADER = re.compile(
    r"// RUN: xtriton-opt (?P<flag>--allow-unregistered-dialect )?(?:--pass-pipeline='(?P<passes>[^']*)' )?%s"
)


@dataclass(frozen=True)
class Entry:
    """A file of the corpus."""

    name: str
    text: str
    pipeline: str
    allow_unregistered: bool


def entries(folder: Path = CORPUS) -> Iterator[Entry]:
    """All files of the corpus."""
    for path in sorted(folder.glob("*.mlir")):
        source = path.read_text()
        header = _HEADER.match(source)
        assert header is not None, f"{path} does not begin with a RUN line"
        text = source[header.end() :].lstrip("\n")
        yield Entry(path.stem, text, header["passes"] or "", header["flag"] is not None)


def save(folder: Path, found: Found) -> Path:
    """Write a finding. The file's name is made of its signature."""
    folder.mkdir(parents=True, exist_ok=True)
    words = re.sub(r"\W+", "_", f"{found.kind}_{found.signature}").strip("_").lower()
    path = folder / f"{words[:100]}.mlir"
    path.write_text(
        f"{header(found.pipeline, allow_unregistered=found.allow_unregistered)}\n// {found.kind}: {found.signature}\n{found.text}\n"
    )
    return path


def header(pipeline: str, *, allow_unregistered: bool) -> str:
    """The RUN line of a file."""
    flag = "--allow-unregistered-dialect " if allow_unregistered else ""
    passes = f"--pass-pipeline='{pipeline}' " if pipeline else ""
    return f"// RUN: xtriton-opt {flag}{passes}%s"
