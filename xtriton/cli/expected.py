"""``--verify-diagnostics``: compare emitted diagnostics with the expectations in the file's comments.

    // expected-error @+1 {{part of the message}}
    // expected-remark-re @below {{literal {{[0-9]+}} literal}}

The grammar and the rules are MLIR's: an expectation names a severity, a line (its own, ``@+N``, ``@-N``, ``@above``,
``@below``: the nearest line without an expectation, or ``@unknown``: no position at all) and a part of the message. One
expectation may be met by several diagnostics. It ends with the line, so a line holds one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr

from xtriton.ir.diagnostics import Diagnostic, Severity, file_location

_EXPECTATION = re.compile(
    r"expected-(?P<severity>error|note|remark|warning)(?P<regex>-re)? *"
    r"(?:@(?P<place>[+-][0-9]+|above|below|unknown))? *\{\{(?P<text>.*)\}\}$"
)

_POSIX_CLASSES = {
    "[:alnum:]": "a-zA-Z0-9",
    "[:alpha:]": "a-zA-Z",
    "[:digit:]": "0-9",
    "[:lower:]": "a-z",
    "[:space:]": r"\s",
    "[:upper:]": "A-Z",
    "[:xdigit:]": "0-9a-fA-F",
}


@dataclass
class Expectation:
    """An expectation in a comment. ``line`` is its target line, None for ``@unknown``; ``location`` is the
    comment's."""

    severity: Severity
    line: int | None
    text: str
    location: LocationAttr
    pattern: re.Pattern[str] | None
    met: bool = False

    def matches(self, message: str) -> bool:
        """Whether the message contains the expected text."""
        if self.pattern is not None:
            return self.pattern.search(message) is not None
        return self.text in message


@dataclass
class DiagnosticVerifier:
    """Compares the diagnostics of one chunk with its expectations. Differences are errors passed to ``report``."""

    name: str
    text: str
    report: Callable[[Diagnostic], None]
    only_expected: bool = False
    failed: bool = False
    expectations: list[Expectation] = field(default_factory=list[Expectation])

    def __post_init__(self) -> None:
        self._scan()

    def process(self, diagnostic: Diagnostic) -> None:
        """Match a diagnostic and its notes."""
        for part in (diagnostic, *diagnostic.notes):
            self._process_one(part)

    def finish(self) -> bool:
        """Report unmatched expectations. Returns whether everything matched."""
        for expectation in self.expectations:
            if not expectation.met:
                what = f'expected {expectation.severity.value} "{expectation.text}" was not produced'
                self._problem(expectation.location, what)
        return not self.failed

    def _process_one(self, diagnostic: Diagnostic) -> None:
        place = file_location(diagnostic.location)
        near_miss: Expectation | None = None
        for expectation in self._candidates(place):
            if not expectation.matches(diagnostic.message):
                continue
            if expectation.severity is diagnostic.severity:
                expectation.met = True
                return
            near_miss = expectation
        if self.only_expected:
            return
        got = diagnostic.severity.value
        if near_miss is not None:
            wanted = near_miss.severity.value
            self._problem(near_miss.location, f"'{got}' diagnostic emitted when expecting a '{wanted}'")
        else:
            self._problem(diagnostic.location, f"unexpected {got}: {diagnostic.message}")

    def _candidates(self, place: FileLineColLoc | None) -> list[Expectation]:
        """The expectations for the line of ``place``, or for any line."""
        if place is None:
            return [expectation for expectation in self.expectations if expectation.line is None]
        if place.filename.data != self.name:
            return []
        return [expectation for expectation in self.expectations if expectation.line == place.line.data]

    def _problem(self, location: LocationAttr, message: str) -> None:
        self.failed = True
        self.report(Diagnostic(Severity.ERROR, location, message))

    def _scan(self) -> None:
        """Find the comments. Lines are counted from 1."""
        lines = self.text.split("\n")
        last_plain = 1
        waiting: list[Expectation] = []
        for number, line in enumerate(lines, 1):
            match = _EXPECTATION.search(line.rstrip()) if "expected-" in line else None
            if match is None:
                for expectation in waiting:
                    expectation.line = number
                waiting.clear()
                last_plain = number
                continue
            expectation = self._expectation(match, number, last_plain, len(lines))
            if expectation is None:
                continue
            if match["place"] == "below":
                waiting.append(expectation)
            self.expectations.append(expectation)

    def _expectation(self, match: re.Match[str], number: int, last_plain: int, last: int) -> Expectation | None:
        location = FileLineColLoc(StringAttr(self.name), IntAttr(number), IntAttr(match.start() + 1))
        pattern: re.Pattern[str] | None = None
        if match["regex"]:
            try:
                pattern = message_pattern(match["text"])
            except ValueError as failure:
                self._problem(location, str(failure))
                return None
        line: int | None
        match match["place"]:
            case None:
                line = number
            case "unknown":
                line = None
            case "above":
                line = last_plain
            case "below":
                line = last
            case offset:
                line = number + int(offset)
        return Expectation(Severity(match["severity"]), line, match["text"], location, pattern)


def message_pattern(text: str) -> re.Pattern[str]:
    """The pattern of an ``expected-*-re`` comment: literal text with ``{{regex}}`` parts. Raises ``ValueError``."""
    parts: list[str] = []
    rest = text
    while rest:
        literal, opening, rest = rest.partition("{{")
        parts.append(re.escape(literal))
        if not opening:
            break
        inner, closing, rest = rest.partition("}}")
        if not closing:
            raise ValueError("found start of regex with no end '}}'")
        for name, characters in _POSIX_CLASSES.items():
            inner = inner.replace(name, characters)
        parts.append(f"({inner})")
        try:
            re.compile(inner)
        except re.error as failure:
            raise ValueError(f"invalid regex: {failure}") from None
    return re.compile("".join(parts), re.DOTALL)
