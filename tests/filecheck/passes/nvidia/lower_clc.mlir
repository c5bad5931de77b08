// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-gpu-lower-clc | filecheck %s

// A barrier and memory for the response are allocated before the loop; the phase of the barrier is carried by the loop.
#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
#words = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // CHECK-LABEL: tt.func @work_stealing
  // CHECK-NEXT: %[[RESPONSE:.*]] = ttg.local_alloc {alignment = 16 : i32} : () -> !ttg.memdesc<2xi64, #shared, #smem, mutable>
  // CHECK-NEXT: %[[BARRIER:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.init_barrier %[[BARRIER]], 1
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: %[[LOOP:.*]]:2 = scf.while (%[[TILE:.*]] = %{{.*}}, %[[MORE:.*]] = %{{.*}}, %[[FIRST:.*]] = %[[ZERO]])
  // CHECK-NEXT: scf.condition(%[[MORE]]) %[[TILE]], %[[FIRST]] : i32, i32
  // CHECK: ^bb0(%[[HERE:.*]]: i32, %[[PHASE:.*]]: i32):
  // CHECK-NEXT: ttng.barrier_expect %[[BARRIER]], 16 {fromCTA = 0 : i32}, %[[TRUE]]
  // CHECK-NEXT: ttng.clc_try_cancel %[[RESPONSE]], %[[BARRIER]]
  // CHECK-NEXT: tt.print
  // CHECK-NEXT: ttng.wait_barrier %[[BARRIER]], %[[PHASE]], %[[TRUE]]
  // CHECK-NEXT: %[[LOADED:.*]] = ttng.clc_load_result %[[RESPONSE]]
  // CHECK-NEXT: %[[AGAIN:.*]] = ttng.clc_is_canceled %[[LOADED]]
  // CHECK-NEXT: %[[NEXT:.*]] = ttng.clc_get_program_id %[[LOADED]], x
  // CHECK-NEXT: %[[FLIPPED:.*]] = arith.xori %[[PHASE]], %[[ONE]] : i32
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[AGAIN]], %[[FLIPPED]] : i32, i1, i32
  // CHECK: ttng.inval_barrier %[[BARRIER]]
  // CHECK-NEXT: ttg.local_dealloc %[[BARRIER]]
  // CHECK-NEXT: ttg.local_dealloc %[[RESPONSE]]
  // CHECK-NEXT: tt.return %[[LOOP]]#0
  tt.func @work_stealing(%tile: i32, %more: i1) -> i32 {
    %last = scf.while (%t = %tile, %m = %more) : (i32, i1) -> i32 {
      scf.condition(%m) %t : i32
    } do {
    ^bb0(%t: i32):
      %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
      %stored = ttg.local_alloc %asked {alignment = 16 : i32} : (tensor<2xi64, #held>) -> !ttg.memdesc<2xi64, #words, #smem, mutable>
      tt.print "tile" {hex = false, isSigned = array<i32: 1>} : %t : i32
      %answer = ttng.clc_load_result %stored : !ttg.memdesc<2xi64, #words, #smem, mutable> -> i128
      %again = ttng.clc_is_canceled %answer : i128 -> i1
      %next = ttng.clc_get_program_id %answer, x : i128 -> i32
      scf.yield %next, %again : i32, i1
    }
    tt.return %last : i32
  }
}
