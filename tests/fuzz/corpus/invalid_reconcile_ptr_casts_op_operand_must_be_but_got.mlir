// RUN: xtriton-opt --pass-pipeline='triton-ptr-to-memref,reconcile-ptr-casts' %s
// invalid: reconcile-ptr-casts: op operand must be but got
module {
  tt.func public @descriptor(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i64, %arg3: i64, %arg4: i32) -> tensor<4x8xf32> {
    %0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %arg3] : <f32>, <tensor<4x8xf32>>
    %1 = tt.descriptor_load %0[%arg4, %arg4] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<4x8xf32>
    tt.return %1 : tensor<4x8xf32>
  }
}
