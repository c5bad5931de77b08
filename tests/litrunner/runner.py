"""Running one test file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from litrunner.programs import Programs, Result
from litrunner.shell import PIPE, TERMINAL, Command, Pipeline, Sink, Unsupported, parse, run_lines, substitute


@dataclass(frozen=True)
class Failure:
    """A RUN line that failed, with the output of its commands."""

    line: str
    said: str

    def __str__(self) -> str:
        return f"RUN: {self.line}\n{self.said}"

    @property
    def reason(self) -> str:
        """The first line of the output with an error, or the first line."""
        lines = [line.strip() for line in self.said.splitlines() if line.strip()]
        return next((line for line in lines if "error" in line.lower()), lines[0] if lines else "exit status 1")


def run_test(path: Path, scratch: Path, programs: Programs) -> Failure | None:
    """Run every RUN line of ``path`` until one fails. ``scratch`` is a folder for ``%t``. Raises ``Unsupported``."""
    lines = run_lines(path.read_text(encoding="utf-8"))
    if not lines:
        raise Unsupported("no RUN line")
    target = scratch / (path.name + ".tmp")
    values = {"%s": str(path), "%S": str(path.parent), "%t": str(target), "%T": str(scratch)}
    for line in lines:
        written = substitute(line, values)
        status, said = 0, ""
        for pipeline in parse(written):
            if pipeline.needs_success and status:
                break
            status, said = _run_pipeline(pipeline, programs)
        if status:
            return Failure(written, said)
    return None


def _run_pipeline(pipeline: Pipeline, programs: Programs) -> tuple[int, str]:
    """The exit status of a pipeline, as with ``pipefail``, and the output that explains a failure.

    That is all of standard error, and the input and output of the first command that failed.
    """
    text, status, said = "", 0, ""
    for command in pipeline.commands:
        result = _run_command(command, text, programs)
        said += result.stderr
        if result.status and not status:
            status = result.status
            said += result.stdout + (f"--- input of {command.argv[0]}:\n{text}" if text else "")
        text = result.stdout
    return status, said


def _run_command(command: Command, text: str, programs: Programs) -> Result:
    """Run a command and carry out its redirections."""
    if command.stdin is not None:
        text = Path(command.stdin).read_text(encoding="utf-8")
    result = programs.run(command.argv, text)
    written: dict[Sink, str] = {PIPE: "", TERMINAL: ""}
    for sink, stream in ((command.stderr, result.stderr), (command.stdout, result.stdout)):
        written[sink] = written.get(sink, "") + stream
    for sink, stream in written.items():
        if sink.path is not None:
            _write(sink.path, stream, sink.append)
    return Result(result.status, written[PIPE], written[TERMINAL])


def _write(path: str, text: str, append: bool) -> None:
    with open(path, "a" if append else "w", encoding="utf-8") as out:  # noqa: PTH123
        out.write(text)
