"""Make saved findings small: fewer passes, fewer operations, fewer lines, with the same finding.

python -m fuzz.reduce FILE...      # in the folder tests: rewrites the files
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from fuzz.checks import Finding
from fuzz.corpus import Entry, file_text, read_entry, replay

from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.printer import PrintOptions
from xtriton.passes.pipeline_text import split_pipeline
from xtriton.triage.reduce import smallest, without_chunks

SECONDS = 120
"""CPU time for one file."""


class _OutOfTime(Exception):
    """The best entry so far has to do."""


class Reduction:
    """Tries smaller entries and keeps the best that has the finding of the first."""

    def __init__(self, entry: Entry, finding: Finding) -> None:
        self.best = entry
        self.finding = str(finding)
        self._end = time.process_time() + SECONDS

    def run(self) -> Entry:
        """The smallest entry found."""
        try:
            self._passes()
            self._lines()
            self._operations()
            self._lines()
        except (_OutOfTime, DiagnosticError):
            pass  # text that cannot be read has no operations to remove
        return self.best

    def _try(self, candidate: Entry) -> bool:
        """Whether a smaller entry has the finding; it is the best one then."""
        if time.process_time() > self._end:
            raise _OutOfTime
        found = replay(candidate)
        if found is None or str(found) != self.finding:
            return False
        self.best = candidate
        return True

    def _passes(self) -> None:
        def fails(passes: list[str]) -> bool:
            return self._try(replace(self.best, pipeline=",".join(passes)))

        without_chunks(split_pipeline(self.best.pipeline), fails)

    def _operations(self) -> None:
        def kind_of(text: str) -> str | None:
            return self.finding if self._try(replace(self.best, text=text)) else None

        smallest(self.best.text, kind_of, PrintOptions())

    def _lines(self) -> None:
        def fails(lines: list[str]) -> bool:
            return self._try(replace(self.best, text="\n".join(lines)))

        without_chunks(self.best.text.split("\n"), fails)


def main() -> int:
    """Rewrite the files. Returns the exit status."""
    sys.setrecursionlimit(20_000)
    for path in map(Path, sys.argv[1:]):
        entry = read_entry(path)
        finding = replay(entry)
        if finding is None:
            print(f"{path}: nothing is wrong any more")
            continue
        path.write_text(file_text(Reduction(entry, finding).run(), str(finding)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
