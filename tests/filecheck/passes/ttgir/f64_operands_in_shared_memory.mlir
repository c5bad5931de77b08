// RUN: xtriton-opt %s --triton=3.7 --tritongpu-reduce-data-duplication | filecheck %s --check-prefix=OLD
// RUN: xtriton-opt %s --triton=3.8 --tritongpu-reduce-data-duplication | filecheck %s --check-prefix=NEW

// Operands of 64 bits are read as tiles of 4 rows since Triton 3.8, which counts where they are not contiguous along k; before, as tiles of 8, like all others.

// OLD: #[[A:.*]] = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// OLD: #[[B:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 2, order = [1, 0]}>
// OLD: tt.func @operands
// OLD: ttg.local_alloc %arg0 : {{.*}} -> !ttg.memdesc<64x16xf64, #[[A]], #smem>
// OLD: ttg.local_alloc %arg1 : {{.*}} -> !ttg.memdesc<16x64xf64, #[[B]], #smem>

// NEW: #[[A:.*]] = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// NEW: tt.func @operands
// NEW: ttg.local_alloc %arg0 : {{.*}} -> !ttg.memdesc<64x16xf64, #[[A]], #smem>
// NEW: ttg.local_alloc %arg1 : {{.*}} -> !ttg.memdesc<16x64xf64, #[[A]], #smem>

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [8, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @operands(%x: tensor<64x16xf64, #rows>, %y: tensor<16x64xf64, #rows>) -> (tensor<64x16xf64, #a>, tensor<16x64xf64, #b>) {
    %0 = ttg.convert_layout %x : tensor<64x16xf64, #rows> -> tensor<64x16xf64, #a>
    %1 = ttg.convert_layout %y : tensor<16x64xf64, #rows> -> tensor<16x64xf64, #b>
    tt.return %0, %1 : tensor<64x16xf64, #a>, tensor<16x64xf64, #b>
  }
}
