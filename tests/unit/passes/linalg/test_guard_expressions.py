"""Expressions of guards, simplified as they are built, have the value and the range of what they stand for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, cast

import pytest
from xdsl.dialects.builtin import i64
from xdsl.ir import Block, SSAValue

from xtriton.analysis.integer_ranges import IntegerRanges, Range
from xtriton.passes.linalg.pointers.expressions import Arithmetic, Expression, Leaf

RANGES = (Range(-5, 7), Range(0, 9), Range(1, 4), Range(-8, -2))
DIVISOR = 2
"""The leaf that is positive."""


class KnownRanges:
    """The ranges of some values."""

    def __init__(self, ranges: Mapping[SSAValue, Range]) -> None:
        self._ranges = ranges

    def of(self, value: SSAValue) -> Range:
        return self._ranges[value]


def evaluated(number: Expression, values: Mapping[SSAValue, int]) -> int:
    """The value of an expression."""
    if isinstance(number, int):
        return number
    if isinstance(number, Leaf):
        return values[number.value]
    lhs, rhs = evaluated(number.lhs, values), evaluated(number.rhs, values)
    return computed(number.word, lhs, rhs)


def computed(word: str, lhs: int, rhs: int) -> int:
    """An operation on two integers."""
    match word:
        case "+":
            return lhs + rhs
        case "-":
            return lhs - rhs
        case "*":
            return lhs * rhs
        case "/":
            return math.trunc(Fraction(lhs, rhs))
        case "ceil":
            return math.ceil(Fraction(lhs, rhs))
        case _:
            return min(lhs, rhs) if word == "min" else max(lhs, rhs)


@pytest.mark.parametrize("seed", range(60))
def test_expressions_have_the_value_of_what_they_stand_for(seed: int) -> None:
    random = Random(seed)
    leaves = Block(arg_types=[i64] * len(RANGES)).args
    arithmetic = Arithmetic(cast("IntegerRanges", KnownRanges(dict(zip(leaves, RANGES, strict=True)))))
    build: dict[str, Any] = {
        "+": arithmetic.add,
        "-": arithmetic.subtract,
        "*": arithmetic.multiply,
        "/": arithmetic.divide,
        "ceil": arithmetic.divide_up,
        "min": arithmetic.least,
        "max": arithmetic.most,
    }
    draws = [[random.randint(range_.low, range_.high) for range_ in RANGES] for _ in range(8)]
    numbers: list[tuple[Expression, list[int]]] = [
        *((Leaf(leaf), [draw[at] for draw in draws]) for at, leaf in enumerate(leaves)),
        *((constant, [constant] * len(draws)) for constant in (-3, 0, 1, 2)),
    ]
    positive = [numbers[DIVISOR], numbers[-2], numbers[-1]]
    for _ in range(12):
        word = random.choice(list(build))
        lhs, rhs = random.choice(numbers), random.choice(positive if word in ("/", "ceil") else numbers)
        made = build[word](lhs[0], rhs[0])
        expected = [computed(word, a, b) for a, b in zip(lhs[1], rhs[1], strict=True)]
        if max(map(abs, expected)) > 1 << 20:
            continue
        numbers.append((made, expected))
        found = [evaluated(made, dict(zip(leaves, draw, strict=True))) for draw in draws]
        assert found == expected, (word, made)
        range_ = arithmetic.range_of(made)
        assert all(range_.low <= number <= range_.high for number in found), (made, range_)
