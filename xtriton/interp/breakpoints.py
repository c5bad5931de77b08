"""Breakpoints of the debugger, and the source lines of a kernel that have operations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from xdsl.ir import Operation

from xtriton.ir.places import Place, places_of
from xtriton.ir.walk import children, operations_in


@dataclass(frozen=True)
class Breakpoint:
    """A source line, of a file if one is named, or all operations with a name."""

    line: int | None = None
    file: str | None = None
    op: str | None = None

    @classmethod
    def parse(cls, text: str) -> Breakpoint:
        """Read ``FILE:LINE``, ``LINE``, or the name of an operation. Raises ``ValueError`` for other texts."""
        file, _, line = text.rpartition(":")
        if line.isdigit() and int(line) > 0:
            return cls(line=int(line), file=file or None)
        if text and "." in text and ":" not in text:
            return cls(op=text)
        raise ValueError(f"'{text}' is not a breakpoint: give FILE:LINE, LINE, or an operation such as tt.load")

    def matches(self, place: Place) -> bool:
        """Whether a position is on the line."""
        return self.line == place.line and self.is_in(place.file)

    def matches_operation(self, op: Operation) -> bool:
        """Whether an operation has the name, or is on the line, as are the calls that it was inlined from."""
        return self.op == op.name or any(self.matches(place) for place in places_of(op.location))

    def is_in(self, file: str) -> bool:
        """Whether the line may be one of ``file``."""
        wanted = PurePath(self.file or "").parts
        return PurePath(file).parts[-len(wanted) :] == wanted if wanted else True

    def __str__(self) -> str:
        if self.op is not None:
            return self.op
        return str(self.line) if self.file is None else f"{self.file}:{self.line}"

    @property
    def description(self) -> str:
        """The breakpoint in a sentence."""
        return str(self) if self.line is None or self.file is not None else f"line {self.line}"


@dataclass
class SourceLines:
    """The lines of source files that have operations in the launched kernels, and the names of these operations."""

    names: set[str] = field(default_factory=set[str])
    files: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    _extents: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    """File, first and last line of each function."""

    def add(self, module: Operation) -> None:
        """Add the operations of a module."""
        for function in children(module):
            own: dict[str, set[int]] = {}
            for op in operations_in(function):
                if op is function:
                    continue
                self.names.add(op.name)
                for place in places_of(op.location):
                    own.setdefault(place.file, set()).add(place.line)
            for file, lines in own.items():
                self.files.setdefault(file, set()).update(lines)
            for place in places_of(function.location)[:1]:
                lines = {place.line, *own.get(place.file, ())}
                self._extents.append((place.file, min(lines), max(lines)))

    def have(self, point: Breakpoint) -> bool:
        """Whether an operation is at the breakpoint."""
        if point.op is not None:
            return point.op in self.names
        return any(point.line in lines for _, lines in self._matching(point))

    def surround(self, point: Breakpoint) -> bool:
        """Whether the breakpoint's line is in a function."""
        line = point.line
        return line is not None and any(
            point.is_in(file) and first <= line <= last for file, first, last in self._extents
        )

    def nearest(self, point: Breakpoint) -> tuple[str, int] | None:
        """The line with operations that is nearest to the breakpoint's, the later one of two; None if there is none."""
        line = point.line
        if line is None:
            return None
        candidates = [(file, other) for file, lines in self._matching(point) for other in lines]
        return min(candidates, key=lambda place: (abs(place[1] - line), -place[1], place[0]), default=None)

    def _matching(self, point: Breakpoint) -> Iterator[tuple[str, set[int]]]:
        return ((file, lines) for file, lines in self.files.items() if point.is_in(file))
