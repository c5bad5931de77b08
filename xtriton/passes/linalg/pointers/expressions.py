"""Integer expressions that a guard computes exactly, from values that are available at the guard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from xdsl.ir import SSAValue

from xtriton.analysis.integer_ranges import IntegerRanges, Range, all_of, corners
from xtriton.folds.arith_integer import truncated_quotient
from xtriton.ir.walk import reached

Extreme = Literal["", "min", "max"]
Word = Literal["+", "-", "*", "min", "max", "/", "ceil"]


@dataclass(frozen=True)
class Leaf:
    """A value: a scalar, or the minimum or maximum element of a tensor."""

    value: SSAValue
    extreme: Extreme = ""


@dataclass(frozen=True, eq=False)
class Node:
    """An operation on two expressions; divisions, towards zero or (``ceil``) up, are by positive numbers.

    Equal nodes are one object (:data:`Nodes`): comparing expressions that share parts otherwise takes as many steps as
    they have paths.
    """

    word: Word
    lhs: Expression
    rhs: Expression


Expression = int | Leaf | Node
Nodes = dict[tuple[Word, Expression, Expression], Node]
"""The nodes made so far."""

ALL = all_of(64)
"""The range in which guards compute; a bound equal to one of these is no bound."""
_SUMMANDS = Range(-(1 << 60), 1 << 60)
"""The bounds of addends whose sum might overflow 64 bits."""
_FACTORS = Range(-(1 << 31), 1 << 31)
"""The bounds of factors whose product might overflow 64 bits."""


@dataclass(frozen=True)
class Condition:
    """A value must lie between two bounds."""

    number: Expression
    bounds: Range


@dataclass
class Arithmetic:
    """Builds expressions, and collects the conditions under which they are exact.

    Expressions are computed in 64 bits. Where a product or a value might be so large that an expression of it
    overflows, its bounds become a condition.
    """

    ranges: IntegerRanges
    nodes: Nodes = field(default_factory=Nodes)
    conditions: list[Condition] = field(default_factory=list[Condition])
    _known: dict[Node, Range] = field(default_factory=dict[Node, Range])

    def range_of(self, number: Expression) -> Range:
        """The range of an expression if all conditions hold."""
        if isinstance(number, int):
            return Range(number, number)
        if isinstance(number, Leaf):
            return self.ranges.of(number.value)
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = self._range_of_node(number)
        return known

    def _range_of_node(self, number: Node) -> Range:
        lhs, rhs = self.range_of(number.lhs), self.range_of(number.rhs)
        function = _FUNCTIONS[number.word]
        if number.word in ("/", "ceil"):
            rhs = Range(max(rhs.low, 1), max(rhs.high, 1))
        found = corners(function, lhs, rhs)
        if found.within(ALL):
            return found
        limit = _FACTORS if number.word == "*" else _SUMMANDS
        return corners(function, self._limited(number.lhs, lhs, limit), self._limited(number.rhs, rhs, limit))

    def _limited(self, number: Expression, found: Range, limit: Range) -> Range:
        if found.within(limit):
            return found
        self.require(number, limit, found)
        return found.cut(limit)

    def require(self, number: Expression, bounds: Range, known: Range = ALL) -> None:
        """Add a condition, unless it follows from the known range."""
        low = ALL.low if known.low >= bounds.low else bounds.low
        condition = Condition(number, Range(low, ALL.high if known.high <= bounds.high else bounds.high))
        if condition not in self.conditions:
            self.conditions.append(condition)

    def must_be_within(self, number: Expression, bounds: Range) -> bool:
        """Add a condition unless it is known to hold. Returns false if it is known not to."""
        found = self.range_of(number)
        if not found.within(bounds):
            self.require(number, bounds, found)
        return found.high >= bounds.low and found.low <= bounds.high

    def forget_conditions(self, after: int) -> None:
        """Drop the conditions behind the first ``after`` ones, and the ranges, which may need them."""
        del self.conditions[after:]
        self._known.clear()

    # Operations

    def _node(self, word: Word, lhs: Expression, rhs: Expression) -> Node:
        node = self.nodes.get((word, lhs, rhs))
        if node is None:
            node = self.nodes[word, lhs, rhs] = Node(word, lhs, rhs)
        return node

    def add(self, lhs: Expression, rhs: Expression) -> Expression:
        """``lhs + rhs``."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs + rhs
        if lhs == 0 or rhs == 0:
            return rhs if lhs == 0 else lhs
        return self._node("+", lhs, rhs)

    def subtract(self, lhs: Expression, rhs: Expression) -> Expression:
        """``lhs - rhs``."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs - rhs
        return lhs if rhs == 0 else self._node("-", lhs, rhs)

    def multiply(self, lhs: Expression, rhs: Expression) -> Expression:
        """``lhs * rhs``."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs * rhs
        if lhs == 0 or rhs == 0:
            return 0
        if lhs == 1 or rhs == 1:
            return rhs if lhs == 1 else lhs
        return self._node("*", lhs, rhs)

    def divide(self, lhs: Expression, rhs: Expression) -> Expression:
        """``lhs / rhs``, rounded towards zero, where ``rhs`` is positive."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return truncated_quotient(lhs, rhs)
        return lhs if rhs == 1 else self._node("/", lhs, rhs)

    def divide_up(self, lhs: Expression, rhs: Expression) -> Expression:
        """``lhs / rhs``, rounded up, where ``rhs`` is positive."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return _ceiling(lhs, rhs)
        return lhs if rhs == 1 else self._node("ceil", lhs, rhs)

    def least(self, *numbers: Expression) -> Expression:
        """The minimum of some expressions."""
        return self._extreme("min", numbers)

    def most(self, *numbers: Expression) -> Expression:
        """The maximum of some expressions."""
        return self._extreme("max", numbers)

    def _extreme(self, word: Literal["min", "max"], numbers: Sequence[Expression]) -> Expression:
        found = numbers[0]
        for number in numbers[1:]:
            first, second = self.range_of(found), self.range_of(number)
            if word == "max":
                first, second = Range(-first.high, -first.low), Range(-second.high, -second.low)
            if found == number or first.high <= second.low:
                continue
            found = number if second.high <= first.low else self._node(word, found, number)
        return found


def leaves_of(number: Expression) -> Sequence[Leaf]:
    """The values that an expression is computed from, each once."""
    parts = reached([number], lambda part: (part.rhs, part.lhs) if isinstance(part, Node) else ())
    return [part for part in parts if isinstance(part, Leaf)]


def _ceiling(lhs: int, rhs: int) -> int:
    return -(-lhs // rhs)


_FUNCTIONS: dict[Word, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "/": truncated_quotient,
    "ceil": _ceiling,
    "min": min,
    "max": max,
}
