// RUN: xtriton-opt --pass-pipeline='tritongpu-reduce-data-duplication' %s
// exception: tritongpu-reduce-data-duplication: AssertionError in rewriting/elements.py:width_of
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @first_operand(%arg0: tensor<64x64x!tt.ptr<tensor<4xf32>>, #blocked>) -> tensor<64x64x!tt.ptr<tensor<4xf32>>, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> {
    %0 = ttg.convert_layout %arg0 : tensor<64x64x!tt.ptr<tensor<4xf32>>, #blocked> -> tensor<64x64x!tt.ptr<tensor<4xf32>>, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    tt.return %0 : tensor<64x64x!tt.ptr<tensor<4xf32>>, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  }
}
