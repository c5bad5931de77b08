// RUN: xtriton-opt %s --tritongpu-F32DotTC | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Not without the option: other GPUs have no such instructions.
  // CHECK: tt.func @tf32x3(%arg0: tensor<32x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x32xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  // CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32x3 {maxNumImpreciseAcc = 3 : i32} : tensor<32x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x32xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x32xf32, #blocked>
  // CHECK-NEXT:   tt.return %0 : tensor<32x32xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @tf32x3(%a: tensor<32x32xf32, #a>, %b: tensor<32x32xf32, #b>, %c: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
    %d = tt.dot %a, %b, %c, inputPrecision = tf32x3 {maxNumImpreciseAcc = 3 : i32} : tensor<32x32xf32, #a> * tensor<32x32xf32, #b> -> tensor<32x32xf32, #blocked>
    tt.return %d : tensor<32x32xf32, #blocked>
  }
}
