"""Constants that axis info knows since Triton 3.9 are Python's, for numbers at the ends of their types, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from xdsl.dialects.builtin import IntegerType

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.folds.elements import to_signed
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.versions import NEWEST, use_version

Numbers = Callable[[int, int], int | None]


def _quotient(a: int, b: int) -> int | None:
    """Rounded towards zero."""
    if not b:
        return None
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int | None:
    found = _quotient(a, b)
    return None if found is None else a - found * b


UNSIGNED: dict[str, Numbers] = {
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
    "divui": _quotient,
    "remui": _remainder,
    "minui": min,
    "maxui": max,
    **{f"cmpi {word}": (lambda a, b, holds=holds: int(holds(a, b))) for word, holds in {
        "eq": int.__eq__, "ne": int.__ne__, "ult": int.__lt__, "ule": int.__le__, "ugt": int.__gt__, "uge": int.__ge__,
    }.items()},
}  # fmt: skip
SIGNED: dict[str, Numbers] = {
    "divsi": _quotient,
    "remsi": _remainder,
    "minsi": min,
    "maxsi": max,
    **{f"cmpi {word}": (lambda a, b, holds=holds: int(holds(a, b))) for word, holds in {
        "slt": int.__lt__, "sle": int.__le__, "sgt": int.__gt__, "sge": int.__ge__,
    }.items()},
}  # fmt: skip
OVERFLOWING: dict[str, Callable[[int, int], int]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "shli": lambda a, b: a << b,
}
FLAGS = ((), ("nsw",), ("nuw",), ("nsw", "nuw"))


def expected(word: str, a: int, b: int, width: int, flags: tuple[str, ...] = ()) -> int | None:
    """The bits of a result; ``None`` where it is poison or undefined. ``a`` and ``b`` are bits, without a sign."""
    lhs, rhs = to_signed(a, width), to_signed(b, width)
    if word in UNSIGNED:
        return UNSIGNED[word](a, b)
    if word in ("shli", "shrsi", "shrui") and b >= width:
        return None
    if word == "shrui":
        return a >> b
    if word == "shrsi":
        return (lhs >> b) % (1 << width)
    if word in SIGNED:
        found = SIGNED[word](lhs, rhs)
        if word == "divsi" and found == 1 << (width - 1):
            return None
        return None if found is None else found % (1 << width)
    function = OVERFLOWING[word]
    by = b if word == "shli" else rhs
    if "nsw" in flags and not -(1 << (width - 1)) <= function(lhs, by) < 1 << (width - 1):
        return None
    found = function(a, b)
    return None if "nuw" in flags and not 0 <= found < 1 << width else found % (1 << width)


def operations() -> Iterator[tuple[str, tuple[str, ...]]]:
    for word in (*UNSIGNED, *SIGNED, "shrsi", "shrui"):
        yield word, ()
    yield from product(OVERFLOWING, FLAGS)


@pytest.mark.parametrize("width", [8, 32, 64])
def test_constants_of_all_operations(width: int) -> None:
    numbers = [
        0,
        1,
        2,
        3,
        7,
        16,
        width - 1,
        width,
        (1 << (width - 1)) - 1,
        1 << (width - 1),
        (1 << width) - 2,
        (1 << width) - 1,
    ]
    lines = [
        f"  %c{index} = arith.constant {to_signed(number, width)} : i{width}" for index, number in enumerate(numbers)
    ]
    cases: list[tuple[str, tuple[str, ...], int, int]] = []
    for (word, flags), (i, a), (j, b) in product(operations(), enumerate(numbers), enumerate(numbers)):
        name, _, predicate = word.partition(" ")
        operands = f"{predicate}, %c{i}, %c{j}" if predicate else f"%c{i}, %c{j}"
        overflow = f" overflow<{', '.join(flags)}>" if flags else ""
        lines.append(f"  %r{len(cases)} = arith.{name} {operands}{overflow} : i{width}")
        cases.append((word, flags, a, b))
    with use_version(NEWEST):
        module = parse_module(
            "\n".join(["tt.func @f() {", *lines, "  tt.return", "}"]), "constants", Context(triton=NEWEST)
        )
        axis_info = ModuleAxisInfo(module)
        results = [op.results[0] for op in module.walk() if op.results and op.operands]
        for (word, flags, a, b), result in zip(cases, results, strict=True):
            info = axis_info.info(result)
            assert info is not None
            assert isinstance(result.type, IntegerType)
            bits = None if info.constant is None else info.constant % (1 << result.type.width.data)
            known = expected(word, a, b, width, flags)
            absorbed = word == "muli" and 0 in (a, b)
            assert bits == (0 if absorbed else known), (word, flags, a, b)
