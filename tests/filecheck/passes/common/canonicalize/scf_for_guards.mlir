// RUN: xtriton-opt %s --canonicalize | filecheck %s

// How often the loop runs is not known: the result may be the initial value.
// CHECK: tt.func @unknown_trip_count(%arg0: i32, %arg1: f32, %arg2: f32) -> f32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1) -> (f32)  : i32 {
// CHECK-NEXT:     scf.yield %arg2 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : f32
// CHECK-NEXT: }
tt.func @unknown_trip_count(%n: i32, %x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 : i32 {
    scf.yield %y : f32
  }
  tt.return %r : f32
}

// Iter_args that are exchanged change from one iteration to the next.
// CHECK: tt.func @crosswise(%arg0: f32, %arg1: f32) -> (f32, f32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %c3_i32 step %c1_i32 iter_args(%arg3 = %arg0, %arg4 = %arg1) -> (f32, f32)  : i32 {
// CHECK-NEXT:     scf.yield %arg4, %arg3 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1 : f32, f32
// CHECK-NEXT: }
tt.func @crosswise(%x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (f32, f32) : i32 {
    scf.yield %b, %a : f32, f32
  }
  tt.return %r#0, %r#1 : f32, f32
}

// Carried for nothing, although it is computed anew; and carried for the next iteration only.
// CHECK: tt.func @unused_but_computed(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unused_but_computed(%n: i32, %x: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) : i32 {
    %v = arith.addi %b, %i : i32
    tt.store %p, %v : !tt.ptr<i32>
    scf.yield %v, %v : i32, i32
  }
  tt.return
}
