// RUN: xtriton-opt %s --loop-invariant-code-motion | filecheck %s

// Loop-invariant operations are hoisted, chains of them in their order.
// CHECK: tt.func @invariant(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = arith.muli %0, %0 : i32
// CHECK-NEXT:   %2 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %3 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     %4 = arith.addi %3, %1 : i32
// CHECK-NEXT:     scf.yield %4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %2 : i32
// CHECK-NEXT: }
tt.func @invariant(%n: i32, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 : i32 {
    %1 = arith.addi %x, %i : i32
    %2 = arith.addi %a, %b : i32
    %3 = arith.muli %2, %2 : i32
    %4 = arith.addi %1, %3 : i32
    scf.yield %4 : i32
  }
  tt.return %0 : i32
}

// Out of nested loops as far as it can go.
// CHECK: tt.func @nested(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %0, %arg3 : i32
// CHECK-NEXT:     %3 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg4) -> (i32)  : i32 {
// CHECK-NEXT:       %4 = arith.addi %2, %arg6 : i32
// CHECK-NEXT:       scf.yield %4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @nested(%n: i32, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 : i32 {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> i32 : i32 {
      %2 = arith.addi %a, %b : i32
      %3 = arith.addi %2, %i : i32
      %4 = arith.addi %3, %y : i32
      scf.yield %4 : i32
    }
    scf.yield %1 : i32
  }
  tt.return %0 : i32
}

// Both regions of a while loop are repeated.
// CHECK: tt.func @while(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %0 = arith.muli %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   %2 = scf.while (%arg3 = %arg1) : (i32) -> i32 {
// CHECK-NEXT:     %3 = arith.cmpi slt, %arg3, %0 : i32
// CHECK-NEXT:     scf.condition(%3) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     %3 = arith.addi %1, %arg3 : i32
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %2 : i32
// CHECK-NEXT: }
tt.func @while(%n: i32, %a: i32, %b: i32) -> i32 {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %1 = arith.muli %a, %b : i32
    %2 = arith.cmpi slt, %x, %1 : i32
    scf.condition(%2) %x : i32
  } do {
  ^bb0(%y: i32):
    %3 = arith.addi %a, %b : i32
    %4 = arith.addi %3, %y : i32
    scf.yield %4 : i32
  }
  tt.return %0 : i32
}

// Operations with regions move if nothing in them depends on the loop.
// CHECK: tt.func @regions(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     %2 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1, %arg5 = %arg1) -> (i32, i32)  : i32 {
// CHECK-NEXT:     %2 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:       %3 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %0, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1#0, %1#1 : i32, i32
// CHECK-NEXT: }
tt.func @regions(%n: i32, %a: i32, %c: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) : i32 {
    %1 = scf.if %c -> i32 {
      %inner = arith.addi %a, %a : i32
      scf.yield %inner : i32
    } else {
      scf.yield %a : i32
    }
    %2 = scf.if %c -> i32 {
      %inner = arith.addi %i, %a : i32
      scf.yield %inner : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %1, %2 : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// Users of a hoisted operation stay in their own region.
// CHECK: tt.func @user_within(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:   scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %0 : i32
// CHECK-NEXT:     scf.if %1 {
// CHECK-NEXT:       %2 = arith.muli %0, %0 : i32
// CHECK-NEXT:       tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @user_within(%n: i32, %a: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = arith.addi %a, %a : i32
    %1 = arith.cmpi slt, %i, %0 : i32
    scf.if %1 {
      %2 = arith.muli %0, %0 : i32
      tt.store %p, %2 : !tt.ptr<i32>
    }
  }
  tt.return
}

// Operations that may trap stay, since the loop may never run; so do operations that read or write memory.
// CHECK: tt.func @stays(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %0 = arith.divsi %arg1, %c7_i32 : i32
// CHECK-NEXT:   %1 = scf.for %arg4 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg5 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.divsi %arg1, %arg2 : i32
// CHECK-NEXT:     %3 = arith.divsi %arg1, %c0_i32 : i32
// CHECK-NEXT:     %4 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     %5 = arith.addi %2, %0 : i32
// CHECK-NEXT:     %6 = arith.addi %3, %4 : i32
// CHECK-NEXT:     %7 = arith.addi %5, %6 : i32
// CHECK-NEXT:     scf.yield %7 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @stays(%n: i32, %a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 : i32 {
    %1 = arith.divsi %a, %b : i32
    %2 = arith.divsi %a, %c7 : i32
    %3 = arith.divsi %a, %c0 : i32
    %4 = tt.load %p : !tt.ptr<i32>
    tt.store %p, %b : !tt.ptr<i32>
    %5 = arith.addi %1, %2 : i32
    %6 = arith.addi %3, %4 : i32
    %7 = arith.addi %5, %6 : i32
    scf.yield %7 : i32
  }
  tt.return %0 : i32
}

// So do operations without effects that are not known to be speculatable.
// CHECK: tt.func @not_speculatable(%arg0: i32, %arg1: tensor<16xi32>, %arg2: tensor<32xi32>) -> tensor<32xi32> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg2) -> (tensor<32xi32>)  : i32 {
// CHECK-NEXT:     %1 = tt.cat %arg1, %arg1 : tensor<16xi32> -> tensor<32xi32>
// CHECK-NEXT:     %2 = arith.addi %arg4, %1 : tensor<32xi32>
// CHECK-NEXT:     scf.yield %2 : tensor<32xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<32xi32>
// CHECK-NEXT: }
tt.func @not_speculatable(%n: i32, %t: tensor<16xi32>, %u: tensor<32xi32>) -> tensor<32xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %u) -> tensor<32xi32> : i32 {
    %1 = tt.cat %t, %t : tensor<16xi32> -> tensor<32xi32>
    %2 = arith.addi %x, %1 : tensor<32xi32>
    scf.yield %2 : tensor<32xi32>
  }
  tt.return %0 : tensor<32xi32>
}

// Blocks in a loop need not be in the order of their execution.
// CHECK: tt.func @out_of_order(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:     scf.execute_region {
// CHECK-NEXT:       cf.br ^bb2
// CHECK-NEXT:     ^bb1:  // pred: ^bb2
// CHECK-NEXT:       %0 = arith.addi %1, %1 : i32
// CHECK-NEXT:       tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     ^bb2:  // pred: ^bb0
// CHECK-NEXT:       %1 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:       cf.br ^bb1
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @out_of_order(%n: i32, %a: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.execute_region {
      cf.br ^bb2
    ^bb1:
      %1 = arith.addi %0, %0 : i32
      tt.store %p, %1 : !tt.ptr<i32>
      scf.yield
    ^bb2:
      %0 = arith.addi %a, %a : i32
      cf.br ^bb1
    }
  }
  tt.return
}
