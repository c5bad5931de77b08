// PASSES: canonicalize

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
