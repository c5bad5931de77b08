// RUN: xtriton-opt --pass-pipeline='builtin.module(triton-nvidia-tma-lowering)' %s
// exception: triton-nvidia-tma-lowering: KeyError in passes/nvidia/descriptor_creation.py:create_descriptor
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 2, transposed = false, elementBitWidth = 16}>
#cube = #ttg.nvmma_shared<{swizzlingByteWidth = 2, transposed = false, elementBitWidth = 16, rank = 3}>
#fp4 = #ttg.nvmma_shared<{swizzlingByteWidth = 2, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func @accesses(%p: !tt.ptr<f16>, %i: i32, %s: i64, %c1: i64) {
  %d = tt.make_tensor_descriptor %p, [%i, %i], [%s, %c1] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16, #shared>> loc("k.py":1:1)
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked> loc("k.py":2:1)
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked> loc("k.py":3:1)
  tt.return loc("k.py":4:1)
}
}
