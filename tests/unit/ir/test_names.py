"""Names of values."""

from __future__ import annotations

import pytest

from xtriton.ir.context import Context
from xtriton.ir.names import sanitize
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x", "x"),
        ("a b", "a_b"),
        (" a", "_a"),
        ("0", "_0"),
        ("1 2", "_1_2"),
        ("!", "_21"),
        ("é!", "_C3A921"),
        ("a!", "a21"),
        ("x-y.z$", "x-y.z$"),
        ("-a", "-a"),
    ],
)
def test_names_become_identifiers(name: str, expected: str) -> None:
    assert sanitize(name) == expected


TWO_FUNCTIONS = """
tt.func @f(%x: i32) {
  %0 = arith.addi %x, %x : i32
  tt.return
}
tt.func @g(%y: i32) {
  %1 = arith.addi %y, %y : i32
  tt.return
}
"""


def test_every_function_numbers_its_values_from_zero() -> None:
    text = print_op(parse_module(TWO_FUNCTIONS, "x.mlir", Context()))
    assert text.count("%0 = arith.addi %arg0, %arg0") == 2


def test_the_generic_form_uses_no_number_twice() -> None:
    text = print_op(parse_module(TWO_FUNCTIONS, "x.mlir", Context()), PrintOptions(generic=True))
    assert '%1 = "arith.addi"(%arg1, %arg1)' in text
    assert '%0 = "arith.addi"(%arg0, %arg0)' in text
    assert text.index("%arg1") < text.index("%arg0"), "the last function is numbered first"


def test_results_have_the_names_of_their_definition() -> None:
    source = "tt.func @f(%x: tensor<2xi32>) {\n  %0:2 = tt.split %x : tensor<2xi32> -> tensor<i32>\n  tt.return\n}"
    assert "%outLHS, %outRHS = tt.split" in print_op(parse_module(source, "x.mlir", Context()))
