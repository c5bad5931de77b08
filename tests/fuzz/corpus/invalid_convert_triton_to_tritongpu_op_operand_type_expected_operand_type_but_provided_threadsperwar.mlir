// RUN: xtriton-opt --pass-pipeline='convert-triton-to-tritongpu{target=cuda:80 num-warps=4 threads-per-warp=32 num-ctas=1}' %s
// invalid: convert-triton-to-tritongpu: op operand type expected operand type but provided threadsPerWarp warpsPerCTA or
module {
  tt.func private @callee(!tt.ptr<tensor<16xf32>>) loc(#loc1)
  tt.func @call(%arg0: !tt.ptr<f32> loc("reduce":3:17), %arg1: i64 loc("reduce":3:38), %arg2: i32 loc("reduce":3:50), %arg3: i64 loc(unknown)) {
    %0 = tt.make_tensor_ptr %arg0, [%arg1], [%arg3], [%arg2] {order = array<i32: 0>} : <tensor<16xf32>> loc(#loc7)
    tt.call @callee(%0) : (!tt.ptr<tensor<16xf32>>) -> () loc(#loc8)
    tt.return loc(#loc9)
  } loc(#loc2)
} loc(#loc)
#loc = loc("reduce":1:1)
#loc1 = loc("reduce":2:3)
#loc2 = loc("reduce":3:3)
#loc7 = loc("reduce":5:10)
#loc8 = loc("reduce":6:5)
#loc9 = loc("reduce":7:5)
