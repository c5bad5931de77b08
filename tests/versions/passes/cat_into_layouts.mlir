// PASSES: tritongpu-remove-layout-conversions,canonicalize

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func @f(%a: tensor<128xi32, #blocked>, %b: tensor<128xi32, #blocked>) -> (tensor<256xi32, #blocked1>, tensor<256xi32, #blocked2>) {
  %0 = tt.cat %a, %b : tensor<128xi32, #blocked> -> tensor<256xi32, #blocked>
  %1 = ttg.convert_layout %0 : tensor<256xi32, #blocked> -> tensor<256xi32, #blocked1>
  %2 = ttg.convert_layout %0 : tensor<256xi32, #blocked> -> tensor<256xi32, #blocked2>
  tt.return %1, %2 : tensor<256xi32, #blocked1>, tensor<256xi32, #blocked2>
}
}
