"""Passes on TTIR that differ between versions: the wheel's results, for every combination of a small family."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("triton", reason="there is no wheel of Triton")

from parity.outcomes import native_outcome, wheel_outcome

from xtriton.versions import KNOWN, V3_8, V3_9, TritonVersion, default_version, since

DIVISIONS = ("divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui")
DIVISORS = {
    "argument": "%d = arith.addi %b, %b : i8",
    "odd": "%one = arith.constant 1 : i8\n  %d = arith.ori %b, %one : i8",
    **{str(number): f"%d = arith.constant {number} : i8" for number in (0, 1, 3, -1)},
}


def check(passed: str, text: str) -> str:
    """The wheel's result, which the native pass has to give as well."""
    wheel = wheel_outcome(passed, text).text
    assert wheel is not None
    assert native_outcome(passed, text).text == wheel
    return wheel


@pytest.mark.parametrize(("division", "divisor"), [*product(DIVISIONS, DIVISORS)])
def test_loop_invariant_divisions(division: str, divisor: str) -> None:
    """Those that may trap stay in the loop: remainders since 3.8."""
    check(
        "triton-licm",
        f"""tt.func @kernel(%a: i8, %b: i8, %pointer: !tt.ptr<i8>, %trips: i32) {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  {DIVISORS[divisor]}
  scf.for %i = %c0 to %trips step %c1 : i32 {{
    %result = arith.{division} %a, %d : i8
    tt.store %pointer, %result : !tt.ptr<i8>
  }}
  tt.return
}}""",
    )


SOURCES = {
    "argument": "",
    "splat": "%x = tt.splat %a : f32 -> tensor<4x4xf32>",
    "constant": "%x = arith.constant dense<1.0> : tensor<4x4xf32>",
    "reshape": "%x = tt.reshape %wide : tensor<2x8xf32> -> tensor<4x4xf32>",
    "reordered": "%x = tt.reshape %wide allow_reorder : tensor<2x8xf32> -> tensor<4x4xf32>",
    "expansion": "%e = tt.expand_dims %row {axis = 0 : i32} : tensor<4xf32> -> tensor<1x4xf32>\n"
    "  %x = tt.broadcast %e : tensor<1x4xf32> -> tensor<4x4xf32>",
    "elementwise": "%s = tt.splat %a : f32 -> tensor<4x4xf32>\n  %x = math.exp %s : tensor<4x4xf32>",
}
USES = {
    "reshape": "%y = tt.reshape %x : tensor<4x4xf32> -> tensor<16xf32>",
    "reordered": "%y = tt.reshape %x allow_reorder : tensor<4x4xf32> -> tensor<16xf32>",
    "twice": "%z = tt.reshape %x : tensor<4x4xf32> -> tensor<2x2x4xf32>\n"
    "  %y = tt.reshape %z : tensor<2x2x4xf32> -> tensor<16xf32>",
    "elementwise": "%z = tt.reshape %x : tensor<4x4xf32> -> tensor<16xf32>\n  %y = arith.addf %z, %z : tensor<16xf32>",
    "transposed": "%z = tt.trans %x {order = array<i32: 1, 0>} : tensor<4x4xf32> -> tensor<4x4xf32>\n"
    "  %y = tt.reshape %z : tensor<4x4xf32> -> tensor<16xf32>",
}


@pytest.mark.parametrize("passed", ["triton-reorder-broadcast", "triton-combine", "canonicalize"])
@pytest.mark.parametrize(("source", "use"), [*product(SOURCES, USES)])
def test_reshapes(source: str, use: str, passed: str) -> None:
    """``triton-reorder-broadcast`` simplifies reshapes, too, since 3.9."""
    given = "%x: tensor<4x4xf32>" if source == "argument" else "%unused: tensor<4x4xf32>"
    check(
        passed,
        f"""tt.func @kernel(%a: f32, %row: tensor<4xf32>, %wide: tensor<2x8xf32>, {given}) -> tensor<16xf32> {{
  {SOURCES[source]}
  {USES[use]}
  tt.return %y : tensor<16xf32>
}}""",
    )


MATRICES = {
    "expanded": (
        "%e = tt.expand_dims %x {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>\n"
        "  %l = tt.broadcast %e : tensor<32x16x1xf32> -> tensor<32x16x32xf32>",
        "%f = tt.expand_dims %y {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>\n"
        "  %r = tt.broadcast %f : tensor<1x16x32xf32> -> tensor<32x16x32xf32>",
    ),
    "argument": (
        "%l = tt.broadcast %wide_x : tensor<32x16x1xf32> -> tensor<32x16x32xf32>",
        "%r = tt.broadcast %wide_y : tensor<1x16x32xf32> -> tensor<32x16x32xf32>",
    ),
    "repeated twice": (
        "%e = tt.expand_dims %column {axis = 2 : i32} : tensor<32x1xf32> -> tensor<32x1x1xf32>\n"
        "  %l = tt.broadcast %e : tensor<32x1x1xf32> -> tensor<32x16x32xf32>",
        "%f = tt.expand_dims %row {axis = 0 : i32} : tensor<1x32xf32> -> tensor<1x1x32xf32>\n"
        "  %r = tt.broadcast %f : tensor<1x1x32xf32> -> tensor<32x16x32xf32>",
    ),
}
"""The operands of a product whose sum over the second dimension may be a dot."""


def sum_of_products(left: str, right: str) -> str:
    """The sum of the products of two of :data:`MATRICES`."""
    arguments = "%x: tensor<32x16xf32>, %y: tensor<16x32xf32>, %column: tensor<32x1xf32>, %row: tensor<1x32xf32>"
    return f"""tt.func @kernel({arguments}, %wide_x: tensor<32x16x1xf32>, %wide_y: tensor<1x16x32xf32>)
    -> tensor<32x32xf32> {{
  {MATRICES[left][0]}
  {MATRICES[right][1]}
  %product = arith.mulf %l, %r : tensor<32x16x32xf32>
  %sum = "tt.reduce"(%product) <{{axis = 1 : i32}}> ({{
  ^bb0(%a: f32, %b: f32):
    %both = arith.addf %a, %b : f32
    tt.reduce.return %both : f32
  }}) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
  tt.return %sum : tensor<32x32xf32>
}}"""


def makes_dot(triton: TritonVersion, left: str, right: str) -> bool | None:
    """Whether ``triton-combine`` makes a dot of a sum of products, as the wheels do; ``None`` for an error."""
    twice = (left == "repeated twice") + (right == "repeated twice")
    if triton in since(V3_9):
        return not twice
    if "argument" in (left, right):
        return False
    if triton in since(V3_8):
        return not twice
    return None if twice == 1 else True


@pytest.mark.parametrize("triton", KNOWN, ids=str)
@pytest.mark.parametrize(("left", "right"), [*product(MATRICES, MATRICES)])
def test_sums_of_products(triton: TritonVersion, left: str, right: str) -> None:
    text = sum_of_products(left, right)
    found = native_outcome("triton-combine", text, triton)
    assert (None if found.text is None else "tt.dot" in found.text) == makes_dot(triton, left, right)
    if triton == default_version():
        wheel = wheel_outcome("triton-combine", text)
        assert found.text == wheel.text
