"""Random kernels give the same text, locations included, or are refused by both front ends."""

from __future__ import annotations

import contextlib
import random
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from parity.builder_pairs.sources import built_text, triton_text
from triton.compiler.errors import CompilationError

from xtriton.frontend import builder as tb

PARAMETERS: dict[str, Any] = {
    "x_ptr": tb.pointer(tb.float32, 16),
    "i_ptr": tb.pointer(tb.int32),
    "n": tb.int32,
    "u": tb.scalar(tb.uint32, 8),
    "f": tb.float32,
    "B": 16,
}
START = """
DECORATOR
def kernel(x_ptr, i_ptr, n, u, f, B):
    i = tl.arange(0, B)
    x = tl.load(x_ptr + i, mask=i < n)
    j = tl.load(i_ptr + i * 2)
    h = x.to(tl.float16)
"""
TYPES = ["float16", "bfloat16", "float32", "float64", "float8e5", "int1", "int8", "int32", "int64", "uint8", "uint32"]
OPERATORS = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "<", "<=", ">", ">=", "==", "!="]
NUMBERS = ["1", "2", "-3", "0.5", "True", "0", "255"]
SEEDS = 200


def expression(rng: random.Random, variables: list[str], depth: int) -> str:
    """An expression that starts with a variable, so that it is a value."""

    def inner() -> str:
        if rng.random() < 0.15:
            return rng.choice(NUMBERS)
        return expression(rng, variables, depth - 1)

    if depth == 0:
        return rng.choice(variables)
    value = expression(rng, variables, depth - 1)
    match rng.randrange(12):
        case 0 | 1 | 2 | 3:
            return f"({value} {rng.choice(OPERATORS)} {inner()})"
        case 4:
            return f"({inner()} {rng.choice(OPERATORS[:-6])} {value})"
        case 5:
            return f"{rng.choice('-~')}{value}"
        case 6:
            return f"({value}).to(tl.{rng.choice(TYPES)})"
        case 7:
            return f"tl.where({value}, {inner()}, {inner()})"
        case 8:
            return f"tl.{rng.choice(['maximum', 'minimum'])}({value}, {inner()})"
        case 9:
            return f"tl.{rng.choice(['exp', 'sqrt', 'abs', 'floor'])}({value})"
        case 10:
            return f"tl.load(x_ptr + {value}, mask={inner()}, other={inner()})"
        case _:
            return f"({rng.choice('ixjh')} + {value}){rng.choice(['[:, None]', '[None, :]'])}"


def kernel(seed: int) -> str:
    rng = random.Random(seed)
    variables = ["n", "u", "f", "i", "x", "j", "h"]
    lines: list[str] = []
    for index in range(rng.randint(1, 3)):
        lines.append(f"    v{index} = {expression(rng, variables, rng.choice([1, 1, 2, 3]))}")
        variables.append(f"v{index}")
    mask = rng.choice(["i < n", "i < u - 1", "x > f"])
    return START + "\n".join(lines) + f"\n    tl.store(x_ptr + i, {variables[-1]}, mask={mask})\n"


def test_random_kernels(tmp_path: Path) -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(SEEDS):
        source = kernel(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        theirs: str | None = None
        ours: str | None = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                theirs = triton_text(folder, source, PARAMETERS)
            except (CompilationError, RuntimeError):
                outcomes["refused"] += 1
        with contextlib.suppress(tb.BuildError, TypeError):  # Python itself refuses 1.5 >> 2
            ours = built_text(folder, source, PARAMETERS)
        assert ours == theirs, source
        outcomes["built"] += ours is not None
    assert outcomes["built"] > SEEDS / 4
