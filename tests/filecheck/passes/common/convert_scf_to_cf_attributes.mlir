// RUN: xtriton-opt %s --convert-scf-to-cf --mlir-print-local-scope | filecheck %s

#licm = #llvm.loop_licm<disable = true>
#note = #llvm.loop_annotation<licm = #licm>

// A loop's `llvm.` attributes are on the branch to its header, and nowhere else.
// CHECK: tt.func @for(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   %2 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb1(%2 : i32) {llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @for(%n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {llvm.loop_annotation = #note, tt.num_stages = 3 : i32}
  tt.return
}

// CHECK: tt.func @while(%arg0: i32) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// CHECK-NEXT: ^bb2(%2: i32):  // pred: ^bb1
// CHECK-NEXT:   %3 = arith.addi %2, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb1(%3 : i32) {llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @while(%n: i32) {
  %c1 = arith.constant 1 : i32
  %w = scf.while (%x = %n) : (i32) -> i32 {
    %k = arith.cmpi slt, %x, %n : i32
    scf.condition(%k) %x : i32
  } do {
  ^bb0(%z: i32):
    %y = arith.addi %z, %c1 : i32
    scf.yield %y : i32
  } attributes {llvm.loop_annotation = #note}
  tt.return
}

// A loop whose second region does nothing goes back from the first.
// CHECK: tt.func @do_while(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %1, ^bb1(%0 : i32), ^bb2 {llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @do_while(%n: i32, %p: !tt.ptr<i32>) {
  %v = scf.while (%x = %n) : (i32) -> i32 {
    tt.store %p, %x : !tt.ptr<i32>
    %k = arith.cmpi slt, %x, %n : i32
    scf.condition(%k) %x : i32
  } do {
  ^bb0(%z: i32):
    scf.yield %z : i32
  } attributes {llvm.loop_annotation = #note}
  tt.return
}

// CHECK: tt.func @if(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @if(%c: i1, %n: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %n : !tt.ptr<i32>
  } {llvm.loop_annotation = #note}
  tt.return
}

// Where the second region does something, the branch back to the first is the latch, and only that.
// CHECK: tt.func @while_that_does_something(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// CHECK-NEXT: ^bb2(%2: i32):  // pred: ^bb1
// CHECK-NEXT:   %3 = arith.addi %2, %arg0 : i32
// CHECK-NEXT:   cf.br ^bb1(%3 : i32) {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @while_that_does_something(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    %j = arith.addi %i, %n : i32
    scf.yield %j : i32
  } attributes {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  tt.return %r : i32
}
