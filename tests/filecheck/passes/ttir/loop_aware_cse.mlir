// RUN: xtriton-opt %s --triton-loop-aware-cse | filecheck %s

// Carried values that start as the same value and go on in the same way are one.
// CHECK: tt.func @equal(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg3, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %0 : i32, i32
// CHECK-NEXT: }
tt.func @equal(%n: i32, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) : i32 {
    %1 = arith.addi %x, %c1 : i32
    %2 = arith.addi %y, %c1 : i32
    scf.yield %1, %2 : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// Equal operations outside of the loop count as the same value, since they are united first.
// CHECK: tt.func @equal_outside(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.muli %arg1, %arg0 : i32
// CHECK-NEXT:   %1 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1, %1 : i32, i32
// CHECK-NEXT: }
tt.func @equal_outside(%n: i32, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %1 = arith.muli %a, %n : i32
  %2 = arith.muli %a, %n : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %1, %y = %2) -> (i32, i32) : i32 {
    %3 = arith.addi %x, %i : i32
    %4 = arith.addi %y, %i : i32
    scf.yield %3, %4 : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// Two pairs that depend on each other.
// CHECK: tt.func @mutual(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:2 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1, %arg5 = %arg2) -> (i32, i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg4, %arg5 : i32
// CHECK-NEXT:     %2 = arith.muli %1, %arg5 : i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#0, %0#1, %0#1 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @mutual(%n: i32, %a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %b, %w = %b) -> (i32, i32, i32, i32) : i32 {
    %1 = arith.addi %x, %z : i32
    %2 = arith.addi %y, %w : i32
    %3 = arith.muli %1, %z : i32
    %4 = arith.muli %2, %w : i32
    scf.yield %1, %2, %3, %4 : i32, i32, i32, i32
  }
  tt.return %0#0, %0#1, %0#2, %0#3 : i32, i32, i32, i32
}

// Three of a kind, the third exchanged with another.
// CHECK: tt.func @three(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> (i32, i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg4, %arg4 : i32
// CHECK-NEXT:     tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = arith.addi %arg4, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %0, %0 : i32, i32, i32
// CHECK-NEXT: }
tt.func @three(%n: i32, %a: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) : i32 {
    %1 = arith.addi %x, %y : i32
    tt.store %p, %1 : !tt.ptr<i32>
    %2 = arith.addi %y, %c1 : i32
    %3 = arith.addi %z, %c1 : i32
    %4 = arith.addi %x, %c1 : i32
    scf.yield %2, %3, %4 : i32, i32, i32
  }
  tt.return %0#0, %0#1, %0#2 : i32, i32, i32
}

// Inner loops are done first, their results are then the same.
// CHECK: tt.func @nested(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg2) -> (i32)  : i32 {
// CHECK-NEXT:       %2 = arith.muli %arg5, %arg4 : i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %0 : i32, i32
// CHECK-NEXT: }
tt.func @nested(%n: i32, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) : i32 {
    %1:2 = scf.for %j = %c0 to %n step %c1 iter_args(%u = %i, %v = %i) -> (i32, i32) : i32 {
      %2 = arith.muli %u, %j : i32
      %3 = arith.muli %v, %j : i32
      scf.yield %2, %3 : i32, i32
    }
    scf.yield %1#0, %1#1 : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// Different starts, types, operations, attributes or results tell values apart.
// CHECK: tt.func @different(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg1, %arg6 = %arg2) -> (i32, i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:     %3 = arith.addi %arg6, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %2, %3 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:5 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg1, %arg6 = %arg1, %arg7 = %arg1, %arg8 = %arg1, %arg9 = %arg1) -> (i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:     %3 = arith.addi %arg6, %c1_i32 overflow<nsw> : i32
// CHECK-NEXT:     %4 = arith.addi %arg7, %c1_i32 {tag} : i32
// CHECK-NEXT:     %low, %high = arith.mulsi_extended %arg8, %arg2 : i32
// CHECK-NEXT:     %low_0, %high_1 = arith.mulsi_extended %arg9, %arg2 : i32
// CHECK-NEXT:     tt.store %arg3, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg6 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg7 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg8 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg9 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2, %3, %4, %low, %high_1 : i32, i32, i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
tt.func @different(%n: i32, %a: i32, %b: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) : i32 {
    %1 = arith.addi %x, %c1 : i32
    %2 = arith.addi %y, %c1 : i32
    scf.yield %1, %2 : i32, i32
  }
  %3:6 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a, %u = %a, %v = %a, %w = %a) -> (i32, i32, i32, i32, i32, i32) : i32 {
    %4 = arith.addi %x, %c1 : i32
    %5 = arith.muli %y, %c1 : i32
    %6 = arith.addi %z, %c1 overflow<nsw> : i32
    %7 = arith.addi %u, %c1 {tag} : i32
    %low, %high = arith.mulsi_extended %v, %b : i32
    %8, %9 = arith.mulsi_extended %w, %b : i32
    tt.store %p, %x : !tt.ptr<i32>
    tt.store %p, %y : !tt.ptr<i32>
    tt.store %p, %z : !tt.ptr<i32>
    tt.store %p, %u : !tt.ptr<i32>
    tt.store %p, %v : !tt.ptr<i32>
    tt.store %p, %w : !tt.ptr<i32>
    scf.yield %4, %5, %6, %7, %low, %9 : i32, i32, i32, i32, i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// So do effects and regions, and that one is the induction variable or comes from outside.
// CHECK: tt.func @unknown(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:6 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg1, %arg6 = %arg1, %arg7 = %arg1, %arg8 = %arg1, %arg9 = %arg1, %arg10 = %arg1) -> (i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:     tt.store %arg3, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg6 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:       scf.yield %arg7 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %4 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:       scf.yield %arg8 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.store %arg3, %arg9 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg10 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1, %2, %3, %4, %arg4, %arg0 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unknown(%n: i32, %a: i32, %c: i1, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:6 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a, %u = %a, %v = %a, %w = %a) -> (i32, i32, i32, i32, i32, i32) : i32 {
    tt.store %p, %x : !tt.ptr<i32>
    %1 = tt.load %p : !tt.ptr<i32>
    tt.store %p, %y : !tt.ptr<i32>
    %2 = tt.load %p : !tt.ptr<i32>
    %3 = scf.if %c -> i32 {
      scf.yield %z : i32
    } else {
      scf.yield %a : i32
    }
    %4 = scf.if %c -> i32 {
      scf.yield %u : i32
    } else {
      scf.yield %a : i32
    }
    tt.store %p, %v : !tt.ptr<i32>
    tt.store %p, %w : !tt.ptr<i32>
    scf.yield %1, %2, %3, %4, %i, %n : i32, i32, i32, i32, i32, i32
  }
  tt.return
}

