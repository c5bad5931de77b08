// RUN: xtriton-opt --pass-pipeline='builtin.module(convert-triton-to-tritongpu{enable-source-remat=false num-ctas=1 num-warps=4 target=cuda:90 threads-per-warp=32})' %s
// invalid: convert-triton-to-tritongpu: type of return operand threadsPerWarp warpsPerCTA order match function result ty
module {
  tt.func private @result(%arg0: f32) -> tensor<16xf32> {
    %0 = tt.splat %arg0 : f32 -> tensor<16xf32>
    tt.return %0 : tensor<16xf32>
  }
}
