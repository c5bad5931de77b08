"""Canonicalization depends on the program only, not on the context."""

from __future__ import annotations

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.common.canonicalize import Canonicalizer

TEXT = """
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) -> tensor<512xi32, #wide> {
    %0 = tt.splat %x : i32 -> tensor<512xi32, #row>
    %1 = ttg.convert_layout %0 : tensor<512xi32, #row> -> tensor<512xi32, #wide>
    tt.return %1 : tensor<512xi32, #wide>
  }
}
"""


def test_patterns_of_layouts_apply_in_a_context_that_has_not_met_them() -> None:
    module = parse_module(TEXT, "x", Context())
    Canonicalizer().apply(Context(), module)
    assert [op.name for op in module.walk()] == ["builtin.module", "tt.func", "tt.splat", "tt.return"]
