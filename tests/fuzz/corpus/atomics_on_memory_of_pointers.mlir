// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental' %s
// exception: triton-to-linalg-experimental: AssertionError in rewriting/elements.py:width_of
tt.func @base(%p: !tt.ptr<!tt.ptr<f32>>, %v: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %q: !tt.ptr<!tt.ptr<f32>>) {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %p : !tt.ptr<!tt.ptr<f32>> -> tensor<8x!tt.ptr<!tt.ptr<f32>>>
  %t = tt.addptr %s, %r : tensor<8x!tt.ptr<!tt.ptr<f32>>>, tensor<8xi32>
  %0 = tt.atomic_cas acq_rel, gpu, %t, %v, %v : (tensor<8x!tt.ptr<!tt.ptr<f32>>>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>) -> tensor<8x!tt.ptr<f32>>
  %1 = tt.atomic_rmw exch, acq_rel, gpu, %t, %v, %m : (tensor<8x!tt.ptr<!tt.ptr<f32>>>, tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8x!tt.ptr<f32>>
  %2 = tt.load %0 : tensor<8x!tt.ptr<f32>>
  %3 = tt.load %1 : tensor<8x!tt.ptr<f32>>
  %4 = arith.addf %2, %3 : tensor<8xf32>
  %5 = tt.load %q : !tt.ptr<!tt.ptr<f32>>
  %s5 = tt.splat %5 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %t5 = tt.addptr %s5, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.store %t5, %4 : tensor<8x!tt.ptr<f32>>
  tt.return
}
