// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-pointer --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// New operations have the location of the operation on the block pointer; carried offsets that of their inits.
// CHECK: tt.func @locations(%arg0: !tt.ptr<f32> loc({{[^)]*}}), %arg1: i64 loc({{[^)]*}}), %arg2: i32 loc({{[^)]*}}), %arg3: i1 loc({{[^)]*}})) -> tensor<2xf32> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("zero")
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT:   %0 = arith.extsi %arg2 : i32 to i64 loc("make")
// CHECK-NEXT:   %1 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %0) -> (i64)  : i32 {
// CHECK-NEXT:     %20 = arith.extsi %arg4 : i32 to i64 loc("advance")
// CHECK-NEXT:     %21 = arith.addi %arg5, %20 : i64 loc("advance")
// CHECK-NEXT:     scf.yield %21 : i64 loc("yield")
// CHECK-NEXT:   } loc("loop")
// CHECK-NEXT:   %2 = scf.if %arg3 -> (i64) {
// CHECK-NEXT:     scf.yield %0 : i64 loc("then")
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %1 : i64 loc("else")
// CHECK-NEXT:   } loc("if")
// CHECK-NEXT:   %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>> loc("load")
// CHECK-NEXT:   %4 = tt.splat %2 : i64 -> tensor<2xi64> loc("load")
// CHECK-NEXT:   %5 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32> loc("load")
// CHECK-NEXT:   %6 = arith.extsi %5 : tensor<2xi32> to tensor<2xi64> loc("load")
// CHECK-NEXT:   %7 = arith.addi %4, %6 : tensor<2xi64> loc("load")
// CHECK-NEXT:   %8 = tt.splat %arg1 : i64 -> tensor<2xi64> loc("load")
// CHECK-NEXT:   %9 = arith.muli %7, %8 : tensor<2xi64> loc("load")
// CHECK-NEXT:   %10 = tt.broadcast %9 : tensor<2xi64> -> tensor<2xi64> loc("load")
// CHECK-NEXT:   %11 = tt.addptr %3, %10 : tensor<2x!tt.ptr<f32>>, tensor<2xi64> loc("load")
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64 loc("load")
// CHECK-NEXT:   %12 = tt.splat %c0_i64 : i64 -> tensor<2xi64> loc("load")
// CHECK-NEXT:   %13 = arith.cmpi sge, %7, %12 : tensor<2xi64> loc("load")
// CHECK-NEXT:   %14 = tt.splat %arg1 : i64 -> tensor<2xi64> loc("load")
// CHECK-NEXT:   %15 = arith.cmpi slt, %7, %14 : tensor<2xi64> loc("load")
// CHECK-NEXT:   %16 = arith.andi %13, %15 : tensor<2xi1> loc("load")
// CHECK-NEXT:   %17 = tt.broadcast %16 : tensor<2xi1> -> tensor<2xi1> loc("load")
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32 loc("load")
// CHECK-NEXT:   %18 = tt.splat %cst : f32 -> tensor<2xf32> loc("load")
// CHECK-NEXT:   %19 = tt.load %11, %17, %18 : tensor<2x!tt.ptr<f32>> loc("load")
// CHECK-NEXT:   tt.return %19 : tensor<2xf32> loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @locations(%base: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1) -> tensor<2xf32> {
  %c0 = arith.constant 0 : i32 loc("zero")
  %c1 = arith.constant 1 : i32 loc("one")
  %0 = tt.make_tensor_ptr %base, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<2xf32>> loc("make")
  %1 = scf.for %j = %c0 to %i step %c1 iter_args(%p = %0) -> !tt.ptr<tensor<2xf32>> : i32 {
    %2 = tt.advance %p, [%j] : <tensor<2xf32>> loc("advance")
    scf.yield %2 : !tt.ptr<tensor<2xf32>> loc("yield")
  } loc("loop")
  %3 = scf.if %c -> !tt.ptr<tensor<2xf32>> {
    scf.yield %0 : !tt.ptr<tensor<2xf32>> loc("then")
  } else {
    scf.yield %1 : !tt.ptr<tensor<2xf32>> loc("else")
  } loc("if")
  %4 = tt.load %3 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<2xf32>> loc("load")
  tt.return %4 : tensor<2xf32> loc("return")
}
