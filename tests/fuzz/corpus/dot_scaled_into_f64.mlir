// RUN: xtriton-opt --pass-pipeline='tritongpu-accelerate-matmul' %s
// exception: tritongpu-accelerate-matmul: LayoutError in layouts/tensor_memory.py:__post_init__
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @fp8(%a: tensor<128x128xf8E4M3FN, #blocked>, %b: tensor<128x128xf8E5M2, #blocked>, %c: tensor<128x128xf64, #blocked>, %s: tensor<128x4xi8, #blocked>, %t: tensor<128x4xi8, #blocked>) -> tensor<128x128xf64, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x128xf8E4M3FN, #blocked>, tensor<128x4xi8, #blocked> * tensor<128x128xf8E5M2, #blocked>, tensor<128x4xi8, #blocked> -> tensor<128x128xf64, #blocked>
    tt.return %d : tensor<128x128xf64, #blocked>
  }
}
