"""The greedy driver: folds and patterns on a worklist until a fixed point.

Its order is MLIR's ``GreedyPatternRewriteDriver``, since the order decides among several possible results: a stack of
operations, to which a changed operation and its ancestors are pushed again, as are the producers of an erased
operation's operands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.folds.elements import NoConstantError
from xtriton.folds.folding import (
    PLUGIN_FOLDS,
    FoldResult,
    as_results,
    dialect_of,
    fold_of,
    folder_of,
    is_constant_class,
    materialize,
)
from xtriton.interfaces.effects import always_lives, would_be_trivially_dead
from xtriton.ir.creation import is_result, next_use, operands_of, user_of
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.listener import Listener
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.rewriting.actions import current_actions
from xtriton.rewriting.constants import ConstantFolder
from xtriton.rewriting.pattern import PatternSet, Rewrite
from xtriton.rewriting.regions import erase_unreachable_blocks, has_branches, simplify_regions
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import active_version

Settled = Mapping[Operation, Sequence[SSAValue]]
"""Operations with their operands, whose sequence is another object once they are changed."""


def settled_operations(region: Region) -> Settled:
    """The operations in ``region`` with their operands."""
    return {op: operands_of(op) for op in operations_in(region)}


RegionSimplification = Literal["disabled", "normal", "aggressive"]


@dataclass(frozen=True)
class GreedyConfig:
    """Configuration of the driver; the defaults are those of MLIR's ``GreedyRewriteConfig``."""

    top_down: bool = False
    """Pre-order traversal from the first operation on; otherwise the reverse."""
    region_simplification: RegionSimplification = "aggressive"
    """``normal`` removes dead code and unreachable blocks, ``aggressive`` also merges identical blocks."""
    max_iterations: int = 10
    """The maximum number of iterations over the region; -1 for no limit."""
    max_rewrites: int = -1
    """The maximum number of pattern applications per iteration; -1 for no limit."""
    unique_constants: bool = True
    """Equal constants are merged, and all are moved to the start of a region. Otherwise they are operations as any."""
    scope: Region | None = None
    """Operations outside this region are not modified; by default the rewritten region."""
    fold: bool = True
    """Whether operations are folded."""
    incremental: bool = False
    """Whether iterations after the first visit only operations that depend on what the previous one changed.

    The result is the same as long as nothing looks further than at the definitions of an operation's operands, and
    theirs: of folds alone, those of arith, tt and ttg, but not of patterns that count uses or look at other regions.
    """
    settled: Settled | None = None
    """The operations of the result of an earlier incremental run that converged, with the operands that they had.

    The first iteration then visits only operations that have been inserted or given other operands since, and those
    that depend on them. As for :attr:`incremental`; properties that folds read must not have been changed.
    """
    listener: Listener = field(default_factory=Listener)
    """Also notified of all changes."""


_DEPTH_OF_FOLDS = 2
"""Folds look at the definitions of an operation's operands, and at the definitions of the operands of those."""

_ENDLESS = 100
"""Above this many pattern applications per initial operation, the patterns are assumed not to terminate."""


class Worklist:
    """A stack without duplicates."""

    def __init__(self) -> None:
        self.stack: list[Operation | None] = []
        """The operations, and ``None`` where one has been removed."""
        self.places: dict[Operation, int] = {}
        """The operations on the stack, with their positions."""

    def push(self, op: Operation) -> None:
        """Push an operation, unless it is already on the stack."""
        if op not in self.places:
            self.places[op] = len(self.stack)
            self.stack.append(op)

    def remove(self, op: Operation) -> None:
        """Remove an operation at any position."""
        place = self.places.pop(op, None)
        if place is not None:
            self.stack[place] = None

    def reverse(self) -> None:
        """Reverse the stack."""
        self.stack.reverse()
        self.places = {op: place for place, op in enumerate(self.stack) if op is not None}


class _Treatment(NamedTuple):
    """The driver's actions on operations of one class."""

    is_constant: bool
    may_die: bool
    """Whether they can be erased if nothing uses them, depending on their effects."""
    fold: Callable[[Operation], FoldResult] | None
    rewrites: tuple[Rewrite, ...]


