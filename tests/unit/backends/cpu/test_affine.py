"""``affine.min``, ``max``, ``apply``, ``load`` and ``store`` with random maps, against Python's integers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import kernel

Evaluate = Callable[[list[int]], int]
NUMBERS = (-9, -1, 0, 1, 6, 13)


def expression(chance: Random, depth: int) -> tuple[str, Evaluate]:
    """A random affine expression of ``d0``, ``d1`` and ``s0``, and what it is of their three values."""
    if not depth or chance.random() < 0.2:
        at = chance.randrange(3)
        return ("d0", "d1", "s0")[at], lambda values: values[at]
    left, of_left = expression(chance, depth - 1)
    number = chance.choice((1, 2, 3, 5))
    match chance.choice(("+", "-", "*", "floordiv", "ceildiv", "mod")):
        case "+":
            right, of_right = expression(chance, depth - 1)
            return f"({left} + {right})", lambda values: of_left(values) + of_right(values)
        case "-":
            return f"({left} - {number})", lambda values: of_left(values) - number
        case "*":
            return f"({left} * {number})", lambda values: of_left(values) * number
        case "floordiv":
            return f"({left} floordiv {number})", lambda values: of_left(values) // number
        case "ceildiv":
            return f"({left} ceildiv {number})", lambda values: -(-of_left(values) // number)
        case _:
            return f"({left} mod {number})", lambda values: of_left(values) % number


@pytest.mark.parametrize("seed", range(3))
def test_random_maps(seed: int) -> None:
    chance = Random(seed)
    body, functions = "", list[Evaluate]()
    body += "".join(f"%{name} = arith.index_cast %{name}32 : i32 to index\n" for name in ("a", "b", "c"))
    body += "%to = memref.cast %out : memref<*xi64> to memref<?xi64>\n"
    for number in range(12):
        word = ("min", "max", "apply")[number % 3]
        terms = [expression(chance, 3) for _ in range(1 if word == "apply" else chance.choice((1, 2, 3)))]
        results = ", ".join(text for text, _ in terms)
        choose = max if word == "max" else min
        functions.append(lambda values, terms=terms, choose=choose: choose(of(values) for _, of in terms))
        body += f"%r{number} = affine.{word} affine_map<(d0, d1)[s0] -> ({results})>(%a, %b)[%c]\n"
        body += f"%w{number} = arith.index_cast %r{number} : index to i64\n"
        body += f"%n{number} = arith.constant {number} : index\n"
        body += f"affine.store %w{number}, %to[%n{number} * 2 + 1] : memref<?xi64>\n"
        body += f"%l{number} = affine.load %to[%n{number} * 2 + 1] : memref<?xi64>\n"
        body += f"affine.store %l{number}, %to[%n{number} * 2] : memref<?xi64>\n"
    compiled = kernel("%out: memref<*xi64>, %a32: i32, %b32: i32, %c32: i32", body)
    for _ in range(40):
        values = [chance.choice(NUMBERS) for _ in range(3)]
        out = np.zeros(24, np.int64)
        compiled.launch((1,), out, *values)
        assert out.tolist() == [function(values) for function in functions for _ in range(2)], values
