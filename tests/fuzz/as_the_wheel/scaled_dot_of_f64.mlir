// RUN: xtriton-opt --pass-pipeline='tritongpu-accelerate-matmul' %s
// invalid: tritongpu-accelerate-matmul: Rounding mode is required for FP downcast
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @fp8(%arg0: tensor<128x128xf8E4M3FN, #blocked>, %arg1: tensor<128x128xf64, #blocked>, %arg2: tensor<128x4xi8, #blocked>, %arg3: tensor<128x4xi8, #blocked>) -> tensor<128x128xf64, #blocked> {
    %0 = tt.dot_scaled %arg0 scale %arg2, %arg1 scale %arg3, %arg1 lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x128xf8E4M3FN, #blocked>, tensor<128x4xi8, #blocked> * tensor<128x128xf64, #blocked>, tensor<128x4xi8, #blocked> -> tensor<128x128xf64, #blocked>
    tt.return %0 : tensor<128x128xf64, #blocked>
  }
}
