"""The closed form of the active lanes of an access, against the lanes and masks of random programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
import pytest
from unit.passes.ttir.returned import return_inserted
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects.tt.function import FuncOp
from xtriton.interp.api import evaluate
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.ttir.check_accesses.intervals import Intervals
from xtriton.passes.ttir.check_accesses.values import Values

SHAPES = [(8,), (1,), (4, 8), (8, 1), (2, 4, 8)]
SCALARS = 3
PREDICATES = [*["slt", "sle", "sgt", "sge"] * 8, "eq", "ult"]
WIDTHS = [16, 32, 64]


@dataclass
class Program:
    """Random lanes, linear along each dimension, and a random mask."""

    source: Random
    lines: list[str] = field(default_factory=list[str])

    def add(self, line: str) -> str:
        """Add an operation. Returns its result."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {line}")
        return name

    def numbers(self, shape: Sequence[int], width: int, depth: int = 3) -> str:
        """A tensor of integers."""
        kinds = [self.splat, self.constant, self.range, self.range]
        if depth > 0:
            kinds += [self.sum, self.sum, self.product, self.widened, self.broadcast_numbers]
        if depth == 1 and self.source.random() < 0.2:
            kinds += [self.not_linear]
        return self.source.choice(kinds)(shape, width, depth - 1)

    def splat(self, shape: Sequence[int], width: int, _: int) -> str:
        return self.add(f"tt.splat %s{width}_{self.source.randrange(SCALARS)} : i{width} -> {integers(shape, width)}")

    def constant(self, shape: Sequence[int], width: int, _: int) -> str:
        """The same number in all elements: a small one, but for a few that are near the end of the type."""
        number = self.source.randint(-9, 9)
        if self.source.random() < 0.1:
            number += self.source.choice([-1, 1]) * ((1 << (width - 1)) - 10)
        return self.add(f"arith.constant dense<{number}> : {integers(shape, width)}")

    def range(self, shape: Sequence[int], width: int, _: int) -> str:
        """The positions along a dimension."""
        if width < 32:
            return self.splat(shape, width, 0)
        axis, first = self.source.randrange(len(shape)), self.source.randint(0, 4)
        extent = shape[axis]
        value = self.add(
            f"tt.make_range {{start = {first} : i32, end = {first + extent} : i32}} : tensor<{extent}xi32>"
        )
        if width > 32:
            value = self.add(f"arith.extsi {value} : {integers([extent], 32)} to {integers([extent], width)}")
        have = [extent]
        for other in range(len(shape)):
            if other != axis:
                value, have = self.expand(value, have, other, f"i{width}")
        return self.broadcast(value, have, shape, f"i{width}")

    def sum(self, shape: Sequence[int], width: int, depth: int) -> str:
        both = f"{self.numbers(shape, width, depth)}, {self.numbers(shape, width, depth)}"
        return self.add(f"arith.{self.source.choice(['addi', 'subi'])} {both} : {integers(shape, width)}")

    def product(self, shape: Sequence[int], width: int, depth: int) -> str:
        """A product with a constant or a scalar."""
        factors = [self.source.choice([self.constant, self.splat])(shape, width, 0), self.numbers(shape, width, depth)]
        self.source.shuffle(factors)
        return self.add(f"arith.muli {', '.join(factors)} : {integers(shape, width)}")

    def widened(self, shape: Sequence[int], width: int, depth: int) -> str:
        if width == WIDTHS[0]:
            return self.numbers(shape, width, depth)
        narrow = self.source.choice([it for it in WIDTHS if it < width])
        inner = self.numbers(shape, narrow, depth)
        return self.add(f"arith.extsi {inner} : {integers(shape, narrow)} to {integers(shape, width)}")

    def broadcast_numbers(self, shape: Sequence[int], width: int, depth: int) -> str:
        smaller = self.smaller(shape)
        return self.broadcast(self.numbers(smaller, width, depth), smaller, shape, f"i{width}")

    def not_linear(self, shape: Sequence[int], width: int, depth: int) -> str:
        both = f"{self.numbers(shape, width, depth)}, {self.numbers(shape, width, depth)}"
        return self.add(f"arith.{self.source.choice(['muli', 'maxsi'])} {both} : {integers(shape, width)}")

    def mask(self, shape: Sequence[int], depth: int = 3) -> str:
        """A tensor of i1."""
        type_, source = tensor(shape, "i1"), self.source
        match source.choice(["compare", "compare", "splat", "and", "and", "broadcast", "expand"][: 3 + 2 * depth]):
            case "splat":
                scalar = self.add(f"arith.cmpi {source.choice(PREDICATES)}, %s32_0, %s32_1 : i32")
                return self.add(f"tt.splat {scalar} : i1 -> {type_}")
            case "and":
                return self.add(f"arith.andi {self.mask(shape, depth - 1)}, {self.mask(shape, depth - 1)} : {type_}")
            case "broadcast":
                smaller = self.smaller(shape)
                return self.broadcast(self.mask(smaller, depth - 1), smaller, shape, "i1")
            case "expand" if len(shape) > 1:
                axis = source.randrange(len(shape))
                inner = [*shape[:axis], *shape[axis + 1 :]]
                value, have = self.expand(self.mask(inner, depth - 1), inner, axis, "i1")
                return self.broadcast(value, have, shape, "i1")
            case _:
                width = source.choice(WIDTHS)
                both = f"{self.numbers(shape, width, 2)}, {self.numbers(shape, width, 2)}"
                return self.add(f"arith.cmpi {source.choice(PREDICATES)}, {both} : {integers(shape, width)}")

    def smaller(self, shape: Sequence[int]) -> list[int]:
        """The shape with some extents of 1."""
        return [self.source.choice([1, extent]) for extent in shape]

    def expand(self, value: str, shape: list[int], axis: int, element: str) -> tuple[str, list[int]]:
        """A value with a further dimension, and its shape."""
        larger = [*shape[:axis], 1, *shape[axis:]]
        types = f"{tensor(shape, element)} -> {tensor(larger, element)}"
        return self.add(f"tt.expand_dims {value} {{axis = {axis} : i32}} : {types}"), larger

    def broadcast(self, value: str, have: Sequence[int], shape: Sequence[int], element: str) -> str:
        """A value with another shape."""
        if list(have) == list(shape):
            return value
        return self.add(f"tt.broadcast {value} : {tensor(have, element)} -> {tensor(shape, element)}")


