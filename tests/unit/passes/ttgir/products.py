"""Loops of any size for the passes for software pipelining."""

from __future__ import annotations

HEADER = """
#A = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#C = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#L = #ttg.dot_op<{opIdx = 0, parent = #C, kWidth = 2}>
#R = #ttg.dot_op<{opIdx = 1, parent = #C, kWidth = 2}>
"""


def loop_of_products(count: int) -> str:
    """TTGIR of a loop that adds ``count`` products, each of two loads with addresses of their own."""
    pointers, tensor, sums = "tensor<32x32x!tt.ptr<f16>, #A>", "tensor<32x32xf16, #A>", "tensor<32x32xf32, #C>"
    offsets = "tensor<32x32xi32, #A>"
    body = ""
    for index in range(count):
        for side in "LR":
            name, operand = f"{side}{index}", f"tensor<32x32xf16, #{side}>"
            body += f"""
      %offset{name} = arith.muli %stride, %stride : {offsets}
      %pointer{name} = tt.addptr %place, %offset{name} : {pointers}, {offsets}
      %load{name} = tt.load %pointer{name} : {pointers}
      %operand{name} = ttg.convert_layout %load{name} : {tensor} -> {operand}"""
        body += f"""
      %sum{index + 1} = tt.dot %operandL{index}, %operandR{index}, %sum{index} :
        tensor<32x32xf16, #L> * tensor<32x32xf16, #R> -> {sums}"""
    hints = "tt.divisibility = dense<16> : tensor<2xi32>, tt.contiguity = dense<[1, 32]> : tensor<2xi32>"
    return f"""{HEADER}
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80",
                    "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @f(%pointers: {pointers} {{{hints}}}, %n: i32) -> {sums} {{
    %zero = arith.constant dense<0.0> : {sums}
    %lower = arith.constant 0 : i32
    %step = arith.constant 1 : i32
    %stride = arith.constant dense<32> : {offsets}
    %result:2 = scf.for %i = %lower to %n step %step iter_args(%sum0 = %zero, %place = %pointers)
        -> ({sums}, {pointers}) : i32 {{{body}
      %following = tt.addptr %place, %stride : {pointers}, {offsets}
      scf.yield %sum{count}, %following : {sums}, {pointers}
    }}
    tt.return %result#0 : {sums}
  }}
}}
"""
