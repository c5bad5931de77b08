// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Constants and casts stay where the slice that they make would lie outside: that is no valid program.

// CHECK-LABEL: func.func @subview
// CHECK:         %[[CAST:.*]] = memref.cast %arg0
// CHECK:         memref.subview %arg0[%{{.*}}] [5] [1] : memref<8xf32>
// CHECK:         memref.subview %[[CAST]][6] [5] [1] : memref<?xf32>
func.func @subview(%m: memref<8xf32>) -> (memref<5xf32, strided<[1], offset: ?>>, memref<5xf32, strided<[1], offset: 6>>) {
  %c4 = arith.constant 4 : index
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %0 = memref.subview %m[%c4] [5] [1] : memref<8xf32> to memref<5xf32, strided<[1], offset: ?>>
  %1 = memref.subview %c[6] [5] [1] : memref<?xf32> to memref<5xf32, strided<[1], offset: 6>>
  return %0, %1 : memref<5xf32, strided<[1], offset: ?>>, memref<5xf32, strided<[1], offset: 6>>
}

// CHECK-LABEL: func.func @inside
// CHECK-NEXT:    memref.subview %arg0[3] [5] [1]
// CHECK-NEXT:    memref.cast
// CHECK-NEXT:    return
func.func @inside(%m: memref<8xf32>) -> memref<5xf32, strided<[1], offset: ?>> {
  %c3 = arith.constant 3 : index
  %0 = memref.subview %m[%c3] [5] [1] : memref<8xf32> to memref<5xf32, strided<[1], offset: ?>>
  return %0 : memref<5xf32, strided<[1], offset: ?>>
}

// CHECK-LABEL: func.func @slice
// CHECK:         %[[CAST:.*]] = tensor.cast %arg0
// CHECK:         tensor.extract_slice %arg0[%{{.*}}] [5] [1]
// CHECK:         tensor.extract_slice %[[CAST]][6] [5] [1]
// CHECK:         tensor.insert_slice %arg1 into %arg0[%{{.*}}] [5] [1]
func.func @slice(%t: tensor<8xf32>, %s: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<8xf32>) {
  %c4 = arith.constant 4 : index
  %c = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %0 = tensor.extract_slice %t[%c4] [5] [1] : tensor<8xf32> to tensor<5xf32>
  %1 = tensor.extract_slice %c[6] [5] [1] : tensor<?xf32> to tensor<5xf32>
  %2 = tensor.insert_slice %s into %t[%c4] [5] [1] : tensor<5xf32> into tensor<8xf32>
  return %0, %1, %2 : tensor<5xf32>, tensor<5xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @cast_of_slice
// CHECK:         %[[S:.*]] = tensor.extract_slice %arg0[0] [%arg1] [1]
// CHECK-NEXT:    tensor.cast %[[S]]
func.func @cast_of_slice(%t: tensor<8xf32>, %n: index) -> tensor<9xf32> {
  %0 = tensor.extract_slice %t[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<9xf32>
  return %1 : tensor<9xf32>
}
