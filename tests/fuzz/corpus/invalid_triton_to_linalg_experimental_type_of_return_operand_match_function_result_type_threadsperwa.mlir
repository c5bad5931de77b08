// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental{safe=true}' %s
// invalid: triton-to-linalg-experimental: type of return operand match function result type threadsPerWarp warpsPerCTA ord
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @best_already(%arg0: tensor<128x!tt.ptr<f32>, #blocked>) -> tensor<128xf32, #blocked> {
    %0 = tt.load %arg0 : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return %0 : tensor<128xf32, #blocked>
  }
}
