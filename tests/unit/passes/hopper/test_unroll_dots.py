"""``hopper-unroll-dots``: unrolled loops have the iterations that they had, whatever their bounds."""

from __future__ import annotations

import numpy as np
import pytest

from xtriton.interp.api import evaluate
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.passes.hopper.unroll_dots import UnrollDots

TEXT = """\
#blocked = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}}>
#a = #ttg.dot_op<{{opIdx = 0, parent = #blocked}}>
#b = #ttg.dot_op<{{opIdx = 1, parent = #blocked}}>
!a = tensor<16x16xf32, #a>
!b = tensor<16x16xf32, #b>
!d = tensor<16x16xf32, #blocked>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func @count(%lower: i32, %upper: i32, %step: i32, %x: !a, %y: !b) -> (i32, i32, !d) {{
    %zero = arith.constant dense<0.0> : !d
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:3 = scf.for {unsigned} %i = %lower to %upper step %step
        iter_args(%n = %c0, %s = %c0, %acc = %zero) -> (i32, i32, !d) : i32 {{
      %more = arith.addi %n, %c1 : i32
      %sum = arith.addi %s, %i : i32
      %d = tt.dot %x, %y, %acc : !a * !b -> !d
      scf.yield %more, %sum, %d : i32, i32, !d
    }}
    tt.return %r#0, %r#1, %r#2 : i32, i32, !d
  }}
}}
"""
BIG = 2**31 - 1
SIGNED = ((0, 0), (0, 1), (0, 4), (3, 20), (-9, 9), (5, 4), (64, 16), (128, 16), (192, 16), (7, -1000), (BIG - 9, -BIG))
UNSIGNED = ((0, 0), (1, 30), (3, 0), (500, 4), (2**31 - 3, 2**31 + 6), (2**32 - 20, 5))


@pytest.mark.parametrize(
    "lower, upper, unsigned",
    [(*bounds, "") for bounds in SIGNED] + [(*bounds, "unsigned") for bounds in UNSIGNED],
)
@pytest.mark.parametrize("step", [1, 3, 64])
def test_iterations(lower: int, upper: int, unsigned: str, step: int):
    module = parse_module(TEXT.format(unsigned=unsigned), "count.mlir", Context())
    UnrollDots().apply(Context(), module)
    verify(module)
    assert str(module).count("tt.dot") == 5
    numbers = [value - 2**32 if value >= 2**31 else value for value in (lower, upper)]
    one = np.ones((16, 16), np.float32)
    results = evaluate(module, *numbers, step, one, one, loop_limit=100)
    count, total, dots = (result.values for result in results)
    wanted = range(lower, upper, step)
    assert int(count) == len(wanted)
    assert (int(total) - sum(wanted)) % 2**32 == 0
    assert (dots == 16 * len(wanted)).all()


COMPUTING = """\
#blocked = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}}>
#a = #ttg.dot_op<{{opIdx = 0, parent = #blocked}}>
#b = #ttg.dot_op<{{opIdx = 1, parent = #blocked}}>
!a = tensor<64x16xf32, #a>
!b = tensor<16x64xf32, #b>
!d = tensor<64x64xf32, #blocked>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func @compute(%upper: i32, %x: !a, %y: !b, %factor: f32) -> !d {{
    %zero = arith.constant dense<0.0> : !d
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %upper step %c1 iter_args(%acc = %zero) -> (!d) : i32 {{
      %v = tt.splat %factor : f32 -> !d
      %d0 = tt.dot %x, %y, %zero : !a * !b -> !d
      {operations}
      %sum = arith.addf %acc, %d{count} : !d
      scf.yield %sum : !d
    }}
    tt.return %r : !d
  }}
}}
"""


@pytest.mark.parametrize("count, factor", [(0, 4), (8, 4), (9, 2), (17, 2), (18, 1), (40, 1)])
def test_factor_by_what_an_iteration_computes(count: int, factor: int):
    """Operations of 64 x 64 elements, 32 for each thread of a warp group; the sum is one more."""
    operations = "\n".join(f"%d{number + 1} = arith.mulf %d{number}, %v : !d" for number in range(count))
    module = parse_module(COMPUTING.format(operations=operations, count=count), "compute.mlir", Context())
    UnrollDots().apply(Context(), module)
    verify(module)
    copies = factor if factor == 1 else factor + 1
    assert str(module).count("tt.dot ") == copies
    assert str(module).count("arith.mulf") == copies * count
