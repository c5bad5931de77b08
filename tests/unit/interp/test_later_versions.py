"""Operations that Triton has since 3.7, in the interpreter and lowered to linalg."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import xtriton
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
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


ATOMICS = """
tt.func @atomics(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %p = tt.addptr %s, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %t = tt.splat %y : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %q = tt.addptr %t, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %l = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %r, %l : tensor<8xi32>
  %v = tt.atomic_load acquire, gpu, %p, %m : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
  %w = arith.muli %v, %v : tensor<8xi32>
  tt.grid_dependency_wait
  tt.atomic_store release, gpu, %q, %w, %m : tensor<8x!tt.ptr<i32>>
  tt.return
}
"""

POLL = """
tt.func @poll(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {
  %c = arith.constant 1000 : i64
  %f = tt.atomic_poll acquire, gpu, %x, %n TIMEOUT : !tt.ptr<i32>, i32 -> i1
  %i = arith.extui %f : i1 to i32
  tt.store %y, %i : !tt.ptr<i32>
  tt.return
}
"""


def _interpret(text: str, *arguments: object, triton: str = "3.9") -> None:
    context = Context(triton=triton)
    module = parse_module(text, "kernel.mlir", context)
    verify(module, context)
    with use_version(context.triton):
        xtriton.interpret(module, (1,), *arguments)


def test_atomic_loads_and_stores() -> None:
    x, y = np.arange(1, 9, dtype=np.int32), np.full(8, -1, np.int32)
    _interpret(ATOMICS, x, y, 5)
    np.testing.assert_array_equal(y, np.where(np.arange(8) < 5, x * x, -1))


@pytest.mark.parametrize(("timeout", "held", "found"), [("", 7, 1), ("timeout %c", 7, 1), ("timeout %c", 6, 0)])
def test_poll(timeout: str, held: int, found: int) -> None:
    x, y = np.array([held], np.int32), np.array([9], np.int32)
    _interpret(POLL.replace("TIMEOUT", timeout), x, y, 7)
    assert y[0] == found


def test_poll_without_end_is_an_error() -> None:
    with pytest.raises(DiagnosticError, match="polls for a value that no program before it stores, without a timeout"):
        _interpret(POLL.replace("TIMEOUT", ""), np.zeros(1, np.int32), np.zeros(1, np.int32), 7)


SHARED = """
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #b}>
#columns = #ttg.slice<{dim = 0, parent = #b}>
#s = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @shared(%x: !tt.ptr<i32>, %k: !tt.ptr<i32>, %y: !tt.ptr<i32>) {
    %rows = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #rows>
    %columns = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #columns>
    %r = tt.expand_dims %rows {axis = 1 : i32} : tensor<16xi32, #rows> -> tensor<16x1xi32, #b>
    %c = tt.expand_dims %columns {axis = 0 : i32} : tensor<8xi32, #columns> -> tensor<1x8xi32, #b>
    %eight = arith.constant dense<8> : tensor<16x1xi32, #b>
    %r8 = arith.muli %r, %eight : tensor<16x1xi32, #b>
    %rb = tt.broadcast %r8 : tensor<16x1xi32, #b> -> tensor<16x8xi32, #b>
    %cb = tt.broadcast %c : tensor<1x8xi32, #b> -> tensor<16x8xi32, #b>
    %o = arith.addi %rb, %cb : tensor<16x8xi32, #b>
    %px = tt.splat %x : !tt.ptr<i32> -> tensor<16x8x!tt.ptr<i32>, #b>
    %ax = tt.addptr %px, %o : tensor<16x8x!tt.ptr<i32>, #b>, tensor<16x8xi32, #b>
    %pk = tt.splat %k : !tt.ptr<i32> -> tensor<16x8x!tt.ptr<i32>, #b>
    %ak = tt.addptr %pk, %o : tensor<16x8x!tt.ptr<i32>, #b>, tensor<16x8xi32, #b>
    %py = tt.splat %y : !tt.ptr<i32> -> tensor<16x8x!tt.ptr<i32>, #b>
    %ay = tt.addptr %py, %o : tensor<16x8x!tt.ptr<i32>, #b>, tensor<16x8xi32, #b>
    %v = tt.load %ax : tensor<16x8x!tt.ptr<i32>, #b>
    %i = tt.load %ak : tensor<16x8x!tt.ptr<i32>, #b>
    %m = ttg.local_alloc %v : (tensor<16x8xi32, #b>) -> !ttg.memdesc<16x8xi32, #s, #smem, mutable>
    BODY
    tt.store %ay, %g : tensor<16x8x!tt.ptr<i32>, #b>
    tt.return
  }
}
"""
MEMORY = "!ttg.memdesc<16x8xi32, #s, #smem, mutable>"
TENSOR = "tensor<16x8xi32, #b>"
LOAD = f"%g = ttg.local_load %m : {MEMORY} -> {TENSOR}"
GATHER = f"%g = ttg.local_gather %m[%i] {{axis = 0 : i32}} : {MEMORY}, {TENSOR} -> {TENSOR}"
SCATTER = f"""
    ttg.local_scatter %m[%i], %o {{axis = 1 : i32}} : {MEMORY}, {TENSOR}, {TENSOR}
    ttg.barrier local
    {LOAD}
