// RUN: xtriton-opt %s --cse --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// The survivor keeps its location, unless it has none.
// CHECK: tt.func @survivors(%arg0: i32 loc({{[^)]*}})) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : i32 loc("first":1:1)
// CHECK-NEXT:   %1 = arith.muli %arg0, %arg0 : i32 loc("third":3:3)
// CHECK-NEXT:   %2 = arith.addi %0, %0 : i32 loc(unknown)
// CHECK-NEXT:   %3 = arith.addi %1, %1 : i32 loc(unknown)
// CHECK-NEXT:   %4 = arith.addi %3, %1 : i32 loc(unknown)
// CHECK-NEXT:   tt.return %2, %4 : i32, i32 loc(unknown)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @survivors(%a: i32) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32 loc("first":1:1)
  %1 = arith.addi %a, %a : i32 loc("second":2:2)
  %2 = arith.muli %a, %a : i32 loc(unknown)
  %3 = arith.muli %a, %a : i32 loc("third":3:3)
  %4 = arith.muli %a, %a : i32 loc("fourth":4:4)
  %5 = arith.addi %0, %1 : i32 loc(unknown)
  %6 = arith.addi %2, %3 : i32 loc(unknown)
  %7 = arith.addi %6, %4 : i32 loc(unknown)
  tt.return %5, %7 : i32, i32 loc(unknown)
}
