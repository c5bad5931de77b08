"""The verifier: what is reported, in which order, and dominance."""

from __future__ import annotations

import pytest

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, file_location
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify


def errors(source: str) -> list[str]:
    """The messages of all errors of a program, each with its line."""
    try:
        context = Context()
        verify(parse_module(source, "x.mlir", context), context)
    except DiagnosticError as failure:
        places = [(file_location(diagnostic.location), diagnostic.message) for diagnostic in failure.diagnostics]
        return [f"{place.line.data}: {message}" for place, message in places if place is not None]
    return []


BROKEN = "tt.func @{name}(%x: tensor<3xi1>) {{ %0 = tt.unsplat %x : tensor<3xi1> tt.return }}"


def test_one_broken_function_does_not_hide_another() -> None:
    found = errors("\n".join(BROKEN.format(name=name) for name in "fg"))
    assert [text.partition(":")[0] for text in found] == ["1", "2"]


def test_symbols_are_compared_when_the_functions_are_right() -> None:
    good = "tt.func @f() { tt.return }"
    assert errors(f"{good}\n{good}") == ["2: redefinition of symbol named 'f'"]
    assert len(errors(f"{good}\n{BROKEN.format(name='f')}")) == 1


def test_a_call_is_checked_wherever_its_twin_was_right() -> None:
    """Equal operations are checked once, but what they refer to depends on where they are."""
    source = """module {
  module { tt.func @g() { tt.return } tt.func @f() { tt.call @g() : () -> () tt.return } }
  module { tt.func @f() { tt.call @g() : () -> () tt.return } }
}"""
    assert errors(source) == ["3: 'tt.call' op 'g' does not reference a valid function"]


DIAMOND = """tt.func @f(%c: i1) {{
  cf.cond_br %c, ^left, ^right
^left:
  %a = arith.constant 1 : i32
  cf.br ^join
^right:
  cf.br ^join
^join:
  {use}
  tt.return
^dead:
  %b = arith.addi %a, %a : i32
  cf.br ^join
}}"""


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("%u = arith.constant 2 : i32", []),
        ("%u = arith.addi %a, %a : i32", ["9: operand #0 does not dominate this use"]),
    ],
)
def test_dominance_over_a_diamond(use: str, found: list[str]) -> None:
    assert errors(DIAMOND.format(use=use)) == found


def test_a_value_may_be_used_before_its_text() -> None:
    source = """tt.func @f() {
  cf.br ^second
^first:
  %b = arith.addi %a, %a : i32
  tt.return
^second:
  %a = arith.constant 1 : i32
  cf.br ^first
}"""
    assert errors(source) == []


def test_loops_dominate_their_bodies_only() -> None:
    source = """tt.func @f(%c: i1) {
  cf.br ^head
^head:
  cf.cond_br %c, ^body, ^exit
^body:
  %a = arith.constant 1 : i32
  cf.br ^head
^exit:
  %b = arith.addi %a, %a : i32
  tt.return
}"""
    assert errors(source) == ["9: operand #0 does not dominate this use"]
