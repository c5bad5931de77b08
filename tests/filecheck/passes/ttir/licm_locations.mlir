// RUN: xtriton-opt %s --triton-licm --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// The mask belongs to the loop, the load stays where it was.
// CHECK: tt.func @loads(%arg0: i32 loc({{[^)]*}}), %arg1: tensor<16x!tt.ptr<i32>> loc({{[^)]*}}), %arg2: tensor<16xi1> loc({{[^)]*}}), %arg3: tensor<16xi32> loc({{[^)]*}})) -> tensor<16xi32> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("zero")
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT:   %0 = arith.cmpi slt, %c0_i32, %arg0 : i32 loc("loop")
// CHECK-NEXT:   %1 = tt.splat %0 : i1 -> tensor<16xi1> loc("loop")
// CHECK-NEXT:   %2 = arith.andi %1, %arg2 : tensor<16xi1> loc("loop")
// CHECK-NEXT:   %3 = tt.load %arg1, %2 : tensor<16x!tt.ptr<i32>> loc("load")
// CHECK-NEXT:   %4 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg3) -> (tensor<16xi32>)  : i32 {
// CHECK-NEXT:     scf.yield %3 : tensor<16xi32> loc("yield")
// CHECK-NEXT:   } loc("loop")
// CHECK-NEXT:   tt.return %4 : tensor<16xi32> loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @loads(%n: i32, %t: tensor<16x!tt.ptr<i32>>, %m: tensor<16xi1>, %o: tensor<16xi32>) -> tensor<16xi32> {
  %c0 = arith.constant 0 : i32 loc("zero")
  %c1 = arith.constant 1 : i32 loc("one")
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %o) -> tensor<16xi32> : i32 {
    %3 = tt.load %t, %m : tensor<16x!tt.ptr<i32>> loc("load")
    scf.yield %3 : tensor<16xi32> loc("yield")
  } loc("loop")
  tt.return %0 : tensor<16xi32> loc("return")
}
