// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-tma-lowering | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Triton verifies no relation between the offsets and the rank of the descriptor, and lowers any number of them.
  // CHECK: tt.func @more_offsets
  // CHECK: ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg2, %arg1]
  tt.func @more_offsets(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %i: i32, %j: i32) -> tensor<64x64xf16, #blocked> {
    %x = tt.descriptor_load %d[%i, %j, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    tt.return %x : tensor<64x64xf16, #blocked>
  }
}
