// RUN: xtriton-opt %s --triton=3.7 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: not xtriton-opt %s --triton=3.6 2>&1 | filecheck %s --check-prefix=OLD

// OLD: expected ':'

// CHECK-LABEL: tt.func @f
tt.func @f(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  // CHECK-NEXT: arith.divsi %arg0, %arg1 exact : i32
  %0 = arith.divsi %a, %b exact : i32
  // CHECK-NEXT: arith.divui %arg0, %arg1 exact : i32
  %1 = arith.divui %a, %b exact : i32
  // CHECK-NEXT: arith.shrsi %arg0, %arg1 exact : i32
  %2 = arith.shrsi %a, %b exact : i32
  // CHECK-NEXT: arith.shrui %arg0, %arg1 : i32
  %3 = arith.shrui %a, %b : i32
  tt.return %0, %1, %2, %3 : i32, i32, i32, i32
}
