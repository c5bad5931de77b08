// RUN: xtriton-opt --pass-pipeline='triton-rewrite-tensor-pointer' %s
// invalid: triton-rewrite-tensor-pointer: op start must be less than end
module {
  tt.func public @boundaries(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i64, %arg3: i32, %arg4: i64) {
    %0 = tt.make_tensor_ptr %arg0, [%arg2], [%arg4], [%arg3] {order = array<i32: 0>} : <tensor<0xf32>>
    %1 = tt.load %0 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<0xf32>>
    tt.return
  }
}
