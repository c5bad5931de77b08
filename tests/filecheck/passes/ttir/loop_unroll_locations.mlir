// RUN: xtriton-opt %s --triton-loop-unroll --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// Bounds and induction variables belong to the loop.
// CHECK: tt.func @locations(%arg0: i32 loc({{[^)]*}}), %arg1: !tt.ptr<i32> loc({{[^)]*}})) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("zero")
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT:   %0 = arith.subi %arg0, %c0_i32 : i32 loc("loop")
// CHECK-NEXT:   %c1_i32_0 = arith.constant 1 : i32 loc("loop")
// CHECK-NEXT:   %1 = arith.subi %c1_i32, %c1_i32_0 : i32 loc("loop")
// CHECK-NEXT:   %2 = arith.addi %0, %1 : i32 loc("loop")
// CHECK-NEXT:   %3 = arith.divui %2, %c1_i32 : i32 loc("loop")
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32 loc("loop")
// CHECK-NEXT:   %4 = arith.remsi %3, %c2_i32 : i32 loc("loop")
// CHECK-NEXT:   %5 = arith.subi %3, %4 : i32 loc("loop")
// CHECK-NEXT:   %6 = arith.muli %5, %c1_i32 : i32 loc("loop")
// CHECK-NEXT:   %7 = arith.addi %c0_i32, %6 : i32 loc("loop")
// CHECK-NEXT:   %8 = arith.muli %c1_i32, %c2_i32 : i32 loc("loop")
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %7 step %8  : i32 {
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32> loc("store")
// CHECK-NEXT:     %c1_i32_1 = arith.constant 1 : i32 loc("loop")
// CHECK-NEXT:     %9 = arith.muli %c1_i32, %c1_i32_1 : i32 loc("loop")
// CHECK-NEXT:     %10 = arith.addi %arg2, %9 : i32 loc("loop")
// CHECK-NEXT:     tt.store %arg1, %10 : !tt.ptr<i32> loc("store")
// CHECK-NEXT:   } loc("loop")
// CHECK-NEXT:   scf.for %arg2 = %7 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32> loc("store")
// CHECK-NEXT:   } {tt.num_stages = 1 : i32} loc("loop")
// CHECK-NEXT:   tt.return loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @locations(%n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32 loc("zero")
  %c1 = arith.constant 1 : i32 loc("one")
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32> loc("store")
    scf.yield loc("yield")
  } {tt.loop_unroll_factor = 2 : i32} loc("loop")
  tt.return loc("return")
}
