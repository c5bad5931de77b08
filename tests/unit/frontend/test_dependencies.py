"""Dependencies of functions: a launch within ``on_cpu`` uses the current source and the current values of its names."""

from __future__ import annotations

import dataclasses
import enum
import logging
import math
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton
from xtriton.frontend.dependencies import dependencies_of, frozen

G = tl.constexpr(1)
STATE = [1]
OFFSETS = tl.constexpr([10, 20])
LATER: Any


class Point(NamedTuple):
    x: int
    y: int


POINT = tl.constexpr(Point(3, 4))


class Settings:
    VALUE = tl.constexpr(5)

    def __init__(self, value: Any) -> None:
        self.v = value

    def __repr__(self) -> str:
        return "Settings"


def of_python(value: int) -> int:
    return value * STATE[0]


tools = types.ModuleType("tools")
tools.of_python = of_python
tools.SIZE = tl.constexpr(100)
other_tools = types.ModuleType("other_tools")
other_tools.SIZE = tl.constexpr(1)
tools.inner = types.ModuleType("tools.inner")
tools.inner.DEEP = tl.constexpr(7)


@triton.constexpr_function
def computed():
    return STATE[0] + 40


@triton.jit
def plus_global(a):
    return a + G


@triton.jit
def minus_global(a):
    return a - G


@triton.jit
def twice(a):
    return plus_global(plus_global(a))


@triton.jit
def plus_default(a, by: tl.constexpr = plus_global):
    return by(a)


tools.plus = plus_global


@triton.jit
def reads_global(out):
    tl.store(out, tl.zeros((), tl.int32) + G)


@triton.jit
def calls(out):
    tl.store(out, plus_global(tl.zeros((), tl.int32)))


@triton.jit
def calls_twice(out):
    tl.store(out, twice(tl.zeros((), tl.int32)))


@triton.jit
def calls_default(out):
    tl.store(out, plus_default(tl.zeros((), tl.int32)))


@triton.jit
def calls_of_module(out):
    tl.store(out, tools.plus(tl.zeros((), tl.int32)))


@triton.jit
def reads_module(out):
    tl.store(out, tl.zeros((), tl.int32) + tools.SIZE)


@triton.jit
def reads_submodule(out):
    tl.store(out, tl.zeros((), tl.int32) + tools.inner.DEEP)


@triton.jit
def reads_by_getattr(out):
    tl.store(out, tl.zeros((), tl.int32) + getattr(tools, "SIZE"))  # noqa: B009


@triton.jit
def reads_named_tuple(out):
    tl.store(out, tl.zeros((), tl.int32) + POINT.x)


@triton.jit
def reads_list(out):
    tl.store(out, tl.zeros((), tl.int32) + OFFSETS[0])


@triton.jit
def reads_computed(out):
    tl.store(out, tl.zeros((), tl.int32) + computed())


@triton.jit
def calls_python(out):
    tl.store(out, tl.zeros((), tl.int32) + tools.of_python(3))


@triton.jit
def reads_attribute(out, C: tl.constexpr):
    tl.store(out, tl.zeros((), tl.int32) + C.v)


@triton.jit
def applies(out, F: tl.constexpr):
    tl.store(out, F(tl.zeros((), tl.int32) + 1))


@triton.jit
def tells_types(out, x: tl.constexpr):
    tl.store(out, tl.zeros((), tl.int32) + (2 if x is True else 1) + (10 if x == 1.0 else 0))


def launched(kernel: Any, *arguments: Any) -> int:
    out = np.zeros(1, np.int32)
    kernel[(1,)](out, *arguments)
    return int(out[0])


