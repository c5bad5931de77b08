"""Rewrite patterns: small functions named after the operations they rewrite.

    @pattern(AddIOp)
    def add_of_zero(op: AddIOp, rewriter: Rewriter) -> bool:
        if not is_zero(op.rhs):
            return False
        rewriter.replace(op, [op.lhs])
        return True

A pattern checks its guards first and modifies the program only if it applies; it returns whether it did.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from xdsl.ir import Operation
from xdsl.traits import OpTrait

from xtriton.ir.traits import class_has_trait
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import ALL_VERSIONS, TritonVersion, VersionRange, active_version

Rewrite = Callable[[Any, Rewriter], bool]
_Kept = TypeVar("_Kept")


@dataclass(frozen=True)
class Pattern:
    """A rewrite of operations of certain classes or interfaces, or of all with a trait.

    Greater benefits are tried first. ``versions`` are those of Triton that have the pattern.
    """

    roots: tuple[type[Operation], ...] | type[OpTrait]
    rewrite: Rewrite
    benefit: int = 1
    versions: VersionRange = ALL_VERSIONS

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.rewrite.__name__

    def matches(self, op_class: type[Operation]) -> bool:
        """Whether the pattern applies to operations of a class."""
        roots = self.roots
        if not isinstance(roots, tuple):
            return class_has_trait(op_class, roots)
        bases = op_class.__mro__  # issubclass is slow for operations
        return any(root in bases for root in roots)

    def names_class(self, op_class: type[Operation]) -> bool:
        """Whether the pattern is for a class itself, and not for an interface or trait of it."""
        return isinstance(self.roots, tuple) and op_class in self.roots


def pattern(
    *roots: type[Operation], benefit: int = 1, versions: VersionRange = ALL_VERSIONS
) -> Callable[[Rewrite], Pattern]:
    """A pattern for operations of these classes, or of classes with these interfaces, in versions that have it."""
    return lambda rewrite: Pattern(roots, rewrite, benefit, versions)


def only_for(patterns: Iterable[Pattern], *roots: type[Operation]) -> tuple[Pattern, ...]:
    """Patterns of several classes, restricted to some of these."""
    return tuple(replace(pattern_, roots=roots) for pattern_ in patterns)


def trait_pattern(trait: type[OpTrait], benefit: int = 1) -> Callable[[Rewrite], Pattern]:
    """A pattern for operations with a trait."""
    return lambda rewrite: Pattern(trait, rewrite, benefit)


class PatternSet:
    """Patterns by operation class, in the order in which they are tried.

    That is by benefit, and with equal benefits in the listed order, those of a class before those of an interface or a
    trait (MLIR's ``PatternApplicator`` with its default cost model).
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._patterns = tuple(patterns)
        self._by_class: dict[tuple[type[Operation], TritonVersion], tuple[Rewrite, ...]] = {}
        self._kept: dict[object, Any] = {}

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns in the listed order."""
        return self._patterns

    @property
    def names(self) -> set[str]:
        """The names of the patterns."""
        return {pattern_.name for pattern_ in self._patterns}

    def only(self, enabled: Collection[str], disabled: Collection[str]) -> PatternSet:
        """The patterns that ``enabled`` names, or all if it is empty, except the disabled ones."""
        chosen = (pattern_ for pattern_ in self._patterns if not enabled or pattern_.name in enabled)
        return PatternSet(pattern_ for pattern_ in chosen if pattern_.name not in disabled)

    def kept(self, key: object, make: Callable[[], _Kept]) -> _Kept:
        """What a driver has found out about these patterns and keeps for its next run, under a key."""
        known = self._kept.get(key)
        if known is None:
            known = self._kept[key] = make()
        return known

    def of(self, op_class: type[Operation]) -> tuple[Rewrite, ...]:
        """The rewrites of operations of a class, in the version of Triton in effect."""
        key = op_class, active_version()
        known = self._by_class.get(key)
        if known is None:
            matching = [pattern_ for pattern_ in self._patterns if pattern_.matches(op_class)]
            found = [pattern_ for pattern_ in matching if key[1] in pattern_.versions]
            found.sort(key=lambda pattern_: (-pattern_.benefit, not pattern_.names_class(op_class)))
            known = self._by_class[key] = tuple(pattern_.rewrite for pattern_ in found)
        return known
