// RUN: xtriton-opt --pass-pipeline='builtin.module(unstructured-to-memref{safe=false})' %s
// invalid: unstructured-to-memref: op operand type and result type are cast incompatible
module {
  tt.func @gather(%arg0: !tt.ptr<f32>, %arg1: tensor<4x8xi32>, %arg2: tensor<4x8xi1>, %arg3: f32) -> tensor<4x8xf16> {
    %0 = tts.gather %arg0[%arg1] mask = %arg2 default = %arg3 : (<f32>, tensor<4x8xi32>) -> tensor<4x8xf16>
    tt.return %0 : tensor<4x8xf16>
  }
}
