"""Which allocations memory descriptors may refer to: through views, selections, loops and captures of partitions."""

from __future__ import annotations

from xdsl.ir import SSAValue

from xtriton.analysis.shared_memory_roots import shared_memory_roots
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.walk import operations_in

HEAD = """
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!memory = !ttg.memdesc<32xf32, #shared, #smem, mutable>
!stages = !ttg.memdesc<2x32xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
"""


def loaded_from(text: str) -> list[list[int]]:
    """For each load in a function, the numbers of the allocations that it may read."""
    module = parse_module(HEAD + text + "}", "f.mlir", Context())
    (function,) = module.body.ops
    ops = operations_in(function)
    allocations: list[SSAValue] = [op.result for op in ops if isinstance(op, LocalAllocOp)]
    roots = shared_memory_roots(function)
    loads = [op for op in ops if isinstance(op, LocalLoadOp)]
    return [sorted(allocations.index(root) for root in roots.of(op.src)) for op in loads]


def test_views_and_selections() -> None:
    found = loaded_from("""
tt.func @f(%c: i1, %i: i32, %outside: !memory) {
  %a = ttg.local_alloc : () -> !memory
  %b = ttg.local_alloc : () -> !stages
  %view = ttg.memdesc_index %b[%i] : !stages -> !memory
  %either = arith.select %c, %a, %view : !memory
  %0 = ttg.local_load %a : !memory -> tensor<32xf32, #blocked>
  %1 = ttg.local_load %view : !memory -> tensor<32xf32, #blocked>
  %2 = ttg.local_load %either : !memory -> tensor<32xf32, #blocked>
  %3 = ttg.local_load %outside : !memory -> tensor<32xf32, #blocked>
  tt.return
}
""")
    assert found == [[0], [1], [0, 1], []]


def test_loop_carried_memory() -> None:
    found = loaded_from("""
tt.func @f(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = ttg.local_alloc : () -> !memory
  %b = ttg.local_alloc : () -> !memory
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!memory, !memory) : i32 {
    %0 = ttg.local_load %x : !memory -> tensor<32xf32, #blocked>
    scf.yield %y, %y : !memory, !memory
  }
  %1 = ttg.local_load %last#0 : !memory -> tensor<32xf32, #blocked>
  %2 = ttg.local_load %last#1 : !memory -> tensor<32xf32, #blocked>
  tt.return
}
""")
    assert found == [[0, 1], [0, 1], [1]]


def test_captures_of_partitions() -> None:
    found = loaded_from("""
tt.func @f() {
  %a = ttg.local_alloc : () -> !memory
  %b = ttg.local_alloc : () -> !memory
  ttg.warp_specialize(%a, %b) attributes {requestedRegisters = array<i32: 24>}
  default {
    ttg.warp_yield
  }
  partition0(%first: !memory, %second: !memory) num_warps(4) {
    %0 = ttg.local_load %first : !memory -> tensor<32xf32, #blocked>
    %1 = ttg.local_load %second : !memory -> tensor<32xf32, #blocked>
    ttg.warp_return
  } : (!memory, !memory) -> ()
  tt.return
}
""")
    assert found == [[0], [1]]
