"""The fuzzer's samples: parts of the FileCheck tests and examples, with the pass pipelines of their RUN lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from fuzz.ring import Ring
from litrunner.shell import Unsupported, parse, run_lines

from xtriton.cli.arguments import UsageError, build_pipeline, parse_arguments
from xtriton.passes.options import PipelineError
from xtriton.versions import NEWEST, TritonVersion

TESTS = Path(__file__).parents[1]
FOLDERS = (TESTS / "filecheck", TESTS.parent / "examples", Path(__file__).parent / "corpus")
LONGEST = 4000
"""Characters. Longer texts cost time and find no more."""

LEFT_OUT = ("libtriton", "dispatch-triton-kernel", "convert-triton-version")
"""Passes that run the wheel, compile kernels, or change the version of the context, which many programs share."""


@dataclass(frozen=True)
class Sample:
    """A text, the file it is from, and the pipelines that its file runs (as ``--pass-pipeline`` takes them).

    ``triton`` is the version of the text: the first that a RUN line names, by default the newest.
    """

    name: str
    text: str
    pipelines: tuple[str, ...]
    triton: TritonVersion = NEWEST


@cache
def samples() -> tuple[Sample, ...]:
    """All samples that are not too long, in an order that does not depend on the machine."""
    files = [path for folder in FOLDERS for path in sorted(folder.rglob("*.mlir"))]
    return tuple(sample for path in files for sample in samples_of(path) if len(sample.text) <= LONGEST)


@cache
def sample_ring() -> Ring[Sample]:
    """All samples, to choose from."""
    return Ring(samples(), lambda sample: sample.name)


@cache
def sample_ring_with_pipelines() -> Ring[Sample]:
    """The samples whose files run pipelines."""
    return Ring([sample for sample in samples() if sample.pipelines], lambda sample: sample.name)


def samples_of(path: Path) -> Iterator[Sample]:
    """The parts of a file, which ``// -----`` separates."""
    source = path.read_text(encoding="utf-8", errors="replace")
    pipelines = tuple(dict.fromkeys(_pipelines(source)))
    triton = version_of(source)
    parts = re.split(r"^// -----.*$", source, flags=re.MULTILINE)
    for number, part in enumerate(parts):
        text = without_comments(part)
        if text:
            yield Sample(f"{path.relative_to(TESTS.parent)}#{number}", text, pipelines, triton)


def version_of(source: str) -> TritonVersion:
    """The version of Triton of a FileCheck test: the first that a RUN line names, by default the newest."""
    named = re.search(r"--triton=(\S+)", "\n".join(run_lines(source)))
    return TritonVersion.parse(named[1]) if named else NEWEST


_FUNCTION = re.compile(r"( *)(?:tt|func|llvm)\.func\b[^@]*(@[\w$.-]+)")


def one_function(text: str, random: Random) -> str:
    """``text`` with one of its functions only: most mutations change one, and the others cost time.

    The whole text if the function uses another, or there is only one.
    """
    lines = text.splitlines(keepends=True)
    heads = [(index, match) for index, line in enumerate(lines) if (match := _FUNCTION.match(line))]
    heads = [(index, match) for index, match in heads if match[1] == heads[0][1][1]]
    if len(heads) < 2:
        return text
    chosen = random.randrange(len(heads))
    first, (start, head) = heads[0][0], heads[chosen]
    closing = range(heads[-1][0], len(lines))
    last = next((index for index in closing if lines[index].startswith(f"{head[1]}}}")), heads[-1][0])
    end = heads[chosen + 1][0] if chosen + 1 < len(heads) else last + 1
    body = "".join(lines[start:end])
    if any(match[2] in body for _, match in heads if match is not head):
        return text
    return "".join(lines[:first]) + body + "".join(lines[last + 1 :])


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
    return str(nest) if names and names.isdisjoint(LEFT_OUT) else None
