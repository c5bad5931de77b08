// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: func.func @buf(%arg0: tensor<4xf32>, %arg1: memref<4xf32>, %arg2: index, %arg3: tensor<?xf32>) {
// CHECK-NEXT:   %0 = bufferization.to_tensor %arg1 : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT:   %1 = bufferization.to_tensor %arg1 restrict : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT:   %2 = bufferization.to_tensor %arg1 restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT:   %3 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32>
// CHECK-NEXT:   %4 = bufferization.to_buffer %arg0 read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT:   %5 = bufferization.alloc_tensor() : tensor<f32>
// CHECK-NEXT:   %6 = bufferization.alloc_tensor(%arg2) : tensor<?xf32>
// CHECK-NEXT:   %7 = bufferization.alloc_tensor() copy(%arg0) : tensor<4xf32>
// CHECK-NEXT:   %8 = bufferization.alloc_tensor() size_hint=%arg2 : tensor<4xf32>
// CHECK-NEXT:   %9 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
// CHECK-NEXT:   bufferization.materialize_in_destination %arg0 in writable %arg1 : (tensor<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   bufferization.materialize_in_destination %arg0 in restrict writable %arg1 : (tensor<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   %10 = bufferization.materialize_in_destination %arg0 in %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   bufferization.dealloc_tensor %arg0 : tensor<4xf32>
// CHECK-NEXT:   %11 = bufferization.clone %arg1 : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @buf(%t: tensor<4xf32>, %m: memref<4xf32>, %n: index, %d: tensor<?xf32>) {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %3 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %4 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  %5 = bufferization.alloc_tensor() : tensor<f32>
  %6 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %7 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  %8 = bufferization.alloc_tensor() size_hint=%n : tensor<4xf32>
  %x8b = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %9 = bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  %10 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return
}
