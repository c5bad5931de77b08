// RUN: xtriton-opt --pass-pipeline='builtin.module(nvgpu-warp-specialization{dump-intermediate-steps=false num-stages=2})' %s
// invalid: nvgpu-warp-specialization: op requires the same shape for all operands and results
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @pointers(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<128x64x!tt.ptr<f32>, #mma>, %arg2: i32, %arg3: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg4: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #mma>
    %0 = scf.for %arg5 = %arg2 to %arg2 step %arg4 iter_args(%arg6 = %cst) -> (tensor<128x64xf32, #mma>)  : i32 {
      %3 = tt.load %arg3 : tensor<128x64x!tt.ptr<f16>, #blocked>
      %4 = ttg.convert_layout %3 : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #blocked1>
      %5 = ttg.local_alloc %4 : (tensor<128x64xf16, #blocked1>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %6 = ttng.warp_group_dot %5, %arg0, %arg6 {inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
      scf.yield %6 : tensor<128x64xf32, #mma>
    } {tt.warp_specialize}
    %1 = ttg.convert_layout %arg1 : tensor<128x64x!tt.ptr<f32>, #mma> -> tensor<128x64x!tt.ptr<f32>, #blocked>
    %2 = ttg.convert_layout %0 : tensor<128x64xf32, #mma> -> tensor<128x64xf32, #blocked>
    tt.store %1, %2 : tensor<128x64x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
