// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: type of return operand match function result type in function
module {
  tt.func @offsets(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64) -> !tt.ptr<f32> {
    %0 = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i64
    tt.return %0 : !tt.ptr<f32>
  }
}
