"""Renders diagnostics: positions in the input file, and the source line where it can be read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TextIO

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr

from xtriton.cli.sources import Chunk, read_quoted
from xtriton.ir.diagnostics import Diagnostic, file_location, render


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
        text = read_quoted(name)
        if text is not None:
            self._sources[name] = text