// Equality of inits of other iter_args counts where it is needed.
// CHECK: tt.func @indirect(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:4 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg0, %arg6 = %arg0, %arg7 = %arg1, %arg8 = %arg2) -> (i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg7, %c1_i32 : i32
// CHECK-NEXT:     %2 = arith.addi %arg8, %c1_i32 : i32
// CHECK-NEXT:     tt.store %arg3, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg6 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %arg7, %arg8, %1, %2 : i32, i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @indirect(%n: i32, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n, %y = %n, %z = %a, %w = %b) -> (i32, i32, i32, i32) : i32 {
    %1 = arith.addi %z, %c1 : i32
    %2 = arith.addi %w, %c1 : i32
    tt.store %p, %x : !tt.ptr<i32>
    tt.store %p, %y : !tt.ptr<i32>
    scf.yield %z, %w, %1, %2 : i32, i32, i32, i32
  }
  tt.return
}

// Values of other kinds are never equal: carried, computed, the induction variable, from outside.
// CHECK: tt.func @kinds(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:3 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg0, %arg6 = %arg0, %arg7 = %arg0) -> (i32, i32, i32)  : i32 {
// CHECK-NEXT:     tt.store %arg3, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg6 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg7 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %arg1, %arg4, %arg2 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @kinds(%n: i32, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:7 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n, %y = %n, %z = %n, %u = %n, %v = %n, %w = %n, %t = %a) -> (i32, i32, i32, i32, i32, i32, i32) : i32 {
    tt.store %p, %x : !tt.ptr<i32>
    tt.store %p, %y : !tt.ptr<i32>
    tt.store %p, %z : !tt.ptr<i32>
    tt.store %p, %u : !tt.ptr<i32>
    tt.store %p, %v : !tt.ptr<i32>
    tt.store %p, %w : !tt.ptr<i32>
    %1 = arith.muli %t, %c1 : i32
    scf.yield %t, %1, %i, %a, %b, %n, %1 : i32, i32, i32, i32, i32, i32, i32
  }
  tt.return
}

