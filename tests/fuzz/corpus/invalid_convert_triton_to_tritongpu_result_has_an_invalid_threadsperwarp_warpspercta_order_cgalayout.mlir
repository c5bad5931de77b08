// RUN: xtriton-opt --pass-pipeline='builtin.module(convert-triton-to-tritongpu{enable-source-remat=false num-ctas=2 num-warps=8 target=cuda:90 threads-per-warp=32})' %s
// invalid: convert-triton-to-tritongpu: Result has an invalid threadsPerWarp warpsPerCTA order CGALayout Layout has CTAs
module {
  module {
    module {
      tt.func @cluster(%arg0: f16 loc("reduce":4:20), %arg1: f32 loc("reduce":4:29)) {
        %0 = tt.splat %arg0 : f16 -> tensor<128x32xf16> loc(#loc6)
        tt.return loc(#loc7)
      } loc(#loc3)
    } loc(#loc2)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":1:1)
#loc1 = loc("reduce":2:1)
#loc2 = loc("reduce":3:1)
#loc3 = loc("reduce":4:3)
#loc6 = loc("reduce":5:10)
#loc7 = loc("reduce":11:5)
