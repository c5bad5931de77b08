// RUN: xtriton-opt %s --structured-to-memref --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: xtriton-opt %s --structured-to-memref=safe --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,SAFE

// CHECK-LABEL: tt.func @whole
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[S:.+]]: index)
tt.func @whole(%x: !tt.ptr<f32>, %s: index) -> tensor<4x8xf32> {
  // CHECK: %[[MEM:.+]] = builtin.unrealized_conversion_cast %[[X]] : !tt.ptr<f32> to memref<*xf32>
  // CHECK: %[[AT:.+]] = arith.addi %[[S]], %c5
  // CHECK: %[[VIEW:.+]] = memref.reinterpret_cast %[[MEM]] to offset: [%[[AT]]], sizes: [4, 8], strides: [%[[S]], 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
  // CHECK: %[[NEW:.+]] = memref.alloc() : memref<4x8xf32>
  // CHECK: memref.copy %[[VIEW]], %[[NEW]]
  // CHECK: bufferization.to_tensor %[[NEW]] restrict writable
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [%s, 1], offsets: [%s, 5], shape: [0, 0], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<4x8x!tt.ptr<f32>>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// Nothing is read where the mask is false. Without `other`, masked-off elements are undefined, or 0 with `safe`.
// CHECK-LABEL: tt.func @part
// CHECK-SAME:    (%{{.+}}: !tt.ptr<f32>, %[[N:.+]]: index)
tt.func @part(%x: !tt.ptr<f32>, %n: index) {
  // CHECK:      %[[NEW:.+]] = memref.alloc() : memref<8xf32>
  // PLAIN-NOT:  linalg.fill
  // SAFE:       %[[LESS:.+]] = arith.cmpi slt, %[[N]], %c8 : index
  // SAFE-NEXT:  scf.if %[[LESS]] {
  // SAFE-NEXT:    linalg.fill ins(%cst : f32) outs(%[[NEW]] : memref<8xf32>)
  // CHECK:      %[[FROM:.+]] = memref.subview %{{.+}}[0] [%[[N]]] [1]
  // CHECK:      %[[TO:.+]] = memref.subview %[[NEW]][0] [%[[N]]] [1]
  // CHECK:      memref.copy %[[FROM]], %[[TO]]
  // CHECK:      %[[V:.+]] = bufferization.to_tensor %[[NEW]]
  // CHECK:      %[[PART:.+]] = tensor.extract_slice %[[V]][0] [%[[N]]] [1]
  // CHECK:      bufferization.materialize_in_destination %[[PART]] in writable %[[FROM]]
  %p = tts.make_tptr %x to sizes: [8], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<8x!tt.ptr<f32>>
  %v = "tts.load"(%p, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_mask_dims = array<i64: -9223372036854775808>}> : (tensor<8x!tt.ptr<f32>>, index) -> tensor<8xf32>
  "tts.store"(%p, %v, %n) <{static_mask_dims = array<i64: -9223372036854775808>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, index) -> ()
  tt.return
}

// Rows that wrap around: in two pieces, or in as many as there are.
// CHECK-LABEL: tt.func @stacked
// CHECK-SAME:    (%{{.+}}: !tt.ptr<f32>, %[[M:.+]]: index, %[[S:.+]]: index)
tt.func @stacked(%x: !tt.ptr<f32>, %m: index, %s: index) -> tensor<4x8xf32> {
  // PLAIN-COUNT-2: memref.reinterpret_cast
  // PLAIN-COUNT-2: memref.copy
  // SAFE:          %[[ROWS:.+]] = arith.divsi %[[M]], %[[STRIDE:.+]] : index
  // SAFE:          %[[EXTENT:.+]] = arith.maxsi %[[ROWS]], %c1
  // SAFE:          %[[HEAD:.+]] = arith.minsi %{{.+}}, %c4
  // SAFE:          %[[REST:.+]] = arith.subi %c4, %[[HEAD]]
  // SAFE:          %[[MORE:.+]] = arith.ceildivsi %[[REST]], %[[EXTENT]]
  // SAFE:          %[[COUNT:.+]] = arith.addi %[[MORE]], %c1
  // SAFE:          scf.for %[[I:.+]] = %c0 to %[[COUNT]] step %c1 {
  // SAFE:            %[[VIEW:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%{{.+}}], sizes: [%[[LENGTH:.+]], 8], strides: [%[[S]], 1]
  // SAFE:            %[[TO:.+]] = memref.subview %{{.+}}[%{{.+}}, 0] [%[[LENGTH]], 8] [1, 1]
  // SAFE:            memref.copy %[[VIEW]], %[[TO]]
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [%s, 1], offsets: [0, 0], shape: [%m, 0], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<4x8x!tt.ptr<f32>>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// Each row of a gather is a view of its own.
// CHECK-LABEL: tt.func @gather
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[O:.+]]: tensor<4xi32>, %[[MASK:.+]]: tensor<4xi1>, %[[N:.+]]: index)
tt.func @gather(%x: !tt.ptr<f32>, %o: tensor<4xi32>, %m: tensor<4xi1>, %n: index) -> tensor<4x8xf32> {
  // CHECK: scf.for %[[I:.+]] = %c0 to %c4 step %c1 {
  // CHECK:   %[[KEEP:.+]] = tensor.extract %[[MASK]][%[[I]]] : tensor<4xi1>
  // CHECK:   scf.if %[[KEEP]] {
  // CHECK:     %[[E:.+]] = tensor.extract %[[O]][%[[I]]] : tensor<4xi32>
  // CHECK:     %[[ROW:.+]] = arith.index_cast %[[E]]
  // CHECK:     %[[AT:.+]] = arith.muli %[[ROW]], %c10
  // CHECK:     %[[VIEW:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%[[AT]]], sizes: [1, 8], strides: [10, 1]
  // CHECK:     %[[FROM:.+]] = memref.subview %[[VIEW]][0, 0] [1, %[[N]]] [1, 1]
  // CHECK:     %[[TO:.+]] = memref.subview %{{.+}}[%[[I]], 0] [1, %[[N]]] [1, 1]
  // CHECK:     memref.copy %[[FROM]], %[[TO]]
  %p = tts.make_gather_scatter_tptr %x to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [10, 1], offsets: [0, 0] : tensor<4xi32> tensor<4xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
  %v = "tts.load"(%p, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_mask_dims = array<i64: 0, -9223372036854775808>}> : (!tt.ptr<tensor<4x8xf32>>, index) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}
