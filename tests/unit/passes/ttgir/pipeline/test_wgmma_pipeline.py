"""Asynchronous wgmma: which dots overlap with the next iteration, and where they are waited for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from xtriton.dialects.ttng.wgmma import WarpGroupDotWaitOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes.ttgir.pipeline.wgmma_pipeline import pipeline_wgmma
from xtriton.versions import V3_6, use_version

ACC = "tensor<64x64xf32, #W>"
MEM = "!ttg.memdesc<64x64xf16, #S, #smem>"
PROGRAM = f"""
#W = #ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}}>
#S = #ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}}>
#smem = #ttg.shared_memory
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"}} {{
tt.func @f(%a: {MEM}, %b: {MEM}, %x: tensor<64x64xf16, #ttg.dot_op<{{opIdx = 0, parent = #W, kWidth = 2}}>>,
           %init: {ACC}, %n: i32, %c: i1) -> {ACC} {{
  %sum = scf.for %i = %n to %n step %n iter_args(%acc = %init) -> ({ACC}) : i32 {{
    BODY
    scf.yield %d : {ACC}
  }}
  tt.return %sum : {ACC}
}}
}}
"""
DOT = f"%d = ttng.warp_group_dot %a, %b, %acc {{inputPrecision = 0 : i32}} : {MEM} * {MEM} -> {ACC}"


def waits(body: str, num_stages: int = 3) -> tuple[list[int], str]:
    """The numbers of outstanding dots of all waits in order, and the text."""
    context = Context(triton=V3_6)
    module = parse_module(PROGRAM.replace("BODY", body), "x", context)
    with use_version(V3_6):
        pipeline_wgmma(module, num_stages)
        verify(module, context)
    pendings = [int(str(op.pendings).split()[0]) for op in module.walk() if isinstance(op, WarpGroupDotWaitOp)]
    return pendings, print_op(module)


def test_a_dot_runs_on_in_the_next_iteration() -> None:
    pendings, text = waits(DOT)
    assert pendings == [1, 0]  # that of the iteration before in the loop, the last one after it
    assert "isAsync = true" in text


def test_loops_without_stages_are_not_changed() -> None:
    assert waits(DOT, num_stages=0)[0] == []


def test_a_result_that_is_used_in_the_iteration_is_waited_for_at_once() -> None:
    pendings, _ = waits(DOT.replace("%d =", "%e =") + f"\n%d = arith.addf %e, %e : {ACC}")
    assert pendings == [0]


def test_a_result_that_a_branch_uses_is_waited_for_there() -> None:
    branch = f"\nscf.if %c {{\n%e = arith.addf %d, %d : {ACC}\n}}"
    pendings, text = waits(DOT + branch)
    assert pendings == [1, 0, 0]
    inside = text[text.index("scf.if") :]
    assert inside.index("warp_group_dot_wait") < inside.index("arith.addf")


def test_memory_that_is_filled_in_the_loop_is_waited_for_at_once() -> None:
    alloc = "%h = arith.constant dense<1.0> : tensor<64x64xf16, #W>\n"
    alloc += f"%m = ttg.local_alloc %h : (tensor<64x64xf16, #W>) -> {MEM}\n"
    assert waits(alloc + DOT.replace("%b", "%m"))[0] == [0]


def test_a_use_of_the_result_of_the_iteration_before_is_waited_for_at_once() -> None:
    assert waits(f"%e = arith.addf %acc, %acc : {ACC}\n{DOT}")[0] == [0]


@pytest.mark.parametrize("dots", (2, 3))
def test_dots_whose_results_other_dots_use_are_waited_for_at_once(dots: int) -> None:
    names = ["%acc", *(f"%e{index}" for index in range(1, dots)), "%d"]
    chain = [DOT.replace("%acc", before).replace("%d =", f"{after} =") for before, after in pairwise(names)]
    # The last dot, whose result is yielded, overlaps with the next iteration: it is waited for after the loop, and
    # in the loop by the waits for the others.
    assert waits("\n".join(chain))[0] == [0] * dots
