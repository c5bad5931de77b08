// RUN: xtriton-opt %s --remove-dead-values | filecheck %s

// CHECK: tt.func @f(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i1, %arg3: f32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %cst, %arg6 = %arg3) -> (f32, f32)  : i32 {
// CHECK-NEXT:     %3 = arith.addf %arg5, %cst : f32
// CHECK-NEXT:     %4 = arith.addf %arg6, %cst : f32
// CHECK-NEXT:     scf.yield %3, %4 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.if %arg2 -> (f32) {
// CHECK-NEXT:     scf.yield %0#0 : f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %0#1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %2 = scf.while (%arg4 = %c0_i32) : (i32) -> i32 {
// CHECK-NEXT:     %3 = arith.cmpi slt, %arg4, %arg1 : i32
// CHECK-NEXT:     scf.condition(%3) %arg4 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: i32):
// CHECK-NEXT:     %3 = arith.addi %arg4, %c1_i32 : i32
// CHECK-NEXT:     tt.store %arg0, %arg3 : !tt.ptr<f32>
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.store %arg0, %1 : !tt.ptr<f32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// CHECK: func.func @g(%arg0: i1, %arg1: f32, %arg2: memref<f32>) {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i1)
// CHECK-NEXT: ^bb1(%0: i1):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.cond_br %0, ^bb1(%arg0 : i1), ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   return
// CHECK-NEXT: }

tt.func @f(%p: !tt.ptr<f32>, %n: i32, %c: i1, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cst = arith.constant 1.0 : f32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %cst, %d = %x) -> (i32, f32, f32) : i32 {
    %a1 = arith.addi %a, %c1 : i32
    %b1 = arith.addf %b, %cst : f32
    %d1 = arith.addf %d, %cst : f32
    scf.yield %a1, %b1, %d1 : i32, f32, f32
  }
  %dead = arith.addi %r#0, %c1 : i32
  %e:2 = scf.if %c -> (f32, f32) {
    %v = arith.addf %x, %x : f32
    scf.yield %r#1, %v : f32, f32
  } else {
    scf.yield %r#2, %x : f32, f32
  }
  %w:2 = scf.while (%k = %c0, %m = %e#1) : (i32, f32) -> (i32, f32) {
    %z = arith.cmpi slt, %k, %n : i32
    scf.condition(%z) %k, %m : i32, f32
  } do {
  ^bb0(%k: i32, %m: f32):
    %k1 = arith.addi %k, %c1 : i32
    tt.store %p, %x : !tt.ptr<f32>
    scf.yield %k1, %m : i32, f32
  }
  tt.store %p, %e#0 : !tt.ptr<f32>
  tt.return
}
func.func @g(%c: i1, %x: f32, %p: memref<f32>) {
  cf.br ^b(%x, %c : f32, i1)
^b(%a: f32, %b: i1):
  cf.cond_br %b, ^b(%a, %c : f32, i1), ^d(%a : f32)
^d(%y: f32):
  %z = arith.addf %y, %y : f32
  return
}
