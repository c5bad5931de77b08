// RUN: xtriton-opt %s --triton=3.8 --cse | filecheck %s --check-prefixes=CHECK,OLD
// RUN: xtriton-opt %s --triton=3.9 --cse | filecheck %s --check-prefixes=CHECK,NEW

// Regions that differ in a useless operation are equal since Triton 3.9, which erases it before it compares them.

// CHECK-LABEL: tt.func @repeated
// CHECK-COUNT-1: "tt.reduce"
// OLD: "tt.reduce"
// OLD: tt.return %0, %1
// NEW-NOT: "tt.reduce"
// NEW: tt.return %0, %0
tt.func @repeated(%x: tensor<16xi32>) -> (i32, i32) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    %3 = arith.addi %a, %b : i32
    tt.reduce.return %3 : i32
  }) : (tensor<16xi32>) -> i32
  %1 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<16xi32>) -> i32
  tt.return %0, %1 : i32, i32
}

// CHECK-LABEL: tt.func @dead
// CHECK: scf.if
// OLD: scf.if
// OLD: tt.return %0, %1
// NEW-NOT: scf.if
// NEW: tt.return %0, %0
tt.func @dead(%x: i32, %condition: i1) -> (i32, i32) {
  %0 = scf.if %condition -> (i32) {
    %2 = arith.addi %x, %x : i32
    scf.yield %2 : i32
  } else {
    scf.yield %x : i32
  }
  %1 = scf.if %condition -> (i32) {
    %2 = arith.addi %x, %x : i32
    %3 = arith.muli %2, %x : i32
    scf.yield %2 : i32
  } else {
    %2 = arith.subi %x, %x : i32
    scf.yield %x : i32
  }
  tt.return %0, %1 : i32, i32
}

// Useless operations between loads do not hide what is written between them.
// CHECK-LABEL: tt.func @loads
// CHECK-NEXT: %0 = tt.load %arg0
// CHECK-NEXT: tt.store %arg1, %0
// CHECK-NEXT: %1 = tt.load %arg0
// CHECK-NEXT: tt.return %0, %0, %0, %1, %1
tt.func @loads(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) -> (i32, i32, i32, i32, i32) {
  %0 = tt.load %p : !tt.ptr<i32>
  %1 = tt.load %p : !tt.ptr<i32>
  %2 = arith.addi %0, %1 : i32
  %3 = tt.load %p : !tt.ptr<i32>
  tt.store %q, %3 : !tt.ptr<i32>
  %4 = tt.load %p : !tt.ptr<i32>
  %5 = tt.load %p : !tt.ptr<i32>
  tt.return %0, %1, %3, %4, %5 : i32, i32, i32, i32, i32
}
