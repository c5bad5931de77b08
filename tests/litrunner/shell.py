"""The part of the shell that RUN lines use: pipes, ``&&``, ``;``, redirections, quoting."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field

_RUN = re.compile(r"RUN:[ \t]*(.*)$")


class Unsupported(Exception):
    """A RUN line needs something that is not there: a tool, a pass, a piece of shell."""


@dataclass(frozen=True)
class Sink:
    """Where a stream goes: to the file ``path``, or to :data:`PIPE` or :data:`TERMINAL`, which have no path."""

    path: str | None
    append: bool = False


PIPE = Sink(None)
"""The next command of the pipeline."""
TERMINAL = Sink(None, append=True)
"""The standard error of the test."""


@dataclass
class Command:
    """One program call. ``stdout`` and ``stderr`` are where its streams end after all redirections, left to right."""

    argv: list[str] = field(default_factory=list[str])
    stdin: str | None = None
    stdout: Sink = PIPE
    stderr: Sink = TERMINAL


@dataclass
class Pipeline:
    """Commands whose outputs feed the next. ``needs_success``: it is only run if the one before it succeeded."""

    commands: list[Command]
    needs_success: bool = True


def run_lines(text: str) -> list[str]:
    """The RUN lines of a test, continued lines joined."""
    lines: list[str] = []
    continued = False
    for line in text.split("\n"):
        match = _RUN.search(line)
        if match is None:
            continue
        part = match[1].rstrip()
        ends_open = part.endswith("\\")
        part = part[:-1].rstrip() if ends_open else part
        if continued:
            lines[-1] += " " + part
        else:
            lines.append(part)
        continued = ends_open
    return lines


def substitute(line: str, values: dict[str, str]) -> str:
    """``line`` with ``%s`` and other substitutions replaced, longest name first; ``%%`` is a percent sign."""
    names = sorted(values, key=len, reverse=True)
    pattern = re.compile("%%|" + "|".join(re.escape(name) + r"(?!\w)" for name in names))
    return pattern.sub(lambda match: "%" if match[0] == "%%" else values[match[0]], line)


def parse(line: str) -> list[Pipeline]:
    """The pipelines of a RUN line. Raises :class:`Unsupported` for shell that is not known here."""
    pipelines: list[Pipeline] = [Pipeline([Command()])]
    tokens = _tokens(line)
    for token in tokens:
        command = pipelines[-1].commands[-1]
        match token:
            case "|":
                pipelines[-1].commands.append(Command())
            case "&&" | ";":
                pipelines.append(Pipeline([Command()], needs_success=token == "&&"))
            case "2>&1":
                command.stderr = command.stdout
            case "<":
                command.stdin = next(tokens)
            case ">" | ">>":
                command.stdout = Sink(next(tokens), append=token == ">>")
            case "2>":
                command.stderr = Sink(next(tokens))
            case "||" | "&" | ">&" | "&>":
                raise Unsupported(f"shell operator '{token}'")
            case _:
                command.argv.append(token)
    for pipeline in pipelines:
        for command in pipeline.commands:
            if not command.argv or command.argv[0].startswith("("):
                raise Unsupported(f"shell syntax in '{line}'")
    return pipelines


def _tokens(line: str) -> Iterator[str]:
    """Words and operators. ``2>&1`` and ``2>`` come as one token."""
    for part in re.split(r"(?<=\s)(2>&1|2>)(?=\s|\||$|\w|/)", line):
        if part in ("2>&1", "2>"):
            yield part
            continue
        lexer = shlex.shlex(part, posix=True, punctuation_chars="|&;<>")
        lexer.whitespace_split = True
        lexer.commenters = ""
        yield from lexer
