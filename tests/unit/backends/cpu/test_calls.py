"""Calls of functions marked ``noinline``."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import numpy as np

import xtriton
from xtriton.backends.cpu.calls import inline_calls, passes_tensors
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

_TEXT = """
tt.func private @block(%p: !tt.ptr<f32>) -> tensor<8xf32> attributes {noinline = true} {
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %q = tt.addptr %b, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %x = tt.load %q : tensor<8x!tt.ptr<f32>>
  tt.return %x : tensor<8xf32>
}
tt.func private @twice(%p: !tt.ptr<f32>) -> tensor<8xf32> attributes {noinline = true} {
  %x = tt.call @block(%p) : (!tt.ptr<f32>) -> tensor<8xf32>
  %y = arith.addf %x, %x : tensor<8xf32>
  tt.return %y : tensor<8xf32>
}
tt.func private @factor(%p: !tt.ptr<f32>) -> f32 attributes {noinline = true} {
  %x = tt.load %p : !tt.ptr<f32>
  tt.return %x : f32
}
tt.func public @kernel(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %b = tt.splat %q : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %to = tt.addptr %b, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %x = tt.call @twice(%p) : (!tt.ptr<f32>) -> tensor<8xf32>
  %y = tt.call @block(%p) : (!tt.ptr<f32>) -> tensor<8xf32>
  %f = tt.call @factor(%p) : (!tt.ptr<f32>) -> f32
  %s = tt.splat %f : f32 -> tensor<8xf32>
  %z = arith.addf %x, %y : tensor<8xf32>
  %w = arith.mulf %z, %s : tensor<8xf32>
  tt.store %to, %w : tensor<8x!tt.ptr<f32>>
  tt.return
}
"""


def test_calls_that_give_tensors_are_inlined_and_others_are_kept() -> None:
    module = parse_module(_TEXT, "calls.mlir", Context())
    inline_calls(module, passes_tensors)
    assert [str(op.callee) for op in module.walk() if isinstance(op, CallOp)] == ["@factor"]
    assert [str(op.sym_name) for op in module.body.ops if isinstance(op, FuncOp)] == ['"factor"', '"kernel"']


def test_functions_that_give_tensors_run_on_the_cpu() -> None:
    kernel = xtriton.compile(parse_module(_TEXT, "calls.mlir", Context()), target="cpu")
    x = np.arange(2, 10, dtype=np.float32)
    out = np.zeros(8, np.float32)
    kernel[(1,)](x, out)
    np.testing.assert_array_equal(out, 2 * 3 * x)


def test_recursive_functions_are_left_alone() -> None:
    text = """
tt.func private @again(%p: !tt.ptr<f32>) -> tensor<8xf32> attributes {noinline = true} {
  %x = tt.call @again(%p) : (!tt.ptr<f32>) -> tensor<8xf32>
  tt.return %x : tensor<8xf32>
}
tt.func public @kernel(%p: !tt.ptr<f32>) {
  %x = tt.call @again(%p) : (!tt.ptr<f32>) -> tensor<8xf32>
  tt.return
}
"""
    module = parse_module(text, "recursive.mlir", Context())
    inline_calls(module, passes_tensors)
    assert len([op for op in module.walk() if isinstance(op, CallOp)]) == 2
