"""The evidence for each rule, by kind of proof, and refutations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from proofs.known import KNOWN


@dataclass(frozen=True)
class Refutation:
    """A rewrite that changes an answer: the rule, what kind of fault it is, the template, and the inputs."""

    rule: str
    kind: str
    """One of these:

    - ``invalid``: the new operations do not verify;
    - ``value``: a wrong number;
    - ``signaling``: a wrong number of constants of which one is a NaN that signals;
    - ``flags``: right if the overflow flags of the new operations are dropped;
    - ``poison``: wrong only where an argument is poison.
    """
    template: str
    inputs: str


@dataclass
class Evidence:
    """The evidence for a rule: how often it was applied to templates, by kind of proof and by types."""

    enumerated: Counter[str] = field(default_factory=Counter[str])
    """Templates compared on all inputs (or, named so, special ones) by types."""
    constants: Counter[str] = field(default_factory=Counter[str])
    """Assignments of constants whose fold was compared, by types."""
    solved: Counter[str] = field(default_factory=Counter[str])
    """Templates that the solver has proved, by types."""
    unknown: Counter[str] = field(default_factory=Counter[str])
    """Templates on which the solver ran out of time, by types."""
    refuted: Counter[str] = field(default_factory=Counter[str])
    """Refuted templates by kind of fault."""

    @property
    def applications(self) -> int:
        """How often the rule was applied and compared."""
        return sum(getattr(self, name).total() for name in FIELDS)


@dataclass
class Findings:
    """The evidence for each rule by its name, and examples of refutations: the first of each rule and kind."""

    evidence: dict[str, Evidence] = field(default_factory=dict[str, Evidence])
    examples: dict[tuple[str, str], Refutation] = field(default_factory=dict[tuple[str, str], Refutation])

    def of(self, rule: str) -> Evidence:
        """The evidence for a rule."""
        return self.evidence.setdefault(rule, Evidence())

    def refute(self, refutation: Refutation) -> None:
        """Take in a refutation. Its kind is another where a fault is known, but not of such templates."""
        known = KNOWN.get((refutation.rule, refutation.kind))
        if known is not None and not re.search(known.where, refutation.template):
            refutation = replace(refutation, kind=f"{refutation.kind} elsewhere")
        self.of(refutation.rule).refuted[refutation.kind] += 1
        self.examples.setdefault((refutation.rule, refutation.kind), refutation)

    def merge(self, other: Findings) -> None:
        """Add the findings of another process."""
        for rule, evidence in other.evidence.items():
            mine = self.of(rule)
            for name in FIELDS:
                getattr(mine, name).update(getattr(evidence, name))
        for key, refutation in other.examples.items():
            self.examples.setdefault(key, refutation)

    def as_json(self) -> dict[str, dict[str, Mapping[str, int]]]:
        """Plain dictionaries by rule."""
        return {
            rule: {name: dict(sorted(getattr(one, name).items())) for name in FIELDS if getattr(one, name)}
            for rule, one in sorted(self.evidence.items())
        }


FIELDS: Iterable[str] = ("constants", "enumerated", "solved", "unknown", "refuted")
