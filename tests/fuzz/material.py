"""What the fuzzer mutates: parts of the FileCheck tests and examples, with the pass pipelines of their RUN lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from litrunner.shell import Unsupported, parse, run_lines

from xtriton.cli.arguments import UsageError, build_pipeline, parse_arguments
from xtriton.passes.options import PipelineError

TESTS = Path(__file__).parents[1]
FOLDERS = (TESTS / "filecheck", TESTS.parent / "examples", Path(__file__).parent / "corpus")
LONGEST = 4000
"""Characters. Longer texts cost time and find no more."""

SLOW_PASSES = ("libtriton", "dispatch-triton-kernel")
"""Passes that run the wheel or compile kernels."""


@dataclass(frozen=True)
class Sample:
    """A text, the file it is from, and the pipelines that its file runs (as ``--pass-pipeline`` takes them)."""

    name: str
    text: str
    pipelines: tuple[str, ...]


@cache
def samples() -> tuple[Sample, ...]:
    """All samples that are not too long, in an order that does not depend on the machine."""
    files = [path for folder in FOLDERS for path in sorted(folder.rglob("*.mlir"))]
    return tuple(sample for path in files for sample in samples_of(path) if len(sample.text) <= LONGEST)


def samples_of(path: Path) -> Iterator[Sample]:
    """The parts of a file, which ``// -----`` separates."""
    source = path.read_text(encoding="utf-8", errors="replace")
    pipelines = tuple(dict.fromkeys(_pipelines(source)))
    parts = re.split(r"^// -----.*$", source, flags=re.MULTILINE)
    for number, part in enumerate(parts):
        text = without_comments(part)
        if text:
            yield Sample(f"{path.relative_to(TESTS.parent)}#{number}", text, pipelines)


def without_comments(text: str) -> str:
    """``text`` without the lines that are comments only."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("//")).strip("\n")


def _pipelines(source: str) -> Iterator[str]:
    for line in run_lines(source):
        try:
            commands = [command for pipeline in parse(line) for command in pipeline.commands]
        except Unsupported:
            continue
        for command in commands:
            if command.argv[0] == "not":
                command.argv.pop(0)
            if command.argv[0] == "xtriton-opt" and (text := _pipeline_of(command.argv[1:])):
                yield text


def _pipeline_of(argv: list[str]) -> str | None:
    try:
        nest = build_pipeline(parse_arguments([word for word in argv if word != "%s"]))
    except (UsageError, PipelineError):
        return None
    names = {instance.name for instance in nest.passes()}
    return str(nest) if names and names.isdisjoint(SLOW_PASSES) else None
