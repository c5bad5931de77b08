"""Random kernels whose offsets are computed from constants and arguments that are or are not divisible, as TTIR.

``tritongpu-coalesce`` chooses layouts by what axis info knows of offsets: constants, divisors, runs of equal and of
consecutive numbers. Constants are not folded before, and include amounts and bounds at the ends of their types.
"""

from __future__ import annotations

from random import Random

SHIFTS = (0, 1, 2, 3, 4, 31, 33, 62)
NUMBERS = (0, 1, 2, 3, 4, 8, 16, 24, 48, 64, 96, 128, -1, -4, -16, 200, (1 << 31) - 1, -(1 << 31))
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
WORDS = (
    *("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "andi", "ori", "xori"),
    *("minsi", "maxsi", "minui", "maxui", "shli", "shrsi", "shrui"),
    *("addi", "addi", "muli", "muli", "muli", "shli", "shli", "remsi", "divsi"),
)
FLAGS = ("", "", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>")
SIZE = 512


class _Offsets:
    """A kernel under construction: lines, and the scalars and tiles of numbers in it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.type = self.chance.choice(("i32", "i32", "i64"))
        self.tile = f"tensor<{SIZE}x{self.type}>"
        self.lines: list[str] = []
        self.scalars = ["%m", "%n"]
        self.tiles: list[str] = []
        self._names = 0

    def write(self, text: str) -> str:
        self._names += 1
        self.lines.append(f"  %v{self._names} = {text}")
        return f"%v{self._names}"

    def constant(self, value: int) -> str:
        return self.write(f"arith.constant {value} : {self.type}")

    def spread(self, scalar: str) -> str:
        return self.write(f"tt.splat {scalar} : {self.type} -> {self.tile}")

    def range(self) -> str:
        made = self.write(f"tt.make_range {{start = 0 : i32, end = {SIZE} : i32}} : tensor<{SIZE}xi32>")
        return made if self.type == "i32" else self.write(f"arith.extsi {made} : tensor<{SIZE}xi32> to {self.tile}")

    def operand(self, tile: bool, numbers: tuple[int, ...]) -> str:
        """A constant, or a number that is there."""
        if self.chance.random() < 0.6:
            value = self.chance.choice(numbers)
            return self.write(f"arith.constant dense<{value}> : {self.tile}") if tile else self.constant(value)
        return self.chance.choice(self.tiles if tile else self.scalars)

    def compute(self, value: str, tile: bool) -> str:
        """One more operation on a number, or a choice by a comparison."""
        type_ = self.tile if tile else self.type
        if self.chance.random() < 0.2:
            predicate = self.chance.choice(PREDICATES)
            lhs, rhs = (self.operand(tile, NUMBERS) for _ in range(2))
            other = self.operand(tile, NUMBERS)
            condition = self.write(f"arith.cmpi {predicate}, {lhs}, {rhs} : {type_}")
            types = f"tensor<{SIZE}xi1>, {type_}" if tile else type_
            return self.write(f"arith.select {condition}, {value}, {other} : {types}")
        word = self.chance.choice(WORDS)
        other = self.operand(tile, SHIFTS if word.startswith("sh") else NUMBERS)
        flags = self.chance.choice(FLAGS) if word in ("addi", "subi", "muli", "shli") else ""
        first, second = (value, other) if self.chance.random() < 0.8 else (other, value)
        return self.write(f"arith.{word} {first}, {second}{flags} : {type_}")


def index_layouts(seed: int) -> str:
    """The text of a kernel that loads and stores at computed offsets."""
    p = _Offsets(seed)
    for _ in range(p.chance.randint(0, 4)):
        p.scalars.append(p.compute(p.chance.choice(p.scalars), tile=False))
    p.tiles += [p.range(), p.spread(p.chance.choice(p.scalars))]
    for _ in range(p.chance.randint(1, 3)):
        base = p.write(f"arith.addi {p.tiles[0]}, {p.spread(p.scalars[-1])} : {p.tile}")
        p.tiles.append(base)
        for _ in range(p.chance.choice((0, 0, 1, 2))):
            base = p.compute(base, tile=True)
        p.tiles.append(base)
        pointers = f"tensor<{SIZE}x!tt.ptr<f16>>"
        start = p.write(f"tt.splat {p.chance.choice(('%x', '%y'))} : !tt.ptr<f16> -> {pointers}")
        at = p.write(f"tt.addptr {start}, {base} : {pointers}, {p.tile}")
        loaded = p.write(f"tt.load {at} : {pointers}")
        p.lines.append(f"  tt.store {at}, {loaded} : {pointers}")
    divisible = " {tt.divisibility = 16 : i32}"
    head = (
        f"tt.func public @kernel(%x: !tt.ptr<f16>{divisible}, %y: !tt.ptr<f16>, "
        f"%m: {p.type}{divisible}, %n: {p.type}) {{"
    )
    return "\n".join([head, *p.lines, "  tt.return", "}"]) + "\n"


OPERANDS = {
    "%m": "",
    "%n": "",
    "%c16": "16",
    "%c0": "0",
    "%c1": "1",
    "%c3": "3",
    "%c66": "66",
    "%cm1": "-1",
    "%cleast": "-9223372036854775808",
}
"""Scalars of i64: arguments, the first of them divisible by 16, and constants."""


def layouts_of_pairs(word: str) -> str:
    """The text of a kernel that loads at the sum of a range and the result of an operation on each two scalars.

    Of comparisons the result chooses between a divisible number and an unknown one. Divisions of constants by
    zero, and of the least number by -1, of which versions before 3.9 die, are left out.
    """
    offsets, pointers = f"tensor<{SIZE}xi64>", f"tensor<{SIZE}x!tt.ptr<f16>>"
    divisible = " {tt.divisibility = 16 : i32}"
    lines = [f"tt.func public @kernel(%x: !tt.ptr<f16>{divisible}, %m: i64{divisible}, %n: i64) {{"]
    lines += [f"  {name} = arith.constant {value} : i64" for name, value in OPERANDS.items() if value]
    lines += [
        f"  %r0 = tt.make_range {{start = 0 : i32, end = {SIZE} : i32}} : tensor<{SIZE}xi32>",
        f"  %r = arith.extsi %r0 : tensor<{SIZE}xi32> to {offsets}",
        f"  %p = tt.splat %x : !tt.ptr<f16> -> {pointers}",
    ]
    number = 0
    for a in OPERANDS:
        for b in OPERANDS:
            is_division = word.startswith(("div", "rem")) and OPERANDS[a]
            if is_division and (b == "%c0" or (a, b) == ("%cleast", "%cm1")):
                continue
            number += 1
            if word in PREDICATES:
                both = {"a": a, "b": b, "e": "%c16", "d": "%n"}
                lines += [f"  %{key}{number} = tt.splat {name} : i64 -> {offsets}" for key, name in both.items()]
                lines.append(f"  %q{number} = arith.cmpi {word}, %a{number}, %b{number} : {offsets}")
                types = f"tensor<{SIZE}xi1>, {offsets}"
                lines.append(f"  %t{number} = arith.select %q{number}, %e{number}, %d{number} : {types}")
            else:
                lines.append(f"  %s{number} = arith.{word} {a}, {b} : i64")
                lines.append(f"  %t{number} = tt.splat %s{number} : i64 -> {offsets}")
            lines += [
                f"  %o{number} = arith.addi %r, %t{number} : {offsets}",
                f"  %at{number} = tt.addptr %p, %o{number} : {pointers}, {offsets}",
                f"  %l{number} = tt.load %at{number} : {pointers}",
                f"  tt.store %at{number}, %l{number} : {pointers}",
            ]
    return "\n".join([*lines, "  tt.return", "}"]) + "\n"
