"""The ``filecheck`` package as a function. What it lacks of LLVM's FileCheck is named, never skipped silently."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from filecheck.finput import FInput, InputRange
from filecheck.matcher import Matcher
from filecheck.ops import CheckOp
from filecheck.options import Options, parse_argv_options
from filecheck.parser import Parser

from litrunner.shell import Unsupported

_IGNORED = ("allow-unused-prefixes", "color", "v", "vv")
_IGNORED_WITH_VALUE = ("dump-input", "dump-input-context", "dump-input-filter")
_LACKING = ("implicit-check-not", "ignore-case", "input-file")


def check(argv: Sequence[str], text: str) -> tuple[int, str]:
    """Run FileCheck with arguments ``argv`` on ``text``. Returns the exit status and the output."""
    options = parse_argv_options(["filecheck", *_known_arguments(argv)])
    said = io.StringIO()
    with redirect_stderr(said), redirect_stdout(said):
        try:
            status = _match(options, text)
        except NotImplementedError as failure:
            raise Unsupported(f"filecheck: {failure}") from None
    return status, said.getvalue()


class _Matcher(Matcher):
    """Ends the range of a ``CHECK-NOT`` where the next match begins, as LLVM does. The package includes that match."""

    _match_start: int = 0

    def capture_results(self, match: re.Match[str], capture: dict[str, Any], op: CheckOp) -> None:
        self._match_start = match.start()
        super().capture_results(match, capture, op)

    def _post_check(self, op: CheckOp) -> None:
        start = self.ctx.negative_matches_start
        if op.name in ("CHECK", "SAME", "NEXT") and start is not None:
            for check in self.ctx.negative_matches_stack:
                self.check_not(check, InputRange(start, max(start, self._match_start)))
            self.ctx.negative_matches_start = None
            self.ctx.negative_matches_stack = []
        super()._post_check(op)


def _match(options: Options, text: str) -> int:
    return _Matcher(options, FInput("<stdin>", text), Parser.from_opts(options)).run()


def _known_arguments(argv: Sequence[str]) -> list[str]:
    """``argv`` without what only changes how failures look."""
    kept: list[str] = []
    words = iter(argv)
    for word in words:
        name, equals, _ = word.lstrip("-").partition("=")
        if word.startswith("-") and name in _LACKING:
            raise Unsupported(f"filecheck option '{name}'")
        if word.startswith("-") and name in _IGNORED_WITH_VALUE:
            if not equals:
                next(words)
        elif not (word.startswith("-") and name in _IGNORED):
            kept.append(word)
    return kept
