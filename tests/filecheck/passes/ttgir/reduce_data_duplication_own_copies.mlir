// RUN: xtriton-opt %s --triton=3.9 --tritongpu-reduce-data-duplication | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --tritongpu-reduce-data-duplication | filecheck %s --check-prefix=BEFORE

// Every warp holds all rows, and takes those that it wants from its own lanes: the lane depends on the warp.
// CHECK: @own_copies
// CHECK-NEXT: ttg.convert_layout
// BEFORE: @own_copies
// BEFORE-NEXT: ttg.local_alloc
#rows = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [1, 0]}>
#halves = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [16, 2], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @own_copies(%x: tensor<32x32xf16, #rows>) -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #halves}>> {
    %0 = ttg.convert_layout %x : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #halves}>>
    tt.return %0 : tensor<32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #halves}>>
  }

  // Of 64 rows a warp holds half, which it does not want all.
  // CHECK: @rows_of_others
  // CHECK-NEXT: ttg.local_alloc
  tt.func @rows_of_others(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #halves}>> {
    %0 = ttg.convert_layout %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #halves}>>
    tt.return %0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #halves}>>
  }
}
