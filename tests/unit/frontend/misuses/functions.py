"""Misuse of functions: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

from xtriton.frontend import builder as tb


@tb.function
def add_one(x: Any) -> Any:
    return x + 1


@tb.function(noinline=True)
def not_inlined(x: Any) -> Any:
    return x


@tb.function
def endless(x: Any) -> Any:
    return endless(x)


@tb.function
def of_two_types(x: Any) -> Any:
    with tb.if_(x > 0):
        tb.return_(x)
    return x.to(tb.float32)


def dot_of_two_types(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a.to(tb.float32))  # BAD: dot takes operands of one type, not fp16 and fp32


def tensor_to_noinline(x: Any, n: Any, i: Any) -> None:
    not_inlined(i)  # BAD: not_inlined is noinline and so takes scalars, not int32[8]


def wrong_arguments(x: Any, n: Any, i: Any) -> None:
    add_one(n, n)  # BAD: add_one: too many positional arguments


def calls_itself(x: Any, n: Any, i: Any) -> None:
    endless(n)  # NESTED: endless calls itself: recursion is not supported


def returns_two_types(x: Any, n: Any, i: Any) -> None:
    of_two_types(n)  # NESTED: the returns of a function give values of different types