CHANGES: dict[str, tuple[Any, Any, str, Any, int, int]] = {
    "global": (reads_global, globals(), "G", tl.constexpr(2), 1, 2),
    "global of a helper": (calls, globals(), "G", tl.constexpr(5), 1, 5),
    "global of a helper's helper": (calls_twice, globals(), "G", tl.constexpr(6), 2, 12),
    "helper": (calls, globals(), "plus_global", minus_global, 1, -1),
    "helper of a helper": (calls_twice, globals(), "plus_global", minus_global, 2, -2),
    "global of a default value": (calls_default, globals(), "G", tl.constexpr(8), 1, 8),
    "helper in a module": (calls_of_module, vars(tools), "plus", minus_global, 1, -1),
    "global of a helper in a module": (calls_of_module, globals(), "G", tl.constexpr(9), 1, 9),
    "constant in a module": (reads_module, vars(tools), "SIZE", tl.constexpr(200), 100, 200),
    "constant in a module of a module": (reads_submodule, vars(tools.inner), "DEEP", tl.constexpr(8), 7, 8),
    "module": (reads_module, globals(), "tools", other_tools, 100, 1),
    "getattr": (reads_by_getattr, vars(tools), "SIZE", tl.constexpr(300), 100, 300),
    "named tuple": (reads_named_tuple, globals(), "POINT", tl.constexpr(Point(5, 4)), 3, 5),
    "list": (reads_list, globals(), "OFFSETS", tl.constexpr([11, 20]), 10, 11),
    "state of a constexpr_function": (reads_computed, globals(), "STATE", [2], 41, 42),
    "state of a function of Python": (calls_python, globals(), "STATE", [4], 3, 12),
}


@pytest.mark.parametrize(("kernel", "scope", "name", "value", "before", "after"), CHANGES.values(), ids=CHANGES)
def test_names_are_looked_up_at_each_launch(
    kernel: Any, scope: dict[str, Any], name: str, value: Any, before: int, after: int
) -> None:
    old = scope[name]
    with xtriton.on_cpu():
        try:
            assert launched(kernel) == before
            scope[name] = value
            assert launched(kernel) == after
        finally:
            scope[name] = old
        assert launched(kernel) == before


def test_contents_that_change_in_place() -> None:
    settings = Settings(1)
    with xtriton.on_cpu():
        assert (launched(reads_computed), launched(reads_list), launched(reads_attribute, settings)) == (41, 10, 1)
        STATE[0] = 3
        OFFSETS.value[0] = 12
        settings.v = 6
        try:
            assert (launched(reads_computed), launched(reads_list), launched(reads_attribute, settings)) == (43, 12, 6)
        finally:
            STATE[0], OFFSETS.value[0] = 1, 10


def test_functions_as_constants() -> None:
    global G
    old = G
    with xtriton.on_cpu():
        assert [launched(applies, function) for function in (plus_global, minus_global, twice)] == [2, 0, 3]
        try:
            G = tl.constexpr(10)
            assert [launched(applies, function) for function in (plus_global, minus_global, twice)] == [11, -9, 21]
        finally:
            G = old


def test_constants_of_equal_repr_or_equal_value() -> None:
    with xtriton.on_cpu():
        assert [launched(reads_attribute, Settings(value)) for value in (1, 2, 1)] == [1, 2, 1]
        assert [launched(tells_types, value) for value in (True, 1, 1.0, True, 2)] == [12, 11, 11, 12, 1]


def test_closures() -> None:
    def made(value: Any) -> tuple[Any, Callable[[Any], None]]:
        @triton.jit
        def kernel(out):
            tl.store(out, tl.zeros((), tl.int32) + value)

        def change(other: Any) -> None:
            nonlocal value
            value = other

        return kernel, change

    (three, change), (four, _) = made(tl.constexpr(3)), made(tl.constexpr(4))
    with xtriton.on_cpu():
        assert [launched(three), launched(four)] == [3, 4]
        change(tl.constexpr(5))
        assert [launched(three), launched(four)] == [5, 4]


def test_a_source_that_is_replaced_in_a_helper() -> None:
    source = plus_global.src
    with xtriton.on_cpu():
        assert launched(calls_twice) == 2
        try:
            plus_global._unsafe_update_src(source.replace("a + G", "a + 77"))
            assert launched(calls_twice) == 154
        finally:
            plus_global._unsafe_update_src(source)
        assert launched(calls_twice) == 2


