// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='convert-triton-to-tritongpu{target=cuda:100 num-warps=4 threads-per-warp=32 num-ctas=1}' %s
// exception: convert-triton-to-tritongpu: ZeroDivisionError in layouts/encoding.py:<genexpr>
module {
  tt.func @sum(%arg0: tensor<0xf32> loc("reduce":1:14), %arg1: f32 loc(unknown), %arg2: f32 loc(unknown)) -> f32 {
    tt.return %arg2 : f32 loc(#loc4)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":0:0)
#loc1 = loc("reduce":1:1)
#loc4 = loc("reduce":7:3)
