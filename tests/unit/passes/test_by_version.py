"""Folds, patterns and passes that differ between versions of Triton. Expected results are those of the wheels."""

from __future__ import annotations

import pytest

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import TritonVersion, use_version

BLOCKED = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>"
MODULE = (
    'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", '
    '"ttg.threads-per-warp" = 32 : i32}'
)


def after(passes: str, text: str, triton: str) -> str:
    """The text that passes make of a program in a version."""
    context = Context(triton=triton)
    module = parse_module(text, "test", context)
    with use_version(context.triton):
        PassManager(context).run(parse_pipeline(passes), module)
    return print_op(module, PrintOptions(triton=context.triton))


@pytest.mark.parametrize(("triton", "stays"), [("3.7", True), ("3.8", False), ("3.9", False)])
def test_bitcast_to_the_same_type(triton: str, stays: bool) -> None:
    text = "tt.func @f(%x: i32) -> i32 {\n  %0 = tt.bitcast %x : i32 -> i32\n  tt.return %0 : i32\n}\n"
    assert ("tt.bitcast" in after("canonicalize", text, triton)) == stays


@pytest.mark.parametrize(("triton", "folds"), [("3.8", False), ("3.9", True)])
def test_split_of_join(triton: str, folds: bool) -> None:
    text = """tt.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %j = tt.join %a, %b : tensor<4xf32> -> tensor<4x2xf32>
  %0, %1 = tt.split %j : tensor<4x2xf32> -> tensor<4xf32>
  tt.return %1, %0 : tensor<4xf32>, tensor<4xf32>
}
"""
    assert ("tt.return %arg1, %arg0" in after("canonicalize", text, triton)) == folds


def test_join_in_another_order_is_no_join_of_a_split() -> None:
    text = """tt.func @f(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0, %1 = tt.split %x : tensor<4x2xf32> -> tensor<4xf32>
  %j = tt.join %1, %0 : tensor<4xf32> -> tensor<4x2xf32>
  tt.return %j : tensor<4x2xf32>
}
"""
    assert "tt.join" in after("canonicalize", text, "3.9")


@pytest.mark.parametrize(("triton", "bytes_", "rewritten"), [("3.7", 8, False), ("3.8", 8, True), ("3.8", 6, False)])
def test_pointer_of_integer_plus_constant(triton: str, bytes_: int, rewritten: bool) -> None:
    text = f"""tt.func @f(%x: i64) -> !tt.ptr<f32> {{
  %c = arith.constant {bytes_} : i64
  %s = arith.addi %x, %c : i64
  %p = tt.int_to_ptr %s : i64 -> !tt.ptr<f32>
  tt.return %p : !tt.ptr<f32>
}}
"""
    result = after("canonicalize", text, triton)
    assert ("tt.addptr" in result) == rewritten
    if rewritten:
        assert f"arith.constant {bytes_ // 4} : i64" in result


@pytest.mark.parametrize(
    ("triton", "divisor", "rewritten"),
    [
        ("3.8", "3.0", False),
        ("3.9", "3.0", True),
        ("3.9", "0x00800000", True),
        ("3.9", "0x007FFFFF", False),  # subnormal
        ("3.9", "0x7E800000", True),
        ("3.9", "0x7E800001", False),  # the reciprocal is subnormal
        ("3.9", "0x7FC00000", False),
        ("3.9", "0.0", False),
    ],
)
def test_division_by_constant(triton: str, divisor: str, rewritten: bool) -> None:
    text = f"""{MODULE} {{
  tt.func @f(%x: f32) -> f32 {{
    %c = arith.constant {divisor} : f32
    %d = arith.divf %x, %c : f32
    tt.return %d : f32
  }}
}}
"""
    assert ("tt.approx_divf" in after("tritongpu-optimize-dot-operands", text, triton)) == rewritten


LOOP = """tt.func @f(%n: i32, %x: i32, %y: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %x) -> (i32, i32, i32) : i32 {
    %s = arith.addi %b, %a : i32
    scf.yield %a, %s, %a : i32, i32, i32
  }
  tt.return %r#1, %r#2 : i32, i32
}
"""


@pytest.mark.parametrize("triton", ["3.6", "3.7", "3.8", "3.9"])
def test_invariant_iter_args_are_dropped_in_all_versions(triton: str) -> None:
    """``%c`` yields ``%a``, which is invariant: only a pattern that looks through both finds ``%x`` at once."""
    result = after("canonicalize", LOOP, triton)
    assert "iter_args(%arg4 = %arg2) -> (i32)" in result
    assert "tt.return" in result and result.count("%arg1") == 3  # the argument, the sum, the result


SUM = """tt.func @f() -> tensor<16xi32> {
  %a = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %b = arith.addi %a, %a : tensor<16xi32>
  tt.return %b : tensor<16xi32>
}
"""


@pytest.mark.parametrize(("triton", "divisibility"), [("3.6", 1 << 30), ("3.7", 2), ("3.9", 2)])
def test_divisibility_of_sums_of_runs(triton: str, divisibility: int) -> None:
    """Two consecutive runs add up to numbers that are two apart."""
    context = Context(triton=triton)
    module = parse_module(SUM, "test", context)
    with use_version(TritonVersion.parse(triton)):
        known = ModuleAxisInfo(module)
    (add,) = (op for op in module.walk() if op.name == "arith.addi")
    info = known.info(add.results[0])
    assert info is not None and info.divisibility == (divisibility,) and info.contiguity == (1,)


@pytest.mark.parametrize(("triton", "constant"), [("3.8", -1), ("3.9", 0xFFFFFFFF), ("3.6", 0xFFFFFFFF)])
def test_negative_constants(triton: str, constant: int) -> None:
    text = "tt.func @f() -> i32 {\n  %c = arith.constant -1 : i32\n  tt.return %c : i32\n}\n"
    context = Context(triton=triton)
    module = parse_module(text, "test", context)
    with use_version(TritonVersion.parse(triton)):
        known = ModuleAxisInfo(module)
    (op,) = (op for op in module.walk() if op.name == "arith.constant")
    info = known.info(op.results[0])
    assert info is not None and info.constant == constant
