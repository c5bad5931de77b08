// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// Where jumps go round: a block that jumps to itself is where other jumps end.
// CHECK: tt.func @to_itself(%arg0: i1) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @to_itself(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb3:
  cf.br ^bb3
^bb2:
  tt.return
}

// CHECK: tt.func @to_endless_loop(%arg0: i1, %arg1: !tt.ptr<i32>, %arg2: i32) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @to_endless_loop(%c: i1, %p: !tt.ptr<i32>, %x: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb3:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb4
^bb4:
  cf.br ^bb3
^bb2:
  tt.return
}

// Triton 3.6 follows the jumps of such a circle for ever.
// CHECK: tt.func @circle(%arg0: i1) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: tt.return
tt.func @circle(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb4
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb3
^bb3:
  cf.br ^bb1
^bb4:
  tt.return
}
