"""The work of the passes for software pipelining is linear in the size of the loop."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

PASSES = ("tritongpu-assign-latencies{num-stages=3}", "tritongpu-schedule-loops", "tritongpu-pipeline{num-stages=3}")
SMALL, LARGE = 6, 24
SLACK = 1.15
"""What the work for four times as many products may be, as a multiple of four times the work: quadratic work is 4."""

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


def calls_of_passes(count: int) -> list[int]:
    """How many functions written in Python each pass calls on the loop: unlike its time, always the same."""
    context = Context()
    module = parse_module(loop_of_products(count), "loop.mlir", context)
    found: list[int] = []
    for name in PASSES:
        calls = 0

        def count_call(frame: FrameType, event: str, argument: object) -> None:
            nonlocal calls
            calls += event == "call"

        manager = PassManager(context, verify_each=False)
        before = sys.getprofile()
        sys.setprofile(count_call)
        try:
            manager.run(parse_pipeline(name), module)
        finally:
            sys.setprofile(before)
        found.append(calls)
    copies = [op for op in module.walk() if op.name == "ttg.async_copy_global_to_local"]
    assert len(copies) == 6 * count, "two copies for each product in the loop, and for two iterations before it"
    return found


@pytest.fixture(scope="module")
def counts() -> tuple[list[int], list[int]]:
    """The calls of each pass on the small and on the large loop."""
    calls_of_passes(1)  # what is imported and computed once
    return calls_of_passes(SMALL), calls_of_passes(LARGE)


@pytest.mark.parametrize("place", range(len(PASSES)), ids=[name.partition("{")[0] for name in PASSES])
def test_work_is_linear_in_the_size_of_the_loop(counts: tuple[list[int], list[int]], place: int) -> None:
    """Four times as many products take about four times as many calls."""
    small, large = (found[place] for found in counts)
    assert small > 100
    assert large < SLACK * (LARGE / SMALL) * small
