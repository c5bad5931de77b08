// RUN: xtriton-opt %s --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 | xtriton-opt - --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --mlir-print-op-generic | xtriton-opt - --triton=3.8 | filecheck %s

// CHECK: module {
// CHECK-NEXT: tt.func @accesses(%arg0: tensor<8x!tt.ptr<i32>>, %arg1: tensor<8xi1>, %arg2: !tt.tensordesc<4x4xf32>) {
// CHECK-NEXT: tti.experimental_gsan_atomic_tensor_access relaxed, gpu, %arg0, %arg1 : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %0:2 = tti.experimental_gsan_tensordesc_info %arg2 : !tt.tensordesc<4x4xf32> -> !tt.ptr<f32>, i64
// CHECK-NEXT: "tti.experimental_gsan_init"() : () -> ()
// CHECK-NEXT: tt.return
tt.func @accesses(%p: tensor<8x!tt.ptr<i32>>, %k: tensor<8xi1>, %d: !tt.tensordesc<4x4xf32>) {
  tti.experimental_gsan_atomic_tensor_access relaxed, gpu, %p, %k : tensor<8x!tt.ptr<i32>>
  %0:2 = tti.experimental_gsan_tensordesc_info %d : !tt.tensordesc<4x4xf32> -> !tt.ptr<f32>, i64
  "tti.experimental_gsan_init"() : () -> ()
  tt.return
}
