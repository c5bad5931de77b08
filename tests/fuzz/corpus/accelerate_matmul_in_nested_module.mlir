// RUN: xtriton-opt --pass-pipeline='tritongpu-accelerate-matmul' %s
// invalid: tritongpu-accelerate-matmul: Result has an invalid versionMinor warpsPerCTA instrShape Layout has threads per
module {}
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 256], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 256 : i32} {
  tt.func @product(%arg0: tensor<64x64x!tt.ptr<f8E5M2>, #blocked>, %arg1: tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg3: tensor<64x64xf32, #blocked>) {
    %0 = tt.dot %arg2, %arg1, %arg3 {maxNumImpreciseAcc = 64 : i32} : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.print ": " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<64x64xf32, #blocked>
    tt.return
  }
}
