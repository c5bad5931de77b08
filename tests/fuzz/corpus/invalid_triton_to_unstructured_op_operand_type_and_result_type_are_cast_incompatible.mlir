// RUN: xtriton-opt --pass-pipeline='triton-to-unstructured' %s
// invalid: triton-to-unstructured: op operand type and result type are cast incompatible
module {
  tt.func @other_result(%arg0: !tt.ptr<f32>, %arg1: f32) {
    %0 = tt.atomic_rmw fadd, relaxed, gpu, %arg0, %arg1 : (!tt.ptr<f32>, f32) -> i32
    tt.return
  }
}
