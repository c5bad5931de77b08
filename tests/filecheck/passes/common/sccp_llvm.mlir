// RUN: xtriton-opt %s --sccp | filecheck %s

// Constants of llvm become constants of llvm, results of arith those of arith.
// CHECK: tt.func @constants(%arg0: i1, %arg1: !tt.ptr<i32>) -> (i32, f32, i64, i32) {
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = llvm.mlir.constant(7.000000e+00 : f32) : f32
// CHECK-NEXT:   %1 = llvm.mlir.constant(7 : i32) : i32
// CHECK-NEXT:   %2 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT:   tt.store %arg1, %1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %1, %0, %2, %c8_i32 : i32, f32, i64, i32
// CHECK-NEXT: }
tt.func @constants(%c: i1, %p: !tt.ptr<i32>) -> (i32, f32, i64, i32) {
  %0 = llvm.mlir.constant(7 : i32) : i32
  %1 = llvm.mlir.constant(7.0 : f32) : f32
  %2 = llvm.mlir.constant(3 : index) : i64
  tt.store %p, %0 : !tt.ptr<i32>
  %3 = scf.if %c -> i32 {
    scf.yield %0 : i32
  } else {
    %4 = llvm.mlir.constant(7 : i32) : i32
    scf.yield %4 : i32
  }
  %k = arith.constant 1 : i32
  %5 = arith.addi %3, %k : i32
  tt.return %3, %1, %2, %5 : i32, f32, i64, i32
}
