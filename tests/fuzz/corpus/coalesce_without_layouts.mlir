// RUN: xtriton-opt --pass-pipeline='tritongpu-coalesce' %s
// exception: tritongpu-coalesce: AssertionError in analysis/coalescing.py:encoding_of_tensor
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%p: tensor<32x!tt.ptr<f32>>) -> tensor<32xf32> {
    %0 = tt.load %p : tensor<32x!tt.ptr<f32>>
    tt.return %0 : tensor<32xf32>
  }
}
