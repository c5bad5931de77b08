// RUN: xtriton-opt --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: op operand type and result type are cast incompatible
tt.func @f(%p: !tt.ptr<f32>, %i: tensor<4x8xi32>) -> tensor<4x8xf16> {
  %0 = tts.gather %p[%i] : (<f32>, tensor<4x8xi32>) -> tensor<4x8xf16>
  tt.return %0 : tensor<4x8xf16>
}
