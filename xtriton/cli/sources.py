"""Reading the input: files, standard input, and the parts of a split file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar, TextIO

from xtriton.cli.statuses import FAILED, USAGE

if TYPE_CHECKING:
    from xtriton.ir.diagnostics import DiagnosticError

STDIN_NAME = "<stdin>"
_BYTECODE_MAGIC = b"ML\xefR"


class InputError(Exception):
    """Input or output that cannot be used. The message says which."""

    status: ClassVar[int] = FAILED
    """The exit status of a command that ends with the error."""

    def line(self, prog: str) -> str:
        """The message, after the program's name unless it begins with a position or has the name."""
        text = str(self)
        return f"{prog}: {text}" if text.startswith("error: ") else text


class PathError(InputError):
    """A file that the command line names cannot be opened, read or written."""

    status: ClassVar[int] = USAGE


@dataclass(frozen=True)
class Source:
    """An input file: its name in messages, and its text."""

    name: str
    text: str


@dataclass(frozen=True)
class Chunk:
    """A part of a source that is processed alone.

    ``name`` is the file name of locations in the IR, as in MLIR; ``source`` and ``first_line`` (1 for a whole file)
    give its position.
    """

    name: str
    text: str
    source: Source
    first_line: int


def read_source(path: str, stdin: BinaryIO) -> Source:
    """The text at ``path``; ``-`` is standard input. Raises :class:`InputError`."""
    name = STDIN_NAME if path == "-" else path
    try:
        data = stdin.read() if path == "-" else Path(path).read_bytes()
    except OSError as failure:
        kind = InputError if path == "-" else PathError
        raise kind(f"error: cannot open input file '{path}': {failure.strerror}") from None
    except ValueError:
        raise PathError(f"error: cannot open input file '{path!r}': not a file name") from None
    if (reason := _other_kind(path, data)) is not None:
        raise InputError(f"{name}:1:1: error: {reason}")
    if data.startswith(_BYTECODE_MAGIC):
        raise InputError(f"{name}:1:1: error: this is MLIR bytecode; only the text form can be read")
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError as failure:
        line = data.count(b"\n", 0, failure.start) + 1
        column = failure.start - (data.rfind(b"\n", 0, failure.start) + 1) + 1
        byte = data[failure.start]
        raise InputError(f"{name}:{line}:{column}: error: byte 0x{byte:02X} is not valid UTF-8") from None


def _other_kind(path: str, data: bytes) -> str | None:
    """A hint for a file that is evidently not MLIR; None otherwise."""
    suffix = Path(path).suffix
    if data.startswith(b"\x7fELF"):
        return "this is a binary (cubin or object file); IR is text, such as .mlir, .ttir and .ttgir files"
    if suffix == ".py":
        return f"this is Python, not IR: 'xtriton compile {path}:KERNEL --until source' writes the TTIR of a kernel"
    if suffix == ".ptx" or (suffix in (".ll", ".llir") and b"\ndefine " in data):
        return (
            f"this is {'PTX' if suffix == '.ptx' else 'LLVM IR'}, not MLIR: passes take .mlir, .ttir and .ttgir files"
        )
    return None


def split_source(source: Source, marker: str | None) -> tuple[list[Chunk], list[str]]:
    """The chunks of a source, and warnings about lines that resemble the marker. Without a marker: one chunk.

    As in MLIR, the marker is found anywhere in the text and the rest of its line belongs to the chunk that follows. An
    empty chunk before the first marker is dropped.
    """
    if marker is None:
        return [Chunk(source.name, source.text, source, 1)], []
    line_starts = [0, *(match.end() for match in re.finditer("\n", source.text))]
    chunks: list[Chunk] = []
    for start, end in _pieces(source.text, marker):
        line = bisect_right(line_starts, start)
        chunks.append(Chunk(f"within split at {source.name}:{line} offset ", source.text[start:end], source, line))
    warnings: list[str] = []
    for place in _near_misses(source.text, marker):
        line = bisect_right(line_starts, place)
        column = place - line_starts[line - 1] + 1
        warnings.append(f"{source.name}:{line}:{column}: warning: near miss with file split marker")
    return chunks, warnings


def _pieces(text: str, marker: str) -> Iterator[tuple[int, int]]:
    start = 0
    while (found := text.find(marker, start)) >= 0:
        if found > 0:
            yield start, found
        start = found + len(marker)
    yield start, len(text)


def _near_misses(text: str, marker: str) -> Iterator[int]:
    """The ends of incomplete markers, which lack the last two characters."""
    prefix = marker[:-2]
    if not prefix:
        return
    position = 0
    while (position := text.find(prefix, position)) >= 0:
        if text.startswith(marker, position):
            position += len(marker)
            continue
        position += len(prefix)
        yield position


_MAX_QUOTED_FILE = 10_000_000
"""Bytes. A larger file named by a location is not opened to show one line of it."""


def read_quoted(name: str) -> str | None:
    """The text of a file that a location names, such as a kernel's Python source; None if it cannot be shown."""
    path = Path(name)
    try:
        if path.is_file() and path.stat().st_size <= _MAX_QUOTED_FILE:
            return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        pass
    return None


def rendered(failure: DiagnosticError) -> str:
    """The diagnostics of an error with the source lines that they are about."""
    from xtriton.ir.diagnostics import file_location, render

    sources: dict[str, str] = {}
    for diagnostic in failure.diagnostics:
        for part in (diagnostic, *diagnostic.notes):
            place = file_location(part.location)
            name = place.filename.data if place is not None else ""
            if name and name not in sources and (text := read_quoted(name)) is not None:
                sources[name] = text
    return "\n".join(render(diagnostic, sources) for diagnostic in failure.diagnostics)


def write_stream(stream: TextIO, text: str) -> None:
    """Write to standard output. Raises :class:`InputError`; a closed pipe is left to the caller."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as failure:
        raise InputError(f"error: cannot write standard output: {failure.strerror}") from None


def write_output(path: str, text: str) -> None:
    """Write ``text`` to the file ``path``. Raises :class:`InputError`."""
    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except OSError as failure:
        raise PathError(f"error: cannot open output file '{path}': {failure.strerror}") from None
