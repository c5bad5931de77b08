"""``--mlir-pass-statistics``: counts for each pass. ``--debug-only``: a log of each rewriting step."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TextIO

from xdsl.ir import Operation

from xtriton.cli.instruments import title
from xtriton.ir.diagnostics import file_location
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.manager import Instrument
from xtriton.rewriting.actions import Action, Actions, observed

_DESCRIBED = {
    "fold": "Number of operations folded",
    "dead code": "Number of dead operations erased",
    "region simplification": "Number of times that regions were simplified",
    "unreachable blocks": "Number of times that unreachable blocks were erased",
}


@dataclass
class _Pass:
    name: str
    anchor: str
    counts: Counter[str]


@dataclass
class Watcher(Instrument):
    """Counts the actions of each pass and the operations that it adds and removes; prints each of them if asked."""

    out: TextIO
    debug: tuple[str, ...] = ()
    passes: list[_Pass] = field(default_factory=list[_Pass])
    _running: list[tuple[Actions, AbstractContextManager[None], Counter[str]]] = field(
        default_factory=list["tuple[Actions, AbstractContextManager[None], Counter[str]]"]
    )

    def before(self, instance: Pass, op: Operation) -> None:
        if "pass-manager" in self.debug:
            self.out.write(f"[pass-manager] run '{instance.name}' on '{op.name}'\n")
        actions = Actions(observer=self._print if set(self.debug) - {"pass-manager"} else None)
        scope = observed(actions)
        scope.__enter__()
        self._running.append((actions, scope, _operations(op)))

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        actions, scope, before = self._running.pop()
        scope.__exit__(None, None, None)
        after = _operations(op)
        counts = Counter(actions.counts)
        counts["num-ops-added"] = sum((after - before).values())
        counts["num-ops-removed"] = sum((before - after).values())
        self.passes.append(_Pass(instance.shown_class(), op.name if op.parent_op() is not None else "", counts))
        if "pass-manager" in self.debug:
            result = "failed" if failed else "changed the IR" if before != after or actions.performed else "done"
            self.out.write(f"[pass-manager] '{instance.name}' {result}: {actions.performed} actions\n")

    def _print(self, action: Action) -> None:
        kind = "dialect-conversion" if action.kind == "conversion" else "greedy-rewriter"
        if kind not in self.debug:
            return
        place = file_location(action.location)
        at = f" at {place.filename.data}:{place.line.data}:{place.column.data}" if place is not None else ""
        text = f": {action.operation.splitlines()[0]}" if action.operation else ""
        self.out.write(f"[{kind}] {action}{at}{text}\n")

    def table(self, display: str) -> str:
        """The report in MLIR's layout, by pass in order, or merged by the names of passes."""
        lines = title("Pass statistics report")
        shown = self.passes if display == "pipeline" else _merged(self.passes)
        anchor = ""
        for entry in shown:
            if entry.anchor and entry.anchor != anchor:
                lines.append(f"'{entry.anchor}' Pipeline")
            anchor = entry.anchor
            indent = "  " if anchor else ""
            lines.append(indent + entry.name)
            for name, count in sorted(entry.counts.items()):
                if count:
                    lines.append(f"{indent}  (S) {count} {_key(name)} - {_description(name)}")
        return "\n".join(lines) + "\n"


def _operations(op: Operation) -> Counter[str]:
    return Counter(inner.name for inner in operations_in(op))


def _merged(passes: list[_Pass]) -> list[_Pass]:
    found: dict[str, _Pass] = {}
    for entry in passes:
        found.setdefault(entry.name, _Pass(entry.name, "", Counter())).counts.update(entry.counts)
    return [found[name] for name in sorted(found)]


def _key(name: str) -> str:
    return name.partition(" ")[2] if name.startswith(("pattern ", "conversion ", "fold ")) else name.replace(" ", "-")


def _description(name: str) -> str:
    kind, _, rest = name.partition(" ")
    if name in _DESCRIBED:
        return _DESCRIBED[name]
    if kind in ("pattern", "conversion"):
        return f"Number of times that the {kind} pattern was applied".replace("pattern pattern", "pattern")
    if kind == "fold" and rest:
        return "Number of operations that the function folded"
    return "Number of operations added" if name == "num-ops-added" else "Number of operations removed"
