// RUN: xtriton-opt %s --triton=3.9 --canonicalize | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --canonicalize | filecheck %s --check-prefix=BEFORE

// CHECK: @scalars
// CHECK: %[[A:.*]] = tt.load %arg0 : !tt.ptr<f32>
// CHECK: tt.store %arg1, %[[A]]
// CHECK: tt.store %arg1, %arg2
// CHECK: %[[B:.*]] = tt.load %arg0, %{{.*}} : !tt.ptr<f32>
// CHECK: tt.store %arg1, %[[B]]
// CHECK: %[[C:.*]] = tt.load %arg0, %arg3 : !tt.ptr<f32>
// CHECK: tt.store %arg1, %[[C]] : !tt.ptr<f32>
// CHECK-NEXT: tt.store %arg1, %arg2 : !tt.ptr<f32>
// CHECK-NEXT: tt.return
// BEFORE: @scalars
// BEFORE: tt.load %arg0, %true
// BEFORE: tt.load %arg0, %false, %arg2
// BEFORE: tt.store %arg1, %arg2, %true
// BEFORE: tt.store %arg1, %arg2, %false
tt.func @scalars(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %other: f32, %unknown: i1) {
  %true = arith.constant true
  %false = arith.constant false
  %a = tt.load %p, %true, %other : !tt.ptr<f32>
  tt.store %q, %a : !tt.ptr<f32>
  %b = tt.load %p, %false, %other : !tt.ptr<f32>
  tt.store %q, %b, %true : !tt.ptr<f32>
  // Without another value the result is undefined.
  %c = tt.load %p, %false : !tt.ptr<f32>
  tt.store %q, %c : !tt.ptr<f32>
  %d = tt.load %p, %unknown : !tt.ptr<f32>
  tt.store %q, %d : !tt.ptr<f32>
  tt.store %q, %other, %true : !tt.ptr<f32>
  tt.store %q, %other, %false : !tt.ptr<f32>
  tt.return
}
