"""Text that is cut short, or whose parameters no tensor can have, ends in one located error."""

from __future__ import annotations

import pytest

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.passes.manager import PassManager
from xtriton.passes.options import PipelineError
from xtriton.passes.pipeline_text import MAX_NESTING, parse_pipeline
from xtriton.versions import V3_8, TritonVersion, use_version


def after(pipeline: str, text: str, triton: TritonVersion | None = None) -> str:
    context = Context(triton=triton)
    module = parse_module(text, "x.mlir", context)
    verify(module, context)
    PassManager(context, True, []).run(parse_pipeline(pipeline), module)
    with use_version(context.triton):
        return print_op(module)


MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1]}>"
MFMA = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [0, 1], instrShape = [32, 32, 8], isTransposed = false}>"
TRANS = "tt.func @f(%x: {0}) {{ %0 = tt.trans %x {{order = array<i32: 1, 0>}} : {0} -> {0} tt.return }}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("linalg.fill", "region expects 2 arguments, got 0"),
        ("linalg.matmul", "region expects 3 arguments, got 0"),
        (TRANS.format("tensor<16x16xf16, unit>"), "no encoding follows from unit: it is not a layout"),
        (TRANS.format(f"tensor<16x16xf16, {MFMA}>"), "warpsPerCTA must be 2 powers of two"),
        (TRANS.format(f"tensor<16x16xf16, {MMA}>"), "does not suit tensors of rank 2"),
        (
            "func.func @f(%t: tensor<4xf32>, %v: f32) { %0 = tensor.pad %t low[1] high[] { ^bb0(%i: index): "
            "tensor.yield %v : f32 } : tensor<4xf32> to tensor<5xf32> return }",
            "expected 1 numbers of high padding, got 0",
        ),
    ],
)
def test_one_error(text: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        verify(parse_module(text, "x.mlir", Context()))
    assert message in str(caught.value)


def test_no_constants_of_dynamic_shape() -> None:
    text = "tt.func private @f(%x: tensor<{0}xi32>) -> tensor<{0}xi32> {{ "
    text += "%0 = arith.subi %x, %x : tensor<{0}xi32> tt.return %0 : tensor<{0}xi32> }}"
    assert "arith.subi" in after("canonicalize", text.format("?"))
    assert "arith.subi" not in after("canonicalize", text.format("4"))


UNROLL = """tt.func @f(%n: i32, %p: !tt.ptr<i32>) {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  scf.for %i = %c0 to {0} step %c1 : i32 {{
    tt.store %p, %i : !tt.ptr<i32>
  }} {{tt.loop_unroll_factor = {1} : i32}}
  tt.return
}}"""


def test_unrolling_by_more_than_the_iterations_copies_nothing() -> None:
    assert after("triton-loop-unroll", UNROLL.format("%c8", 2_000_000_000)).count("tt.store") == 1
    assert after("triton-loop-unroll", UNROLL.format("%c8", 8)).count("tt.store") == 8


def test_unrolling_beyond_a_million_operations_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="cannot be unrolled by 2000000000"):
        after("triton-loop-unroll", UNROLL.format("%n", 2_000_000_000))


def test_pointers_that_are_returned_keep_their_type() -> None:
    text = "tt.func @f(%a: !tt.ptr<f32>) -> !tt.ptr<f32> { %c = arith.constant 1 : i32 "
    text += "%0 = tt.addptr %a, %c : !tt.ptr<f32>, i32 tt.return %0 : !tt.ptr<f32> }"
    printed = after("triton-to-linalg-experimental", text)
    assert "memref<?xf32> to memref<*xf32>" in printed
    assert after("canonicalize", printed)


def test_pointers_to_pointers_become_memory_that_can_be_read() -> None:
    text = "tt.func private @f(!tt.ptr<!tt.ptr<f16>>)"
    printed = after("triton-ptr-to-memref", text, V3_8)
    assert "memref<*x!ptr.ptr<#tptr.default_memory_space>>" in printed
    assert after("canonicalize", printed, V3_8) == printed


@pytest.mark.parametrize("count", [MAX_NESTING + 1, 5000])
def test_pipelines_nested_too_deep(count: int) -> None:
    with pytest.raises(PipelineError, match="nested more than"):
        parse_pipeline("any(" * count + ")" * count)
    with pytest.raises(PipelineError):
        parse_pipeline("cse{" + "{" * count)


def test_unregistered_operations_of_one_text_do_not_hide_short_names_in_the_next() -> None:
    context = Context(allow_unregistered=True)
    text = "func.func @f() {\n  return\n}"
    parse_module('"return"() : () -> ()', "first", context)
    assert "func.return" in print_op(parse_module(text, "second", context), PrintOptions(generic=True))
