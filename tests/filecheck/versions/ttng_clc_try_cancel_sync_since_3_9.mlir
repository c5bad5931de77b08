// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @launch_control() -> tensor<2xi64, #blocked> {
// CHECK-NEXT: %0 = ttng.clc_try_cancel_sync : tensor<2xi64, #blocked>
// CHECK-NEXT: tt.return %0 : tensor<2xi64, #blocked>
#response = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @launch_control() -> tensor<2xi64, #response> {
    %0 = ttng.clc_try_cancel_sync : tensor<2xi64, #response>
    tt.return %0 : tensor<2xi64, #response>
  }
}