class GreedyDriver(Listener):
    """Rewrites the operations of a region with a set of patterns."""

    def __init__(self, patterns: PatternSet, config: GreedyConfig) -> None:
        self._patterns = patterns
        self._config = config
        self._listener = config.listener
        self._worklist = Worklist()
        self._rewriter = Rewriter(self)
        self._actions = current_actions()
        key = active_version(), config.fold, PLUGIN_FOLDS.edition
        self._treatments = patterns.kept(key, dict[type[Operation], _Treatment])
        self._touched: dict[Operation, None] = {}
        """The operations that have been inserted or modified in this iteration, if the driver is incremental."""
        self._changes = 0
        self._simplified = -1
        """The number of changes after which region simplification found nothing to do; -1 if it did the last time."""

    def simplify(self, region: Region) -> tuple[bool, bool]:
        """Rewrite a region: whether a fixed point was reached, and whether anything changed."""
        limit = self._config.max_iterations
        iteration = 0
        while limit < 0 or iteration < limit:
            if iteration and self._stopped():  # constants are made unique in any case: that is no action
                return True, True
            iteration += 1
            changed = self._iterate(region, is_first=iteration == 1)
            if not changed:
                return True, iteration > 1
        return False, True

    def _iterate(self, region: Region, *, is_first: bool) -> bool:
        """Collect and process the operations, and simplify regions. Returns whether anything changed."""
        self._worklist = Worklist()
        ops = operations_in(region) if self._config.top_down else operations_inside_out(region)
        settled = self._config.settled
        if is_first and settled is not None:
            self._touched = {op: None for op in ops if settled.get(op) is not operands_of(op)}
            is_partial = True
        else:
            is_partial = self._config.incremental and not is_first and self._simplified >= 0
        only = self._dependents_of_touched() if is_partial else None
        self._touched = {}
        moved = self._collect(ops, only)
        level = self._config.region_simplification
        changed = False
        if (is_first or level == "disabled") and not self._stopped() and has_branches(region, ops):
            changed = self._reported("unreachable blocks", erase_unreachable_blocks(region, self._rewriter))
        changed |= self._process()
        if self._actions is not None:
            self._actions.consider_none()
        if level != "disabled" and not self._stopped() and (moved or self._changes != self._simplified):
            simplified = simplify_regions(region, self._rewriter, merge_blocks=level == "aggressive")
            self._simplified = -1 if simplified else self._changes
            changed |= self._reported("region simplification", simplified)
        return changed

    def _dependents_of_touched(self) -> set[Operation]:
        """The operations that were inserted or modified, and those for which a definition that they look at was."""
        found, latest = set(self._touched), list(self._touched)
        for _ in range(_DEPTH_OF_FOLDS):
            users: list[Operation] = []
            for op in latest:
                for result in op.results:
                    use = result.first_use
                    while use is not None:
                        user = user_of(use)
                        if user not in found:
                            found.add(user)
                            users.append(user)
                        use = next_use(use)
            latest = users
        return found

    def _stopped(self) -> bool:
        """Whether all actions have been performed that rewriting is limited to."""
        return self._actions is not None and self._actions.exhausted

    def _reported(self, kind: str, changed: bool) -> bool:
        """Report a step, if it changed anything. Returns whether it did."""
        if changed and self._actions is not None:
            self._actions.perform(kind)
        return changed

    def _collect(self, ops: Sequence[Operation], only: Collection[Operation] | None) -> bool:
        """Fill the worklist, with all ``ops`` or ``only`` some. Constants go to the folder instead.

        Returns whether constants have been moved to other blocks.
        """
        folder, worklist = ConstantFolder(self), self._worklist
        unique, treatments, top_down = self._config.unique_constants, self._treatments, self._config.top_down
        stack, waiting = worklist.stack, worklist.places
        reached: Block | None = None  # operations of its parent's region are on the worklist, its parent included
        for op in ops:
            treatment = treatments.get(type(op)) or self._treatment(type(op))
            if treatment.is_constant and unique and (value := op.properties.get("value")) is not None:
                folder.insert_known(op, value)
                continue
            if only is not None and op not in only:
                continue
            block = op.parent
            if block is not reached or block is None:
                # The ancestors of an operation are on the worklist if its parent is.
                around = None if block is None else block.parent
                if around is None or around.parent not in waiting:
                    self._add(op)
                    continue
                reached = block
            if op not in waiting:  # as by push, without a call for each operation
                waiting[op] = len(stack)
                stack.append(op)
        if top_down:
            worklist.reverse()
        return folder.moved

    def _process(self) -> bool:
        """Process the worklist until it is empty. Returns whether anything changed."""
        changed = False
        rewrites = 0
        worklist, rewriter, actions = self._worklist, self._rewriter, self._actions
        treatments, most_rewrites = self._treatments, self._config.max_rewrites
        pop, waiting = worklist.stack.pop, worklist.places
        endless = _ENDLESS * (len(waiting) + 100)
        while waiting and rewrites != most_rewrites:
            op = pop()
            if op is None:
                continue
            del waiting[op]
            if actions is not None:
                if actions.exhausted:
                    break
                actions.consider(op)
            treatment = treatments.get(type(op)) or self._treatment(type(op))
            if treatment.may_die:
                for result in op.results:
                    if result.first_use is not None:
                        break
                else:
                    if would_be_trivially_dead(op):
                        rewriter.erase(op)
                        changed = self._reported("dead code", True)
                        continue
            if treatment.fold is not None:
                if actions is not None:
                    actions.trying("fold", fold_of(op), op)
                folded = treatment.fold(op)
                if folded is not None and self._use_fold(op, folded):
                    changed = True
                    if actions is not None:
                        actions.perform("fold", fold_of(op))
                    continue
            for rewrite in treatment.rewrites:
                rewriter.start_at(op)
                if actions is not None:
                    actions.trying("pattern", rewrite, op)
                try:
                    applied = rewrite(op, rewriter)
                except NoConstantError:
                    applied = False
                if applied:
                    changed = True
                    rewrites += 1
                    if actions is not None:
                        actions.perform("pattern", rewrite)
                    if rewrites == endless:
                        raise _endless(op, rewrites, rewrite.__name__)
                    break
        return changed

    def _treatment(self, op_class: type[Operation]) -> _Treatment:
        is_constant = is_constant_class(op_class)
        folder = folder_of(op_class) if self._config.fold and not is_constant else None
        fold = None if folder is None else folder.fold
        treatment = _Treatment(is_constant, not always_lives(op_class), fold, self._patterns.of(op_class))
        self._treatments[op_class] = treatment
        return treatment

    def _use_fold(self, op: Operation, folded: FoldResult) -> bool:
        """Replace ``op`` by what it has been folded to. Returns whether that was possible."""
        results = as_results(op, folded)
        if results is None:
            self.modified(op)
            return True
        rewriter = self._rewriter
        rewriter.start_at(op)
        values: list[SSAValue] = []
        created: list[Operation] = []
        for result, old in zip(results, op.results, strict=True):
            if isinstance(result, SSAValue):
                values.append(result)
                continue
            constant = materialize(result, old.type, dialect_of(op))
            if constant is None:
                for useless in created:
                    rewriter.erase(useless)
                return False
            created.append(rewriter.insert(constant))
            values.append(constant.results[0])
        rewriter.replace(op, values)
        return True

    # Updates of the worklist

    def inserted(self, op: Operation) -> None:
        self._listener.inserted(op)
        self._touch(op)

    def modified(self, op: Operation) -> None:
        self._listener.modified(op)
        self._touch(op)

    def _touch(self, op: Operation) -> None:
        self._changes += 1
        if self._config.incremental:
            self._touched[op] = None
        self._add(op)

    def erased(self, op: Operation) -> None:
        self._listener.erased(op)
        self._changes += 1
        self._touched.pop(op, None)
        self._add_producers(op)
        self._worklist.remove(op)

    def _add(self, op: Operation) -> None:
        """Add ``op`` and its ancestors to the worklist, if it is within the scope."""
        block = op.parent
        region = None if block is None else block.parent
        worklist, scope = self._worklist, self._config.scope
        if region is scope:
            worklist.push(op)
            return
        around = [op]
        while region is not None and region.parent is not None:
            around.append(region.parent)
            block = region.parent.parent
            region = None if block is None else block.parent
            if region is scope:
                for ancestor in around:
                    worklist.push(ancestor)
                return

    def _add_producers(self, op: Operation) -> None:
        """Revisit the producers of ``op``'s operands before it is erased, if they have at most one other user."""
        for operand in operands_of(op):
            if is_result(operand) and not _has_two_users_besides(operand, op):
                self._add(operand.op)


def _has_two_users_besides(value: SSAValue, op: Operation) -> bool:
    """Whether at least two operations other than ``op`` use ``value``."""
    use = value.first_use
    other: Operation | None = None
    while use is not None:
        user = user_of(use)
        if user is not op and user is not other:
            if other is not None:
                return True
            other = user
        use = next_use(use)
    return False


def _endless(op: Operation, rewrites: int, name: str) -> DiagnosticError:
    return error(op.location, f"rewriting does not end: {rewrites} patterns were applied, the last one was '{name}'")


@dataclass(frozen=True)
class Outcome:
    """The result of rewriting: whether a fixed point was reached, and whether anything changed."""

    converged: bool
    changed: bool


def rewrite_greedily(op: Operation, patterns: PatternSet, config: GreedyConfig | None = None) -> Outcome:
    """Rewrite the operations in the regions of ``op``, which must be isolated from above, until a fixed point."""
    config = config or GreedyConfig()
    converged, changed = True, False
    for region in op.regions:
        if region.first_block is None:
            continue
        scope = config.scope or region
        outcome = GreedyDriver(patterns, replace(config, scope=scope)).simplify(region)
        converged &= outcome[0]
        changed |= outcome[1]
    return Outcome(converged, changed)
