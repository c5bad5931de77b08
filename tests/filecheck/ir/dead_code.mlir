// RUN: xtriton-opt %s | filecheck %s

// Unreachable blocks, and operations nested in them, may use all values of other blocks.
// CHECK: tt.func @dead
// CHECK: ^bb1:  // no predecessors
// CHECK-NEXT: tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT: tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK: ^bb2:  // no predecessors
// CHECK-NEXT: %1 = arith.addi %arg1, %arg1 : i32
tt.func @dead(%c: i1, %x: i32, %p: !tt.ptr<i32>) {
  %0 = arith.addi %x, %x : i32
  tt.return
^bb1:
  tt.store %p, %1 : !tt.ptr<i32>
  scf.if %c {
    tt.store %p, %x : !tt.ptr<i32>
    tt.store %p, %1 : !tt.ptr<i32>
  }
  tt.return
^bb2:
  %1 = arith.addi %x, %x : i32
  tt.return
}
