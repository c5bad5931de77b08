"""Rewrite patterns: small functions named after what they rewrite.

    @pattern(AddIOp)
    def add_of_zero(op: AddIOp, rewriter: Rewriter) -> bool:
        if not is_zero(op.rhs):
            return False
        rewriter.replace(op, [op.lhs])
        return True

A pattern looks first and changes the program only when it is sure; it returns whether it did.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from xdsl.ir import Operation
from xdsl.traits import OpTrait

from xtriton.ir.traits import class_has_trait
from xtriton.rewriting.rewriter import Rewriter

Rewrite = Callable[[Any, Rewriter], bool]


@dataclass(frozen=True)
class Pattern:
    """A rewrite of operations of certain classes, or of all with a trait. Greater benefits are tried first."""

    roots: tuple[type[Operation], ...] | type[OpTrait]
    rewrite: Rewrite
    benefit: int = 1

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.rewrite.__name__

    def matches(self, op_class: type[Operation]) -> bool:
        """Whether operations of a class are looked at."""
        roots = self.roots
        return op_class in roots if isinstance(roots, tuple) else class_has_trait(op_class, roots)


def pattern(*roots: type[Operation], benefit: int = 1) -> Callable[[Rewrite], Pattern]:
    """A pattern for operations of these classes."""
    return lambda rewrite: Pattern(roots, rewrite, benefit)


def trait_pattern(trait: type[OpTrait], benefit: int = 1) -> Callable[[Rewrite], Pattern]:
    """A pattern for operations with a trait."""
    return lambda rewrite: Pattern(trait, rewrite, benefit)


class PatternSet:
    """Patterns by the class of operation, in the order in which they are tried.

    That is by benefit, and among equals as they are listed, those of a class before those of a trait (MLIR's
    ``PatternApplicator`` with its default cost model).
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._patterns = tuple(patterns)
        self._by_class: dict[type[Operation], tuple[Rewrite, ...]] = {}

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns, as they were listed."""
        return self._patterns

    @property
    def names(self) -> set[str]:
        """The names of the patterns."""
        return {one.name for one in self._patterns}

    def only(self, enabled: Collection[str], disabled: Collection[str]) -> PatternSet:
        """The patterns that ``enabled`` names, or all if it is empty, but for the disabled ones."""
        chosen = (one for one in self._patterns if not enabled or one.name in enabled)
        return PatternSet(one for one in chosen if one.name not in disabled)

    def of(self, op_class: type[Operation]) -> tuple[Rewrite, ...]:
        """The rewrites of operations of a class."""
        known = self._by_class.get(op_class)
        if known is None:
            found = [one for one in self._patterns if one.matches(op_class)]
            found.sort(key=lambda one: (-one.benefit, not isinstance(one.roots, tuple)))
            known = self._by_class[op_class] = tuple(one.rewrite for one in found)
        return known
