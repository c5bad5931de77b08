"""The record of the whole proof: the evidence for each rule, and the digests of the source code it holds for."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from proofs.findings import Evidence, Findings
from proofs.integers import Places
from proofs.rules import all_rules

RECORD = Path(__file__).parent / "record.json"
SHARED_MODULES = ("xtriton.folds.elements", "xtriton.folds.folding", "xtriton.analysis.loops")
"""Modules that rules are made of, besides their own."""


@dataclass(frozen=True)
class Record:
    """Evidence by rule, examples of faults by rule and kind, digests of modules, and templates that matter."""

    evidence: Mapping[str, Evidence]
    faults: Mapping[tuple[str, str], tuple[str, str]]
    """An example of each kind of fault of each rule: the template and the inputs."""
    digests: Mapping[str, str]
    places: Places
    """Some templates of two integer operations, of which rules look into the inner one."""


def digests() -> dict[str, str]:
    """A digest of each module with rules, in which comments and docstrings do not count."""
    modules = dict.fromkeys([*(rule.module for rule in all_rules()), *SHARED_MODULES])
    return {module: _digest(module) for module in modules}


def _digest(module: str) -> str:
    path = import_module(module).__file__
    assert path is not None
    tree = ast.parse(Path(path).read_text())
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [statement for statement in body if not _is_text(statement)]  # pyright: ignore[reportAttributeAccessIssue]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:16]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def write_record(findings: Findings, places: Places) -> None:
    """Keep findings of the whole proof."""
    faults = [
        {"rule": one.rule, "kind": one.kind, "template": one.template, "inputs": one.inputs}
        for _, one in sorted(findings.examples.items())
    ]
    content = {
        "digests": digests(),
        "rules": findings.as_json(),
        "faults": faults,
        "places": [[*pair, *some] for pair, some in sorted(places.items())],
    }
    lines = [f'"{name}": {_lines(value)}' for name, value in content.items()]
    RECORD.write_text("{" + ",\n".join(lines) + "}\n")


def _lines(value: Mapping[str, object] | list[object]) -> str:
    """JSON with each entry on a line of its own."""
    if isinstance(value, Mapping):
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(one)}" for key, one in value.items()) + "}"
    return "[\n" + ",\n".join(json.dumps(item) for item in value) + "]"


def read_record() -> Record:
    """The record as it was last written."""
    content = json.loads(RECORD.read_text())
    evidence: dict[str, Evidence] = {}
    for rule, fields in content["rules"].items():
        evidence[rule] = Evidence()
        for name, counts in fields.items():
            getattr(evidence[rule], name).update(counts)
    return Record(
        evidence,
        {(fault["rule"], fault["kind"]): (fault["template"], fault["inputs"]) for fault in content["faults"]},
        content["digests"],
        {(outer, inner): some for outer, inner, *some in content["places"]},
    )
