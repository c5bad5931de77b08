// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(triton-rewrite-tensor-pointer)' %s
// invalid: triton-rewrite-tensor-pointer: op region control flow edge from Region to parent source has but target successo
module {
  tt.func @different_tensors(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i64, %arg3: i32, %arg4: i1, %arg5: tensor<16xf32>) -> tensor<16xf32> {
    %0 = tt.make_tensor_ptr %arg0, [%arg2], [%arg2], [%arg3] {order = array<i32: 0>} : <tensor<16xf32>>
    %1 = tt.make_tensor_ptr %arg1, [], [], [] {order = array<i32: 0>} : <tensor<16xf32>>
    %2 = scf.if %arg4 -> (!tt.ptr<tensor<16xf32>>) {
      scf.yield %0 : !tt.ptr<tensor<16xf32>>
    } else {
      scf.yield %1 : !tt.ptr<tensor<16xf32>>
    }
    tt.return %arg5 : tensor<16xf32>
  }
}
