// With safe, memory that is gathered twice around a store is read twice.
// RUN: xtriton-opt %s --unstructured-to-memref=safe=true --cse | FileCheck %s
// RUN: xtriton-opt %s --unstructured-to-memref --cse | FileCheck %s --check-prefix=SHARED

// CHECK-LABEL: tt.func @twice
// CHECK-NOT:     tensor.extract
// CHECK:         memref.load
// CHECK:         memref.store
// CHECK:         memref.load
// CHECK:         memref.store
// SHARED-LABEL: tt.func @twice
// SHARED:         tensor.extract
// SHARED-NOT:     tensor.extract
tt.func @twice(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %at: tensor<8xi32>) {
  %v = tts.gather %x[%at] : (<f32>, tensor<8xi32>) -> tensor<8xf32>
  tts.scatter %v into %y[%at] : tensor<8xf32> into (<f32>, tensor<8xi32>)
  %w = tts.gather %x[%at] : (<f32>, tensor<8xi32>) -> tensor<8xf32>
  tts.scatter %w into %x[%at] : tensor<8xf32> into (<f32>, tensor<8xi32>)
  tt.return
}
