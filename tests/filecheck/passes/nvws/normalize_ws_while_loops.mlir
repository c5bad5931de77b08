// RUN: xtriton-opt %s --triton=3.9 --tritongpu-normalize-ws-while-loops | filecheck %s

// The first region of a warp-specialized scf.while only passes on its arguments: it is evaluated before the loop and at
// the end of each iteration.

// CHECK-LABEL: tt.func @rotated(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %0 = arith.addi %c0_i32, %arg0 : i32
// CHECK-NEXT:     %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:     %2:2 = scf.while (%arg1 = %0, %arg2 = %1) : (i32, i1) -> (i32, i1) {
// CHECK-NEXT:       scf.condition(%arg2) %arg1, %arg2 : i32, i1
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg1: i32, %arg2: i1):
// CHECK-NEXT:       %3 = arith.muli %arg1, %arg0 : i32
// CHECK-NEXT:       %4 = arith.addi %3, %arg0 : i32
// CHECK-NEXT:       %5 = arith.cmpi slt, %4, %arg0 : i32
// CHECK-NEXT:       scf.yield %4, %5 : i32, i1
// CHECK-NEXT:     } attributes {tt.warp_specialize}
// CHECK-NEXT:     tt.return %2#0 : i32
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @unchanged(%arg0: i32, %arg1: i1) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %0:2 = scf.while (%arg2 = %c0_i32, %arg3 = %arg1) : (i32, i1) -> (i32, i1) {
// CHECK-NEXT:       scf.condition(%arg3) %arg2, %arg3 : i32, i1
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg2: i32, %arg3: i1):
// CHECK-NEXT:       scf.yield %arg2, %arg1 : i32, i1
// CHECK-NEXT:     } attributes {tt.warp_specialize}
// CHECK-NEXT:     %1 = scf.while (%arg2 = %c0_i32) : (i32) -> i32 {
// CHECK-NEXT:       %2 = arith.cmpi slt, %arg2, %arg0 : i32
// CHECK-NEXT:       scf.condition(%2) %arg2 : i32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg2: i32):
// CHECK-NEXT:       %2 = arith.muli %arg2, %arg0 : i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @persistent(%arg0: i32) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %0:2 = scf.while (%arg1 = %c0_i32, %arg2 = %true) : (i32, i1) -> (i32, i1) {
// CHECK-NEXT:       scf.condition(%arg2) %arg1, %arg2 : i32, i1
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg1: i32, %arg2: i1):
// CHECK-NEXT:       %1 = ttng.clc_try_cancel_sync : tensor<2xi64>
// CHECK-NEXT:       scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:         tt.print "k" {hex = false, isSigned = array<i32: 1>} : %arg3 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:         tt.print "k" {hex = false, isSigned = array<i32: 1>} : %arg3 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %arg1, %arg2 : i32, i1
// CHECK-NEXT:     } attributes {tt.disallow_acc_multi_buffer, tt.warp_specialize}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @rotated(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %end = scf.while (%i = %c0) : (i32) -> i32 {
      %value = arith.addi %i, %n : i32
      %more = arith.cmpi slt, %value, %n : i32
      scf.condition(%more) %value : i32
    } do {
    ^bb0(%value: i32):
      %next = arith.muli %value, %n : i32
      scf.yield %next : i32
    } attributes {tt.warp_specialize}
    tt.return %end : i32
  }

  // Nothing to do: the region passes on its arguments, or the loop is not specialized.
  tt.func @unchanged(%n: i32, %flag: i1) {
    %c0 = arith.constant 0 : i32
    %a:2 = scf.while (%i = %c0, %more = %flag) : (i32, i1) -> (i32, i1) {
      scf.condition(%more) %i, %more : i32, i1
    } do {
    ^bb0(%i: i32, %more: i1):
      scf.yield %i, %flag : i32, i1
    } attributes {tt.warp_specialize}
    %b = scf.while (%i = %c0) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      %next = arith.muli %i, %n : i32
      scf.yield %next : i32
    }
    tt.return
  }

  // A loop that takes over clusters is specialized instead of the loops directly in it.
  tt.func @persistent(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %end:2 = scf.while (%i = %c0, %more = %true) : (i32, i1) -> (i32, i1) {
      scf.condition(%more) %i, %more : i32, i1
    } do {
    ^bb0(%i: i32, %more: i1):
      %response = ttng.clc_try_cancel_sync : tensor<2xi64>
      scf.for %k = %c0 to %n step %c1 : i32 {
        tt.print "k" {hex = false, isSigned = array<i32: 1>} : %k : i32
      } {tt.disallow_acc_multi_buffer, tt.warp_specialize}
      scf.for %k = %c0 to %n step %c1 : i32 {
        tt.print "k" {hex = false, isSigned = array<i32: 1>} : %k : i32
      }
      scf.yield %i, %more : i32, i1
    }
    tt.return
  }
}
