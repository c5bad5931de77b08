// RUN: xtriton-opt --pass-pipeline='tritongpu-optimize-accumulator-init,tritongpu-automatic-warp-specialization{num-stages=3}' %s
// exception: tritongpu-automatic-warp-specialization: IndexError in passes/nvws/lower_aref
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @matmul(%arg0: i32, %arg1: tensor<128x16x!tt.ptr<f32>, #mma>, %arg2: !ttg.memdesc<16x16xf16, #shared, #smem>, %arg3: !tt.tensordesc<tensor<128x16xf16, #shared>>, %arg4: i32, %arg5: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x16xf32, #mma>
    %0 = scf.for %arg6 = %arg5 to %arg0 step %arg4 iter_args(%arg7 = %cst) -> (tensor<128x16xf32, #mma>)  : i32 {
      %1 = tt.descriptor_load %arg3[%arg5, %arg6] : !tt.tensordesc<tensor<128x16xf16, #shared>> -> tensor<128x16xf16, #blocked>
      %2 = ttg.local_alloc %1 : (tensor<128x16xf16, #blocked>) -> !ttg.memdesc<128x16xf16, #shared, #smem>
      %3 = ttng.warp_group_dot %2, %arg2, %arg7 {inputPrecision = 0 : i32} : !ttg.memdesc<128x16xf16, #shared, #smem> * !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<128x16xf32, #mma>
      scf.yield %3 : tensor<128x16xf32, #mma>
    } {tt.warp_specialize}
    tt.store %arg1, %0 : tensor<128x16x!tt.ptr<f32>, #mma>
    tt.return
  }
}
