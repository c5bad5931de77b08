// RUN: xtriton-opt %s --convert-scf-to-cf | filecheck %s

// Blocks that nothing leads to stay as they are, also inside of operations.
// CHECK: tt.func @unreachable(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   cf.br ^bb5(%arg1 : i32)
// CHECK-NEXT: ^bb4:  // no predecessors
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   cf.br ^bb5(%arg1 : i32)
// CHECK-NEXT: ^bb5(%0: i32):  // 2 preds: ^bb3, ^bb4
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: ^bb6:  // no predecessors
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %arg1 : i32
// CHECK-NEXT: }
tt.func @unreachable(%c: i1, %x: i32, %p: !tt.ptr<i32>) -> i32 {
  %0 = scf.execute_region -> i32 {
    scf.if %c {
      tt.store %p, %x : !tt.ptr<i32>
    }
    scf.yield %x : i32
  ^bb1:
    scf.if %c {
      tt.store %p, %x : !tt.ptr<i32>
    }
    scf.yield %x : i32
  }
  tt.return %0 : i32
^dead:
  scf.if %c {
    tt.store %p, %x : !tt.ptr<i32>
  }
  tt.return %x : i32
}
