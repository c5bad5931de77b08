// RUN: xtriton-opt %s --triton=3.9 --gluon-canonicalize | filecheck %s

// Barriers that are expected or arrived at are simplified as by `canonicalize`: not at all if the predicate is false, and at each CTA's own barrier if `fromCTA` has all bits of the CTA id.

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @barriers
  // CHECK-NEXT: ttng.barrier_expect %arg0, 16, %arg1 : {{.*}}
  // CHECK-NEXT: ttng.arrive_barrier %arg0, 1, %arg1 : {{.*}}
  // CHECK-NEXT: tt.return
  tt.func @barriers(%barrier: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %condition: i1) {
    %false = arith.constant false
    %c0_i32 = arith.constant 0 : i32
    ttng.barrier_expect %barrier, 16 {fromCTA = 0 : i32}, %condition : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.arrive_barrier %barrier, 1, %condition {fromCTA = 0 : i32} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.arrive_barrier %barrier, 1, %false : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.barrier_expect %barrier, 16, %false : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.wait_barrier %barrier, %c0_i32, %false : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }
}
