// RUN: xtriton-opt --pass-pipeline='structured-to-memref{safe=true}' %s
// exception: structured-to-memref: AssertionError in rewriting/elements.py:constant
module {
  tt.func @part(%arg0: !tt.ptr<!tt.ptr<!tt.ptr<f32>>> loc("reduce":1:15), %arg1: index loc("reduce":1:51), %arg2: tensor<8x!tt.ptr<!tt.ptr<!tt.ptr<f32>>>> loc(unknown)) {
    %0 = "tts.load"(%arg2, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_mask_dims = array<i64: -9223372036854775808>}> : (tensor<8x!tt.ptr<!tt.ptr<!tt.ptr<f32>>>>, index) -> tensor<8x!tt.ptr<!tt.ptr<f32>>> loc(#loc5)
    tt.return loc(#loc6)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":0:0)
#loc1 = loc("reduce":1:1)
#loc5 = loc("reduce":3:8)
#loc6 = loc("reduce":4:3)
