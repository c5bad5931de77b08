// RUN: xtriton-opt %s --triton-rewrite-tensor-descriptor-to-pointer | filecheck %s

// Blocks may have leading dimensions that the tensors lack. Triton puts a cast there that nothing can lower.
// CHECK: tt.func @rank
// CHECK: %[[BLOCK:.*]] = tt.load %{{.*}} : tensor<1x4x2x!tt.ptr<f16>>
// CHECK-NEXT: %[[TENSOR:.*]] = tt.reshape %[[BLOCK]] : tensor<1x4x2xf16> -> tensor<4x2xf16>
// CHECK: %[[BLOCK:.*]] = tt.reshape %[[TENSOR]] : tensor<4x2xf16> -> tensor<1x4x2xf16>
// CHECK-NEXT: tt.store %{{.*}}, %[[BLOCK]], %{{.*}} : tensor<1x4x2x!tt.ptr<f16>>
tt.func @rank(%d: !tt.tensordesc<1x4x2xf16>, %i: i32) {
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<1x4x2xf16> -> tensor<4x2xf16>
  tt.descriptor_store %d[%i, %i, %i], %0 : !tt.tensordesc<1x4x2xf16>, tensor<4x2xf16>
  tt.return
}
