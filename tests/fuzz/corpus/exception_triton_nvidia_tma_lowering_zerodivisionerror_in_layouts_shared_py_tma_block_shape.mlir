// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(triton-nvidia-tma-lowering)' %s
// exception: triton-nvidia-tma-lowering: ZeroDivisionError in layouts/shared.py:tma_block_shape
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 0, fp4Padded = true}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @short_fp4(%p: !tt.ptr<i8>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<64x64xi8, #shared>> {
    %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<i8>, !tt.tensordesc<tensor<64x64xi8, #shared>>
    tt.return %d : !tt.tensordesc<tensor<64x64xi8, #shared>>
  }
}
