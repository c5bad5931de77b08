// RUN: xtriton-opt --pass-pipeline='builtin.module(hopper-split-rows{rows=64})' %s
// invalid: hopper-split-rows: op tensor descriptor block and tensor types must match
module {
  tt.func public @whole_and_in_halves(%arg0: !tt.tensordesc<tensor<128x128xf16>>, %arg1: !tt.tensordesc<tensor<128x128xf32>>, %arg2: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
    %0 = tt.descriptor_load %arg0[%arg2, %arg2] : !tt.tensordesc<tensor<128x128xf16>> -> tensor<128x128xf16>
    %1 = tt.dot %0, %0, %cst : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    tt.descriptor_store %arg1[%arg2, %arg2], %1 : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
    tt.return
  }
}
