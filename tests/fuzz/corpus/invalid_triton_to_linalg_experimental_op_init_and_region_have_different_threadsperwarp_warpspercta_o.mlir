// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental' %s
// invalid: triton-to-linalg-experimental: op init and region have different threadsPerWarp warpsPerCTA order CGALayout
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @locations(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: tensor<128x128x!tt.ptr<f32>, #blocked>, %arg3: tensor<128x128xf32, #blocked>, %arg4: i32, %arg5: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
    %0 = scf.for %arg6 = %arg5 to %arg1 step %arg4 iter_args(%arg7 = %cst) -> (tensor<128x128xf32, #blocked>)  : i32 {
      scf.yield %arg3 : tensor<128x128xf32, #blocked>
    }
    tt.store %arg2, %0 : tensor<128x128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
