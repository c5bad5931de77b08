// RUN: xtriton-opt --pass-pipeline='builtin.module(tritongpu-accelerate-matmul)' %s
// invalid: tritongpu-accelerate-matmul: op operand must be but got parent threadsPerWarp warpsPerCTA order
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @few_rows(%arg0: tensor<32x64xi1, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<64x64xi1, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<32x64xf32, #blocked>) -> tensor<32x64xf32, #blocked> {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<32x64xi1, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xi1, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf32, #blocked>
    tt.return %0 : tensor<32x64xf32, #blocked>
  }
}
