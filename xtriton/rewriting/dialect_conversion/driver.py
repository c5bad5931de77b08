"""Dialect conversion: makes a program legal for a target (MLIR's ``applyPartialConversion``).

The operations are visited once, in the order of MLIR's driver, on which the result may depend: pre-order, blocks in
dominance order, unreachable blocks not at all. Legality and folds are those of the original program and are computed
before anything is changed; MLIR has the same effect by deferring changes to the end. In Triton 3.9 MLIR changes the
program at once: folds see the results of earlier ones, but nothing of values whose types have been converted.
Operations that a pattern inserts are converted right after the pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.folds.folding import IN_PLACE, Folded, as_results, constant_of_op, dialect_of, fold, materialize
from xtriton.ir.diagnostics import DiagnosticError, Violation, error
from xtriton.ir.dominance import dominator_tree
from xtriton.rewriting.actions import current_actions
from xtriton.rewriting.dialect_conversion.rewriter import ConversionRewriter
from xtriton.rewriting.dialect_conversion.target import ConversionTarget
from xtriton.rewriting.dialect_conversion.types import TypeConverter
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import V3_9, active_version, since

Folding = Literal["never", "before-patterns"]
"""Whether operations that are not legal are folded before patterns are tried, as in MLIR by default."""

_Pending = tuple[Operation, bool | None, tuple[Folded, ...] | None]

_FOLDS_AT_ONCE = since(V3_9)

_MAX_DEPTH = 100
"""How deep patterns may apply to operations that patterns inserted; beyond that the conversion fails."""


def apply_partial_conversion(
    root: Operation,
    target: ConversionTarget,
    patterns: PatternSet,
    types: TypeConverter | None = None,
    *,
    folding: Folding = "before-patterns",
    unreachable: bool = False,
) -> None:
    """Convert the operations in ``root`` that are illegal, and unknown ones to which a pattern applies.

    With ``unreachable`` also those in unreachable blocks, which MLIR's driver does not visit.
    Raises ``DiagnosticError`` if an illegal operation cannot be converted, or a value cannot be cast for its users.
    """
    _Driver(target, patterns, types, folding=folding, unreachable=unreachable).run(root)


class _Driver:
    """One conversion."""

    def __init__(
        self,
        target: ConversionTarget,
        patterns: PatternSet,
        types: TypeConverter | None,
        *,
        folding: Folding,
        unreachable: bool,
    ) -> None:
        self._target = target
        self._patterns = patterns
        self._types = types or TypeConverter()
        self._rewriter = ConversionRewriter(self._types)
        self._folds = folding == "before-patterns"
        self._unreachable = unreachable
        self._actions = current_actions()
        self._original: set[Operation] = set()
        """The operations of the original program: each has its own turn."""
        self._kept: dict[Operation, None] = {}
        """The operations that are not converted."""
        self._folds_at_once = self._folds and active_version() in _FOLDS_AT_ONCE
        self._former: dict[SSAValue, Attribute] = {}
        """The types that values had before they were converted, as far as they have been looked at."""
        self._looked_at = 0

    def run(self, root: Operation) -> None:
        rewriter = self._rewriter
        for op, legality, results in self._pending(root):
            if op.parent is not None and op not in rewriter.replaced:
                self._convert(op, legality, self._folded_now(op) if self._folds_at_once else results, 0)
        self._cast_back()
        rewriter.finish()

    def _pending(self, root: Operation) -> list[_Pending]:
        """The operations in ``root`` that are not legal, each with its legality and the result of folding it."""
        legality_of = self._target.legality
        pending: list[_Pending] = []
        ops = self._collect(root, [])
        self._original = set(ops)
        for op in ops:
            legality = legality_of(op)
            if legality is not False:
                self._kept[op] = None
            if not legality:
                folds_before = self._folds and not self._folds_at_once
                pending.append((op, legality, _folded(op) if folds_before else None))
        return pending

    def _collect(self, op: Operation, found: list[Operation]) -> list[Operation]:
        """Append the operations in ``op`` that are to be visited, in order, without the cost of generators."""
        for region in op.regions:
            for block in self._blocks(region):
                inner = block.first_op
                while inner is not None:
                    found.append(inner)
                    if inner.regions:
                        self._collect(inner, found)
                    inner = inner.next_op
        return found

    def _blocks(self, region: Region) -> Iterable[Block]:
        """The blocks of a region that are to be visited, each after those that dominate it."""
        first = region.first_block
        if first is None:
            return ()
        if first is region.last_block:
            return (first,)
        return region.blocks if self._unreachable else _in_dominance_order(first)

    # One operation

    def _convert(self, op: Operation, legality: bool | None, results: tuple[Folded, ...] | None, depth: int) -> None:
        self._rewriter.start_at(op)
        if results is not None:
            self._replace_by_fold(op, results, depth)
        elif self._apply_pattern(op, depth):
            self._kept.pop(op, None)
        elif legality is False:
            raise not_legalized(op, marked=legality is False)

    def _apply_pattern(self, op: Operation, depth: int) -> bool:
        rewriter, actions = self._rewriter, self._actions
        if actions is not None:
            actions.consider(op)
        for rewrite in self._patterns.of(type(op)):
            inserted: list[Operation] = []
            rewriter.new.ops = inserted
            if actions is not None:
                actions.trying("conversion", rewrite, op)
            try:
                applied = rewrite(op, rewriter)
            except Violation as violation:
                raise error(op.location, violation.message) from violation
            if applied:
                if actions is not None:
                    actions.perform("conversion", rewrite)
                if rewriter.converted_in_place is not op:
                    self._check_update(op)
                for new in inserted:
                    self._convert_new(new, depth + 1)
                return True
        return False

    def _check_update(self, op: Operation) -> None:
        """An operation that a pattern has changed in place must be legal."""
        if op.parent is not None and op not in self._rewriter.replaced and self._target.legality(op) is False:
            raise not_legalized(op)

    def _convert_new(self, new: Operation, depth: int) -> None:
        """Convert an operation that a pattern has inserted, and its nested operations."""
        if depth > _MAX_DEPTH:
            raise error(new.location, f"'{new.name}' op conversion does not end: patterns apply to their own results")
        self._convert_if_illegal(new, depth)
        if new.regions and self._remains(new):
            for inner in self._collect(new, []):
                if inner not in self._original and self._remains(inner):
                    self._convert_if_illegal(inner, depth)

    def _convert_if_illegal(self, op: Operation, depth: int) -> None:
        if self._remains(op):
            legality = self._target.legality(op)
            if not legality:
                self._convert(op, legality, _folded(op) if self._folds else None, depth)

    def _remains(self, op: Operation) -> bool:
        return op.parent is not None and op not in self._rewriter.replaced

    def _folded_now(self, op: Operation) -> tuple[Folded, ...] | None:
        """The folded results of an operation in the current program, in which converted operands are opaque."""
        former, retyped = self._former, self._rewriter.retyped
        for value, type_ in retyped[self._looked_at :]:
            former.setdefault(value, type_)
        self._looked_at = len(retyped)
        hidden: dict[SSAValue, SSAValue] = {}
        for index, value in enumerate(tuple(op.operands)):
            if value in former or self._rewriter.is_replaced(value):
                opaque = hidden.get(value)
                if opaque is None:
                    cast_ = UnrealizedConversionCastOp(operands=[[]], result_types=[[former.get(value, value.type)]])
                    opaque = hidden[value] = cast_.results[0]
                op.operands[index] = opaque
        results = _folded(op)
        if not hidden:
            return results
        shown = {opaque: value for value, opaque in hidden.items()}
        for index, value in enumerate(tuple(op.operands)):
            if value in shown:
                op.operands[index] = shown[value]
        if results is None:
            return None
        return tuple(shown.get(result, result) if isinstance(result, SSAValue) else result for result in results)

    def _replace_by_fold(self, op: Operation, results: tuple[Folded, ...], depth: int) -> None:
        rewriter = self._rewriter
        values: list[Sequence[SSAValue]] = []
        for result, folded in zip(op.results, results, strict=True):
            if isinstance(folded, SSAValue):
                values.append(rewriter.replacement(folded))
                continue
            constant = materialize(folded, result.type, dialect_of(op))
            assert constant is not None, "checked when the operation was folded"
            rewriter.start_at(op)
            rewriter.insert(constant)
            self._convert_if_illegal(constant, depth + 1)
            values.append(rewriter.replacement(constant.results[0]))
        rewriter.replace_with_multiple(op, values)

    def _cast_back(self) -> None:
        """Give operations that were not converted operands of the types that they had, in the order of the values."""
        if not self._kept or not self._rewriter.retyped:
            return
        former: dict[SSAValue, Attribute] = {}
        for value, type_ in self._rewriter.retyped:
            former.setdefault(value, type_)
        uses: dict[SSAValue, list[tuple[Operation, int]]] = {}
        for op in self._kept:
            for index, value in enumerate(op.operands):
                if value in former and former[value] != value.type and self._remains(op):
                    uses.setdefault(value, []).append((op, index))
        for value in former if uses else ():
            for op, index in uses.get(value, ()):
                self._rewriter.cast_back(op, index, former[value])


def _in_dominance_order(first: Block) -> Iterator[Block]:
    """The blocks that are reachable from the first, each after those that dominate it."""
    tree = dominator_tree(first)
    pending = [first]
    while pending:
        block = pending.pop()
        yield block
        pending.extend(reversed(tree[block]))


def _folded(op: Operation) -> tuple[Folded, ...] | None:
    """The folded results of an operation, if they can be materialised."""
    if constant_of_op(op) is not None:
        return None
    while (folded := fold(op)) is IN_PLACE:
        pass
    results = as_results(op, folded)
    if results is None:
        return None
    for result, value in zip(op.results, results, strict=True):
        if not isinstance(value, SSAValue) and materialize(value, result.type, dialect_of(op)) is None:
            return None
    return results


def not_legalized(op: Operation, *, marked: bool = True) -> DiagnosticError:
    """The error for an operation that is not legal and to which no pattern applies."""
    reason = " that was explicitly marked illegal" if marked else ""
    return error(op.location, f"failed to legalize operation '{op.name}'{reason}")
