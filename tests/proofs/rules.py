"""The rules to prove: folds and canonicalization patterns of arith, math, scf and tt, and those of triton-combine.

A *rule* is a fold of one operation class or one pattern. It is applied once, to one operation, by the code that the
greedy driver runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import getclosurevars
from pathlib import Path

from xdsl.ir import Operation

from xtriton.folds.folding import FOLDS, folder_of
from xtriton.rewriting.greedy import GreedyConfig, GreedyDriver
from xtriton.rewriting.pattern import Pattern, PatternSet
from xtriton.rewriting.rewriter import Rewriter

DIALECTS = ("arith", "math", "scf", "tt")
PATTERN_MODULES = (
    "xtriton.rewriting.canonical.arith",
    "xtriton.rewriting.canonical.arith_compare",
    "xtriton.rewriting.canonical.scf_region",
    "xtriton.rewriting.canonical.scf_for",
    "xtriton.rewriting.canonical.scf_if",
    "xtriton.rewriting.canonical.scf_while",
    "xtriton.rewriting.canonical.tt",
    "xtriton.passes.ttir.combine",
)
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Rule:
    """A fold or a pattern: its name in the table, its module, and how it is applied to an operation."""

    name: str
    module: str
    roots: tuple[type[Operation], ...]
    apply: Callable[[Operation], bool]
    """Applies the rule to an operation in a block. Returns whether it changed anything."""

    @property
    def file(self) -> str:
        """The path of the source file from the root of the repository."""
        path = import_module(self.module).__file__
        assert path is not None
        return str(Path(path).relative_to(ROOT))


_FOLDER = GreedyDriver(PatternSet(()), GreedyConfig())


def fold_operation(op: Operation) -> bool:
    """Fold an operation and put the results in its place, as the greedy driver does."""
    folder = folder_of(type(op))
    folded = None if folder is None else folder.fold(op)
    return folded is not None and _FOLDER._use_fold(op, folded)


def _rewriting(pattern: Pattern) -> Callable[[Operation], bool]:
    def apply(op: Operation) -> bool:
        rewriter = Rewriter()
        rewriter.start_at(op)
        return pattern.rewrite(op, rewriter)

    return apply


def _pattern_name(pattern: Pattern) -> str:
    """The function's name, with the operations that a factory made the pattern for."""
    roots = pattern.roots
    assert isinstance(roots, tuple)
    captured = [value for value in getclosurevars(pattern.rewrite).nonlocals.values() if isinstance(value, type)]
    classes = dict.fromkeys(
        [*roots, *(captured_class for captured_class in captured if issubclass(captured_class, Operation))]
    )
    if not captured:
        return pattern.name
    return f"{pattern.name} ({', '.join(class_.name for class_ in classes)})"


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, folds first, in the order of their modules."""
    return (*_fold_rules(), *_pattern_rules())


def _fold_rules() -> Iterable[Rule]:
    for dialect in DIALECTS:
        for module in FOLDS[dialect]:
            for op_class in import_module(module).FOLDS:
                yield Rule(f"fold of {op_class.name}", module, (op_class,), fold_operation)


def _pattern_rules() -> Iterable[Rule]:
    for module in PATTERN_MODULES:
        family = module.rpartition(".")[2]
        for pattern in import_module(module).PATTERNS:
            roots = pattern.roots
            assert isinstance(roots, tuple)
            name = _pattern_name(pattern)
            yield Rule(f"{family}: {name}", module, roots, _rewriting(pattern))


@cache
def rules_of(op_class: type[Operation]) -> tuple[Rule, ...]:
    """The rules for operations of a class."""
    return tuple(rule for rule in all_rules() if op_class in rule.roots)
