// RUN: xtriton-opt %s --triton=3.6 --tritongpu-promote-lhs-to-tmem | filecheck %s --check-prefixes=CHECK,STAYS
// RUN: env ALLOW_LHS_TMEM_LAYOUT_CONVERSION=1 xtriton-opt %s --triton=3.6 --tritongpu-promote-lhs-to-tmem | filecheck %s --check-prefixes=CHECK,MOVES

#other = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>

// Left operands that are loaded stay in shared memory, unless the environment allows them to be converted.
// CHECK: tt.func @loaded
// CHECK-NEXT:   %0 = tt.load %arg0
// STAYS-NEXT:   ttg.local_alloc %0
// MOVES-NEXT:   %1 = ttg.convert_layout %0 : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #linear>
// MOVES-NEXT:   %result = ttng.tmem_alloc %1 : (tensor<128x64xf16, #linear>) -> !ttg.memdesc<128x64xf16, #tmem1, #ttng.tensor_memory>
// MOVES-NEXT:   ttng.tc_gen5_mma %result, %arg1, %arg2
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @loaded(%p: tensor<128x64x!tt.ptr<f16>, #other>, %b: !ttg.memdesc<64x32xf16, #shared, #smem>, %d: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #other>
    %a = ttg.local_alloc %x : (tensor<128x64xf16, #other>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}
