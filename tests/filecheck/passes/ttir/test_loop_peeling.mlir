// RUN: xtriton-opt %s --triton-test-loop-peeling | filecheck %s

// The last iteration runs after the loop, if there is one at all.
// CHECK-LABEL: tt.func @marked(
// CHECK-SAME: %arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32)
// CHECK-NEXT: %0 = arith.subi %arg1, %arg2 : i32
// CHECK-NEXT: %1 = scf.for %arg4 = %arg0 to %0 step %arg2 iter_args(%arg5 = %arg3) -> (i32)  : i32 {
// CHECK-NEXT:   %10 = arith.addi %arg4, %arg5 : i32
// CHECK-NEXT:   scf.yield %10 : i32
// CHECK-NEXT: } {__test_peel_epilogue}
// CHECK-NEXT: %2 = arith.subi %arg1, %arg0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %3 = arith.subi %2, %c1_i32 : i32
// CHECK-NEXT: %4 = arith.divsi %3, %arg2 : i32
// CHECK-NEXT: %5 = arith.muli %4, %arg2 : i32
// CHECK-NEXT: %6 = arith.addi %5, %arg0 : i32
// CHECK-NEXT: %7 = arith.cmpi slt, %arg0, %arg1 : i32
// CHECK-NEXT: %8 = scf.if %7 -> (i32) {
// CHECK-NEXT:   %10 = arith.addi %6, %1 : i32
// CHECK-NEXT:   scf.yield %10 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %9 = arith.addi %8, %arg3 : i32
// CHECK-NEXT: tt.return %9 : i32
tt.func @marked(%lb: i32, %ub: i32, %step: i32, %x: i32) -> i32 {
  %sum = scf.for %i = %lb to %ub step %step iter_args(%acc = %x) -> (i32) : i32 {
    %next = arith.addi %i, %acc : i32
    scf.yield %next : i32
  } {__test_peel_epilogue}
  %result = arith.addi %sum, %x : i32
  tt.return %result : i32
}

// Other loops are not changed.
// CHECK-LABEL: tt.func @unmarked(
// CHECK-NEXT: scf.for %arg2 = %arg0 to %arg1 step %arg0  : i32 {
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
tt.func @unmarked(%lb: i32, %ub: i32) {
  scf.for %i = %lb to %ub step %lb : i32 {
  }
  tt.return
}

// Only scf.for is peeled.
// CHECK-LABEL: tt.func @marked_branch(
// CHECK:         scf.if
// CHECK:         } {__test_peel_epilogue}
// CHECK-NEXT:    tt.return
tt.func @marked_branch(%c: i1) {
  scf.if %c {
    tt.assert %c, "taken" : i1
  } {__test_peel_epilogue}
  tt.return
}
