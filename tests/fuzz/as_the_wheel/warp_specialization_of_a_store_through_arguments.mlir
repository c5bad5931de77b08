// RUN: xtriton-opt --pass-pipeline='nvgpu-warp-specialization' %s
// invalid: nvgpu-warp-specialization: op failed to verify that value type matches ptr type
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @pointers(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64x!tt.ptr<f32>, #mma>, %arg3: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #mma>
    %0 = scf.for %arg4 = %arg3 to %arg3 step %c1_i32 iter_args(%arg5 = %cst) -> (tensor<128x64xf32, #mma>)  : i32 {
      %1 = tt.load %arg0 : tensor<128x64x!tt.ptr<f16>, #blocked>
      %2 = ttg.local_alloc %1 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %3 = ttng.warp_group_dot %2, %arg1, %arg5 {inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
      scf.yield %3 : tensor<128x64xf32, #mma>
    } {tt.warp_specialize}
    tt.store %arg2, %0 : tensor<128x64x!tt.ptr<f32>, #mma>
    tt.return
  }
}
