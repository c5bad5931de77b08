// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental{safe=true}' %s
// invalid: triton-to-linalg-experimental: type of return operand match function result type in function
module {
  tt.func @offsets(%arg0: !tt.ptr<f32> loc("reduce":1:18), %arg1: i64 loc("reduce":1:36), %arg2: i64 loc("reduce":1:45)) -> !tt.ptr<f32> {
    %0 = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i64 loc(#loc5)
    tt.return %0 : !tt.ptr<f32> loc(#loc6)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":0:0)
#loc1 = loc("reduce":1:1)
#loc5 = loc("k.py":1:1)
#loc6 = loc("k.py":3:1)
