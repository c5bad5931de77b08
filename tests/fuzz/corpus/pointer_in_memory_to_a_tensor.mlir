// RUN: xtriton-opt --pass-pipeline='builtin.module(triton-to-ptr)' %s
// print: triton-to-ptr: not readable: invalid memref element type
module {
  func.func @scalars(%arg0: !tt.ptr<!tt.ptr<tensor<4xindex>>> loc("reduce":1:20), %arg1: i64 loc("reduce":1:47), %arg2: i1 loc("reduce":1:56)) -> i64 {
    %0 = tt.load %arg0, %arg2 : !tt.ptr<!tt.ptr<tensor<4xindex>>> loc(#loc5)
    %1 = tt.ptr_to_int %arg0 : !tt.ptr<!tt.ptr<tensor<4xindex>>> -> i64 loc(#loc6)
    return %1 : i64 loc(#loc7)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":0:0)
#loc1 = loc("reduce":1:1)
#loc5 = loc("reduce":3:8)
#loc6 = loc("reduce":4:8)
#loc7 = loc("reduce":5:3)
