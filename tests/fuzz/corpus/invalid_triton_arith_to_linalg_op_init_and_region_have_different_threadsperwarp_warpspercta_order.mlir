// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-arith-to-linalg' %s
// invalid: triton-arith-to-linalg: op init and region have different threadsPerWarp warpsPerCTA order
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: i32, %arg2: tensor<64x64x!tt.ptr<f32>, #blocked1>, %arg3: tensor<64x64xf32, #blocked1>, %arg4: i32, %arg5: i32) {
    %cst = arith.constant dense<1.000000e+00> : tensor<64x64xf32, #blocked1>
    %0 = scf.for %arg6 = %arg5 to %arg1 step %arg4 iter_args(%arg7 = %cst) -> (tensor<64x64xf32, #blocked1>)  : i32 {
      scf.yield %arg3 : tensor<64x64xf32, #blocked1>
    }
    tt.store %arg2, %0 : tensor<64x64x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
