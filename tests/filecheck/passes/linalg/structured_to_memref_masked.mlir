// RUN: xtriton-opt %s --structured-to-memref=safe=true | filecheck %s

// Only elements whose mask is true are read, at their places in the block; the others are 0.
// CHECK-LABEL: tt.func @load(
// CHECK:         %[[BLOCK:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [4, 8], strides: [%{{.*}}, 1]
// CHECK:         %[[R:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<4x8xi1>)
// CHECK-NEXT:    ^{{.*}}(%[[M:.*]]: i1, %{{.*}}: f32):
// CHECK:           %[[I:.*]] = linalg.index 0
// CHECK:           %[[J:.*]] = linalg.index 1
// CHECK:           %[[V:.*]] = scf.if %[[M]] -> (f32) {
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[BLOCK]][%[[I]], %[[J]]]
// CHECK-NEXT:        scf.yield %[[X]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:        scf.yield %[[ZERO]]
// CHECK:           linalg.yield %[[V]]
// CHECK:         tt.return %[[R]]
tt.func @load(%x: !tt.ptr<f32>, %n: index, %m: tensor<4x8xi1>) -> tensor<4x8xf32> {
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [%n, 1], offsets: [%n, 0], shape: [0, 0], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  %v = "tts.masked_load"(%p, %m) : (tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi1>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// CHECK-LABEL: tt.func @other(
// CHECK:           scf.if
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %arg2 : i32
tt.func @other(%x: !tt.ptr<i32>, %m: tensor<8xi1>, %o: i32) -> tensor<8xi32> {
  %p = tts.make_tptr %x to sizes: [8], strides: [2], offsets: [0], shape: [0], order: [] : <i32> to tensor<8x!tt.ptr<i32>>
  %v = "tts.masked_load"(%p, %m, %o) : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>, i32) -> tensor<8xi32>
  tt.return %v : tensor<8xi32>
}

// CHECK-LABEL: tt.func @store(
// CHECK:         %[[BLOCK:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [8], strides: [1]
// CHECK:         linalg.generic {{.*}} ins(%arg2, %arg1 : tensor<8xf32>, tensor<8xi1>) {
// CHECK-NEXT:    ^{{.*}}(%[[V:.*]]: f32, %[[M:.*]]: i1):
// CHECK:           %[[I:.*]] = linalg.index 0
// CHECK:           scf.if %[[M]] {
// CHECK-NEXT:        memref.store %[[V]], %[[BLOCK]][%[[I]]]
// CHECK-NEXT:      }
tt.func @store(%x: !tt.ptr<f32>, %m: tensor<8xi1>, %v: tensor<8xf32>) {
  %p = tts.make_tptr %x to sizes: [8], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<8x!tt.ptr<f32>>
  "tts.masked_store"(%p, %v, %m) : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> ()
  tt.return
}
