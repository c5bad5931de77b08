// RUN: xtriton-opt %s --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: tt.func @packed
// CHECK-NEXT: ttng.packed_arith fma %arg0, %arg1, %arg1 : (tensor<512xf16, #blocked>, tensor<512xf32, #blocked>, tensor<512xf32, #blocked>) -> tensor<512xf32, #blocked>
// CHECK-NEXT: ttng.packed_arith max %arg0, %arg0 : (tensor<512xf16, #blocked>, tensor<512xf16, #blocked>) -> tensor<512xf16, #blocked>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @packed(%x: tensor<512xf16, #b>, %y: tensor<512xf32, #b>) {
    %0 = ttng.packed_arith fma %x, %y, %y : (tensor<512xf16, #b>, tensor<512xf32, #b>, tensor<512xf32, #b>) -> tensor<512xf32, #b>
    %1 = ttng.packed_arith max %x, %x : (tensor<512xf16, #b>, tensor<512xf16, #b>) -> tensor<512xf16, #b>
    tt.return
  }
}
