"""Passes on TTIR that differ between versions: the wheel's results, for every combination of a small family."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("triton", reason="there is no wheel of Triton")

from parity.outcomes import native_outcome, wheel_outcome

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
