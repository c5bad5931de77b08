// RUN: xtriton-opt %s --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:89", "ttg.threads-per-warp" = 32 : i32} {
  // Ada multiplies fp8.
  // CHECK: tt.func @fp8(%arg0: tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp8(%a: tensor<64x32xf8E5M2, #a>, %b: tensor<32x64xf8E5M2, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf8E5M2, #a> * tensor<32x64xf8E5M2, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // Other units are as fast at fp64.
  // CHECK: tt.func @double(%arg0: tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf64, #blocked>) -> tensor<64x64xf64, #blocked> {
  // CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf64, #blocked>
  // CHECK-NEXT:   tt.return %0 : tensor<64x64xf64, #blocked>
  // CHECK-NEXT: }
  tt.func @double(%a: tensor<64x32xf64, #a>, %b: tensor<32x64xf64, #b>, %c: tensor<64x64xf64, #product>) -> tensor<64x64xf64, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf64, #a> * tensor<32x64xf64, #b> -> tensor<64x64xf64, #product>
    tt.return %d : tensor<64x64xf64, #product>
  }
}