// Types in between, numbers of operands and regions tell operations apart.
// CHECK: tt.func @between(%arg0: i32, %arg1: i32, %arg2: tensor<16xi32>, %arg3: !tt.ptr<i32>, %arg4: tensor<16x!tt.ptr<i32>>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:2 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg1, %arg7 = %arg1) -> (i32, i32)  : i32 {
// CHECK-NEXT:     tt.store %arg3, %arg6 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg7 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = arith.trunci %arg6 : i32 to i8
// CHECK-NEXT:     %4 = arith.trunci %arg7 : i32 to i16
// CHECK-NEXT:     %5 = arith.extsi %3 : i8 to i32
// CHECK-NEXT:     %6 = arith.extsi %4 : i16 to i32
// CHECK-NEXT:     scf.yield %5, %6 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg2, %arg7 = %arg2) -> (tensor<16xi32>, tensor<16xi32>)  : i32 {
// CHECK-NEXT:     tt.store %arg4, %arg6 : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:     tt.store %arg4, %arg7 : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:     %3 = tt.elementwise_inline_asm "nop" {constraints = "", packed_element = 1 : i32, pure = true} %arg6 : tensor<16xi32> -> tensor<16xi32>
// CHECK-NEXT:     %4 = tt.elementwise_inline_asm "nop" {constraints = "", packed_element = 1 : i32, pure = true} %arg7, %arg7 : tensor<16xi32>, tensor<16xi32> -> tensor<16xi32>
// CHECK-NEXT:     scf.yield %3, %4 : tensor<16xi32>, tensor<16xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %2:2 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg2, %arg7 = %arg2) -> (tensor<16xi32>, tensor<16xi32>)  : i32 {
// CHECK-NEXT:     tt.store %arg4, %arg6 : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:     tt.store %arg4, %arg7 : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:     %3 = "tt.scan"(%arg6) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT:     ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %5 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       tt.scan.return %5 : i32
// CHECK-NEXT:     }) : (tensor<16xi32>) -> tensor<16xi32>
// CHECK-NEXT:     %4 = "tt.scan"(%arg7) <{axis = 0 : i32, reverse = false}> ({
// CHECK-NEXT:     ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %5 = arith.maxsi %arg8, %arg9 : i32
// CHECK-NEXT:       tt.scan.return %5 : i32
// CHECK-NEXT:     }) : (tensor<16xi32>) -> tensor<16xi32>
// CHECK-NEXT:     scf.yield %3, %4 : tensor<16xi32>, tensor<16xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @between(%n: i32, %a: i32, %b: tensor<16xi32>, %p: !tt.ptr<i32>, %q: tensor<16x!tt.ptr<i32>>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) : i32 {
    tt.store %p, %x : !tt.ptr<i32>
    tt.store %p, %y : !tt.ptr<i32>
    %1 = arith.trunci %x : i32 to i8
    %2 = arith.trunci %y : i32 to i16
    %3 = arith.extsi %1 : i8 to i32
    %4 = arith.extsi %2 : i16 to i32
    scf.yield %3, %4 : i32, i32
  }
  %5:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %b, %y = %b) -> (tensor<16xi32>, tensor<16xi32>) : i32 {
    tt.store %q, %x : tensor<16x!tt.ptr<i32>>
    tt.store %q, %y : tensor<16x!tt.ptr<i32>>
    %6 = tt.elementwise_inline_asm "nop" {constraints = "", packed_element = 1 : i32, pure = true} %x : tensor<16xi32> -> tensor<16xi32>
    %7 = tt.elementwise_inline_asm "nop" {constraints = "", packed_element = 1 : i32, pure = true} %y, %y : tensor<16xi32>, tensor<16xi32> -> tensor<16xi32>
    scf.yield %6, %7 : tensor<16xi32>, tensor<16xi32>
  }
  %8:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %b, %y = %b) -> (tensor<16xi32>, tensor<16xi32>) : i32 {
    tt.store %q, %x : tensor<16x!tt.ptr<i32>>
    tt.store %q, %y : tensor<16x!tt.ptr<i32>>
    %9 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%u: i32, %v: i32):
      %sum = arith.addi %u, %v : i32
      tt.scan.return %sum : i32
    }) : (tensor<16xi32>) -> tensor<16xi32>
    %10 = "tt.scan"(%y) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%u: i32, %v: i32):
      %most = arith.maxsi %u, %v : i32
      tt.scan.return %most : i32
    }) : (tensor<16xi32>) -> tensor<16xi32>
    scf.yield %9, %10 : tensor<16xi32>, tensor<16xi32>
  }
  tt.return
}

// The added values differ, since they start differently.
// CHECK: tt.func @starts_differently(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32) -> (i32, i32) {
// CHECK:   iter_args(%arg5 = %arg1, %arg6 = %arg2, %arg7 = %arg1, %arg8 = %arg3)
// CHECK:   tt.return %0#0, %0#2 : i32, i32
tt.func @starts_differently(%n: i32, %a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %p = %b, %y = %a, %q = %c) -> (i32, i32, i32, i32) : i32 {
    %1 = arith.addi %x, %p : i32
    %2 = arith.addi %y, %q : i32
    %3 = arith.addi %p, %c1 : i32
    %4 = arith.addi %q, %c1 : i32
    scf.yield %1, %3, %2, %4 : i32, i32, i32, i32
  }
  tt.return %0#0, %0#2 : i32, i32
}
