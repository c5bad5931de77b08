"""``triton-loop-aware-cse``: common subexpression elimination that also merges equal iter_args."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import OperationPass
from xtriton.rewriting.canonical.region_branch import FOR_PATTERNS
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.subexpressions import eliminate_common_subexpressions

_PATTERNS = PatternSet(FOR_PATTERNS)


@dataclass(frozen=True)
class TritonLoopAwareCSE(OperationPass):
    """Eliminate common subexpressions, and merge iter_args that are always equal.

    before: ``scf.for ... iter_args(%x = %a, %y = %a) { ... scf.yield %x + 1, %y + 1 }``
    after:  ``scf.for ... iter_args(%x = %a) { ... scf.yield %x + 1 }``
    """

    name: ClassVar[str] = "triton-loop-aware-cse"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        # Equal values from outside a loop must be the same value before carried ones can be compared.
        changed = eliminate_common_subexpressions(op)
        for loop in [inner for inner in operations_inside_out(op) if isinstance(inner, ForOp)]:
            changed |= _merge_equal_iter_args(loop)
        if changed:
            eliminate_common_subexpressions(op)
        rewrite_greedily(op, _PATTERNS)


def _merge_equal_iter_args(loop: ForOp) -> bool:
    """Use the first of several carried values that are always equal; the others go around unused.

    Returns whether there were any.
    """
    classes = _equal_iter_args(loop)
    for first, *others in classes:
        for other in others:
            argument = loop.iter_args[other]
            argument.replace_all_uses_with(loop.iter_args[first])
            loop.set_yielded(other, argument)
            loop.results[other].replace_all_uses_with(loop.results[first])
    return bool(classes)


def _equal_iter_args(loop: ForOp) -> list[list[int]]:
    """The numbers of carried values in classes of equal ones, each in ascending order."""
    equality = _EqualityInLoop(loop)
    by_init: dict[SSAValue, list[int]] = defaultdict(list)
    for index, init in enumerate(loop.initArgs):
        by_init[init].append(index)
    classes: list[list[int]] = []
    for indices in by_init.values():
        leaders: dict[int, list[int]] = {}
        for index in indices:
            # Equality is not transitive here: an iter_arg that equals one member of a class joins the class.
            joined = [leader for leader, members in leaders.items() if equality.of_any_iter_arg(members, index)]
            merged = sorted([index, *(member for leader in joined for member in leaders.pop(leader))])
            leaders[merged[0]] = merged
        classes.extend(members for members in leaders.values() if len(members) > 1)
    return classes


class _EqualityInLoop:
    """Tells whether values in the body of a loop are equal in every iteration."""

    def __init__(self, loop: ForOp) -> None:
        self._loop = loop
        self._body = loop.body
        self._inits = loop.init_args
        self._yielded = loop.yielded_values
        self._assumed: list[tuple[int, int]] = []
        """The carried values that are being compared: induction takes them for equal meanwhile."""
        self._known: list[dict[tuple[SSAValue, SSAValue], bool]] = [{}]
        """The results under each number of assumptions."""

    def of_any_iter_arg(self, indices: list[int], other: int) -> bool:
        """Whether one of several carried values equals another."""
        return any(self._iter_args(index, other) for index in indices)

    def _iter_args(self, i: int, j: int) -> bool:
        if self._inits[i] is not self._inits[j]:
            return False
        if (i, j) in self._assumed:
            return True
        self._assumed.append((i, j))
        self._known.append({})
        equal = self._values(self._yielded[i], self._yielded[j])
        self._known.pop()
        self._assumed.pop()
        return equal

    def _values(self, a: SSAValue, b: SSAValue) -> bool:
        if a is b:
            return True
        known = self._known[-1]
        if (a, b) not in known:
            known[a, b] = self._compare(a, b)
        return known[a, b]

    def _compare(self, a: SSAValue, b: SSAValue) -> bool:
        if is_block_argument(a) and is_block_argument(b):
            first, second = self._loop.position(a), self._loop.position(b)
            return first is not None and second is not None and self._iter_args(first, second)
        if not is_result(a) or not is_result(b) or a.index != b.index:
            return False
        return self._operations(a.op, b.op)

    def _operations(self, a: Operation, b: Operation) -> bool:
        """Whether two operations are equivalent; operations with regions are not compared."""
        if a.parent is not self._body or b.parent is not self._body or a.regions or b.regions:
            return False
        if type(a) is not type(b) or not is_memory_effect_free(a):
            return False
        if a.properties != b.properties or a.attributes != b.attributes or a.result_types != b.result_types:
            return False
        if len(a.operands) != len(b.operands):
            return False
        return all(map(self._values, a.operands, b.operands))
