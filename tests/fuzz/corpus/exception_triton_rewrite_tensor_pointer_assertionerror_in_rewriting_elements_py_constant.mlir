// RUN: xtriton-opt --pass-pipeline='builtin.module(triton-rewrite-tensor-pointer)' %s
// exception: triton-rewrite-tensor-pointer: AssertionError in rewriting/elements.py:constant
module {
  tt.func @locations(%arg0: !tt.ptr<!tt.ptr<f32, 3>>, %arg1: i64, %arg2: i32, %arg3: i1) -> tensor<2x!tt.ptr<f32, 3>> {
    %0 = tt.make_tensor_ptr %arg0, [%arg1], [%arg1], [%arg2] {order = array<i32: 0>} : <tensor<2x!tt.ptr<f32, 3>>>
    %1 = scf.if %arg3 -> (!tt.ptr<tensor<2x!tt.ptr<f32, 3>>>) {
      scf.yield %0 : !tt.ptr<tensor<2x!tt.ptr<f32, 3>>>
    } else {
      scf.yield %0 : !tt.ptr<tensor<2x!tt.ptr<f32, 3>>>
    }
    %2 = tt.load %1 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<2x!tt.ptr<f32, 3>>>
    tt.return %2 : tensor<2x!tt.ptr<f32, 3>>
  }
}
