// RUN: xtriton-opt --pass-pipeline='builtin.module(hopper-split-rows{rows=64})' %s
// invalid: hopper-split-rows: op tensor descriptor block and tensor types must match
module {
  tt.func public @matmul(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: tensor<64x64xf16>, %arg6: i32, %arg7: i64, %arg8: i64, %arg9: i64, %arg10: i32, %arg11: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32>
    %0 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%arg7, %arg8] : <f16>, <tensor<128x64xf16>>
    %1 = tt.make_tensor_descriptor %arg2, [%arg3, %arg10], [%arg9, %arg8] : <f32>, <tensor<128x64xf32>>
    %2 = scf.for %arg12 = %arg11 to %arg4 step %arg10 iter_args(%arg13 = %cst) -> (tensor<128x64xf32>)  : i32 {
      %3 = tt.descriptor_load %0[%arg6] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %4 = tt.dot %3, %arg5, %arg13 : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %4 : tensor<128x64xf32>
    }
    tt.descriptor_store %1[%arg6, %arg11], %2 : !tt.tensordesc<tensor<128x64xf32>>, tensor<128x64xf32>
    tt.return
  }
}
