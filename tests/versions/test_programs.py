"""Programs on which versions of Triton differ, of kinds that no kernel of the harness has, and the installed wheel."""

from __future__ import annotations

import pytest
from parity.cases import read_again
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.versions import V3_6, V3_8, at_version, by_version, default_version

DESCRIPTOR = by_version({V3_6: "!tt.tensordesc<tensor<{}>>", V3_8: "!tt.tensordesc<{}>"})

LOAD = """
tt.func public @load(%p: !tt.ptr<f32>, %m: i32, %n: i32, %s: i64, %one: i64, %out: !tt.ptr<f32>) {
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %one] : <f32>, <DESC>
  %x = tt.descriptor_load %d[%m, %n] : !tt.tensordesc<DESC> -> tensor<8x16xf32>
  tt.descriptor_store %d[%n, %m], %x : !tt.tensordesc<DESC>, tensor<8x16xf32>
  tt.return
}
"""

GATHER = """
tt.func public @gather(%d: !tt.tensordesc<ROW>, %rows: !tt.ptr<i32>, %y: i32) {
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %x = tt.descriptor_gather %d[%i, %y] : (!tt.tensordesc<ROW>, tensor<8xi32>, i32) -> tensor<8x16xf32>
  tt.descriptor_scatter %d[%i, %y], %x : !tt.tensordesc<ROW>, tensor<8xi32>, i32, tensor<8x16xf32>
  tt.return
}
"""

NEGATION = """
tt.func public @negation(%p: !tt.ptr<f32>) {
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %q = tt.addptr %s, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %x = tt.load %q : tensor<8x!tt.ptr<f32>>
  %y = arith.negf %x : tensor<8xf32>
  tt.store %q, %y : tensor<8x!tt.ptr<f32>>
  tt.return
}
"""

TWICE = """
tt.func public @twice(%p: !tt.ptr<f16>, %x: tensor<16xf16>, %y: tensor<16xf16>) {
  %a = tt.expand_dims %x {axis = 1 : i32} : tensor<16xf16> -> tensor<16x1xf16>
  %b = tt.broadcast %a : tensor<16x1xf16> -> tensor<16x16xf16>
  %c = arith.mulf %a, %a : tensor<16x1xf16>
  %d = arith.addf %c, %a : tensor<16x1xf16>
  %e = tt.broadcast %d : tensor<16x1xf16> -> tensor<16x16xf16>
  %f = arith.addf %b, %e : tensor<16x16xf16>
  tt.print "f" {hex = false, isSigned = array<i32: 0>} : %f : tensor<16x16xf16>
  tt.return
}
"""

POINTERS = "triton-rewrite-tensor-descriptor-to-pointer"
LAYOUTS = "convert-triton-to-tritongpu{target=cuda:90}"


@pytest.mark.parametrize(
    ("text", "passes"), [(LOAD, POINTERS), (GATHER, POINTERS), (NEGATION, LAYOUTS), (TWICE, LAYOUTS)]
)
def test_result_is_the_wheel_s(text: str, passes: str) -> None:
    old = default_version() < V3_8
    for name, block in (("DESC", "8x16xf32"), ("ROW", "1x16xf32")):
        text = text.replace(f"<{name}>", f"<tensor<{block}>>" if old else f"<{block}>")
    expected = wheel_outcome(passes, text)
    result = native_outcome(passes, text)
    assert (result.text, bool(result.errors)) == (expected.text, bool(expected.errors))


def test_syntax_of_descriptors_is_that_of_the_version() -> None:
    text = at_version(DESCRIPTOR, default_version()).format("8x16xf32")
    function = f"module {{\n  tt.func public @f(%arg0: {text}) {{\n    tt.return\n  }}\n}}\n"
    assert text in read_again(function)
