// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: func.func @b(%arg0: tensor<4xf32>, %arg1: memref<4xf32>, %arg2: index) -> (tensor<4xf32>, memref<4xf32>, tensor<?xf32>, index) {
// CHECK-NEXT:   %0 = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK-NEXT:   %cast = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT:   %1 = bufferization.alloc_tensor(%arg2) : tensor<?xf32>
// CHECK-NEXT:   %2 = bufferization.alloc_tensor() : tensor<f32>
// CHECK-NEXT:   return %arg0, %arg1, %cast, %arg2 : tensor<4xf32>, memref<4xf32>, tensor<?xf32>, index
// CHECK-NEXT: }

func.func @b(%t: tensor<4xf32>, %m: memref<4xf32>, %n: index) -> (tensor<4xf32>, memref<4xf32>, tensor<?xf32>, index) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %3 = bufferization.to_buffer %2 : tensor<4xf32> to memref<4xf32>
  %4 = bufferization.alloc_tensor(%c4) : tensor<?xf32>
  %5 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %d = tensor.dim %5, %c0 : tensor<?xf32>
  %dead = bufferization.alloc_tensor() : tensor<f32>
  %dead2 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  return %1, %3, %4, %d : tensor<4xf32>, memref<4xf32>, tensor<?xf32>, index
}
