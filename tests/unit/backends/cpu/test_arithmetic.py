"""Each operation of ``arith`` on numbers at the edges and at random, against NumPy and Python's integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import NAMES, kernel, load, store

_COUNT = 64


def _binary(operations: list[str], types: tuple[str, str]) -> Any:
    """A kernel that gives the results of all operations on two arrays, one array for each."""
    given, made = types
    body = load("x", "left", [_COUNT], given) + load("y", "right", [_COUNT], given)
    for number, operation in enumerate(operations):
        body += f"""%e{number} = tensor.empty() : tensor<{_COUNT}x{made}>
%r{number} = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
  affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}} ins(%x, %y : tensor<{_COUNT}x{given}>,
  tensor<{_COUNT}x{given}>) outs(%e{number} : tensor<{_COUNT}x{made}>) {{
^bb0(%p: {given}, %q: {given}, %o: {made}):
  %w = arith.{operation} %p, %q : {given}
  linalg.yield %w : {made}
}} -> tensor<{_COUNT}x{made}>
"""
        body += store(f"r{number}", f"out{number}", [_COUNT], made)
    outs = ", ".join(f"%out{number}: memref<*x{made}>" for number in range(len(operations)))
    return kernel(f"%left: memref<*x{given}>, %right: memref<*x{given}>, {outs}", body)


def _results(
    operations: list[str], types: tuple[str, str], left: np.ndarray, right: np.ndarray
) -> dict[str, np.ndarray]:
    found = [np.zeros(_COUNT, NAMES[types[1]]) for _ in operations]
    _binary(operations, types)[1](left, right, *found)
    return dict(zip(operations, found, strict=True))


def _numbers(bits: int, seed: int) -> list[int]:
    random = np.random.default_rng(seed)
    least, most = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    edges = [0, 1, -1, 2, -2, 5, -7, least, most, least + 1, bits - 1, bits, bits + 3]
    edges = [max(least, min(most, edge)) for edge in edges]
    drawn = [int(integer) for integer in random.integers(least, most, _COUNT - len(edges), endpoint=True)]
    return list(random.permutation(np.array(edges + drawn, dtype=object)))


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_Rule = Callable[[int, int, int], "int | None"]


def _unsigned(number: int, bits: int) -> int:
    return number & ((1 << bits) - 1)


def _on_unsigned(rule: Callable[[int, int], int]) -> _Rule:
    return lambda a, b, n: rule(_unsigned(a, n), _unsigned(b, n))


def _divided(rule: Callable[[int, int], int]) -> _Rule:
    return lambda a, b, n: None if b == 0 else rule(a, b)


_INTEGERS: dict[str, _Rule] = {
    "addi": lambda a, b, n: a + b,
    "subi": lambda a, b, n: a - b,
    "muli": lambda a, b, n: a * b,
    "andi": lambda a, b, n: a & b,
    "ori": lambda a, b, n: a | b,
    "xori": lambda a, b, n: a ^ b,
    "maxsi": lambda a, b, n: max(a, b),
    "minsi": lambda a, b, n: min(a, b),
    "maxui": _on_unsigned(max),
    "minui": _on_unsigned(min),
    "shli": lambda a, b, n: None if not 0 <= b < n else a << b,
    "shrsi": lambda a, b, n: None if not 0 <= b < n else a >> b,
    "shrui": lambda a, b, n: None if not 0 <= b < n else _unsigned(a, n) >> b,
    "divsi": _divided(_quotient),
    "remsi": _divided(lambda a, b: a - b * _quotient(a, b)),
    "floordivsi": _divided(lambda a, b: a // b),
    "ceildivsi": _divided(lambda a, b: -(-a // b)),
    "divui": lambda a, b, n: None if b == 0 else _unsigned(a, n) // _unsigned(b, n),
    "remui": lambda a, b, n: None if b == 0 else _unsigned(a, n) % _unsigned(b, n),
    "ceildivui": lambda a, b, n: None if b == 0 else -(-_unsigned(a, n) // _unsigned(b, n)),
}


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_integers(bits: int) -> None:
    type_ = f"i{bits}"
    left, right = _numbers(bits, 1), _numbers(bits, 2)
    arrays = [np.array(operand, NAMES[type_]) for operand in (left, right)]
    for name, found in _results(list(_INTEGERS), (type_, type_), arrays[0], arrays[1]).items():
        for a, b, got in zip(left, right, found, strict=True):
            expected = _INTEGERS[name](a, b, bits)
            if expected is not None:
                assert _unsigned(int(got), bits) == _unsigned(expected, bits), (name, a, b)


_TESTS: dict[str, Callable[[Any, Any], Any]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def test_comparisons_of_integers() -> None:
    left, right = (np.array(_numbers(32, seed), np.int32) for seed in (3, 4))
    right[::3] = left[::3]
    names = ["eq", "ne", *(f"{sign}{test}" for sign in "su" for test in ("lt", "le", "gt", "ge"))]
    found = _results([f"cmpi {name}," for name in names], ("i32", "i1"), left, right)
    for name in names:
        views = (left.view(np.uint32), right.view(np.uint32)) if name[0] == "u" else (left, right)
        expected = _TESTS[name if name in _TESTS else name[1:]](*views)
        np.testing.assert_array_equal(found[f"cmpi {name},"], expected, name)


_FLOAT_EDGES = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, -2.5]


def _floats(dtype: Any) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    pairs = [(a, b) for a in _FLOAT_EDGES for b in _FLOAT_EDGES]
    chosen = random.permutation(len(pairs))[: _COUNT - 16]
    left = [*(pairs[place][0] for place in chosen), *random.standard_normal(16)]
    right = [*(pairs[place][1] for place in chosen), *random.standard_normal(16)]
    with np.errstate(over="ignore"):
        return np.array(left, dtype), np.array(right, dtype)


@pytest.mark.parametrize("type_", ["f16", "f32", "f64"])
def test_floats(type_: str) -> None:
    left, right = _floats(NAMES[type_])
    rules: dict[str, Callable[[Any, Any], Any]] = {
        "addf": np.add,
        "subf": np.subtract,
        "mulf": np.multiply,
        "divf": np.divide,
        "remf": np.fmod,
        "maximumf": np.maximum,
        "minimumf": np.minimum,
        "maxnumf": np.fmax,
        "minnumf": np.fmin,
    }
    found = _results(list(rules), (type_, type_), left, right)
    with np.errstate(all="ignore"):
        for name, rule in rules.items():
            np.testing.assert_array_equal(found[name], rule(left, right), name)


def test_comparisons_of_floats() -> None:
    left, right = _floats(np.float32)
    names = ["oeq", "olt", "ole", "ogt", "oge", "one", "ueq", "ult", "ule", "ugt", "uge", "une", "ord", "uno"]
    found = _results([f"cmpf {name}," for name in names], ("f32", "i1"), left, right)
    unordered = np.isnan(left) | np.isnan(right)
    for name in names:
        if name in ("ord", "uno"):
            expected = unordered if name == "uno" else ~unordered
        else:
            plain = _TESTS["ne" if name[1:] == "ne" else name[1:]](left, right)
            expected = plain | unordered if name[0] == "u" else plain & ~unordered
        np.testing.assert_array_equal(found[f"cmpf {name},"], expected, name)
