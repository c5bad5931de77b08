"""Large inputs take time in proportion to their size; what would take more ends in an error."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from xtriton.cli.deep_stack import with_deep_stack
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.numbers import format_integer, parse_integer
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.versions import V3_6, TritonVersion


def roundtrip(text: str, triton: TritonVersion | None = None) -> str:
    context = Context(triton=triton)
    module = parse_module(text, "x.mlir", context)
    verify(module, context)
    return print_op(module)


def arguments(count: int) -> str:
    return f"tt.func @f({', '.join(f'%a{i}: i32' for i in range(count))}) {{ tt.return }}"


def argument_locations(count: int) -> str:
    """Locations that are defined at the end of the file."""
    listed = ", ".join(f"%a{i}: i32 loc(#loc{i})" for i in range(count))
    defined = "\n".join(f'#loc{i} = loc("f.py":{i}:1)' for i in range(count))
    return f"tt.func @f({listed}) {{ tt.return }}\n{defined}"


def block_arguments(count: int) -> str:
    names = ", ".join(f"%a{i}: i32" for i in range(count))
    uses = f"{', '.join(['%x'] * count)} : {', '.join(['i32'] * count)}"
    return f"tt.func @f(%x: i32) {{ cf.br ^bb1({uses}) ^bb1({names}): tt.return }}"


def attributes(count: int) -> str:
    return f"module attributes {{{', '.join(f'a.b{i} = {i} : i32' for i in range(count))}}} {{}}"


def carried_values(count: int) -> str:
    inits = ", ".join(f"%a{i} = %x" for i in range(count))
    types = ", ".join(["i32"] * count)
    names = ", ".join(f"%a{i}" for i in range(count))
    loop = f"%r:{count} = scf.for %i = %x to %x step %x iter_args({inits}) -> ({types}) : i32"
    return f"tt.func @f(%x: i32) {{ {loop} {{ scf.yield {names} : {types} }} tt.return }}"


def operations(count: int) -> str:
    body = "\n".join(f"%{i} = arith.addi %x, %x : i32" for i in range(count))
    return f"tt.func @f(%x: i32) {{\n{body}\ntt.return }}"


@pytest.mark.parametrize(
    "make", [arguments, argument_locations, block_arguments, attributes, carried_values, operations]
)
def test_time_grows_with_the_size(make: Callable[[int], str]) -> None:
    def seconds(count: int) -> float:
        text = make(count)
        start = time.process_time()
        roundtrip(text)
        return time.process_time() - start

    small, large = 1000, 8000
    roundtrip(make(10))  # what is loaded when it is first used
    # Quadratic time gives a ratio of 64.
    assert min(seconds(large) for _ in range(2)) < 30 * min(seconds(small) for _ in range(2))


def doubling(first: str, line: str, last: str, count: int = 60) -> str:
    lines = [line.format(i, i - 1) for i in range(1, count)]
    return "\n".join([first, *lines, last.format(count - 1)])


@pytest.mark.parametrize(
    "text",
    [
        doubling("#a0 = [1]", "#a{0} = [#a{1}, #a{1}]", "module attributes {{a.b = #a{0}}} {{}}"),
        doubling("#a0 = [1]", "#a{0} = [#a{1}, #a{1}]", "module {{}}"),
        doubling("#a0 = {x}", "#a{0} = {{x = #a{1}, y = #a{1}}}", "module attributes {{a.b = #a{0}}} {{}}"),
        doubling("!a0 = i32", "!a{0} = tuple<!a{1}, !a{1}>", "tt.func private @f(!a{0})"),
        doubling("!a0 = i32", "!a{0} = (!a{1}, !a{1}) -> ()", "tt.func private @f(!a{0})"),
        doubling('#a0 = loc("x")', "#a{0} = loc(callsite(#a{1} at #a{1}))", "tt.func private @f() loc(#a{0})"),
    ],
)
def test_aliases_that_double_with_each_line(text: str) -> None:
    with pytest.raises(DiagnosticError, match="alias stands for more than 10000000 characters"):
        roundtrip(text)


def test_aliases_of_ordinary_depth() -> None:
    text = doubling("#a0 = [1]", "#a{0} = [#a{1}, #a{1}]", "module attributes {{a.b = #a{0}}} {{}}", count=8)
    assert roundtrip(text).count("[1]") == 2**7


@pytest.mark.parametrize(
    "text",
    [
        f"module attributes {{a.b = {'[' * 5000}{']' * 5000}}} {{}}",
        f"module attributes {{a.b = {'tuple<' * 5000}i32{'>' * 5000}}} {{}}",
        f"module attributes {{a.b = affine_map<(d0) -> ({'(' * 5000}d0{')' * 5000})>}} {{}}",
        f"tt.func private @f({'!tt.ptr<' * 5000}i32{'>' * 5000})",
        "module {\n" * 1000 + "}\n" * 1000,
    ],
)
def test_deep_nesting(text: str) -> None:
    """In Triton 3.6, where pointers may point to pointers."""
    again = with_deep_stack(lambda: roundtrip(text, V3_6))
    assert with_deep_stack(lambda: roundtrip(again, V3_6)) == again


@pytest.mark.parametrize("text", ["{" * 20000, "module {" * 20000, "module attributes {a.b = " + "tensor<" * 20000])
def test_unclosed_delimiters(text: str) -> None:
    with pytest.raises(DiagnosticError, match="expected"):
        with_deep_stack(lambda: roundtrip(text))


DIGITS = "1" * 20000


@pytest.mark.parametrize("text", [f"{DIGITS} : i80000", f"-{DIGITS} : i80000", f"dense<{DIGITS}> : tensor<4xi80000>"])
def test_integers_of_any_length(text: str) -> None:
    assert text in roundtrip(f"module attributes {{a.b = {text}}} {{}}")
    named = roundtrip(f"tt.func @f() {{ %x = arith.constant {text} tt.return }}")
    assert f"arith.constant {text}" in named


@pytest.mark.triton("3.9")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"module attributes {{a.b = {DIGITS}}} {{}}", "integer constant out of range for attribute"),
        (f"module attributes {{a.b = i{DIGITS}}} {{}}", "invalid integer width"),
        (f"module attributes {{a.b = tensor<{DIGITS}xi32>}} {{}}", "invalid dimension"),
        (f"module attributes {{a.b = array<i32: {DIGITS}>}} {{}}", "integer constant out of range"),
        (f"module attributes {{a.b = strided<[{DIGITS}]>}} {{}}", "expected a 64-bit signed integer or '?'"),
        (f"module attributes {{a.b = !tt.ptr<i32, {DIGITS}>}} {{}}", "expected string"),
        (f"module attributes {{a.b = affine_map<(d0) -> ({DIGITS})>}} {{}}", "constant too large for index"),
        (f'tt.func private @f() loc("a":{DIGITS}:1)', "expected integer line number"),
        (f"tt.func @f(%x: i32) {{ tt.return %x#{DIGITS} : i32 }}", "invalid SSA value result number"),
    ],
)
def test_integers_that_are_too_large(text: str, message: str) -> None:
    with pytest.raises(DiagnosticError, match=message.replace("?", r"\?")):
        roundtrip(text)


@pytest.mark.parametrize(
    "value",
    [0, 1, -1, 10**4000, 10**4001 - 1, -(10**9000) + 7, 1 << 50000, 7**12345],
    ids=lambda value: f"{value.bit_length()} bits",
)
def test_long_integers_as_text(value: int) -> None:
    text = format_integer(value)
    digits = text.removeprefix("-")
    assert digits == "0" or not digits.startswith("0")
    assert parse_integer(digits) == abs(value)
    assert text.startswith("-") is (value < 0)


def test_text_of_attributes_with_shared_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = doubling("#a0 = [1]", "#a{0} = [#a{1}, #a{1}]", "module attributes {{a.b = #a{0}}} {{}}", count=14)
    size = len(roundtrip(text))
    assert size > 2**13
    monkeypatch.setattr("xtriton.ir.attribute_printer.MAX_TEXT", size // 2)
    with pytest.raises(DiagnosticError, match=f"more than {size // 2} characters"):
        roundtrip(text)
