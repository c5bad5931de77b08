"""``canonicalize``: bring operations into their simplest form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import ClassVar, Literal, cast

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_in
from xtriton.passes.base import OperationPass, option
from xtriton.registry import Registry, nearest
from xtriton.rewriting.greedy import GreedyConfig, rewrite_greedily
from xtriton.rewriting.pattern import Pattern, PatternSet
from xtriton.versions import V3_6, V3_8, by_version

MODULES = (
    "xtriton.rewriting.canonical.arith",
    "xtriton.rewriting.canonical.arith_compare",
    "xtriton.rewriting.canonical.cf",
    "xtriton.rewriting.canonical.cf_switch",
    "xtriton.rewriting.canonical.scf_region",
    "xtriton.rewriting.canonical.scf_for",
    "xtriton.rewriting.canonical.scf_if",
    "xtriton.rewriting.canonical.scf_while",
    "xtriton.rewriting.canonical.region_branch",
    "xtriton.rewriting.canonical.tt",
)
"""The modules with patterns, each a list ``PATTERNS``."""

_MEMORY = ("memref", "tensor", "linalg", "bufferization")
"""Dialects whose patterns create operations of each other."""

DIALECT_MODULES: Mapping[str, tuple[str, ...]] = {
    "ttg": ("xtriton.rewriting.canonical.ttg", "xtriton.rewriting.canonical.ttg_warp_specialize"),
    "ttng": ("xtriton.rewriting.canonical.ttng",),
    "tti": ("xtriton.rewriting.canonical.tti",),
    **dict.fromkeys(_MEMORY, tuple([f"xtriton.rewriting.canonical.{dialect}" for dialect in _MEMORY])),
}
"""The patterns of other dialects, imported when a module has operations of the dialect."""

PLUGIN_PATTERNS = Registry("pattern list", "canonicalization", {})
"""Lists of patterns of plug-ins, by dialect, which canonicalize modules with operations of it."""


def canonicalization_patterns(dialects: frozenset[str]) -> PatternSet:
    """The patterns for IR with operations of these dialects.

    They are those of :data:`MODULES`, :data:`DIALECT_MODULES` and :data:`PLUGIN_PATTERNS`.
    """
    return _patterns_of(dialects, PLUGIN_PATTERNS.edition)


@cache
def _patterns_of(dialects: frozenset[str], _edition: int) -> PatternSet:
    patterns: list[Pattern] = []
    chosen = [module for dialect, modules in DIALECT_MODULES.items() if dialect in dialects for module in modules]
    for module in dict.fromkeys((*MODULES, *chosen)):
        patterns.extend(import_module(module).PATTERNS)
    for dialect in sorted(dialects.intersection(PLUGIN_PATTERNS)):
        added = PLUGIN_PATTERNS.load(dialect)
        if not isinstance(added, Sequence):
            raise PLUGIN_PATTERNS.failure(dialect, "it is not a list of patterns")
        for item in cast("Sequence[object]", added):
            if not isinstance(item, Pattern):
                raise PLUGIN_PATTERNS.failure(dialect, f"{item!r} is not a pattern")
            patterns.append(item)
    return PatternSet(patterns)


def _dialects_in(op: Operation) -> frozenset[str]:
    """The dialects with patterns of their own that operations in ``op`` are of, or that patterns may create there.

    Patterns of ``tt`` create layout conversions (``ttg``) where tensors have encodings.
    """
    ops = operations_in(op)
    classes: set[type[Operation]] = {type(inner) for inner in ops}
    encoded = any(encoding_of(result.type) is not None for inner in ops for result in inner.results)
    dialects = [op_class.name.partition(".")[0] for op_class in classes]
    return frozenset((*dialects, "ttg") if encoded else dialects).intersection((*DIALECT_MODULES, *PLUGIN_PATTERNS))


@dataclass(frozen=True)
class Canonicalizer(OperationPass):
    """Fold constants, apply canonicalization patterns and erase dead operations.

    before: ``%1 = arith.addi %0, %c0 : i32``, ``%2 = arith.muli %1, %c1 : i32``, ``tt.return %2 : i32``
    after:  ``tt.return %0 : i32``
    """

    name: ClassVar[str] = "canonicalize"
    class_name: ClassVar = by_version({V3_6: "Canonicalizer", V3_8: "CanonicalizerPass"})
    top_down: bool = option(True, "seed the worklist in top-down order")
    region_simplify: Literal["disabled", "normal", "aggressive"] = option("normal", "region simplification level")
    max_iterations: int = option(10, "maximum number of iterations; -1 for no limit")
    max_num_rewrites: int = option(-1, "maximum number of rewrites per iteration; -1 for no limit")
    test_convergence: bool = option(False, "fail if the fixpoint is not reached")
    disable_patterns: tuple[str, ...] = option((), "patterns to skip, by function name")
    enable_patterns: tuple[str, ...] = option((), "patterns to apply, by function name; all if empty")

    def __post_init__(self) -> None:
        if not self.disable_patterns and not self.enable_patterns:
            return  # and the patterns need not be imported yet
        known = canonicalization_patterns(frozenset((*DIALECT_MODULES, *PLUGIN_PATTERNS))).names
        for name in (*self.disable_patterns, *self.enable_patterns):
            if name not in known:
                raise ValueError(f"unknown pattern '{name}'{nearest(name, known)}")

    def apply_to(self, ctx: Context, op: Operation) -> None:
        config = GreedyConfig(
            top_down=self.top_down,
            region_simplification=self.region_simplify,
            max_iterations=self.max_iterations,
            max_rewrites=self.max_num_rewrites,
        )
        patterns = canonicalization_patterns(_dialects_in(op))
        if self.disable_patterns or self.enable_patterns:
            patterns = patterns.only(self.enable_patterns, self.disable_patterns)
        outcome = rewrite_greedily(op, patterns, config)
        if self.test_convergence and not outcome.converged:
            raise error(op.location, f"canonicalization did not converge after {self.max_iterations} iterations")
