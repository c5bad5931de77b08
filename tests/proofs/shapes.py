"""All templates of one or two operations over given operations: which leaf is which argument, and which a constant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from proofs.expressions import Arg, Const, Expr, Node, Spec, Template
from xdsl.ir import Attribute

Leaf = int | None
"""The number of an argument among those of its type, or None for a constant."""

MOST_ARGUMENTS = 3
"""The most different arguments of one type."""


def leaf_assignments(types: Sequence[Attribute]) -> Iterator[tuple[Leaf, ...]]:
    """All ways to fill places of types with arguments and constants, but for the names of the arguments.

    Not all are constants, unless there is but one operation's worth of places; arguments are numbered by type.
    """

    def extend(chosen: tuple[Leaf, ...], used: dict[Attribute, int]) -> Iterator[tuple[Leaf, ...]]:
        if len(chosen) == len(types):
            yield chosen
            return
        type_ = types[len(chosen)]
        count = used.get(type_, 0)
        yield from extend((*chosen, None), used)
        for number in range(min(count + 1, MOST_ARGUMENTS)):
            yield from extend((*chosen, number), {**used, type_: max(count, number + 1)})

    return extend((), {})


def _leaves(types: Sequence[Attribute], assignment: Sequence[Leaf]) -> list[Arg | Const]:
    """Leaves of an assignment, with arguments and constants numbered over all types."""
    numbers: dict[tuple[Attribute, int], int] = {}
    slots = 0
    leaves: list[Arg | Const] = []
    for type_, leaf in zip(types, assignment, strict=True):
        if leaf is None:
            leaves.append(Const(slots, type_))
            slots += 1
        else:
            leaves.append(Arg(numbers.setdefault((type_, leaf), len(numbers)), type_))
    return leaves


def _returned(spec: Spec) -> Iterator[tuple[int, ...]]:
    """Which results of a root are used: each one alone, and all."""
    count = len(spec.results)
    for index in range(count):
        yield (index,)
    if count > 1:
        yield tuple(range(count))


def single(spec: Spec) -> Iterator[Template]:
    """The operation on arguments and constants."""
    for assignment in leaf_assignments(spec.operands):
        leaves = _leaves(spec.operands, assignment)
        for returned in _returned(spec):
            yield Template(Node(spec, tuple(leaves)), returned)


def nested(outer: Spec, inner: Spec) -> Iterator[Template]:
    """``outer`` with ``inner`` in one of its places."""
    for place, result in product(range(len(outer.operands)), range(len(inner.results))):
        if outer.operands[place] != inner.results[result]:
            continue
        types = [*outer.operands[:place], *inner.operands, *outer.operands[place + 1 :]]
        end = place + len(inner.operands)
        for assignment in leaf_assignments(types):
            if all(leaf is None for leaf in assignment[place:end]):
                continue  # the inner operation would be folded first
            leaves: list[Expr] = list(_leaves(types, assignment))
            operands = (*leaves[:place], Node(inner, tuple(leaves[place:end]), result), *leaves[end:])
            for returned in _returned(outer):
                yield Template(Node(outer, operands), returned)


def paired(outer: Spec, first: Spec, second: Spec) -> Iterator[Template]:
    """``outer`` with operations of one operand in both of its places."""
    if outer.operands != (*first.results, *second.results):
        return
    types = [*first.operands, *second.operands]
    for assignment in leaf_assignments(types):
        if None in assignment:
            continue
        a, b = _leaves(types, assignment)
        yield Template(Node(outer, (Node(first, (a,)), Node(second, (b,)))))
