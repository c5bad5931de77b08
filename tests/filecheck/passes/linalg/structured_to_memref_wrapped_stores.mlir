// RUN: xtriton-opt %s --structured-to-memref=safe --canonicalize --cse | FileCheck %s
// RUN: xtriton-opt %s --structured-to-memref --canonicalize --cse | FileCheck %s

// A store whose addresses wrap around is made of one for each piece up to the end of the memory.
// CHECK-LABEL: tt.func @wrapped
// CHECK-SAME:    (%{{.+}}: !tt.ptr<f32>, %[[N:.+]]: index, %[[V:.+]]: tensor<8xf32>)
// CHECK: scf.for %{{.+}} = %c0 to %{{.+}} step %c1 {
// CHECK:   %[[VIEW:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%{{.+}}], sizes: [%[[LENGTH:.+]]], strides: [1]
// CHECK:   %[[PART:.+]] = tensor.extract_slice %[[V]][%{{.+}}] [%[[LENGTH]]] [1]
// CHECK:   bufferization.materialize_in_destination %[[PART]] in writable %[[VIEW]]
// CHECK-NOT: tts.store
tt.func @wrapped(%x: !tt.ptr<f32>, %n: index, %v: tensor<8xf32>) {
  %p = tts.make_tptr %x to sizes: [8], strides: [1], offsets: [3], shape: [%n], order: [] : <f32> to tensor<8x!tt.ptr<f32>>
  "tts.store"(%p, %v) <{static_mask_dims = array<i64>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> ()
  tt.return
}
