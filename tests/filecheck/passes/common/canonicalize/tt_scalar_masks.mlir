// RUN: xtriton-opt %s --triton=3.8 --canonicalize | filecheck %s --check-prefix=OLD
// RUN: xtriton-opt %s --triton=3.9 --canonicalize | filecheck %s --check-prefix=NEW

// Constant masks of scalar accesses count since Triton 3.9.

// OLD-LABEL: tt.func @scalar_masks
// OLD: tt.load %arg0, %true : !tt.ptr<f32>
// OLD-NEXT: tt.store %arg1, %0, %true : !tt.ptr<f32>
// OLD-NEXT: tt.load %arg0, %true, %arg2 {isVolatile = true} : !tt.ptr<f32>
// OLD-NEXT: tt.store %arg1, %1, %false : !tt.ptr<f32>
// OLD-NEXT: tt.load %arg0, %false, %arg2 : !tt.ptr<f32>
// OLD-NEXT: tt.store %arg1, %2, %arg3 : !tt.ptr<f32>
// OLD-NEXT: tt.load %arg0, %false : !tt.ptr<f32>
// OLD-NEXT: tt.store %arg1, %3 : !tt.ptr<f32>
// OLD-NEXT: tt.load %arg0, %arg3, %arg2 : !tt.ptr<f32>
// OLD-NEXT: tt.store %arg1, %4 : !tt.ptr<f32>
// OLD-NEXT: tt.return

// NEW-LABEL: tt.func @scalar_masks
// NEW-NEXT: %false = arith.constant false
// NEW-NEXT: %0 = tt.load %arg0 : !tt.ptr<f32>
// NEW-NEXT: tt.store %arg1, %0 : !tt.ptr<f32>
// NEW-NEXT: tt.load %arg0 {isVolatile = true} : !tt.ptr<f32>
// NEW-NEXT: tt.store %arg1, %arg2, %arg3 : !tt.ptr<f32>
// NEW-NEXT: tt.load %arg0, %false : !tt.ptr<f32>
// NEW-NEXT: tt.store %arg1, %2 : !tt.ptr<f32>
// NEW-NEXT: tt.load %arg0, %arg3, %arg2 : !tt.ptr<f32>
// NEW-NEXT: tt.store %arg1, %3 : !tt.ptr<f32>
// NEW-NEXT: tt.return

tt.func @scalar_masks(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %other: f32, %unknown: i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = tt.load %p, %true : !tt.ptr<f32>
  tt.store %q, %0, %true : !tt.ptr<f32>
  %1 = tt.load %p, %true, %other {isVolatile = true} : !tt.ptr<f32>
  tt.store %q, %1, %false : !tt.ptr<f32>
  %2 = tt.load %p, %false, %other : !tt.ptr<f32>
  tt.store %q, %2, %unknown : !tt.ptr<f32>
  %3 = tt.load %p, %false : !tt.ptr<f32>
  tt.store %q, %3 : !tt.ptr<f32>
  %4 = tt.load %p, %unknown, %other : !tt.ptr<f32>
  tt.store %q, %4 : !tt.ptr<f32>
  tt.return
}
