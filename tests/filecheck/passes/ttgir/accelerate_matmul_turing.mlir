// RUN: xtriton-opt %s --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:75", "ttg.threads-per-warp" = 32 : i32} {
  // Before Ampere no matrix instructions are used, so that the operands must have the result's type.
  // CHECK: tt.func @half(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = arith.extf %arg0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> to tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %1 = arith.extf %arg1 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> to tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
  // CHECK-NEXT:   %2 = tt.dot %0, %1, %arg2 : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %2 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @half(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // These have.
  // CHECK: tt.func @single(%arg0: tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @single(%a: tensor<64x32xf32, #a>, %b: tensor<32x64xf32, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf32, #a> * tensor<32x64xf32, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
}
