// RUN: xtriton-opt %s --remove-dead-values | filecheck %s

// CHECK: tt.func @nested(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: f32, %arg3: index) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %arg2) -> (f32)  : i32 {
// CHECK-NEXT:     %1 = scf.for %arg6 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg7 = %arg5) -> (f32)  : i32 {
// CHECK-NEXT:       %2 = arith.addf %arg7, %arg2 : f32
// CHECK-NEXT:       scf.yield %2 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.store %arg0, %0 : !tt.ptr<f32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// CHECK: tt.func @effects_in_a_dead_loop(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: f32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     tt.store %arg0, %arg2 : !tt.ptr<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// CHECK: tt.func @no_effects_at_all(%arg0: i32, %arg1: f32) {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// CHECK: tt.func @used_inside_only(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: f32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %arg2) -> (f32)  : i32 {
// CHECK-NEXT:     tt.store %arg0, %arg4 : !tt.ptr<f32>
// CHECK-NEXT:     %1 = arith.addf %arg4, %arg4 : f32
// CHECK-NEXT:     scf.yield %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// CHECK: func.func @filled_for_nobody(%arg0: f32, %arg1: memref<4xf32>) {
// CHECK-NEXT:   linalg.fill ins(%arg0 : f32) outs(%arg1 : memref<4xf32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }

tt.func @nested(%p: !tt.ptr<f32>, %n: i32, %x: f32, %o: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %x) -> (i32, f32) : i32 {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a, %d = %b) -> (i32, f32) : i32 {
      %c2 = arith.addi %c, %j : i32
      %d2 = arith.addf %d, %x : f32
      scf.yield %c2, %d2 : i32, f32
    }
    scf.yield %s#0, %s#1 : i32, f32
  }
  tt.store %p, %r#1 : !tt.ptr<f32>
  tt.return
}

tt.func @effects_in_a_dead_loop(%p: !tt.ptr<f32>, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) : i32 {
    tt.store %p, %x : !tt.ptr<f32>
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  tt.return
}

tt.func @no_effects_at_all(%n: i32, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) : i32 {
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  tt.return
}

tt.func @used_inside_only(%p: !tt.ptr<f32>, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) : i32 {
    tt.store %p, %a : !tt.ptr<f32>
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  tt.return
}

func.func @filled_for_nobody(%n: f32, %m: memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%n : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  linalg.fill ins(%n : f32) outs(%m : memref<4xf32>)
  return
}

// A loop that is made anew keeps its attributes.
// CHECK-LABEL: @keeps_attributes
// CHECK: } {tt.num_stages = 3 : i32}
tt.func @keeps_attributes(%n: i32, %x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %dead = %y) -> (f32, f32) : i32 {
    %b = arith.addf %a, %a : f32
    %c = arith.addf %dead, %dead : f32
    scf.yield %b, %c : f32, f32
  } {tt.num_stages = 3 : i32}
  tt.return %r#0 : f32
}
