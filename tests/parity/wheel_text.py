"""The installed Triton wheel as a reader and printer of MLIR text, diagnostics included."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from triton._C.libtriton import ir, nvidia

from xtriton.versions import default_version

_DIAGNOSTIC = re.compile(
    r'^loc\((?:"(?P<file>[^"]*)":(?P<line>\d+):(?P<column>\d+)|unknown)\): error: (?P<message>.*?)(?=\n(?:loc\(|\Z))',
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Error:
    """One error; line and column are 0 where it has no position."""

    line: int
    column: int
    message: str


def is_of_the_wheel(source: str) -> bool:
    """Whether a FileCheck program is for the installed wheel: its RUN lines name this version, or none at all."""
    named = re.findall(r"^// RUN:.*--triton=(\S+)", source, re.MULTILINE)
    return not named or str(default_version()) in named


def programs_of(dialect: str) -> list[Path]:
    """The FileCheck programs of a dialect, with those on what a version has that an older one has not."""
    folder = Path(__file__).parents[1] / "filecheck"
    return [
        *sorted((folder / "dialects" / dialect).glob("*.mlir")),
        *(folder / "versions").glob(f"{dialect}_since_*.mlir"),
    ]


def without_hint(message: str) -> str:
    """A message without the nearest name, which the wheel does not give."""
    return re.sub(r"; did you mean '[^']*'\?$", "", message)


@dataclass(frozen=True)
class Reading:
    """The result of reading a text: its printed forms, or the errors."""

    plain: str | None = None
    debug: str | None = None
    errors: tuple[Error, ...] = ()


@contextmanager
def captured_stderr(lines: list[str]) -> Iterator[None]:
    """Add to ``lines`` the process's output on standard error meanwhile, that of C++ included."""
    sys.stderr.flush()
    saved = os.dup(2)
    with tempfile.TemporaryFile() as sink:
        os.dup2(sink.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            sink.seek(0)
            lines.append(sink.read().decode(errors="surrogateescape"))


def read_with_wheel(path: Path) -> Reading:
    """Parse and verify the file with libtriton."""
    context = ir.context()
    ir.load_dialects(context)
    nvidia.load_dialects(context)
    said: list[str] = []
    with captured_stderr(said):
        try:
            module = ir.parse_mlir_module(str(path), context)
        except RuntimeError:
            module = None
    if module is not None:
        return Reading(module.str_nodebug(), str(module))
    found = _DIAGNOSTIC.finditer(said[0])
    return Reading(errors=tuple(Error(int(m["line"] or 0), int(m["column"] or 0), m["message"]) for m in found))
