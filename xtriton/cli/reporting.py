"""Renders diagnostics: positions in the input file, and the source line where it can be read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr

from xtriton.cli.sources import Chunk
from xtriton.ir.diagnostics import Diagnostic, file_location, render

_MAX_OTHER_SOURCE = 10_000_000
"""Bytes. A larger file named by a location is not opened to show one line of it."""


@dataclass
class Reporter:
    """Prints diagnostics about a chunk to ``out``."""

    chunk: Chunk
    out: TextIO
    _sources: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        self._sources[self.chunk.source.name] = self.chunk.source.text

    def report(self, diagnostic: Diagnostic) -> None:
        """Print ``diagnostic`` with its notes."""
        shown = self._in_file(diagnostic)
        for part in (shown, *shown.notes):
            place = file_location(part.location)
            if place is not None and place.filename.data not in self._sources:
                self._load(place.filename.data)
        self.out.write(render(shown, self._sources) + "\n")

    def _in_file(self, diagnostic: Diagnostic) -> Diagnostic:
        """``diagnostic`` with positions in the chunk mapped to positions in the original file."""
        notes = tuple(self._in_file(note) for note in diagnostic.notes)
        place = file_location(diagnostic.location)
        if place is None or place.filename.data != self.chunk.name:
            return replace(diagnostic, notes=notes)
        line = self.chunk.first_line + place.line.data - 1
        location = FileLineColLoc(StringAttr(self.chunk.source.name), IntAttr(line), place.column)
        return replace(diagnostic, location=location, notes=notes)

    def _load(self, name: str) -> None:
        """Load the lines of another file, such as the kernel's Python source, if it can be read."""
        path = Path(name)
        try:
            if path.is_file() and path.stat().st_size <= _MAX_OTHER_SOURCE:
                self._sources[name] = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return