def test_the_same_is_traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from xtriton.compiler import on_cpu

    made: list[Any] = []
    original = on_cpu.compile_or_find

    def compile_(kernel: Any, *arguments: Any, **named: Any) -> Any:
        made.append(kernel)
        return original(kernel, *arguments, **named)

    monkeypatch.setattr(on_cpu, "compile_or_find", compile_)
    with xtriton.on_cpu():
        for _ in range(3):
            assert launched(calls_twice) == 2
            assert launched(reads_attribute, Settings(tl.constexpr(4))) == 4
            globals()["G"] = tl.constexpr(1)  # another object of the same value
    assert len(made) == 2


def test_names_that_a_function_does_not_read_are_ignored() -> None:
    known = dependencies_of(calls)
    globals()["unused_by_kernels"] = 1
    assert known.hold() and dependencies_of(calls).facts == known.facts


class Color(enum.Enum):
    RED = 1
    GREEN = 1.0


@dataclasses.dataclass(slots=True)
class Slotted:
    value: Any


class Whole(int):
    pass


NAN = float("nan")
DIFFERENT = [
    True, 1, 1.0, "1", b"1", Whole(1), 0.0, -0.0, NAN, math.inf, 1j, complex(0.0, -0.0), (), [], {}, set(), frozenset(),
    (1,), [1], (True,), (1.0,), {1: 2}, {1: 2.0}, {2: 1}, {1}, {1.0}, Point(1, 2), (1, 2), Point(1, 2.0), None, ...,
    Settings(1), Settings(2), Settings([1]), Slotted(1), Slotted(True), Color.RED, int, float, len, of_python, math,
    plus_global, minus_global, np.int32(1), np.int64(1), np.zeros(1), np.zeros(1), tl.int32, tl.int64, object(),
    object(),     np.zeros(1).view(type("Sub", (np.ndarray,), {})),
]  # fmt: skip


def test_values_that_differ_have_different_facts() -> None:
    facts = [frozen(value) for value in DIFFERENT]
    assert len(set(facts)) == len(facts)


def test_values_that_are_alike_have_equal_facts() -> None:
    for make in (
        lambda: 1000 * 1000, lambda: float("nan"), lambda: -0.0, lambda: [1, (2, {"a": {3}})], lambda: Settings([1, 2]),
        lambda: Slotted({"a": 1}), lambda: Point(1, 2), lambda: Color.RED, lambda: Whole(7),
        lambda: Settings(plus_global),
    ):  # fmt: skip
        assert frozen(make()) == frozen(make()) and hash(frozen(make())) == hash(frozen(make()))


def test_loggers_and_caches_of_launchers_are_not_compared() -> None:
    """A logger refers to all others, and the caches of an autotuner change with each launch."""
    logger = logging.getLogger("a.b")
    facts = frozen(Settings(logger))
    logging.getLogger("a.b.c").setLevel(logging.DEBUG)
    assert frozen(Settings(logger)) == facts != frozen(Settings(logging.getLogger("a.c")))
    tuned = triton.autotune([triton.Config({})], key=[])(plus_global)
    found: list[Any] = []
    facts = frozen(Settings(tuned), found.append)
    assert found == [plus_global]
    tuned.cache["shape"] = triton.Config({})
    assert frozen(Settings(tuned)) == facts
    assert facts != frozen(Settings(triton.autotune([triton.Config({})], key=[])(minus_global)))


def test_values_that_contain_themselves() -> None:
    def ring(size: int) -> list[Any]:
        whole: list[Any] = []
        inner = whole
        for _ in range(size):
            inner.append([])
            inner = inner[0]
        inner.append(whole)
        return whole

    assert frozen(ring(2)) == frozen(ring(2)) != frozen(ring(3))


i = 0


@triton.jit
def counts(out, n):
    total = 0
    for i in range(n):
        total += i
    tl.store(out, total)


@triton.jit
def counts_from_global(out, n):
    if n > 3:
        i = 1
    tl.store(out, i)


def test_globals_with_the_names_of_local_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script launches a kernel in ``for i in range(...)``: each launch would look for another kernel."""
    local, may_be_global = dependencies_of(counts), dependencies_of(counts_from_global)
    monkeypatch.setitem(globals(), "i", 1)
    assert local.hold()
    assert not may_be_global.hold()
