"""docs/proofs.md: how each fold and pattern is proved, from the record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from proofs.findings import Evidence
from proofs.known import KNOWN, UNPROVED
from proofs.record import Record
from proofs.rules import ROOT, Rule, all_rules

DOCUMENT = ROOT / "docs" / "proofs.md"

_HEAD = """\
# Proofs of folds and patterns

This page is written by `python -m proofs --write`, run in `tests` (`make proofs`), which proves everything that is
listed here. `make test` checks that the table is that of the present source code, and repeats a part of the proofs.

A *rule* is the fold of one operation or one canonicalization pattern. Each is applied, by the driver's own code, to
*templates*: all trees of one or two operations of arith, of math's integer operations and of conversions, with all
flags and predicates, over arguments and constants; and functions with scf and tt. Both sides are compared:

- **constants**: what operations of constants fold to is what the interpreter computes, for all numbers and pairs of
  the types named without *special*;
- **all inputs**: both sides run in the interpreter on all inputs of the types named: every number of integers of up to
  8 bits and of f8, and poison. *special*: zeros, subnormals, ones, the largest, infinities and several NaN, or the
  edges of integers; *all*: every number of 16 bits. *scf* and *tensors* are functions of `tests/proofs/control.py` and
  `tests/proofs/tensors.py` on the inputs given there;
- **solver**: z3 shows for integers of the types named, and for `index`, that no input tells both sides apart
  (products that are divided again, as mathematical integers: their flags say that nothing wraps around).

Right means refined: where the original is undefined (division by zero) everything is allowed, where it is poison
(broken `nsw` and `nuw`, shifts by the width or more, conversions out of range) any value. A NaN is equal to any NaN,
zeros have signs. Constants of few bits are all tried, of many bits those at the edges. Of a template in which a rule
does not look at the inner operation only the outer one is compared, with an argument for the inner. The translation for
z3 is compared with the interpreter on all inputs of few bits.

The figure in parentheses counts the templates (constants: the assignments) to which the rule was applied.
"""


def document(record: Record) -> str:
    """The whole page."""
    parts = [_HEAD]
    files: dict[str, list[Rule]] = {}
    for rule in all_rules():
        files.setdefault(rule.file, []).append(rule)
    for file, rules in files.items():
        parts.append(f"## {file}\n\n" + _table(rules, record))
    parts.append(_faults(record))
    return "\n".join(parts)


def _table(rules: Iterable[Rule], record: Record) -> str:
    lines = ["| rule | constants | all inputs | solver | status |", "|---|---|---|---|---|"]
    for rule in rules:
        name = rule.name.partition(": ")[2] or rule.name
        evidence = record.evidence.get(rule.name, Evidence())
        cells = [_means(counts) for counts in (evidence.constants, evidence.enumerated, evidence.solved)]
        lines.append(f"| {name} | {' | '.join(cells)} | {_status(rule.name, evidence)} |")
    return "\n".join(lines) + "\n"


def _status(rule: str, evidence: Evidence) -> str:
    if rule in UNPROVED:
        return f"not proved: {UNPROVED[rule]}"
    if not evidence.applications:
        return "not proved"
    parts = [f"wrong ({kind}), as Triton's" for kind in sorted(evidence.refuted)]
    if evidence.unknown.total():
        parts.append(f"{evidence.unknown.total()} not decided ({', '.join(sorted(evidence.unknown, key=_order))})")
    return "; ".join(parts) or "proved"


def _means(counts: Counter[str]) -> str:
    if not counts:
        return ""
    return f"{', '.join(sorted(counts, key=_order))} ({counts.total()})"


def _order(label: str) -> tuple[bool, str, int]:
    number = re.search(r"\d+", label)
    return "special" in label, label[:1], int(number.group()) if number else 0


def _faults(record: Record) -> str:
    lines = [
        "## Known faults\n",
        "Triton's passes do the same, and what Triton does decides: `tests/proofs/test_known.py` compares with the",
        "wheel. *flags*: the numbers are right, but overflow flags promise too much; *poison*: wrong only for",
        "arguments that are poison; *signaling*: only of constants that signal; *value*: a wrong number.\n",
    ]
    for (rule, kind), known in KNOWN.items():
        template, inputs = record.faults.get((rule, kind), ("", ""))
        shown = f"`{template}` with {inputs}" if template and "\n" not in template else inputs
        lines.append(f"- **{rule.partition(': ')[2] or rule}** ({kind}): {known.reason}. {shown}")
    return "\n".join(lines) + "\n"
