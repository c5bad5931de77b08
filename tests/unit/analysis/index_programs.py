"""Random kernels that compute offsets and masks of tiles as kernels do, as TTIR: what the affine analysis is about.

Numbers are small, and those that are divided or wrap around are not negative, as the analysis assumes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

Shape = tuple[int, ...]
SHAPES: tuple[Shape, ...] = ((8,), (16,), (8, 16))


def typed(shape: Shape, element: str = "i32") -> str:
    """The type of a scalar or tile as text."""
    return f"tensor<{'x'.join(map(str, shape))}x{element}>" if shape else element


@dataclass(frozen=True)
class Number:
    """A scalar or tile of i32. ``most`` is how large it may be, ``natural`` whether it is never negative."""

    name: str
    shape: Shape
    most: int
    natural: bool = True


@dataclass
class IndexProgram:
    """A kernel under construction."""

    chance: Random
    lines: list[str] = field(default_factory=list[str])
    numbers: list[Number] = field(default_factory=list[Number])
    masks: list[tuple[str, Shape]] = field(default_factory=list["tuple[str, Shape]"])
    names: int = 0

    def write(self, text: str) -> str:
        """A new value by an operation."""
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def add(self, text: str, shape: Shape, most: int, natural: bool = True) -> Number:
        """A new number by an operation."""
        self.numbers.append(Number(self.write(text), shape, most, natural))
        return self.numbers[-1]

    def pick(self, shape: Shape | None = None, *, natural: bool = False) -> Number:
        """A number of this shape, rather a late one; a range where there is none."""
        shape = self.chance.choice(((), *SHAPES)) if shape is None else shape
        fits = [number for number in self.numbers if number.shape == shape and (number.natural or not natural)]
        if fits and self.chance.random() < 0.85:
            return fits[-1 - min(int(self.chance.expovariate(0.4)), len(fits) - 1)]
        return self.fresh(shape)

    def fresh(self, shape: Shape) -> Number:
        """A constant, or the positions along a dimension of a tile."""
        if not shape or self.chance.random() < 0.1:
            return self.constant(self.chance.choice((0, 1, 2, 7, 8, 12, 16, 24, 64)), shape)
        axis = self.chance.randrange(len(shape))
        start = self.chance.choice((0, 0, 0, 4, 16))
        end = start + shape[axis]
        types = typed((shape[axis],))
        line = self.add(f"tt.make_range {{start = {start} : i32, end = {end} : i32}} : {types}", (shape[axis],), end)
        return self.spread(line, shape, axis)

    def constant(self, value: int, shape: Shape = ()) -> Number:
        """A constant all over a shape."""
        text = f"dense<{value}> : {typed(shape)}" if shape else f"{value} : i32"
        return self.add(f"arith.constant {text}", shape, abs(value), value >= 0)

    def spread(self, number: Number, shape: Shape, axis: int) -> Number:
        """A scalar, or a line along an axis, all over a shape."""
        if number.shape == shape:
            return number
        if not number.shape:
            text = f"tt.splat {number.name} : i32 -> {typed(shape)}"
            return self.add(text, shape, number.most, number.natural)
        wide = tuple(extent if dim == axis else 1 for dim, extent in enumerate(shape))
        made = self.add(
            f"tt.expand_dims {number.name} {{axis = {1 - axis} : i32}} : {typed(number.shape)} -> {typed(wide)}",
            wide,
            number.most,
            number.natural,
        )
        text = f"tt.broadcast {made.name} : {typed(wide)} -> {typed(shape)}"
        return self.add(text, shape, number.most, number.natural)

    def uniform(self, shape: Shape) -> Number:
        """A number that is the same all over a tile."""
        return self.spread(self.pick(()), shape, 0)

    def binary(self, word: str, a: Number, b: Number, most: int, natural: bool) -> Number:
        """An operation on two numbers."""
        return self.add(f"arith.{word} {a.name}, {b.name} : {typed(a.shape)}", a.shape, most, natural)

    def step(self) -> None:
        """One more operation."""
        self.chance.choice((_sum, _sum, _difference, _product, _quotient, _quotient, _remainder, _clamp, _compare))(
            self
        )


def _sum(p: IndexProgram) -> None:
    a = p.pick()
    b = p.pick(a.shape) if p.chance.random() < 0.5 else p.uniform(a.shape)
    p.binary("addi", a, b, a.most + b.most, a.natural and b.natural)


def _difference(p: IndexProgram) -> None:
    a = p.pick()
    b = p.uniform(a.shape)
    p.binary("subi", a, b, a.most + b.most, natural=False)


def _product(p: IndexProgram) -> None:
    a = p.pick()
    if a.most > 1 << 12:
        return
    if p.chance.random() < 0.3:
        b = p.constant(p.chance.randint(0, 5), a.shape)
        p.binary("shli", a, b, a.most << 5, a.natural)
    else:
        b = p.constant(p.chance.choice((2, 3, 8, 16, 32)), a.shape) if p.chance.random() < 0.7 else p.uniform(a.shape)
        p.binary("muli", a, b, a.most * b.most, a.natural and b.natural)


def _quotient(p: IndexProgram) -> None:
    a = p.pick(natural=True)
    b = p.constant(p.chance.choice((2, 4, 7, 8, 15, 16, 32)), a.shape)
    p.binary("divsi", a, b, a.most, natural=True)


def _remainder(p: IndexProgram) -> None:
    a = p.pick(natural=True)
    one = p.constant(1, a.shape)
    b = p.uniform(a.shape)
    b = p.binary("maxsi", b, one, b.most + 1, natural=True) if p.chance.random() < 0.3 else p.constant(9, a.shape)
    p.binary("remsi", a, b, a.most, natural=True)


def _clamp(p: IndexProgram) -> None:
    a = p.pick()
    choice = p.chance.random()
    if choice < 0.5:
        b = p.uniform(a.shape)
        p.binary("minsi", a, b, a.most + b.most, a.natural and b.natural)
    elif choice < 0.7:
        p.binary("maxsi", a, p.constant(0, a.shape), a.most, natural=True)
    else:
        mask = _compare(p, a)
        b = p.uniform(a.shape)
        types = f"{typed(a.shape, 'i1')}, {typed(a.shape)}" if a.shape else "i32"
        p.add(f"arith.select {mask}, {a.name}, {b.name} : {types}", a.shape, a.most + b.most, a.natural and b.natural)


def _compare(p: IndexProgram, a: Number | None = None) -> str:
    a = p.pick() if a is None else a
    b = p.uniform(a.shape) if p.chance.random() < 0.8 else p.pick(a.shape)
    first, second = (a, b) if p.chance.random() < 0.7 else (b, a)
    word = p.chance.choice(("slt", "slt", "sle", "sgt", "sge", "eq"))
    mask = p.write(f"arith.cmpi {word}, {first.name}, {second.name} : {typed(a.shape)}")
    others = [name for name, shape in p.masks if shape == a.shape]
    p.masks.append((mask, a.shape))
    if others and p.chance.random() < 0.5:
        mask = p.write(f"arith.andi {mask}, {p.chance.choice(others)} : {typed(a.shape, 'i1')}")
        p.masks.append((mask, a.shape))
    return mask


def index_program(seed: int) -> str:
    """The text of a kernel with the arguments ``%m`` and ``%n``, some of it in a loop that advances a tile."""
    p = IndexProgram(Random(seed))
    p.numbers += [Number("%m", (), 20), Number("%n", (), 40)]
    p.add("tt.get_program_id x : i32", (), 3)
    for _ in range(p.chance.randint(3, 10)):
        p.step()
    if p.chance.random() < 0.6:
        start = p.pick(p.chance.choice(SHAPES))
        bounds = [p.constant(p.chance.choice((0, 0, 2))), p.pick(()), p.constant(p.chance.choice((1, 1, 2, 4)))]
        distance = p.uniform(start.shape)
        first, last, step = (bound.name for bound in bounds)
        types = typed(start.shape)
        p.lines.append(
            f"  %r = scf.for %i = {first} to {last} step {step} iter_args(%t = {start.name}) -> ({types}) : i32 {{"
        )
        outside = len(p.numbers), len(p.masks)
        # The loop runs at most as often as its bound is large.
        p.numbers += [
            Number("%i", (), bounds[1].most),
            Number("%t", start.shape, start.most + distance.most * bounds[1].most, start.natural and distance.natural),
        ]
        for _ in range(p.chance.randint(1, 6)):
            p.step()
        moved = p.write(f"arith.addi %t, {distance.name} : {types}")
        p.lines.append(f"  scf.yield {moved} : {types}\n  }}")
        del p.numbers[outside[0] :], p.masks[outside[1] :]
        most = start.most + distance.most * (bounds[1].most + 1)
        p.numbers.append(Number("%r", start.shape, most, start.natural and distance.natural))
        for _ in range(p.chance.randint(0, 3)):
            p.step()
    return "\n".join(["tt.func @kernel(%m: i32, %n: i32) {", *p.lines, "  tt.return", "}"]) + "\n"
