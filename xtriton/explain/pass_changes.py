"""The changes of each pass: operations, layouts, text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from xtriton.explain.artifacts import Step
from xtriton.explain.model import Listing, PassStep
from xtriton.explain.origins import Origins, mlir_listing

_OPERATION = re.compile(r'^\s*(?:%[^=]*= )?"?([a-zA-Z_]\w*\.[\w.]+)"?')
_ALIAS = re.compile(r"^#(\w+) = (#.*)$")
_USE = re.compile(r"#(\w+)[,>]")
_VALUE = re.compile(r"%[\w#$.-]+")


def operation_name(line: str) -> str | None:
    """The name of the operation that a line of MLIR begins with."""
    match = _OPERATION.match(line)
    return match[1] if match is not None else None


def pass_steps(steps: Sequence[Step], origins: Origins) -> list[PassStep]:
    """The passes with their changes and listings."""
    known: dict[str, Listing] = {}

    def listing(text: str) -> Listing:
        if text not in known:
            known[text] = mlir_listing(text, origins)
        return known[text]

    return [_changes(number, step, listing(step.before), listing(step.after)) for number, step in enumerate(steps)]


def _changes(number: int, step: Step, before: Listing, after: Listing) -> PassStep:
    old, new = _operations(before.text), _operations(after.text)
    old_layouts, new_layouts = _layouts(before.text), _layouts(after.text)
    return PassStep(
        number,
        step.stage,
        step.name,
        step.engine,
        step.milliseconds,
        new.total(),
        dict((new - old).most_common()),
        dict((old - new).most_common()),
        sorted(new_layouts.keys() - old_layouts.keys()),
        sorted(old_layouts.keys() - new_layouts.keys()),
        _anonymous(before.text) != _anonymous(after.text),
        after,
    )


def _operations(text: str) -> Counter[str]:
    return Counter(match[1] for line in text.splitlines() if (match := _OPERATION.match(line)))


def _layouts(text: str) -> Counter[str]:
    """How many types have each layout, by the text of the attribute."""
    lines = text.splitlines()
    aliases = {match[1]: match[2] for line in lines if (match := _ALIAS.match(line))}
    uses: Counter[str] = Counter()
    for line in lines:
        if not line.startswith("#"):
            uses.update(aliases[name] for name in _USE.findall(line) if name in aliases)
    return uses


def _anonymous(text: str) -> str:
    return _VALUE.sub("%", text)