"""
UPDATE = f"""
    %five = arith.constant dense<5> : {TENSOR}
    %u = arith.cmpi ne, %i, %five : {TENSOR}
    %old = ttg.local_atomic_scatter_rmw add, %m[%i], %o, %u {{axis = 0 : i32}} :
      ({MEMORY}, {TENSOR}, {TENSOR}, tensor<16x8xi1, #b>) -> {TENSOR}
    ttg.barrier local
    {LOAD}
"""


def _shared(body: str, indices: NDArray[np.int64], triton: str = "3.9") -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    x = np.random.default_rng(0).integers(-100, 100, (16, 8)).astype(np.int32)
    y = np.zeros((16, 8), np.int32)
    _interpret(SHARED.replace("BODY", body), x, indices.astype(np.int32), y, triton=triton)
    return x, y


def test_local_gather() -> None:
    indices = np.random.default_rng(1).integers(0, 16, (16, 8))
    x, y = _shared(GATHER, indices, "3.7")
    np.testing.assert_array_equal(y, np.take_along_axis(x, indices, axis=0))


def test_local_scatter() -> None:
    indices = np.argsort(np.random.default_rng(2).random((16, 8)), axis=1)
    x, y = _shared(SCATTER, indices, "3.8")
    np.put_along_axis(x, indices, np.arange(128, dtype=np.int32).reshape(16, 8), axis=1)
    np.testing.assert_array_equal(y, x)


def test_local_atomic_scatter() -> None:
    indices = np.random.default_rng(3).integers(0, 16, (16, 8))
    x, y = _shared(UPDATE, indices)
    added = np.where(indices != 5, np.arange(128).reshape(16, 8), 0).astype(np.int32)
    np.add.at(x, (indices, np.arange(8)[None, :].repeat(16, 0)), added)
    np.testing.assert_array_equal(y, x)


def test_index_outside_of_shared_memory_is_an_error() -> None:
    with pytest.raises(DiagnosticError, match="index 16 is outside of the 16 elements"):
        _shared(GATHER, np.full((16, 8), 16))


def test_operation_that_depends_on_threads_is_refused() -> None:
    text = """
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @warp(%y: !tt.ptr<i32>) {
    %0 = ttg.warp_id
    tt.store %y, %0 : !tt.ptr<i32>
    tt.return
  }
}
"""
    with pytest.raises(DiagnosticError, match=r"ttg\.warp_id"):
        _interpret(text, np.zeros(1, np.int32))


def test_atomic_loads_and_stores_on_the_cpu() -> None:
    compiled = xtriton.compile(parse_module(ATOMICS, "kernel.mlir", Context(triton="3.9")), target="cpu")
    x, y = np.arange(1, 9, dtype=np.int32), np.full(8, -1, np.int32)
    compiled[(1,)](x, y, 5)
    np.testing.assert_array_equal(y, np.where(np.arange(8) < 5, x * x, -1))


def _poll_on_cpu(text: str, *arguments: object, grid: int = 1) -> None:
    compiled = xtriton.compile(parse_module(text, "kernel.mlir", Context(triton="3.9")), target="cpu")
    compiled[(grid,)](*arguments, threads=grid)


@pytest.mark.parametrize("timeout", ["", "timeout %c"])
def test_polls_for_a_value_that_is_there_on_the_cpu(timeout: str) -> None:
    y = np.full(1, -1, np.int32)
    _poll_on_cpu(POLL.replace("TIMEOUT", timeout), np.array([7], np.int32), y, 7)
    assert y[0] == 1


def test_a_poll_on_the_cpu_ends_by_its_timeout() -> None:
    x, y = np.array([7], np.int32), np.full(1, -1, np.int32)
    _poll_on_cpu(POLL.replace("TIMEOUT", "timeout %c"), x, y, 8)
    assert (x[0], y[0]) == (7, 0)


def test_a_poll_of_a_tensor_on_the_cpu() -> None:
    x, y = np.array([3, 4, 3, 5], np.int64), np.full(4, -1, np.int32)
    _poll_on_cpu(POLL_OF_A_TENSOR, x, y)
    np.testing.assert_array_equal(y, x == 3)


def test_a_poll_on_the_cpu_sees_what_another_thread_stores() -> None:
    x, y = np.zeros(1, np.int32), np.full(1, -1, np.int32)
    _poll_on_cpu(POLL_FOR_ANOTHER_PROGRAM, x, y, grid=2)
    assert y[0] == 1


POLL_OF_A_TENSOR = """
tt.func @poll(%x: !tt.ptr<i64>, %y: !tt.ptr<i32>) {
  %c = arith.constant 1000 : i64
  %three = arith.constant dense<3> : tensor<4xi64>
  %r = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %b = tt.splat %x : !tt.ptr<i64> -> tensor<4x!tt.ptr<i64>>
  %p = tt.addptr %b, %r : tensor<4x!tt.ptr<i64>>, tensor<4xi32>
  %f = tt.atomic_poll relaxed, sys, %p, %three timeout %c : tensor<4x!tt.ptr<i64>>, tensor<4xi64> -> tensor<4xi1>
  %i = arith.extui %f : tensor<4xi1> to tensor<4xi32>
  %o = tt.splat %y : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %q = tt.addptr %o, %r : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  tt.store %q, %i : tensor<4x!tt.ptr<i32>>
  tt.return
}
"""

POLL_FOR_ANOTHER_PROGRAM = """
tt.func @poll(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %c = arith.constant 5000000000 : i64
  %id = tt.get_program_id x : i32
  %first = arith.cmpi eq, %id, %zero : i32
  scf.if %first {
    %f = tt.atomic_poll acquire, gpu, %x, %five timeout %c : !tt.ptr<i32>, i32 -> i1
    %i = arith.extui %f : i1 to i32
    tt.store %y, %i : !tt.ptr<i32>
  } else {
    tt.atomic_store release, gpu, %x, %five : !tt.ptr<i32>
  }
  tt.return
}
"""