def tensor(shape: Sequence[int], element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def integers(shape: Sequence[int], width: int) -> str:
    return tensor(shape, f"i{width}")


def program(seed: int) -> tuple[str, int]:
    """A function that returns lanes and a mask, and the axis whose active lanes are looked for."""
    source = Random(seed)
    shape = source.choice(SHAPES)
    made, width = Program(source), source.choice(WIDTHS[1:])
    lanes = made.add(
        f"arith.addi {made.range(shape, width, 0)}, {made.numbers(shape, width)} : {integers(shape, width)}"
    )
    mask = made.mask(shape)
    types = f"{integers(shape, width)}, {tensor(shape, 'i1')}"
    scalars = ", ".join(f"%s{width}_{number}: i{width}" for width in WIDTHS for number in range(SCALARS))
    body = "\n".join(made.lines)
    text = f"tt.func public @f({scalars}) -> ({types}) {{\n{body}\n  tt.return {lanes}, {mask} : {types}\n}}\n"
    return text, source.randrange(len(shape))


def with_extremes(text: str, axis: int) -> tuple[ModuleOp, bool] | None:
    """The module, whose function also returns the extremes, and whether these need a condition to hold."""
    module = parse_module(text, "f.mlir", Context())
    conditional = False

    def extremes(values: Values, function: FuncOp) -> list[SSAValue] | None:
        nonlocal conditional
        lanes, mask = returned(function)
        found = Intervals(values, axis).of(lanes, mask)
        if found is None:
            return None
        conditional = found.holds is not None
        return [lanes, mask, found.least, found.greatest, *([] if found.holds is None else [found.holds])]

    return (module, conditional) if return_inserted(module, extremes) else None


def returned(function: FuncOp) -> Sequence[SSAValue]:
    """The values that a function returns."""
    end = function.body.blocks[0].last_op
    assert end is not None
    return end.operands


def check(seed: int) -> bool:
    """Compare a program's extremes with its active lanes, for some scalars. Returns whether they have a closed form."""
    text, axis = program(seed)
    made = with_extremes(text, axis)
    if made is None:
        return False
    module, conditional = made
    source = Random(seed)
    for most in (2, 12, 12, None):
        ends = [most or (1 << (width - 1)) - 1 for width in WIDTHS for _ in range(SCALARS)]
        scalars = [source.randint(-end, end) for end in ends]
        lanes, mask, least, greatest, *holds = (returned.values for returned in evaluate(module, *scalars))
        if conditional and not np.all(holds[0]):
            continue
        active, wide = mask.astype(bool), lanes.astype(np.int64)
        low = np.where(active, wide, np.iinfo(np.int64).max).min(axis=axis)
        high = np.where(active, wide, np.iinfo(np.int64).min).max(axis=axis)
        some = active.any(axis=axis)
        least, greatest = np.broadcast_to(least, some.shape), np.broadcast_to(greatest, some.shape)
        message = f"{scalars}, axis {axis}\n{text}"
        assert np.array_equal(least <= greatest, some), message
        assert np.array_equal(least[some], low[some]), message
        assert np.array_equal(greatest[some], high[some]), message
    return True


@pytest.mark.parametrize("first", range(0, 1000, 250))
def test_extremes_are_those_of_the_active_lanes(first: int) -> None:
    known = [check(seed) for seed in range(first, first + 250)]
    assert sum(known) > 50
