// RUN: xtriton-opt %s --unstructured-to-memref | FileCheck %s

// CHECK-LABEL: tt.func @gather
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[O:.+]]: tensor<4x8xi32>, %[[M:.+]]: tensor<4x8xi1>, %[[OTHER:.+]]: f32)
tt.func @gather(%x: !tt.ptr<f32>, %o: tensor<4x8xi32>, %m: tensor<4x8xi1>, %other: f32) -> tensor<4x8xf32> {
  // CHECK: %[[MEM:.+]] = builtin.unrealized_conversion_cast %[[X]] : !tt.ptr<f32> to memref<*xf32>
  // CHECK: %[[FLAT:.+]] = memref.cast %[[MEM]] : memref<*xf32> to memref<?xf32>
  // CHECK: %[[ALL:.+]] = bufferization.to_tensor %[[FLAT]] restrict : memref<?xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[O]], %[[M]] : tensor<4x8xi32>, tensor<4x8xi1>)
  // CHECK: ^bb0(%[[I:.+]]: i32, %[[KEEP:.+]]: i1, %{{.+}}: f32):
  // CHECK:   %[[V:.+]] = scf.if %[[KEEP]] -> (f32) {
  // CHECK:     %[[AT:.+]] = arith.index_cast %[[I]] : i32 to index
  // CHECK:     %[[E:.+]] = tensor.extract %[[ALL]][%[[AT]]]
  // CHECK:     scf.yield %[[E]]
  // CHECK:   } else {
  // CHECK:     scf.yield %[[OTHER]]
  // CHECK:   linalg.yield %[[V]]
  %v = tts.gather %x[%o] mask = %m default = %other : (<f32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// CHECK-LABEL: tt.func @scatter
// CHECK-SAME:    (%{{.+}}: !tt.ptr<i8>, %[[O:.+]]: tensor<8xi64>, %[[V:.+]]: tensor<8xi8>)
tt.func @scatter(%x: !tt.ptr<i8>, %o: tensor<8xi64>, %v: tensor<8xi8>) {
  // CHECK: %[[FLAT:.+]] = memref.cast %{{.+}} : memref<*xi8> to memref<?xi8>
  // CHECK: linalg.generic {{.*}} ins(%[[O]], %[[V]] : tensor<8xi64>, tensor<8xi8>) {
  // CHECK: ^bb0(%[[I:.+]]: i64, %[[E:.+]]: i8):
  // CHECK:   %[[AT:.+]] = arith.index_cast %[[I]] : i64 to index
  // CHECK:   memref.store %[[E]], %[[FLAT]][%[[AT]]]
  // CHECK:   linalg.yield
  tts.scatter %v into %x[%o] : tensor<8xi8> into (<i8>, tensor<8xi64>)
  tt.return
}

// A mask guards scalars, too.
// CHECK-LABEL: tt.func @scalars
// CHECK-SAME:    %[[O:[a-z0-9]+]]: i32, %[[M:[a-z0-9]+]]: i1)
tt.func @scalars(%x: !tt.ptr<f32>, %o: i32, %m: i1) {
  // CHECK: %[[V:.+]] = scf.if %[[M]] -> (f32) {
  // CHECK:   %[[AT:.+]] = arith.index_cast %[[O]] : i32 to index
  // CHECK:   %[[ONE:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%[[AT]]], sizes: [1], strides: [1]
  // CHECK:   affine.load %[[ONE]][0]
  // CHECK: } else {
  // CHECK:   %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK:   scf.yield %[[ZERO]]
  // CHECK: scf.if %[[M]] {
  // CHECK:   affine.store %[[V]], %{{.+}}[0]
  %v = tts.gather %x[%o] mask = %m : (<f32>, i32) -> f32
  tts.scatter %v into %x[%o] mask = %m : f32 into (<f32>, i32)
  tt.return
}
