// RUN: xtriton-opt %s --sccp | filecheck %s

// Code after an endless loop is never computed: users of its results stay unknown, the loop over %t included,
// whose carried value is taken for the constant it starts as.
// CHECK: tt.func @endless(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     scf.condition(%true) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     scf.yield %arg2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = arith.muli %0, %c0_i32 : i32
// CHECK-NEXT:   tt.store %arg1, %1 : !tt.ptr<i32>
// CHECK-NEXT:   %2:2 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %c0_i32, %arg4 = %c0_i32) -> (i32, i32)  : i32 {
// CHECK-NEXT:     tt.store %arg1, %c0_i32 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %arg0, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %true {
// CHECK-NEXT:     tt.store %arg1, %c0_i32 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @endless(%n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %0 = scf.while (%x = %n) : (i32) -> i32 {
    scf.condition(%true) %x : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %x : i32
  }
  %1 = arith.muli %0, %c0 : i32
  tt.store %p, %1 : !tt.ptr<i32>
  %2:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %t = %c0) -> (i32, i32) : i32 {
    tt.store %p, %s : !tt.ptr<i32>
    scf.yield %n, %1 : i32, i32
  }
  scf.if %true {
    tt.store %p, %2#0 : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func private @callee(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c0_i32 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func private @callee(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  tt.return %0 : i32
}

// A call and a branch on such a value.
// CHECK: tt.func @branches(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i1) -> (i32, i1) {
// CHECK-NEXT:     scf.condition(%true) %arg2, %arg3 : i32, i1
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i1):
// CHECK-NEXT:     scf.yield %arg2, %arg3 : i32, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = tt.call @callee(%0#0) : (i32) -> i32
// CHECK-NEXT:   cf.cond_br %0#1, ^bb1(%c7_i32 : i32), ^bb2
// CHECK-NEXT: ^bb1(%2: i32):  // pred: ^bb0
// CHECK-NEXT:   %3 = arith.addi %2, %1 : i32
// CHECK-NEXT:   tt.return %3 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.return %c7_i32 : i32
// CHECK-NEXT: }
tt.func @branches(%n: i32, %c: i1) -> i32 {
  %true = arith.constant true
  %c7 = arith.constant 7 : i32
  %0:2 = scf.while (%x = %n, %y = %c) : (i32, i1) -> (i32, i1) {
    scf.condition(%true) %x, %y : i32, i1
  } do {
  ^bb0(%x: i32, %y: i1):
    scf.yield %x, %y : i32, i1
  }
  %1 = tt.call @callee(%0#0) : (i32) -> i32
  cf.cond_br %0#1, ^bb1(%c7 : i32), ^bb2
^bb1(%z: i32):
  %2 = arith.addi %z, %1 : i32
  tt.return %2 : i32
^bb2:
  tt.return %c7 : i32
}
