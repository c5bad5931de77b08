"""How alike two outcomes of a pass are."""

from __future__ import annotations

from enum import IntEnum

from parity.graph import graphs_of
from parity.outcomes import Outcome
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, UnknownLoc

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module


class Level(IntEnum):
    """The better, the greater. Each includes those below it down to ``GRAPH``."""

    FAILED = 0
    """One of them failed, or both did in other ways."""
    DIFFERENT = 1
    """The graphs differ."""
    GRAPH = 2
    """The same graph up to the order of operations without side effects."""
    LOCATIONS = 3
    """The same graph, and every operation and block argument has the same location."""
    BYTES = 4
    """The same text, with locations; or the same errors."""

    @property
    def label(self) -> str:
        """The name in tables and records."""
        return self.name.lower()


def judge(wheel: Outcome, native: Outcome) -> Level:
    """How alike the outcomes are."""
    if wheel == native:
        return Level.BYTES
    if wheel.text is None or native.text is None:
        return Level.FAILED
    ours, theirs = graphs_of(_read(native.text), _read(wheel.text))
    if not ours.same_as(theirs):
        return Level.DIFFERENT
    return Level.LOCATIONS if ours.locations == theirs.locations else Level.GRAPH


_RESULT = "<result>"


def _read(text: str) -> ModuleOp:
    """The module of a text. What has no location there gets none, rather than its place in the text."""
    module = parse_module(text, _RESULT, Context())
    for op in module.walk():
        for region in op.regions:
            for block in region.blocks:
                for arg in block.args:
                    location = arg.location
                    if isinstance(location, FileLineColLoc) and location.filename.data == _RESULT:
                        arg.location = UnknownLoc()
    return module
