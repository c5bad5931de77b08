// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental' %s
// invalid: triton-to-linalg-experimental: different element types specified for source type and result memref type
tt.func @f(%p: !tt.ptr<!tt.ptr<f32>>, %n: i64, %i: i32) -> tensor<2x!tt.ptr<f32>> {
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<2x!tt.ptr<f32>>>
  %1 = tt.load %0 : !tt.ptr<tensor<2x!tt.ptr<f32>>>
  tt.return %1 : tensor<2x!tt.ptr<f32>>
}
