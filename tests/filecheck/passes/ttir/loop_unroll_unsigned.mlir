// RUN: xtriton-opt %s --triton-loop-unroll | filecheck %s

// Bounds of unsigned loops are unsigned: from 120 to 130 in ten iterations, two of them left for the other loop.
// Triton 3.6 takes the upper bound for -126, makes no other loop, and runs twelve iterations.
// CHECK: tt.func @unsigned
// CHECK: %[[END:.*]] = arith.constant -128 : i8
// CHECK: %[[STEP:.*]] = arith.constant 4 : i8
// CHECK: scf.for unsigned %{{.*}} = %c120_i8 to %[[END]] step %[[STEP]]
// CHECK-COUNT-4: tt.store
// CHECK: scf.for unsigned %{{.*}} = %[[END]] to %c-126_i8 step %c1_i8
// CHECK-NEXT: tt.store
// CHECK-NEXT: } {tt.num_stages = 1 : i32}
// CHECK-NEXT: tt.return
tt.func @unsigned(%p: !tt.ptr<i8>) {
  %low = arith.constant 120 : i8
  %high = arith.constant -126 : i8
  %c1 = arith.constant 1 : i8
  scf.for unsigned %i = %low to %high step %c1 : i8 {
    tt.store %p, %i : !tt.ptr<i8>
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return
}

// The same bounds as signed ones are an empty range.
// CHECK: tt.func @signed
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func @signed(%p: !tt.ptr<i8>) {
  %low = arith.constant 120 : i8
  %high = arith.constant -126 : i8
  %c1 = arith.constant 1 : i8
  scf.for %i = %low to %high step %c1 : i8 {
    tt.store %p, %i : !tt.ptr<i8>
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return
}

// With a negative constant, 64 bits wide too.
// CHECK: tt.func @wide
// CHECK: scf.for unsigned
tt.func @wide(%p: !tt.ptr<i64>) {
  %low = arith.constant 120 : i64
  %high = arith.constant -120 : i64
  %c2 = arith.constant 2 : i64
  scf.for unsigned %i = %low to %high step %c2 : i64 {
    tt.store %p, %i : !tt.ptr<i64>
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// Triton 3.6 crashes on these: the number of iterations is known, the bounds are not.
// CHECK: tt.func @known_distance
// CHECK-SAME: %[[N:arg0]]: i32
// CHECK: %[[UPPER:.*]] = arith.addi %[[N]], %c5_i32 overflow<nsw>
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[UPPER]], %[[N]]
// CHECK: arith.divui
// CHECK-COUNT-4: scf.for
// CHECK: tt.return
tt.func @known_distance(%n: i32, %p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %n, %c5 overflow<nsw> : i32
  scf.for %i = %n to %0 step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 2 : i32}
  scf.for %i = %n to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}
