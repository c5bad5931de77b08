// RUN: xtriton-opt --pass-pipeline='builtin.module(triton-nvidia-tma-lowering)' %s
// invalid: triton-nvidia-tma-lowering: Rank mismatch for global Got but expected
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @accesses(%arg0: !tt.ptr<f16>, %arg1: i32, %arg2: i64, %arg3: i64) {
    %0 = tt.make_tensor_descriptor %arg0, [%arg1], [%arg2] : <f16>, <tensor<64x64xf16, #shared>>
    %1 = tt.descriptor_load %0[%arg1, %arg1] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    tt.descriptor_store %0[%arg1, %arg1], %1 : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
    tt.return
  }
}
