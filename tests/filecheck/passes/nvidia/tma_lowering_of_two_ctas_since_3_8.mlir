// RUN: xtriton-opt %s --triton=3.8 --triton-nvidia-tma-lowering | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-tma-lowering | filecheck %s

// Each CTA has a word of the barrier, and copies its part.
// CHECK: #[[WORDS:.*]] = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = {{\[\[}}1]]}>
// CHECK: %[[BARRIER:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #[[WORDS]], #smem, mutable>
// CHECK-NEXT: ttng.init_barrier %[[BARRIER]], 1
// CHECK: ttng.barrier_expect %[[BARRIER]], 8192
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @load(%d: !tt.tensordesc<128x64xf16, #shared>, %p: tensor<128x64x!tt.ptr<f16>, #blocked>) {
    %c = arith.constant 0 : i32
    %0 = tt.descriptor_load %d[%c, %c] : !tt.tensordesc<128x64xf16, #shared> -> tensor<128x64xf16, #blocked>
    tt.store %p, %0 : tensor<128x64x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
