// RUN: xtriton-opt --pass-pipeline='builtin.module(convert-triton-to-tritongpu{enable-source-remat=false num-ctas=2 num-warps=8 target=cuda:90 threads-per-warp=32})' %s
// invalid: convert-triton-to-tritongpu: Result has an invalid threadsPerWarp warpsPerCTA order Layout has warps per but 
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @cluster(%arg0: f16 loc("reduce":7:20), %arg1: f32 loc("reduce":7:32)) {
    %0 = tt.splat %arg0 : f16 -> tensor<128x32xf16, #blocked> loc(#loc4)
    tt.return loc(#loc5)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":6:1)
#loc1 = loc("reduce":7:3)
#loc4 = loc("reduce":8:10)
#loc5 = loc("reduce":16:5)
