"""The programs that RUN lines call, each as a function of its arguments and standard input."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from litrunner import checker
from litrunner.shell import Unsupported
from xtriton.cli import opt
from xtriton.cli.arguments import UnknownArgumentError, UsageError, build_pipeline, parse_arguments
from xtriton.passes.options import PipelineError, UnknownPassError
from xtriton.versions import TritonVersion

INTERNAL_ERROR = "internal error:"


@dataclass(frozen=True)
class Result:
    """The exit status and output of a program."""

    status: int
    stdout: str = ""
    stderr: str = ""


class Crash(Exception):
    """``xtriton-opt`` crashed. No test expects that, not even after ``not``."""


@dataclass
class Programs:
    """Runs programs by name.

    ``filecheck`` is a FileCheck binary to use instead of the Python package. With ``missing_is_unsupported`` a pass or
    option that ``xtriton-opt`` lacks makes a test unsupported; else it fails like for anybody. ``triton`` is the
    version that ``xtriton-opt`` runs as where a RUN line names none; by default that of the installed wheel.
    """

    opt_names: frozenset[str] = frozenset({"xtriton-opt"})
    filecheck: str | None = None
    filecheck_flags: Sequence[str] = ()
    environment: dict[str, str] = field(default_factory=dict[str, str])
    missing_is_unsupported: bool = False
    triton: TritonVersion | None = None

    def run(self, argv: Sequence[str], stdin: str) -> Result:
        """Call ``argv[0]``. Raises :class:`Unsupported` for a program that is not known."""
        name, rest = Path(argv[0]).name, argv[1:]
        if name in self.opt_names:
            return self._opt(rest, stdin)
        if name.lower() == "filecheck":
            return self._filecheck(rest, stdin)
        known: dict[str, Callable[[Sequence[str], str], Result]] = {
            "not": self._not,
            "env": self._env,
            "cat": _cat,
            "echo": lambda words, _: Result(0, " ".join(words) + "\n"),
            "mkdir": _mkdir,
            "rm": _rm,
            "split-file": _split_file,
        }
        if name not in known:
            raise Unsupported(f"program '{name}'")
        return known[name](rest, stdin)

    def _opt(self, argv: Sequence[str], stdin: str) -> Result:
        if self.triton is not None:
            argv = [f"--triton={self.triton}", *argv]
        if self.missing_is_unsupported:
            _require_passes(argv)
        out, err = io.StringIO(), io.StringIO()
        with _environment(self.environment):
            status = opt.run(argv, io.BytesIO(stdin.encode()), out, err)
        if INTERNAL_ERROR in err.getvalue():
            raise Crash(err.getvalue())
        return Result(status, out.getvalue(), err.getvalue())

    def _filecheck(self, argv: Sequence[str], stdin: str) -> Result:
        argv = [*self.filecheck_flags, *argv]
        if self.filecheck is not None:
            done = subprocess.run([self.filecheck, *argv], input=stdin, capture_output=True, text=True, check=False)
            return Result(done.returncode, done.stdout, done.stderr)
        status, message = checker.check(argv, stdin)
        return Result(status, "", message)

    def _not(self, argv: Sequence[str], stdin: str) -> Result:
        if argv[:1] == ["--crash"]:
            raise Unsupported("not --crash")
        result = self.run(argv, stdin)
        return Result(0 if result.status else 1, result.stdout, result.stderr)

    def _env(self, argv: Sequence[str], stdin: str) -> Result:
        variables = dict(self.environment)
        index = 0
        while index < len(argv) and "=" in argv[index]:
            name, _, value = argv[index].partition("=")
            variables[name] = value
            index += 1
        return replace(self, environment=variables).run(argv[index:], stdin)


def _require_passes(argv: Sequence[str]) -> None:
    """Raise :class:`Unsupported` if ``argv`` names a pass or an option that does not exist."""
    try:
        build_pipeline(parse_arguments(argv))
    except (UnknownArgumentError, UnknownPassError) as failure:
        raise Unsupported(f"pass or option '{failure.name}'") from None
    except (UsageError, PipelineError):
        return


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    saved = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in saved.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _cat(argv: Sequence[str], stdin: str) -> Result:
    if not argv:
        return Result(0, stdin)
    return Result(0, "".join(Path(path).read_text() for path in argv))


def _mkdir(argv: Sequence[str], _: str) -> Result:
    for path in argv:
        if not path.startswith("-"):
            Path(path).mkdir(parents=True, exist_ok=True)
    return Result(0)


def _rm(argv: Sequence[str], _: str) -> Result:
    for path in argv:
        if path.startswith("-"):
            if "r" in path:
                raise Unsupported("rm -r")
            continue
        Path(path).unlink(missing_ok=True)
    return Result(0)


def _split_file(argv: Sequence[str], _: str) -> Result:
    """LLVM's ``split-file``: a line ``//--- NAME`` starts the file NAME."""
    source, folder = [word for word in argv if not word.startswith("-")]
    parts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in Path(source).read_text().splitlines(keepends=True):
        marker = line.lstrip("/#; ")
        if line[:1] in "/#;" and marker.startswith("--- "):
            current = parts.setdefault(marker[4:].strip(), [])
        elif current is not None:
            current.append(line)
    if not parts:
        return Result(1, "", f"split-file: error: {source}: no filename was specified\n")
    for name, lines in parts.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(lines))
    return Result(0)
