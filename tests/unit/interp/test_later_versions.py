"""Operations that Triton has since 3.7, in the interpreter and lowered to linalg."""

from __future__ import annotations

import numpy as np

import xtriton
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import V3_9, use_version

KERNEL = """
tt.func @quarter(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>} : \
tensor<16x!tt.ptr<f32>>
  %c = arith.constant dense<4.0> : tensor<16xf32>
  %d = tt.approx_divf %v, %c : tensor<16xf32>
  BARRIER
  %t = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %q, %d : tensor<16x!tt.ptr<f32>>
  tt.return
}
""".replace("\\\n", "")


def test_interpreter():
    module = parse_module(KERNEL.replace("BARRIER", "ttg.barrier all"), "kernel.mlir", Context(triton="3.9"))
    x, y = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    with use_version(V3_9):
        xtriton.interpret(module, (1,), x, y)
    np.testing.assert_array_equal(y, x / 4)


def test_linalg():
    context = Context(triton="3.9")
    module = parse_module(KERNEL.replace("BARRIER", ""), "kernel.mlir", context)
    PassManager(context).run(parse_pipeline("triton-to-linalg-experimental{safe=true}"), module)
    text = print_op(module, PrintOptions(triton=V3_9))
    assert "arith.divf" in text
    assert "tt." not in text
