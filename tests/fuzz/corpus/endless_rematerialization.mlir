// RUN: xtriton-opt --pass-pipeline='tritongpu-remove-layout-conversions' %s
// hang: tritongpu-remove-layout-conversions
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f() -> tensor<2xi32, #a> {
    %c = arith.constant dense<[1, 2]> : tensor<2xi32, #b>
    %0 = ttg.convert_layout %c : tensor<2xi32, #b> -> tensor<2xi32, #a>
    tt.return %0 : tensor<2xi32, #a>
  }
}
